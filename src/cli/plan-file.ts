// `plan --out FILE`: the plan document, for review and for `apply FILE`.

import { accessSync, constants, statSync } from "node:fs";
import { dirname, extname, resolve } from "node:path";
import { PRIVATE, stayInside, writeWhole } from "../disc/index.ts";
import { isInside, reviewKeyOf, UsageError, UserError } from "../model/index.ts";
import { refusedByFileSystem } from "../tasks/file-system.ts";
import type { GlobalFlags } from "./flags.ts";
import type { Terminal } from "./terminal.ts";

/** The formats that people keep in a file, by how such a file is named. */
const PAGES: Readonly<Record<string, string>> = {
  ".html": "html",
  ".htm": "html",
  ".md": "markdown",
  ".markdown": "markdown",
};

/**
 * Throws a UsageError for a file that is named as a page, and a UserError if the plan could not be written there: told before anything is
 * planned, which may take minutes.
 */
export function requirePlaceForPlan(path: string, cwd: string): void {
  const file = resolve(cwd, path);
  // Whoever names a place elsewhere means it; a link in the checkout does not.
  if (isInside(cwd, file)) stayInside(cwd, file, "the plan");
  const format = PAGES[extname(path).toLowerCase()];
  if (format !== undefined) {
    throw new UsageError(
      `--out saves the plan as JSON, for \`boardwright apply\`: ${path} is named as a page`,
      [
        `For the page: boardwright plan --format ${format} > ${quoted(path)}`,
        `For the plan: --out ${quoted(`${path.slice(0, -extname(path).length)}.json`)}`,
      ],
    );
  }
  const problem = placeProblem(file);
  if (problem === undefined) return;
  throw new UserError(`the plan cannot be saved in ${path}: ${problem}`, { details: ["Nothing was sent."] });
}

/** The review key, if the plan is to be sealed. Throws a UsageError if there is none, or nothing that could carry the seal. */
export function sealKeyOf(
  { seal = false, out }: { seal?: boolean; out?: string },
  { env }: Terminal,
  isJson: boolean,
): string | undefined {
  if (!seal) return undefined;
  if (out === undefined && !isJson)
    throw new UsageError("--seal is for a plan that is saved", ["Give --out FILE, or --json."]);
  const key = reviewKeyOf(env);
  if (key !== undefined) return key;
  throw new UsageError("--seal needs a review key", [
    "Set BOARDWRIGHT_REVIEW_KEY to a long random text: `openssl rand -hex 32` prints one.",
  ]);
}

function placeProblem(file: string): string | undefined {
  const folder = dirname(file);
  const there = statSync(folder, { throwIfNoEntry: false });
  if (there === undefined) return `there is no folder ${folder}`;
  if (!there.isDirectory()) return `${folder} is not a folder`;
  const taken = statSync(file, { throwIfNoEntry: false });
  if (taken?.isDirectory()) return "it is a folder";
  if (taken && !taken.isFile()) return "it is not a file";
  try {
    // A file is replaced, not written over.
    accessSync(folder, constants.W_OK);
    return undefined;
  } catch {
    return `${folder} cannot be written to`;
  }
}

/** Writes the whole document or, if that fails, nothing: what was there before stays. `several`: whether one of its plans must be chosen. */
export async function writePlanFile(
  path: string,
  document: string,
  terminal: Terminal,
  flags: GlobalFlags,
  { several = false } = {},
): Promise<void> {
  await writeWhole(resolve(terminal.cwd, path), document, { mode: PRIVATE.file }).catch((cause: unknown) => {
    const refused = refusedByFileSystem(cause);
    if (!refused) throw cause;
    throw new UserError(`the plan was not saved in ${path}: ${refused.message}`, { ...refused, cause });
  });
  const choice = several ? " --target NAME" : "";
  if (!flags.quiet)
    terminal.err(`Saved. Apply exactly this with \`boardwright apply ${quoted(path)}${choice}\`.`);
}

/** As a shell takes it. */
function quoted(path: string): string {
  return /^[\w./:@%+,-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
