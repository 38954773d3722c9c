// A review in one sentence: what viewers will see, what only drafts show, and what waits for a decision.

import type { Plan } from "../../model/index.ts";
import { countDecisions } from "../change/hazard-advice.ts";
import { asDeclaredText, isNothingToDo, isQuietStamp } from "../change/plan-words.ts";
import type { PlanSource } from "../change/say-apply.ts";
import type { Light, Words } from "../document/document.ts";
import { count } from "../text/cells.ts";
import { isError } from "../text/findings.ts";
import { type Review, type ReviewRow, reachOf } from "./rows.ts";

export interface Verdict {
  light: Light;
  phrases: Words[];
}

export function reviewVerdict(
  plan: Plan,
  { rows, folders, orphans }: Review,
  allowed: PlanSource["allowed"],
): Verdict {
  const decisions = countDecisions(plan, allowed);
  const errors = plan.diagnostics.filter(isError).length;
  const phrases: Words[] = [];
  if (rows.length > 0) phrases.push(...seenPhrases(rows));
  else if (folders.length > 0)
    phrases.push([`viewers see no change, ${count(folders.length, "folder")} to create`]);
  else phrases.push([restText(plan, orphans.length)]);
  const again = plan.changes.filter(
    ({ action, reason }) => action === "create" && reason?.code === "deleted",
  );
  if (again.length > 0) phrases.push([`${again.length} made again after a deletion on the platform`]);
  if (decisions > 0) phrases.push([{ strong: `${count(decisions, "waits", "wait")} for a decision` }]);
  if (errors > 0) phrases.push([{ strong: count(errors, "error") }]);
  const light = errors > 0 ? "wrong" : decisions > 0 ? "decide" : rows.length > 0 ? "go" : "none";
  return { light, phrases };
}

function seenPhrases(rows: readonly ReviewRow[]): Words[] {
  const dashboards = rows.filter(({ kind }) => kind === "workbook");
  const reaches = dashboards.map(reachOf);
  const seen = reaches.filter((reach) => reach === "seen").length;
  const renamed = reaches.filter((reach) => reach === "renamed").length;
  const drafts = dashboards.length - seen - renamed;
  const lone = rows.length - dashboards.length;
  const phrases: Words[] = [];
  if (seen === 0) phrases.push(["viewers see no change"]);
  else phrases.push(["viewers see ", { strong: String(seen) }, ` dashboard${seen === 1 ? "" : "s"} change`]);
  if (drafts > 0) {
    const what = seen > 0 ? `${drafts} more` : count(drafts, "dashboard");
    phrases.push([`${what} ${drafts === 1 ? "changes" : "change"} in draft`]);
  }
  // One that changes besides is counted there as well.
  const also = dashboards.filter(
    ({ change }, at) => change?.was !== undefined && reaches[at] !== "renamed",
  ).length;
  if (renamed + also > 0) phrases.push([`${renamed + also} renamed`]);
  if (lone > 0) phrases.push([`${count(lone, "report changes", "reports change")} that no dashboard draws`]);
  return phrases;
}

function restText(plan: Plan, orphans: number): string {
  if (plan.changes.some(isQuietStamp)) return "viewers see no change";
  if (isNothingToDo(plan)) return `nothing to do: ${asDeclaredText(plan.summary)}`;
  if (orphans > 0) return "nothing to do";
  return plan.summary.unchanged > 0 ? "viewers see no change" : "nothing was compared";
}
