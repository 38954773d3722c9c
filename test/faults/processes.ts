// Real processes of the command against one sandbox, perhaps with something in between.
import type { ApplySummary, JsonObject, Result } from "../../src/model/index.ts";
import type { Ran } from "../support/command.ts";
import { runBuilt, start } from "../support/process.ts";
import { openWorld, type World, type WorldOptions } from "../support/world.ts";
import { worldOf } from "./worlds.ts";

export interface Applied {
  summary: ApplySummary;
  results: Result[];
}

export interface Team extends Omit<World, "apply"> {
  apply(...args: string[]): Promise<Ran & Applied>;
  start(...args: string[]): ReturnType<typeof start>;
  /** All that there is on the deployment. */
  live(): Promise<JsonObject>;
}

export async function openTeam(options: WorldOptions = {}): Promise<Team> {
  const world = await openWorld({ ...options, command: runBuilt });
  const { cwd, env, run } = world;
  env.PLATFORM_AUTH_SCHEME = "bearer";
  return {
    ...world,
    apply: async (...args) => readApplied(await run("apply", "--yes", "--json", ...args)),
    start: (...args) => start(["apply", "--yes", "--json", ...args], { cwd, env }),
    live: () => worldOf(world.sandbox),
  };
}

export function readApplied(ran: Ran): Ran & Applied {
  const { summary, results } = JSON.parse(ran.stdout) as Applied;
  return { ...ran, summary, results };
}
