// The pull request that a reviewer may meet: eleven changed dashboards of the corpus, one edited in the UI, one edited on both sides, one no
// longer declared. The comment, the summary and the report of the real Action, as GitHub and a browser draw them.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse, stringify } from "yaml";
import type { JsonObject } from "../../src/model/index.ts";
import { hasBrowser, openBrowser } from "../support/browser.ts";
import { boardwright } from "../support/command.ts";
import { hasCorpus, readCorpus } from "../support/corpus.ts";
import { forgePage } from "../support/forge-page.ts";
import { openPlace, type Place } from "./place.ts";
import { pullRequest, type Step } from "./runner.ts";

const PROJECT = `version: 1
project: acme
defaultTarget: production
targets:
  production: { url: https://platform.test, deployment: 12, link: "https://platform.test/d/{id}/{slug}" }
`;

interface Widget extends JsonObject {
  id: string;
  type: string;
  /** In a file `[x, y, w, h]`. */
  position: { x: number; y: number; w: number; h: number } & number[];
  config: JsonObject;
}

interface Entry extends JsonObject {
  name: string;
  dashboard: JsonObject & { widgets: Widget[] };
}

/** The pulled files as one edits them. */
interface Files {
  entry(slug: string, edit: (entry: Entry) => void): void;
  report(title: string, edit: (query: JsonObject) => void): void;
  drop(slug: string): void;
}

function filesIn(folder: string): Files {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".yaml"))
    .map((path) => join(folder, path));
  const edit = (
    isIt: (document: Record<string, Record<string, JsonObject>>) => boolean,
    change: (document: Record<string, Record<string, JsonObject>>) => void,
  ) => {
    for (const path of paths) {
      const document = parse(readFileSync(path, "utf8"));
      if (!isIt(document)) continue;
      change(document);
      writeFileSync(path, stringify(document));
      return;
    }
    throw new Error("no file has it");
  };
  return {
    entry: (slug, change) =>
      edit(
        ({ workbooks = {} }) => slug in workbooks,
        ({ workbooks = {} }) => change(workbooks[slug] as Entry),
      ),
    report: (name, change) => {
      const find = ({ reports = {} }: Record<string, Record<string, JsonObject>>) =>
        Object.values(reports).find((report) => report.name === name && report.query);
      edit(
        (document) => find(document) !== undefined,
        (document) => change(find(document)?.query as JsonObject),
      );
    },
    drop(slug) {
      for (const path of paths) {
        const { workbooks = {}, reports = {}, ...rest } = parse(readFileSync(path, "utf8"));
        delete workbooks[slug];
        for (const [key, report] of Object.entries(reports as Record<string, JsonObject>))
          if (report.workbook === slug) delete reports[key];
        writeFileSync(path, stringify({ ...rest, workbooks, reports }));
      }
    },
  };
}

const titled = (widgets: Widget[], title: string): Widget => {
  const found = widgets.find(({ config }) => config.title === title);
  if (!found) throw new Error(`no widget is called ${title}`);
  return found;
};

/** All of the corpus pulled and applied; then the change under review, and two edits in the UI. */
async function openReview(): Promise<{ place: Place; step: Step }> {
  const place = await openPlace({ workbooks: {}, project: PROJECT, sandbox: { seed: readCorpus() } });
  const { workspace, sandbox } = place;
  const folder = join(workspace, "dashboards");
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  const env = { PLATFORM_API_URL: sandbox.url, PLATFORM_API_KEY: sandbox.apiKey };
  const run = async (...args: string[]) => {
    const ran = await boardwright(args, { cwd: workspace, env });
    expect(ran.code, ran.stdout + ran.stderr).toBe(0);
  };
  await run("pull", "--all");
  const files = filesIn(folder);
  for (const slug of ["sales-performance", "orders"])
    files.entry(slug, (entry) => {
      entry.publish = true;
    });
  await run("apply", "--yes", "--allow", "adopt,mass-change");

  files.entry("sales-performance", (entry) => {
    entry.name = "Sales performance (EMEA)";
  });
  files.entry("vendor-performance", (entry) => {
    entry.publish = true;
  });
  files.entry("inventory-management", ({ dashboard: { widgets } }) => {
    titled(widgets, "Obsolete Inventory").config.title = "Obsolete inventory, by plant";
  });
  files.report("Account Receivable by Company", (query) => {
    query.dimensions = [...((query.dimensions as string[]) ?? []), "data_intelligence_ar.Company_Country"];
    query.limit = 20;
  });
  files.report("Overdue Receivable by Days", (query) => {
    query.limit = 30;
  });
  files.report("Top Customers", (query) => {
    query.limit = 5;
  });
  files.entry("accounts-payable", ({ dashboard: { widgets } }) => {
    for (const { position } of widgets.slice(4)) position[1] = (position[1] ?? 0) + 3;
  });
  files.entry("leads-capture-conversion", ({ dashboard: { widgets } }) => {
    const charts = widgets.filter(({ type }) => type === "CHART");
    const [one, two, three] = charts as [Widget, Widget, Widget];
    [one.position, two.position] = [two.position, one.position];
    three.position[1] = 200;
  });
  files.entry("orders", (entry) => {
    entry.name = "Orders and fulfilment";
    const { dashboard } = entry;
    titled(dashboard.widgets, "Untitled (copy)").config.title = "Open orders";
    titled(dashboard.widgets, "Untitled (copy 2)").config.title = "Average order value";
    const last = dashboard.widgets.pop();
    expect(last).toBeDefined();
  });
  files.entry("sales-order-fulfillment", ({ dashboard: { widgets } }) => {
    const text = widgets.find(({ type }) => type === "TEXT") ?? widgets[0];
    const lines = Array.from({ length: 14 }, (_, at) => `- line ${at}`);
    (text as Widget).config.markdown = ["# How to read this", ...lines].join("\n");
  });
  files.drop("transactions");
  const chart = {
    id: "a",
    type: "TEXT",
    position: { x: 0, y: 0, w: 12, h: 4 },
    config: { title: "Revenue", markdown: "# Revenue" },
  };
  const entry = {
    name: "Revenue for leadership",
    folder: "SAP",
    publish: true,
    dashboard: { title: "Revenue", widgets: [chart] },
  };
  writeFileSync(join(folder, "revenue.yaml"), stringify({ workbooks: { "revenue-for-leadership": entry } }));
  const widgetsOf = (workbook: { dashboardDraft?: unknown }) =>
    (workbook.dashboardDraft as { widgets: Widget[] }).widgets;
  const ofSandbox = (slug: string, edit: (widgets: Widget[]) => void) =>
    sandbox.edit(slug, (workbook) => edit(widgetsOf(workbook)), 12);
  ofSandbox("spend-analysis", (widgets) => {
    const [first, second] = widgets.filter(({ type }) => type === "CHART") as [Widget, Widget];
    first.config.title = "Total spend (USD)";
    second.position.w -= 1;
    widgets.push({
      id: "note",
      type: "TEXT",
      position: { x: 0, y: 400, w: 6, h: 2 } as Widget["position"],
      config: { title: "Note", markdown: "See finance." },
    });
  });
  ofSandbox("inventory-management", (widgets) => {
    titled(widgets, "Obsolete Inventory").config.title = "Obsolete stock";
  });
  const step = await place.run("plan", pullRequest(7));
  return { place, step };
}

const PICTURES = process.env.BOARDWRIGHT_PICTURES;

it.skipIf(!hasCorpus)("is read in five seconds: verdict, decisions, a row for each dashboard", async () => {
  const { place, step } = await openReview();
  const [comment] = place.comments(7);
  const text = comment?.body ?? "";
  const lines = text.split("\n").filter((line) => !line.startsWith("<!--") && line !== "");
  if (PICTURES) writeFileSync(join(PICTURES, "comment.md"), text);
  expect(lines[0]).toMatch(/^### 🟡 Boardwright · production: viewers see <b>\d<\/b> dashboards change/);
  expect(lines[0]).toContain("<b>2 wait for a decision</b>");
  const at = (part: string) => {
    expect(text).toContain(part);
    return text.indexOf(part);
  };
  const order = [
    at("Nothing is applied until these are decided."),
    at("boardwright pull spend-analysis"),
    at("| | Viewers see"),
    at("| | In draft only"),
    at("Left as it is"),
    at("<details>"),
  ];
  expect(order).toEqual([...order].sort((a, b) => a - b));
  const rows = lines.filter((line) => /^\| [^|]+ \| /.test(line) && !line.includes(":-:"));
  for (const title of [
    "Revenue for leadership",
    "Vendor Performance",
    "Sales Performance",
    "Spend Analysis",
    "Inventory Management",
    "Accounts Receivable",
    "Shops",
    "Accounts Payable",
    "Leads Capture &#38; Conversion",
    "Orders",
    "Sales Order Fulfillment",
  ])
    expect(
      rows.filter((row) => row.includes(`>${title}</`)),
      title,
    ).toHaveLength(1);
  expect(text).toContain("dimensions");
  expect(text).toMatch(/\+ data_intelligence_ar\.Company_Country/);
  expect(text).not.toMatch(/…[^\n]{0,40} → …/);
  expect(text).toMatch(/href="https:\/\/platform\.test\/d\/\d+\/orders"/);
  expect(text).toMatch(/href="[^"]*\/acme\/dashboards\/blob\/[0-9a-f]{40}\/dashboards\/[^"]*#L\d+"/);
  expect(step.summary).toContain("viewers see <b>");
  if (PICTURES) writeFileSync(join(PICTURES, "comment.md"), text);
  if (PICTURES) writeFileSync(join(PICTURES, "report.html"), readFileSync(step.outputs["report-file"] ?? ""));

  if (!hasBrowser) return;
  const browser = await openBrowser();
  for (const [width, open] of [
    [848, false],
    [848, true],
    [390, false],
    [390, true],
  ] as const) {
    for (const colorScheme of ["light", "dark"] as const) {
      const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
      await page.setContent(await forgePage(text, { open }));
      const name = `${width}-${open ? "open" : "folded"}-${colorScheme}.png`;
      if (PICTURES) await page.screenshot({ path: join(PICTURES, name), fullPage: true });
      await expect
        .poll(() => page.evaluate("document.documentElement.scrollWidth"), { message: name })
        .toBeLessThanOrEqual(width);
    }
  }
});
