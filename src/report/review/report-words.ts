// What the change of a report means to those who look at it: a chart asks something else, looks different, or only has another name.

import { type Change, type FieldChange, writeJson } from "../../model/index.ts";
import type { Words } from "../document/document.ts";
import { count } from "../text/cells.ts";

/** Whether it brings something, and does not only take away what was done outside Git. */
export function isOurs({ origin }: FieldChange): boolean {
  return origin === "git" || origin === "unknown";
}

/** What is done to a report that no declared dashboard draws. */
export function lonePhrases(report: Change): Words[] {
  const { action, fields } = report;
  const isEdited = action === "update" && (fields.length === 0 || fields.some(isOurs));
  const [, words = ""] = EFFECTS.find(([effect]) => effect === effectOf(report)) ?? [];
  const own: Words[] = isEdited ? [[words]] : reportPhrases([report]);
  return [...own, ["no declared dashboard draws it"]];
}

/** The reports that the dashboard `key` draws, as charts: what people see. */
export function reportPhrases(reports: readonly Change[], key?: string): Words[] {
  // What an apply would only take away is said as what waits for a decision.
  const updated = reports.filter(
    ({ action, fields }) => action === "update" && (fields.length === 0 || fields.some(isOurs)),
  );
  const groups = new Map<Effect, Change[]>();
  for (const report of updated) {
    const effect = effectOf(report);
    groups.set(effect, [...(groups.get(effect) ?? []), report]);
  }
  const parts = EFFECTS.flatMap(([effect, one, many]): Words[] => {
    const some = groups.get(effect) ?? [];
    if (some.length === 0) return [];
    const charts = effect === "renamed" ? undefined : chartsOf(some, key);
    const [number, noun] = charts ? [charts, "chart"] : [some.length, "report"];
    return [[`${count(number, noun)} ${number === 1 ? one : many}`]];
  });
  const made = reports.filter(({ action }) => action === "create");
  const again = made.filter(({ reason }) => reason?.code === "deleted").length;
  if (made.length > again) parts.push([count(made.length - again, "new report")]);
  if (again > 0)
    parts.push([`${count(again, "report")} `, { strong: "made again" }, ", deleted on the platform"]);
  const gone = reports.filter(({ action }) => action === "delete").length;
  if (gone > 0) parts.push([`${count(gone, "report")} `, { strong: "deleted" }]);
  return parts;
}

/** How many charts of a dashboard draw these; undefined if that is not known of one of them, or if one is drawn by none. */
function chartsOf(reports: readonly Change[], key: string | undefined): number | undefined {
  let sum = 0;
  for (const { drawnBy = [] } of reports) {
    const charts = drawnBy.find((one) => one.key === key)?.charts;
    if (!charts) return undefined;
    sum += charts;
  }
  return sum;
}

type Effect = "asks" | "reordered" | "looks" | "renamed";

const EFFECTS: readonly (readonly [Effect, one: string, many: string])[] = [
  ["asks", "asks something else", "ask something else"],
  ["looks", "looks different", "look different"],
  ["reordered", "lists its filters in another order", "list their filters in another order"],
  ["renamed", "renamed", "renamed"],
];

/** What the change of a report comes to, for those who see it. */
function effectOf({ fields }: Change): Effect {
  const ours = fields.filter(isOurs);
  const asking = ours.filter(({ path }) => QUERY.test(path));
  if (asking.some((field) => !isReordered(field))) return "asks";
  const others = ours.filter((field) => !asking.includes(field));
  if (others.some(({ path }) => path !== "name") || ours.length === 0) return "looks";
  return asking.length > 0 ? "reordered" : "renamed";
}

/** Whether the same filters are only listed otherwise, which asks the same. */
function isReordered({ path, before, after }: FieldChange): boolean {
  if (path !== "query.filters" || !Array.isArray(before) || !Array.isArray(after)) return false;
  const sorted = (list: readonly unknown[]) => writeJson(list.map((item) => writeJson(item)).sort());
  return sorted(before) === sorted(after);
}

const QUERY = /^(?:query|sqlQuery|pivotItems)\b/;
