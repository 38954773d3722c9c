// Where the new reports of declared workbooks go: into the file that their workbook's other reports are in.

import { compareText, type JsonObject } from "../../model/index.ts";
import type { ComposeOptions } from "./compose-edits.ts";
import type { NewFile } from "./new-file.ts";

/** Reports that a file gets which is there already. */
export interface Addition {
  /** The workbook that they are pulled with. */
  slug: string;
  file: string;
  /** Key → entry. */
  reports: ReadonlyMap<string, JsonObject>;
}

export interface PlacedReports {
  additions: Addition[];
  /** Only where the file cannot be edited so. */
  fresh: NewFile[];
}

/** `bySlug`: slug of a declared workbook → its new reports. */
export function placeReports(
  bySlug: ReadonlyMap<string, ReadonlyMap<string, JsonObject>>,
  options: ComposeOptions,
): PlacedReports {
  const placed: PlacedReports = { additions: [], fresh: [] };
  for (const [slug, reports] of bySlug) {
    const { file: own } = options.entries.get(slug) ?? {};
    const file = fileOfReports(slug, options) ?? own;
    const isRefused = [...reports.keys()].some((key) => options.excluded.has(`report ${key}`));
    if (file === undefined || isRefused) placed.fresh.push({ slug, beside: own, reports });
    else placed.additions.push({ slug, file, reports });
  }
  return placed;
}

/** The file that most of the workbook's reports are in; of several the one that declares the workbook, else the first by name. */
function fileOfReports(slug: string, { reports, entries, survey }: ComposeOptions): string | undefined {
  const { references = [] } = survey.edits.find(({ live }) => live.slug === slug)?.declared ?? {};
  const drawn = new Set(references);
  const counts = new Map<string, number>();
  for (const { key, file, entry } of reports.values()) {
    if (entry.workbook === slug || drawn.has(key)) counts.set(file, (counts.get(file) ?? 0) + 1);
  }
  const own = entries.get(slug)?.file;
  const rank = (file: string) => (file === own ? 0 : 1);
  const [best] = [...counts].sort(([a, m], [b, n]) => n - m || rank(a) - rank(b) || compareText(a, b));
  return best?.[0];
}
