// What is said of a run that a rollback put back only in part: at the end of that rollback, and in the list of runs.

import type { ChangeKind } from "../../model/index.ts";
import { kindPrefix } from "../change/change-title.ts";
import { listNames } from "../text/cells.ts";
import { escapeTerminal } from "../text/escape.ts";

/** Cells of the names. */
const NAMES = 300;

interface Half {
  /** The run, and the rollback that put back the others; absent where nothing was put back. */
  run?: string;
  by?: string;
  left: readonly { kind: ChangeKind; key: string; error?: string | undefined }[];
  /** Puts back the rest. */
  command: string;
}

/** Two lines, without the last line end. */
export function halfUndoneText({ run, by, left, command }: Half): string {
  const names = left.map(({ kind, key, error }) =>
    escapeTerminal(`${kindPrefix(kind)}${key}${error === undefined ? "" : ` (${error})`}`),
  );
  const who = by === undefined ? "" : `, by ${escapeTerminal(by)}`;
  const lead = run === undefined ? "" : `${escapeTerminal(run)} was put back only in part${who}. `;
  return (
    `${lead}Not put back: ${listNames(names, NAMES)}.\n` +
    `Once the cause is gone, \`${escapeTerminal(command)}\` puts ${left.length === 1 ? "it" : "them"} back.`
  );
}
