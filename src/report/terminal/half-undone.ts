// What is said of a run that a rollback put back only in part: at the end of that rollback, and in the list of runs.

import type { ChangeKind } from "../../model/index.ts";
import { kindPrefix } from "../change/change-title.ts";
import { listNames } from "../text/cells.ts";
import { escapeTerminal } from "../text/escape.ts";

/** Cells of the names. */
const NAMES = 300;

/** Codes of what no one has to remove first: the next plan shows it as it is by then. */
const AT_ONCE: ReadonlySet<string> = new Set(["interrupted", "stale"]);

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
  // What stopped it was told right before, with all its words.
  const why = (error: string | undefined) => (by === undefined || error === undefined ? "" : ` (${error})`);
  const names = left.map(({ kind, key, error }) => escapeTerminal(`${kindPrefix(kind)}${key}${why(error)}`));
  const who = by === undefined ? "" : `, by ${escapeTerminal(by)}`;
  const lead = run === undefined ? "" : `${escapeTerminal(run)} was put back only in part${who}. `;
  const it = left.length === 1 ? "it" : "them";
  const puts = `\`${escapeTerminal(command)}\` puts ${it} back.`;
  const isReady = left.every(({ error }) => error !== undefined && AT_ONCE.has(error));
  return [
    `${lead}Not put back: ${listNames(names, NAMES)}.`,
    isReady ? puts : `Once the cause is gone, ${puts}`,
  ].join("\n");
}
