// `plan --out FILE`: the plan document, for review and for `apply FILE`.

import { existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { writeWhole } from "../disc/index.ts";
import { UserError } from "../model/index.ts";
import type { GlobalFlags } from "./flags.ts";
import type { Terminal } from "./terminal.ts";

/** Throws a UserError if the file could not be written there: told before anything is planned, which may take minutes. */
export function requirePlaceForPlan(path: string, cwd: string): void {
  const folder = dirname(resolve(cwd, path));
  if (existsSync(folder) && statSync(folder).isDirectory()) return;
  throw new UserError(`the plan cannot be saved in ${path}: there is no folder ${folder}`, {
    details: ["Nothing was sent."],
  });
}

/** Writes the whole document or, if that fails, nothing: what was there before stays. */
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

/** As a shell takes it. */
function quoted(path: string): string {
  return /^[\w./:@%+,-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
