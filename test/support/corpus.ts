// The real dashboards' structure that lies beside the project, where it is there.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { stringify } from "yaml";
import type { Json, JsonObject } from "../../src/model/index.ts";
import type { Seed } from "../../src/sandbox/index.ts";

export const CORPUS = fileURLToPath(
  new URL("../../../shared/corpus/sales-and-finance.json", import.meta.url),
);
export const hasCorpus = existsSync(CORPUS);
if (!hasCorpus) console.log("The corpus is not on this machine: its tests are skipped.");

export function readCorpus(): Seed & { workbooks: JsonObject[] } {
  return JSON.parse(readFileSync(CORPUS, "utf8"));
}

/** Workbook files, one for each live workbook, that say what is live: path → text. */
export function asFiles(workbooks: readonly JsonObject[]): Record<string, string> {
  return Object.fromEntries(
    workbooks.map(({ slug, name, folderPath, dashboardDraft }) => {
      const folder = (folderPath as { name: string }[]).map((entry) => entry.name);
      const entry = { name, folder: folder.length > 0 ? folder : "/", dashboard: dashboardDraft };
      return [`dashboards/${slug}.yaml`, stringify({ workbooks: { [String(slug)]: entry } })];
    }),
  );
}

/** The same with the reports in a file beside each workbook, and charts that name them by key. */
export function asLinkedFiles(): Record<string, string> {
  const { workbooks, reports = [] } = readCorpus();
  const keyOf = new Map(reports.map(({ id }) => [id as Json, `report-${id}`]));
  const linked = JSON.parse(JSON.stringify(workbooks), (key, value) =>
    key === "reportId" && keyOf.has(value) ? { $report: keyOf.get(value) } : value,
  ) as JsonObject[];
  const files = asFiles(linked);
  for (const { id, slug } of workbooks) {
    const own = reports.filter(({ workbookId }) => workbookId === id);
    if (own.length === 0) continue;
    const entries = own.map((report) => [
      keyOf.get(report.id as Json),
      // One of them has no name, which no file can say.
      {
        name: report.name || "untitled",
        workbook: slug,
        query: JSON.parse(report.jsonQuery ?? "{}"),
        meta: report.meta,
      },
    ]);
    files[`dashboards/${slug}.reports.yaml`] = stringify({ reports: Object.fromEntries(entries) });
  }
  return files;
}
