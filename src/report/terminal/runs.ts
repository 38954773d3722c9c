// The list that `boardwright rollback` shows without a run: the runs that can be put back, newest first.

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
          "Every apply leaves a record there. If a CI system applies, let its job keep that folder as an artifact, and\n" +
            "put the run's folder back here to roll it back.\n",
        ];
  const names = others.map(({ name, why }) => `${name} (${why})`).join(", ");
  if (names !== "") blocks.push(`Not listed: ${names}.\n`);
  return blocks.join("\n");
}

/** `2 updated, 1 created, 1 failed`, and for a rollback the run that it put back. */
function didText({ undoes, disowns = false, changes }: RunRecord): string {
  const wordOf = (word: string) => (disowns && word === "stamped" ? "disowned" : word);
  const did = listCounts(
    Object.entries(countChanges(changes)).map(([word, number]) => [number, wordOf(word)]),
  );
  return undoes === undefined ? did : `${did} (put back ${undoes})`;
}

function commitText({ git }: RunRecord): string {
  if (!git) return "";
  return `${git.commit.slice(0, 9)}${git.dirty ? " and edits" : ""}`;
}

function endText({ finishedAt, interrupted }: RunRecord): string {
  if (finishedAt === undefined) return "did not finish, or is still running";
  return interrupted ? "interrupted" : "complete";
}

/** Which commit to revert, so that the next apply does not bring back what was undone. `before`: the run before it on that target. */
export function revertAdvice({ record }: Run, before: Run | undefined): string {
  if (record.disowns) {
    return "It is this project's again: until a file declares it, every plan lists it as no longer declared.";
  }
  if (record.undoes !== undefined) {
    return "That run was itself a rollback: `boardwright plan` shows whether the files declare the live state.";
  }
  const lines = ["The files still declare the newer state: the next apply would bring it back."];
  const { git } = record;
  const last = before?.record.git?.commit;
  if (!git) lines.push("Put them back as well.");
  else if (last === git.commit) {
    lines.push(
      "No commit came between it and the run before: `boardwright plan` shows what they declare differently.",
    );
  } else {
    const command = `git revert ${git.merge ? "-m 1 " : ""}${git.commit}`;
    lines.push(`Revert the commit that it applied: \`${command}\`.`);
    if (last !== undefined) {
      const range = `${last.slice(0, 9)}..${git.commit.slice(0, 9)}`;
      lines.push(`Commits since the run before: \`git log --oneline ${range}\`.`);
    }
  }
  if (git?.dirty) lines.push("It also applied edits that were not committed: look for those, too.");
  return lines.join("\n");
}
