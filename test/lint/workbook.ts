// Workbooks for tests of rules: made from a value, with the asked-for path as the place, so that a test sees what was located.
import { createLinter } from "../../src/lint/index.ts";
import type { JsonObject, Project, ResolvedReport, ResolvedWorkbook } from "../../src/model/index.ts";

type Locate = ResolvedWorkbook["locate"];

const locate: Locate = (path, part) => ({
  file: `${path.join(".")}${part === "key" ? " (key)" : ""}`,
  line: 1,
  column: 1,
  endLine: 1,
  endColumn: 2,
});

export function makeWorkbook(entry: JsonObject, writtenSlug = "revenue"): ResolvedWorkbook {
  const slug = writtenSlug.trim().toLowerCase();
  return { slug, writtenSlug, file: "dashboards/revenue.yaml", entry, locate };
}

export function makeReport(key: string): ResolvedReport {
  return { key, file: "dashboards/reports.yaml", entry: {}, locate };
}

export function makeProject(rules: Project["lint"]["rules"] = {}, root = "/nowhere"): Project {
  return {
    root,
    file: `${root}/boardwright.yaml`,
    name: "test",
    include: [],
    exclude: [],
    targets: {},
    env: [],
    apply: { concurrency: 8, allow: [], limits: { change: 0.5, delete: 0.1 }, backups: false },
    ignore: [],
    reportKeys: ["reportId"],
    lint: { rules },
    test: { securityContext: {}, slowMs: 10_000, skip: [] },
  };
}

const none = () => undefined;

/** Findings of one dashboard, as "rule @ path: message". */
export async function lintEntry(entry: JsonObject, reports: ResolvedReport[] = []): Promise<string[]> {
  const linter = createLinter(makeProject(), none);
  linter.visit(makeWorkbook(entry));
  const found = await linter.finish({ reports, diagnostics: [] });
  return found.map(({ rule, file, message }) => `${rule} @ ${file}: ${message}`);
}

export function lintBoard(dashboard: JsonObject): Promise<string[]> {
  return lintEntry({ dashboard });
}

/** A widget of type TEXT. */
export function text(
  id: string,
  x: number,
  y: number,
  w: number,
  h: number,
  more: JsonObject = {},
): JsonObject {
  return { id, type: "TEXT", position: { x, y, w, h }, ...more };
}
