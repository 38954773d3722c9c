// Pulls without the command, into the files of a world.
import { loadProject } from "../../src/desired/index.ts";
import { type MadePull, makePull, type PullOptions } from "../../src/features/pull/make-pull.ts";
import type { World } from "../support/world.ts";

export type Pull = Partial<
  Pick<
    PullOptions,
    "slugs" | "all" | "into" | "mirrorFolders" | "share" | "askToShare" | "resolution" | "part"
  >
>;

export async function pull({ cwd, platform, write }: World, options: Pull = {}): Promise<MadePull> {
  const project = await loadProject({ cwd });
  const target = { name: "test", url: "https://platform.test", deployment: 1, vars: {}, folders: {} };
  const connect = async () => platform;
  const made = await makePull({ project, target, env: {}, cwd, connect, write: true, ...options });
  for (const [name, text] of made.files) write(name, text);
  return made;
}

/** `action kind key`, in order. */
export function told({ pulled }: MadePull): string[] {
  return pulled.map(({ action, kind, key }) => `${action} ${kind} ${key}`);
}
