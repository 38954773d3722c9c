// The list that `boardwright rollback` shows without a run: the runs that can be put back, newest first.

import type { Run, RunRecord } from "../../model/index.ts";
import {
  countChanges,
  endOf,
  halfUndone,
  type KeptRuns,
  openRollbacks,
  type RunEnd,
} from "../change/run-totals.ts";
import { listCounts, listNames } from "../text/cells.ts";
import { renderTable } from "../text/table.ts";
import { halfUndoneText } from "./half-undone.ts";

/** Cells of what a rollback was narrowed to. */
const ONLY = 40;

/** The text ends with a line end. */
export function renderRuns({ runs, others }: KeptRuns, folder: string, color: boolean): string {
  const open = new Set(openRollbacks(runs).map(({ run }) => run));
  const rows = runs.map((run) => [
    run.name,
    run.record.target.name,
    didText(run.record),
    commitText(run.record),
    endText(run, open),
  ]);
  const blocks =
    runs.length > 0
      ? [
          renderTable(["RUN", "TARGET", "DID", "COMMIT", "END"], rows, { color }),
          ...halfUndone(runs).map(
            (half) => `${halfUndoneText({ ...half, command: `boardwright rollback ${half.run}` })}\n`,
          ),
          "Put one back with `boardwright rollback RUN`: its plan is shown first.\n",
        ]
      : [
          `No run is recorded in ${folder}.\n`,
          "Every apply leaves a record there. If a CI system applies, let its job keep that folder as an artifact, and\n" +
            "put the run's folder back here to roll it back.\n",
        ];
  const names = others.map(({ name, why }) => `${name} (${why})`).join(", ");
  if (names !== "") blocks.push(`Not listed: ${names}.\n`);
  return blocks.join("\n");
}

/** `2 updated, 1 created, 1 failed`, and for a rollback the run that it put back. */
function didText({ undoes, only = [], disowns = false, changes }: RunRecord): string {
  const wordOf = (word: string) => (disowns && word === "stamped" ? "disowned" : word);
  const did = listCounts(
    Object.entries(countChanges(changes)).map(([word, number]) => [number, wordOf(word)]),
  );
  const part = only.length === 0 ? "" : `, only ${listNames(only, ONLY)}`;
  return undoes === undefined ? did : `${did} (put back ${undoes}${part})`;
}

function commitText({ git }: RunRecord): string {
  if (!git) return "";
  return `${git.commit.slice(0, 9)}${git.dirty ? " and edits" : ""}`;
}

/** What a rollback left may have been put back since, by another. */
function endText(run: Run, open: ReadonlySet<Run>): string {
  const end = endOf(run.record);
  return end === "undone-in-part" && !open.has(run) ? "undone in part, the rest since" : END_TEXTS[end];
}

const END_TEXTS: Readonly<Record<RunEnd, string>> = {
  complete: "complete",
  "undone-in-part": "undone in part",
  interrupted: "interrupted",
  unfinished: "did not finish, or is still running",
};
