// Which declared workbooks draw a report: people know dashboards, and a report is what they see in them.

import { type Change, compareText, type DrawingWorkbook } from "../../model/index.ts";
import { identify, type Scope } from "../change/workbook-change.ts";
import { type Declared, resolveDeclared } from "../state/declared.ts";

export interface KnownDrawers {
  declared: ReadonlyMap<string, Declared>;
  /** Live names by slug. */
  names: ReadonlyMap<string, string>;
  /** Live ids by slug. */
  ids: ReadonlyMap<string, number>;
  scope: Scope;
}

/** The changes; those of reports, but for stamps, say which declared workbooks draw them. */
export function withDrawers(
  changes: readonly Change[],
  { declared, names, ids, scope }: KnownDrawers,
): Change[] {
  const wanted = new Map<string, Declared[]>();
  for (const { kind, key, action } of changes)
    if (kind === "report" && action !== "stamp" && action !== "orphaned") wanted.set(key, []);
  if (wanted.size === 0) return [...changes];
  for (const workbook of declared.values())
    for (const key of new Set(workbook.references)) wanted.get(key)?.push(workbook);
  const planned = new Map(
    changes.flatMap(({ kind, key, title }) => (kind === "workbook" ? [[key, title]] : [])),
  );
  const described = new Map<Declared, DrawingWorkbook>();
  const describe = (workbook: Declared): DrawingWorkbook => {
    const known = described.get(workbook);
    if (known) return known;
    const { slug } = workbook;
    // Its files are read again for a name that nothing else says.
    const title = planned.get(slug) ?? names.get(slug) ?? nameOf(workbook, scope);
    const source = { file: workbook.file, line: workbook.line() };
    const made = { key: slug, title, id: ids.get(slug) ?? null, source };
    described.set(workbook, made);
    return made;
  };
  return changes.map((change) => {
    const drawers = change.kind === "report" ? wanted.get(change.key) : undefined;
    if (!drawers || drawers.length === 0 || change.action === "stamp") return change;
    return { ...change, drawnBy: drawers.map(describe).sort((a, b) => compareText(a.key, b.key)) };
  });
}

function nameOf(workbook: Declared, scope: Scope): string {
  return identify(workbook, resolveDeclared(workbook, scope.reports).state(), undefined).title;
}
