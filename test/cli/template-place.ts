// A project of one template for many rows, on a sandbox: its dashboards draw reports of their own.
import { openWorld } from "../support/world.ts";

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
  const world = await openWorld({
    files: { "regions.yaml": rows, "dashboards/sales.yaml": templateText() },
    sandbox: { seed: { deployments } },
  });
  const { url } = world.sandbox;
  const lines = targets.map((name, at) => `  ${name}: { url: "${url}", deployment: ${at + 1} }\n`);
  world.write("boardwright.yaml", PROJECT + lines.join(""));
  /** What somebody does in the UI. */
  const retitle = (slug: string, title: string) =>
    world.inUi(slug, ([first]) => void Object.assign(first.config, { title }));
  return { ...world, retitle };
}
