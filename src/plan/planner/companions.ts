// A report has no command of its own: it is pulled with a workbook.

import { type Change, compareText } from "../../model/index.ts";
import type { Declared } from "../state/declared.ts";
import type { DeclaredReport } from "../state/report-state.ts";

/** For a report a declared workbook that it belongs to, or that draws it; the first in the order of slugs. */
export function findCompanions(
  declared: ReadonlyMap<string, Pick<Declared, "slug" | "references">>,
): (report: Pick<DeclaredReport, "key" | "state">) => string | undefined {
  const drawnBy = new Map<string, string>();
  for (const { slug, references } of [...declared.values()].sort((a, b) => compareText(a.slug, b.slug)))
    for (const key of references) if (!drawnBy.has(key)) drawnBy.set(key, slug);
  return ({ key, state: { workbook } }) =>
    typeof workbook === "string" && declared.has(workbook) ? workbook : drawnBy.get(key);
}

/** With the workbook that each edited report is pulled with. */
export function nameCompanions(
  changes: readonly Change[],
  {
    declared,
    reports,
  }: { declared: ReadonlyMap<string, Declared>; reports: readonly { declared: DeclaredReport }[] },
): Change[] {
  const isEdited = ({ kind, hazards }: Change) =>
    kind === "report" && hazards.some(({ code }) => code === "drift");
  if (!changes.some(isEdited)) return [...changes];
  const companionOf = findCompanions(declared);
  const byKey = new Map(reports.map(({ declared: report }) => [report.key, companionOf(report)]));
  return changes.map((change) => {
    const workbook = isEdited(change) ? byKey.get(change.key) : undefined;
    return workbook === undefined ? change : { ...change, workbook };
  });
}
