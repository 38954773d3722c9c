// Pulls in this process as the command does, into real files, from a real sandbox.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { loadProject } from "../../src/desired/index.ts";
import { type MadePull, makePull, type PullOptions } from "../../src/tasks/pull/make-pull.ts";
import type { World } from "../support/world.ts";

export type Pull = Partial<
  Pick<PullOptions, "slugs" | "all" | "into" | "mirrorFolders" | "share" | "resolution" | "part">
>;

/** What a pull would write; `pull` writes it. */
async function makeOne({ cwd, platform }: World, options: Pull = {}): Promise<MadePull> {
  const project = await loadProject({ cwd });
  const target = { name: "test", url: "https://platform.test", deployment: 1, vars: {}, folders: {} };
  const defaults = { write: true };
  const connect = async () => platform;
  return makePull({ project, target, env: {}, cwd, connect, ...defaults, ...options });
}

export async function pull(world: World, options: Pull = {}): Promise<MadePull> {
  const made = await makeOne(world, options);
  for (const [name, text] of made.files) write(world.cwd, name, text);
  return made;
}

export function write(cwd: string, name: string, text: string | null): void {
  if (text === null) {
    rmSync(join(cwd, name));
    return;
  }
  mkdirSync(dirname(join(cwd, name)), { recursive: true });
  writeFileSync(join(cwd, name), text);
}

export function read({ cwd }: World, name: string): string {
  return readFileSync(join(cwd, name), "utf8");
}

/** `action kind key`, in order. */
export function told({ pulled }: MadePull): string[] {
  return pulled.map(({ action, kind, key }) => `${action} ${kind} ${key}`);
}
