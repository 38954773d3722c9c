// Collects every `{ $report: key }` of the dashboards that stream by, keeping nothing of a workbook but how to locate its values.

import { isObject, type Json, type ResolvedWorkbook } from "../model/index.ts";
import { dashboardOf } from "./board.ts";
import { DEEPEST } from "./limits.ts";
import type { ReportReference, Source } from "./rule.ts";

/** Adds the references of one workbook to `references`. The schema reports a `$report` that is no string. */
export function gatherReferences(workbook: ResolvedWorkbook, references: ReportReference[]): void {
  const dashboard = dashboardOf(workbook);
  if (dashboard === undefined) return;
  // The source is made with the first reference: the workbook itself must not be kept alive.
  let source: Source | undefined;
  const way: (string | number)[] = ["dashboard"];
  const visit = (value: Json | undefined): void => {
    if (typeof value !== "object" || value === null || way.length > DEEPEST) return;
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index += 1) {
        way.push(index);
        visit(value[index]);
        way.pop();
      }
      return;
    }
    if (typeof value.$report === "string") {
      source ??= { slug: workbook.slug, locate: workbook.locate };
      // A copy, because a string that was cut out of a file keeps the whole text of it in memory.
      const key = JSON.parse(JSON.stringify(value.$report)) as string;
      references.push({ key, path: way.slice(), source });
    }
    for (const name in value) {
      const below = value[name];
      if (!isObject(below) && !Array.isArray(below)) continue;
      way.push(name);
      visit(below);
      way.pop();
    }
  };
  visit(dashboard);
}
