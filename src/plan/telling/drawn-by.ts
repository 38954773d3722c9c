// Which declared workbooks draw a report: people know dashboards, and a report is what they see in them.

import { type Change, compareText, type DrawingWorkbook } from "../../model/index.ts";
import type { Declared } from "../state/declared.ts";
import { type Outline, outlineDeclared } from "./outline.ts";

export interface KnownDrawers {
  declared: ReadonlyMap<string, Declared>;
  /** The declared ones outside narrowed work. */
  elsewhere?: ReadonlyMap<string, Outline> | undefined;
  /** Slug of one of those → the keys of the reports that it draws live. */
  drawnLive: ReadonlyMap<string, readonly string[]>;
  /** Live names by slug. */
  names: ReadonlyMap<string, string>;
  /** Live ids by slug. */
  ids: ReadonlyMap<string, number>;
}

/** The changes; those of reports, but for stamps, say which declared workbooks draw them. */
export function withDrawers(
  changes: readonly Change[],
  { declared, elsewhere = new Map(), drawnLive, names, ids }: KnownDrawers,
): Change[] {
  const wanted = new Map<string, Set<Outline>>();
  for (const { kind, key, action } of changes)
    if (kind === "report" && action !== "stamp" && action !== "orphaned") wanted.set(key, new Set());
  if (wanted.size === 0) return [...changes];
  for (const workbook of declared.values()) {
    if (!workbook.references.some((key) => wanted.has(key))) continue;
    const outline = outlineDeclared(workbook);
    for (const key of workbook.references) wanted.get(key)?.add(outline);
  }
  for (const outline of elsewhere.values())
    for (const key of [...outline.references, ...(drawnLive.get(outline.slug) ?? [])])
      wanted.get(key)?.add(outline);
  const planned = new Map(
    changes.flatMap(({ kind, key, title }) => (kind === "workbook" ? [[key, title]] : [])),
  );
  const described = new Map<Outline, DrawingWorkbook>();
  const describe = (workbook: Outline): DrawingWorkbook => {
    const known = described.get(workbook);
    if (known) return known;
    const { slug } = workbook;
    // Its files are read again for a name that nothing else says.
    const title = planned.get(slug) ?? names.get(slug) ?? workbook.title();
    const source = { file: workbook.file, line: workbook.line() };
    const made = { key: slug, title, id: ids.get(slug) ?? null, source };
    described.set(workbook, made);
    return made;
  };
  const counted = new Map<Outline, ReadonlyMap<string, number> | undefined>();
  const drawer = (workbook: Outline, key: string): DrawingWorkbook => {
    if (!counted.has(workbook)) counted.set(workbook, workbook.charts?.());
    const charts = counted.get(workbook);
    return charts ? { ...describe(workbook), charts: charts.get(key) ?? 0 } : describe(workbook);
  };
  return changes.map((change) => {
    const drawers = change.kind === "report" ? wanted.get(change.key) : undefined;
    if (!drawers || drawers.size === 0 || change.action === "stamp") return change;
    return {
      ...change,
      drawnBy: [...drawers].map((one) => drawer(one, change.key)).sort((a, b) => compareText(a.key, b.key)),
    };
  });
}
