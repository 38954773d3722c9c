// What a disown lets go of, and how that went, for people at a terminal.

import { basename } from "node:path";
import type { Plan, Result } from "../../model/index.ts";
import { applyFailure } from "../change/apply-text.ts";
import { kindPrefix } from "../change/change-title.ts";
import { count, listNames } from "../text/cells.ts";
import { breakCommands } from "../text/escape.ts";
import { paintWith } from "../text/paint.ts";
import { excerpt, NAME_ROOM } from "../text/value-text.ts";
import { listLine, type PageOptions, pageFor, targetText } from "./page.ts";

/** `already`: what carries no stamp. Both texts end with a line end. */
export function renderDisowning(
  { plan, already }: { plan: Plan; already: readonly string[] },
  options: PageOptions,
): string {
  const page = pageFor(plan.changes, options);
  const blocks = [targetText(plan.target, page.paint).text];
  if (plan.changes.length > 0) {
    blocks.push(plan.changes.map((change) => listLine(change, page)).join("\n"));
    const project = excerpt(plan.project, 0, NAME_ROOM);
    blocks.push(
      page.paint.bold(
        `${count(plan.changes.length, "stamp")} to take off: what is live is kept as it is, and no plan of ${project} mentions it again.`,
      ),
    );
  }
  if (already.length > 0) blocks.push(`Already without a stamp: ${names(already)}.`);
  if (plan.changes.length === 0) blocks.push(page.paint.bold("Nothing to do."));
  return `${breakCommands(blocks.join("\n\n"))}\n`;
}

/** `left`: reports of these workbooks that still carry the stamp; `flag`: the end of a command that names the target. */
export function renderDisowned(
  {
    results,
    backups,
    left,
    flag,
  }: { results: readonly Result[]; backups: string | undefined; left: readonly string[]; flag: string },
  options: { color: boolean },
): string {
  const paint = paintWith(options.color);
  const failed = results.filter(({ status }) => status !== "applied");
  const blocks = failed.map((result) => applyFailure(result, paint));
  const done = results.filter(({ status }) => status === "applied");
  const lines = [paint.bold(`Disowned ${done.length} of ${results.length}.`)];
  if (backups !== undefined) {
    const run = excerpt(basename(backups), 0, 100);
    const command = `\`boardwright rollback ${run}\``;
    const undo =
      done.length > 0 ? `Undo with ${command}` : `If anything was written, ${command} puts it back`;
    lines.push(`Before the change: ${excerpt(backups, 0, 300)}. ${undo}.`);
  }
  if (left.length > 0) {
    const them = left.map((key) => `--report ${/^[\w.-]+$/.test(key) ? key : "KEY"}`);
    const plain = left.map((key) => kindPrefix("report") + key);
    lines.push(
      `${count(left.length, "report")} of these workbooks still ${left.length === 1 ? "carries" : "carry"} the stamp: ${names(plain)}.`,
    );
    lines.push(
      `Disown ${left.length === 1 ? "it" : "them"} with \`boardwright disown ${them.slice(0, 5).join(" ")}${flag}\`.`,
    );
  }
  blocks.push(lines.join("\n"));
  return `${breakCommands(blocks.join("\n\n"))}\n`;
}

function names(all: readonly string[]): string {
  return listNames(
    all.map((name) => excerpt(name, 0, NAME_ROOM)),
    400,
  );
}
