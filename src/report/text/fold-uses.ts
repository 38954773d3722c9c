// What a template names, shown once with the rows that it concerns.

import { type MemberUse, nameSome, writeJson } from "../../model/index.ts";

/**
 * The uses, those of rows of one template at the same places as one, where the first of them is: in place of the dashboard it has
 * `sales-${row.key} (12 rows: north, south and 10 more)`, and the templates of reports.
 */
export function foldUses(uses: readonly MemberUse[]): MemberUse[] {
  const groups = new Map<string, MemberUse[]>();
  for (const use of uses) {
    const key = formOf(use);
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), use]);
  }
  const done = new Set<readonly MemberUse[]>();
  return uses.flatMap((use) => {
    const key = formOf(use);
    const group = key === undefined ? undefined : groups.get(key);
    if (!group || group.length < 2) return [use];
    if (done.has(group)) return [];
    done.add(group);
    return [together(use, group)];
  });
}

/** The same for all rows of which the template names a member at these places; undefined if no row declares it. */
function formOf({ dashboard, widget, report, places }: MemberUse): string | undefined {
  const { template, row } = dashboard ?? report ?? {};
  if (template === undefined) return undefined;
  const of = report?.row === row ? report?.template : report?.key;
  const named = widget ? [widget.id ?? null, widget.type ?? null, widget.file, widget.line] : null;
  const where = places.map(({ file, line, column }) => [file, line, column]);
  return writeJson([template, dashboard?.owners?.join() ?? null, named, of ?? null, where]);
}

function together(first: MemberUse, group: readonly MemberUse[]): MemberUse {
  const { dashboard, widget, report } = first;
  const rows = group.map((use) => (use.dashboard ?? use.report)?.row ?? "");
  const named = (template: string | undefined) => `${template} (${rows.length} rows: ${nameSome(rows)})`;
  const board = named(dashboard?.template);
  const key = dashboard ? (report?.template ?? report?.key ?? "") : named(report?.template);
  const titles = new Set(group.map((use) => use.widget?.title));
  return {
    ...first,
    ...(dashboard && { dashboard: { ...dashboard, slug: board, title: board } }),
    ...(widget && titles.size > 1 && { widget: { ...widget, title: widget.id ?? widget.type ?? "" } }),
    ...(report && (!dashboard || report.row === dashboard.row) && { report: { ...report, key, title: key } }),
  };
}
