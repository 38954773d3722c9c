// The live reports that are pulled with workbooks, the file of each, and why some cannot be.

import { compareText, type PullNote } from "../model/index.ts";
import type { LiveReport } from "../plan/index.ts";
import { unmanageable } from "./new-reports.ts";

export interface Needs {
  /** All reports of a new workbook are pulled; of a declared one only those that its charts draw. */
  whole: boolean;
  slug: string;
  id: number;
  /** The reports that its charts name. */
  numbers: ReadonlySet<number>;
}

interface FreshReports {
  /** Slug → the reports that go into its file, by id. */
  bySlug: Map<string, LiveReport[]>;
  notes: PullNote[];
}

/** Each report goes where its own workbook goes, else to the first that draws it. `declared`: live ids that files declare. */
export function findFreshReports(
  needs: readonly Needs[],
  reports: ReadonlyMap<number, LiveReport>,
  declared: ReadonlySet<number>,
): FreshReports {
  const counts = new Map<string, number>();
  for (const { publicId } of reports.values()) counts.set(publicId, (counts.get(publicId) ?? 0) + 1);
  const owners = new Map(needs.filter(({ whole }) => whole).map(({ slug, id }) => [id, slug]));
  const found: FreshReports = { bySlug: new Map(), notes: [] };
  const drawn = new Map<number, string>();
  for (const { slug, numbers } of [...needs].sort((a, b) => compareText(a.slug, b.slug))) {
    for (const number of numbers) if (!drawn.has(number)) drawn.set(number, slug);
  }
  for (const report of [...reports.values()].sort((a, b) => a.id - b.id)) {
    const slug = owners.get(report.workbookId ?? Number.NaN) ?? drawn.get(report.id);
    if (slug === undefined || declared.has(report.id)) continue;
    const why = unmanageable(report, counts.get(report.publicId)!);
    if (why) {
      const message = `report ${report.id}, ${JSON.stringify(report.name)}, of ${slug} is not pulled: ${why.message}`;
      found.notes.push({ code: "report-unmanageable", message, help: why.help, key: slug });
      continue;
    }
    const list = found.bySlug.get(slug) ?? [];
    list.push(report);
    found.bySlug.set(slug, list);
  }
  return found;
}
