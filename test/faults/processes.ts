// Real processes of the command against one sandbox, perhaps with something in between.
import { onTestFinished } from "vitest";
import type { ApplySummary, JsonObject, Plan, Result } from "../../src/model/index.ts";
import { createSandbox, type SandboxOptions } from "../../src/sandbox/index.ts";
import type { Ran } from "../support/command.ts";
import { runBuilt, start } from "../support/process.ts";
import { type Hook, openProxy } from "../support/proxy.ts";
import { tempFolder } from "../support/temp.ts";
import { PROJECT } from "../support/world.ts";
import { type Files, worldOf, writeFiles } from "./worlds.ts";

export interface Applied {
  summary: ApplySummary;
  results: Result[];
}

export interface Team {
  sandbox: Awaited<ReturnType<typeof createSandbox>>;
  cwd: string;
  env: Record<string, string>;
  write(files: Files): void;
  run(...args: string[]): Promise<Ran>;
  apply(...args: string[]): Promise<Ran & Applied>;
  start(...args: string[]): ReturnType<typeof start>;
  plan(): Promise<Plan>;
  world(): Promise<JsonObject>;
}

export async function openTeam(
  options: { sandbox?: SandboxOptions; proxy?: Hook; settings?: string } = {},
): Promise<Team> {
  const sandbox = await createSandbox(options.sandbox ?? {});
  onTestFinished(() => sandbox.close());
  const url = options.proxy ? await openProxy(sandbox.url, options.proxy) : sandbox.url;
  const cwd = tempFolder({
    "boardwright.yaml": PROJECT + (options.settings ?? ""),
    "dashboards/all.yaml": "{}",
  });
  const env = { PLATFORM_API_URL: url, PLATFORM_API_KEY: sandbox.apiKey, PLATFORM_AUTH_SCHEME: "bearer" };
  const run: Team["run"] = (...args) => runBuilt(args, { cwd, env });
  return {
    sandbox,
    cwd,
    env,
    write: (files) => writeFiles(cwd, files),
    run,
    apply: async (...args) => readApplied(await run("apply", "--yes", "--json", ...args)),
    start: (...args) => start(["apply", "--yes", "--json", ...args], { cwd, env }),
    plan: async () => JSON.parse((await run("plan", "--json")).stdout) as Plan,
    world: () => worldOf(sandbox),
  };
}

export function readApplied(ran: Ran): Ran & Applied {
  const { summary, results } = JSON.parse(ran.stdout) as Applied;
  return { ...ran, summary, results };
}
