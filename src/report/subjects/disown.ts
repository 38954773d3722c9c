// What a disown lets go of, and how that went.

import { basename } from "node:path";
import type { Plan, Result } from "../../model/index.ts";
import { type Document, line } from "../document/document.ts";
import { count } from "../text/cells.ts";
import { failureCode } from "./apply.ts";
import { calledChange } from "./plan.ts";

/** `already`: what carries no stamp. */
export function disowningDocument({ plan, already }: { plan: Plan; already: readonly string[] }): Document {
  const { changes, target, project } = plan;
  const stamps = count(changes.length, "stamp");
  const entries = changes.map((change) => ({
    id: `${change.kind} ${change.key}`,
    sign: "stamp" as const,
    called: calledChange(change),
    ...(change.source && { source: change.source }),
    ...{ reach: "", said: [], hazards: [], ways: [], body: [] },
  }));
  return {
    light: "none",
    verdict:
      changes.length === 0
        ? [["nothing to do"]]
        : [
            [`${stamps} to take off`],
            ["what is live is kept as it is"],
            ["and no plan of ", { name: project }, " mentions it again"],
          ],
    ground: { target },
    entries: changes.length === 0 ? [] : [{ id: "disowned", title: "Disowned", entries }],
    lead: already.length === 0 ? [] : [line`Already without a stamp: ${{ names: already }}.`],
  };
}

/** `left`: reports of these workbooks that still carry the stamp; `flag`: the end of a command that names the target. */
export function disownedDocument({
  results,
  backups,
  left,
  flag,
}: {
  results: readonly Result[];
  backups: string | undefined;
  left: readonly string[];
  flag: string;
}): Document {
  const failed = results.filter(({ status }) => status !== "applied");
  const done = results.length - failed.length;
  const them = left.map((key) => `--report ${/^[\w.-]+$/.test(key) ? key : "KEY"}`);
  const disown = { command: `boardwright disown ${them.slice(0, 5).join(" ")}${flag}` };
  const it = left.length === 1 ? "it" : "them";
  const carry = left.length === 1 ? "carries" : "carry";
  const reports = { names: left.map((key) => `report ${key}`) };
  return {
    light: failed.length > 0 ? "wrong" : "go",
    verdict: [[`disowned ${done} of ${results.length}`]],
    lead: [
      ...(backups === undefined ? [] : [undoLine(backups, done > 0)]),
      ...(left.length === 0
        ? []
        : [
            line`${count(left.length, "report")} of these workbooks still ${carry} the stamp: ${reports}.`,
            line`Disown ${it} with ${disown}.`,
          ]),
    ],
    details: failed.map((result) => failureCode(result)),
  };
}

function undoLine(backups: string, isDone: boolean) {
  const command = { command: `boardwright rollback ${basename(backups)}` };
  return isDone
    ? line`Before the change: ${backups}. Undo with ${command}.`
    : line`Before the change: ${backups}. If anything was written, ${command} puts it back.`;
}
