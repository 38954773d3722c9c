// Collects every `{ $report: key }` of a dashboard, and where it is.

import { isObject, type Json, type Path, type ResolvedWorkbook } from "../model/index.ts";
import { dashboardOf } from "./board.ts";
import { DEEPEST } from "./limits.ts";

/** The key of a report that a workbook refers to, and the path of the reference. As JSON can hold it. */
export type ReferenceFact = [key: string, path: Path];

/** The references of one workbook. The schema reports a `$report` that is no string. */
export function gatherReferences(workbook: ResolvedWorkbook): ReferenceFact[] {
  const references: ReferenceFact[] = [];
  const dashboard = dashboardOf(workbook);
  if (dashboard === undefined) return references;
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
      // A copy, because a string that was cut out of a file keeps the whole text of it in memory.
      const key = JSON.parse(JSON.stringify(value.$report)) as string;
      references.push([key, way.slice()]);
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
  return references;
}
