// `plan --out FILE`: the plan document, for review and for `apply FILE`.

import { resolve } from "node:path";
import { writeWhole } from "../disc/index.ts";
import { type Plan, UserError } from "../model/index.ts";
import type { Platform } from "../platform/index.ts";
import type { Destination, Environment } from "../target/choose-target.ts";
import { isSandbox } from "../target/session.ts";
import type { GlobalFlags } from "./flags.ts";
import type { Terminal } from "./terminal.ts";

/** Shorter ones stand in every other text, and no platform hands one out. */
const SHORTEST_SECRET = 4;

/** Writes the whole document or, where that fails, nothing: what was there before stays. */
export async function writePlanFile(
  path: string,
  document: string,
  terminal: Terminal,
  flags: GlobalFlags,
): Promise<void> {
  await writeWhole(resolve(terminal.cwd, path), document);
  const choice = flags.target && flags.target.length > 1 ? " --target NAME" : "";
  if (!flags.quiet)
    terminal.err(`Saved. Apply exactly this with \`boardwright apply ${quoted(path)}${choice}\`.`);
}

/**
 * Throws a UserError where a plan that is about to leave the process holds the credential: files, comments and logs are read by more
 * people than may use it. `${env.NAME}` can put it into a dashboard.
 */
export async function refuseSecrets(
  { changes, diagnostics }: Plan,
  { target, env }: { target: Destination; env: Environment },
  connect: () => Promise<Platform>,
): Promise<void> {
  // The key of the embedded platform is known to everybody, and opens nothing.
  const platform = isSandbox(target.url) ? undefined : await connect();
  const key = env.PLATFORM_API_KEY?.trim() ?? "";
  const isSecret = (text: string) => platform?.holdsCredential(text) === true || holdsKey(text, key);
  // One by one: the text of a whole plan may be as large as all dashboards.
  if (![...changes, ...diagnostics].some((part) => isSecret(JSON.stringify(part)))) return;
  throw new UserError("the plan holds the text of the credential; it was neither shown nor written", {
    details: [
      "A dashboard takes it in, most likely with ${env.NAME}: everybody who sees the dashboard would see it.",
      "Take it out of the files, and if it was applied or shared before, replace the credential.",
    ],
  });
}

function holdsKey(text: string, key: string): boolean {
  if (key.length < SHORTEST_SECRET) return false;
  return text.includes(key) || text.includes(JSON.stringify(key).slice(1, -1));
}

/** As a shell takes it. */
function quoted(path: string): string {
  return /^[\w./:@%+,-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
