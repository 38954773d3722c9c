// What `boardwright rollback` shows without a run: the runs that can be put back, newest first.

import type { Runs } from "../../apply/index.ts";
import { isDone, type Run, type RunChange, type RunRecord } from "../../model/index.ts";
import { renderTable } from "../index.ts";

/** The text ends with a line end. */
export function renderRuns({ runs, others }: Runs, folder: string, color: boolean): string {
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

/** The same as plain data. */
export function runsToJson({ runs, others }: Runs): unknown {
  return {
    runs: runs.map(({ name, record }) => ({
      run: name,
      startedAt: record.startedAt,
      finishedAt: record.finishedAt ?? null,
      interrupted: record.interrupted ?? false,
      target: record.target,
      undoes: record.undoes,
      git: record.git,
      summary: countChanges(record.changes),
    })),
    others,
  };
}

/** `2 updated, 1 created, 1 failed`, behind what it put back where it was a rollback. */
function didText({ undoes, changes }: RunRecord): string {
  const counts = Object.entries(countChanges(changes)).filter(([, number]) => number > 0);
  const did = counts.map(([word, number]) => `${number} ${word}`).join(", ");
  return undoes === undefined ? did : `${did} (put back ${undoes})`;
}

function countChanges(changes: readonly RunChange[]): Record<string, number> {
  const done = (action: RunChange["action"]) =>
    changes.filter((change) => change.action === action && isDone(change)).length;
  const published = changes.filter((change) => change.publish && change.publishedAfter && isDone(change));
  return {
    created: done("create"),
    updated: done("update"),
    published: published.length,
    stamped: done("stamp"),
    deleted: done("delete"),
    failed: changes.filter(({ status }) => status === "failed" || status === "stale").length,
    skipped: changes.filter(({ status }) => status === "skipped").length,
    unknown: changes.filter(({ status }) => status === undefined).length,
  };
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
