// A plan summed up in words that every medium shows: its verdict, its totals, and the sign of each action.

import type { Action, Change, ChangeKind, Plan, PlanSummary } from "../../model/index.ts";
import { isUnstamped } from "../../plan/index.ts";
import { isKnownConflict } from "../fields/conflict-values.ts";
import { count } from "../text/cells.ts";
import { isError } from "../text/findings.ts";

export const SYMBOLS: Readonly<Record<Action, string>> = {
  create: "+",
  update: "~",
  publish: ">",
  rename: "→",
  stamp: "=",
  delete: "−",
  orphaned: "·",
};

const WORDS: readonly [keyof PlanSummary, string][] = [
  ["update", "to update"],
  ["create", "to create"],
  ["publish", "to publish"],
  ["rename", "to rename"],
  ["delete", "to delete"],
  ["stamp", "to stamp"],
  ["orphaned", "no longer declared"],
  ["unchanged", "unchanged"],
];

const KINDS = ["workbook", "report", "folder"] as const;

/** Nobody sees a stamp or has to decide on it, unless it has a hazard or says why: such changes are only counted. */
export function isQuietStamp({ action, hazards, reason }: Change): boolean {
  return action === "stamp" && hazards.length === 0 && !reason;
}

/** Orphans are kept until somebody decides: they are one line, however many they are. */
export function isOrphan({ action }: Change): boolean {
  return action === "orphaned";
}

/** `2 to update, 1 to create, 43 unchanged`; zeros are left out. */
export function totalsText({ summary, changes }: Pick<Plan, "summary" | "changes">): string {
  return WORDS.filter(([name]) => (summary[name] ?? 0) > 0)
    .map(([name, words]) => `${totalOf(name, summary, changes)} ${words}`)
    .join(", ");
}

/** A number; if it is not of workbooks alone, with the kinds. */
function totalOf(name: keyof PlanSummary, summary: PlanSummary, changes: readonly Change[]): string {
  const counts = countKinds(changes.filter(({ action }) => action === name));
  if (counts.every(({ kind }) => kind === "workbook")) return String(summary[name]);
  const parts = counts.map(({ kind, number }) => count(number, kind));
  return parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : parts.join("");
}

/** Kinds that do not occur are left out. */
function countKinds(changes: readonly Change[]) {
  const numberOf = (kind: ChangeKind) => changes.filter((change) => change.kind === kind).length;
  return KINDS.map((kind) => ({ kind, number: numberOf(kind) })).filter(({ number }) => number > 0);
}

/** Whether applying the plan would write nothing; a plan with errors is never that. */
export function isNothingToDo({ summary, diagnostics }: Plan): boolean {
  const { create, update, publish, rename = 0, stamp, delete: deletes } = summary;
  return create + update + publish + rename + stamp + deletes === 0 && !diagnostics.some(isError);
}

/** `all 43 workbooks are as declared`. */
export function asDeclaredText({ unchanged }: PlanSummary): string {
  if (unchanged === 0) return "no workbook is declared";
  return unchanged === 1
    ? "the one workbook is as declared"
    : `all ${count(unchanged, "workbook")} are as declared`;
}

/** Which way the rows of a drift read: for a reader who has no plan beside it. */
export const DRIFT_DIRECTION = "left: what Git says · right: what is live now";

/** Whether a row of it goes from one value to the other: the three values of a conflict have their names, and what is gone has none. */
export function hasDirection({ changes }: Plan): boolean {
  return changes.some(
    ({ action, fields }) => action === "update" && fields.some((field) => !isKnownConflict(field)),
  );
}

/**
 * `2 workbooks were edited and 1 report was deleted outside Git. 43 workbooks are as last applied`, for a plan of what changed there
 * only. Without the last full stop.
 */
export function driftTotals({ changes, summary, diagnostics }: Plan): string {
  const { unchanged } = summary;
  const others =
    unchanged === 0
      ? []
      : [`${count(unchanged, "workbook")} ${unchanged === 1 ? "is" : "are"} as last applied`];
  if (changes.length === 0 && diagnostics.some(isError))
    return ["Not everything could be compared", ...others].join(". ");
  if (changes.length === 0 && diagnostics.length > 0)
    return ["Nothing is known to be edited outside Git since the last apply", ...others].join(". ");
  if (changes.length === 0)
    return [`Nothing was edited outside Git since the last apply`, ...others].join(". ");
  const said = (verb: string, some: readonly Change[]) => {
    const kinds = countKinds(some).map(({ kind, number }) => count(number, kind));
    return some.length === 0 ? [] : [`${kinds.join(" and ")} ${some.length === 1 ? "was" : "were"} ${verb}`];
  };
  const gone = changes.filter(({ action }) => action === "create");
  const there = changes.filter((change) => !gone.includes(change));
  const parts = [
    ...said(
      "edited",
      there.filter((change) => !isUnstamped(change)),
    ),
    ...said("left without the stamp of the last apply", there.filter(isUnstamped)),
    ...said("deleted", gone.filter(isDeleted)),
    ...said(
      "renamed",
      gone.filter((change) => !isDeleted(change)),
    ),
  ];
  const last = parts.pop();
  const all = parts.length === 0 ? last : `${parts.join(", ")} and ${last}`;
  return [`${all} outside Git`, ...others].join(". ");
}

function isDeleted({ reason }: Change): boolean {
  return reason?.code === "deleted";
}
