// A project of one template for many rows, on a sandbox: its dashboards draw reports of their own.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import { createSandbox } from "../../src/sandbox/index.ts";
import { boardwright } from "../support/command.ts";
import { tempFolder } from "../support/temp.ts";

export interface Written {
  title?: string;
  name?: string;
  rowHeight?: number;
  limit?: number;
}

/** The template as it is written: a change of any of these changes all rows. */
export function templateText({ title = "Revenue", name = "Sales", rowHeight = 40, limit = 5 }: Written = {}) {
  return `workbooks:
  sales-\${row.key}:
    each: { $include: ../regions.yaml }
    name: ${name} \${row.title}
    publish: true
    dashboard:
      layout: { rowHeight: ${rowHeight} }
      widgets:
        - { id: revenue, type: CHART, position: [0, 0, 6, 4], config: { title: "${title}", reportId: { $report: "revenue-\${row.key}" } } }
        - { id: note, type: TEXT, position: [6, 0, 6, 4], config: { markdown: "Of \${row.title}" } }
reports:
  revenue-\${row.key}:
    each: { $include: ../regions.yaml }
    query: { measures: [orders.revenue], limit: ${limit} }
`;
}

/** Rows `r01`, `r02` …; `more` is added to one of them. */
export function rowsText(count: number, more: Record<string, string> = {}): string {
  const names = Array.from({ length: count }, (_, at) => `r${String(at + 1).padStart(2, "0")}`);
  return names.map((name) => `- { key: ${name}, title: Region ${name}${more[name] ?? ""} }\n`).join("");
}

const PROJECT = "version: 1\nproject: acme\napply: { limits: { change: 100%, delete: 100% } }\ntargets:\n";

/** The project, not applied yet; `targets` are deployments 1 and up of the sandbox. */
export async function openTemplate(rows: string, targets: readonly string[] = ["test"]) {
  const deployments = targets.map((name, at) => ({ id: at + 1, name }));
  const sandbox = await createSandbox({ seed: { deployments } });
  onTestFinished(() => sandbox.close());
  const lines = targets.map((name, at) => `  ${name}: { url: "${sandbox.url}", deployment: ${at + 1} }\n`);
  const cwd = tempFolder({
    "boardwright.yaml": PROJECT + lines.join(""),
    "regions.yaml": rows,
    "dashboards/sales.yaml": templateText(),
  });
  const env = { PLATFORM_API_URL: sandbox.url, PLATFORM_API_KEY: sandbox.apiKey };
  return {
    sandbox,
    run: (...args: string[]) => boardwright(args, { cwd, env }),
    read: (file: string) => readFileSync(join(cwd, file), "utf8"),
    write: (file: string, text: string) => writeFileSync(join(cwd, file), text),
    /** What somebody does in the UI. */
    retitle: (slug: string, title: string) =>
      sandbox.edit(slug, (workbook) => {
        const [first] = workbook.dashboardDraft!.widgets as JsonObject[];
        (first!.config as JsonObject).title = title;
      }),
  };
}
