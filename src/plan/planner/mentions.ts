// Where else the files name a workbook: what has to be renamed with its slug, often in files of other people.

import { compareText, nameSome } from "../../model/index.ts";
import type { Declared } from "../state/declared.ts";
import type { DeclaredReport } from "../state/report-state.ts";

/** "under `layouts:` in grid.yaml and as the `workbook:` of 2 reports in reports.yaml"; empty if nothing else names it. */
export function mentionsOf(
  { slug, layoutFiles }: Pick<Declared, "slug" | "layoutFiles">,
  reports: readonly DeclaredReport[],
): string {
  const layouts = layoutFiles?.() ?? [];
  const own = reports.filter(({ state }) => state.workbook === slug);
  const count = own.length === 1 ? `the report ${own[0]?.key}` : `${own.length} reports`;
  return [
    ...(layouts.length > 0 ? [`under \`layouts:\` in ${namedFiles(layouts)}`] : []),
    ...(own.length > 0
      ? [`as the \`workbook:\` of ${count} in ${namedFiles(own.map(({ file }) => file))}`]
      : []),
  ].join(" and ");
}

function namedFiles(files: readonly string[]): string {
  return nameSome([...new Set(files)].sort(compareText));
}
