// What `boardwright rollback` shows without a run: the runs that can be put back, newest first.

import type { Run, RunRecord } from "../../model/index.ts";
import { countChanges, type KeptRuns } from "../change/run-totals.ts";
import { listCounts } from "../text/cells.ts";
import { renderTable } from "../text/table.ts";

/** The text ends with a line end. */
export function renderRuns({ runs, others }: KeptRuns, folder: string, color: boolean): string {
  const rows = runs.map(({ name, record }) => [
    name,
    record.target.name,
    didText(record),
    commitText(record),
    endText(record),
  ]);
  const blocks =
    runs.length > 0
      ? [
          renderTable(["RUN", "TARGET", "DID", "COMMIT", "END"], rows, { color }),
          "Put one back with `boardwright rollback RUN`: its plan is shown first.\n",
        ]
      : [
          `No run is recorded in ${folder}.\n`,
          "Every apply leaves a record there. Where a CI system applies, let its job keep that folder as an artifact, and\n" +
            "put the run's folder back here to roll it back.\n",
        ];
  if (others.length > 0) {
    const names = others.map(({ name, why }) => `${name} (${why})`).join(", ");
    blocks.push(`Not listed: ${names}.\n`);
  }
  return blocks.join("\n");
}

/** `2 updated, 1 created, 1 failed`, behind what it put back where it was a rollback. */
function didText({ undoes, changes }: RunRecord): string {
  const did = listCounts(Object.entries(countChanges(changes)).map(([word, number]) => [number, word]));
  return undoes === undefined ? did : `${did} (put back ${undoes})`;
}

function commitText({ git }: RunRecord): string {
  if (!git) return "";
  return `${git.commit.slice(0, 9)}${git.dirty ? " and edits" : ""}`;
}

function endText({ finishedAt, interrupted }: RunRecord): string {
  if (finishedAt === undefined) return "did not end, or still runs";
  return interrupted ? "interrupted" : "complete";
}

/** Which commit to revert, so that the next apply does not bring back what was undone. `before`: the run before it on that target. */
export function revertAdvice({ record }: Run, before: Run | undefined): string {
  if (record.undoes !== undefined) {
    return "That run was a rollback itself: see with `boardwright plan` whether the files declare what is live now.";
  }
  const lines = ["The files still declare the newer state: the next apply would bring it back."];
  const { git } = record;
  const last = before?.record.git?.commit;
  if (!git) lines.push("Put them back as well.");
  else if (last === git.commit) {
    lines.push(
      `No commit came between it and the run before: see with \`boardwright plan\` what they declare differently.`,
    );
  } else {
    const command = `git revert ${git.merge ? "-m 1 " : ""}${git.commit}`;
    lines.push(`Revert the commit that it was made of: \`${command}\`.`);
    if (last !== undefined) {
      const range = `${last.slice(0, 9)}..${git.commit.slice(0, 9)}`;
      lines.push(`What came since the run before: \`git log --oneline ${range}\`.`);
    }
  }
  if (git?.dirty) lines.push("It was applied with edits that were not committed: look for those, too.");
  return lines.join("\n");
}
