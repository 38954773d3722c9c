import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { FieldChange, JsonObject, Plan } from "../../src/model/index.ts";
import { renderPlanHtml, renderPlansHtml } from "../../src/report/index.ts";
import { type HtmlNode, parseHtml, walk } from "../support/markup.ts";
import { changed, draftOf, makeChange, makePlan, sketchPlan } from "./plan-samples.ts";

const box = (x: number, y: number, w: number, h: number): JsonObject => ({ x, y, w, h });

function elements(html: string, name: string): HtmlNode[] {
  return [...walk(parseHtml(html))].filter((node) => node.name?.replace(/^:svg:/, "") === name);
}

function textOf(node: HtmlNode): string {
  return [...walk(node)].map(({ kind, value }) => (kind === "text" ? (value ?? "") : "")).join("");
}

const attribute = (node: HtmlNode, name: string) => node.attrs?.find((item) => item.name === name)?.value;

/** What the pictures say of each widget: `before moved: revenue, 6×4 at 0,0`. */
function marks(html: string): string[] {
  return elements(html, "svg").flatMap((picture) => {
    const label = attribute(picture, "aria-label");
    if (!label) return [];
    return [...walk(picture)]
      .filter((node) => node.name?.endsWith("title"))
      .map((title) => `${label.split(":")[0]} ${textOf(title)}`);
  });
}

/** A board of three breakpoints of which one widget is moved on two, one comes, one goes and one is edited. */
function responsivePlan(): Plan {
  const moved = { lg: box(0, 0, 6, 2), sm: box(0, 2, 4, 2) };
  const added = {
    id: "new",
    type: "TEXT",
    position: box(0, 6, 4, 2),
    responsiveLayouts: { sm: box(0, 8, 4, 1) },
  };
  const gone = {
    id: "gone",
    type: "TEXT",
    position: box(6, 0, 6, 2),
    responsiveLayouts: { xs: box(0, 0, 2, 2) },
  };
  const fields: FieldChange[] = [
    changed("dashboard.layout.cols.lg", 24, 12),
    { path: "dashboard.widgets[a].responsiveLayouts.sm", change: "added", after: moved.sm, origin: "git" },
    changed("dashboard.widgets[a].position.x", 6, 0),
    changed("dashboard.widgets[b].config.title", "B", "BB"),
    { path: "dashboard.widgets[gone]", change: "removed", before: gone, origin: "git" },
    { path: "dashboard.widgets[new]", change: "added", after: added, origin: "git" },
    {
      path: "dashboard.widgets[wide].responsiveLayouts",
      change: "removed",
      before: { lg: box(0, 9, 9, 1) },
      origin: "git",
    },
  ];
  const widgets: JsonObject[] = [
    { id: "a", type: "CHART", position: box(0, 0, 6, 2), responsiveLayouts: moved },
    { id: "b", type: "CHART", position: box(0, 2, 6, 2) },
    { id: "wide", type: "CHART", position: box(0, 4, 6, 2) },
    added,
  ];
  const layout = { cols: { lg: 12, sm: 4, xs: 2 } };
  return makePlan([makeChange("board", { fields, request: draftOf(widgets, layout) })]);
}

describe("the plan as a page", () => {
  it("stands alone: nothing to fetch, and a policy that lets nothing run or be drawn by but its own", () => {
    const html = renderPlanHtml(sketchPlan(), { commit: "0123456789abcdef" });
    expect(html).not.toMatch(/\s(?:src|srcset|style|on\w+)=|@import|url\(/);
    const policy = elements(html, "meta").find((meta) => attribute(meta, "http-equiv"));
    const hash = (tag: string) => {
      const [, text = ""] = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(html) ?? [];
      return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
    };
    expect(elements(html, "script")).toHaveLength(1);
    expect(attribute(policy as HtmlNode, "content")).toBe(
      `default-src 'none'; script-src ${hash("script")}; style-src ${hash("style")}; base-uri 'none'; form-action 'none'`,
    );
    expect(html).toContain("prefers-color-scheme: dark");
    expect(html).toContain('name="viewport"');
    expect(textOf(parseHtml(html))).toContain("of commit 0123456789abcdef");
  });

  it("has the colours and the type of the studio", () => {
    const [style] = elements(renderPlanHtml(sketchPlan(), {}), "style");
    const studio = readFileSync(new URL("../../src/serve/web/styles/values.css", import.meta.url), "utf8");
    const said = textOf(style as HtmlNode);
    const colours = [...said.matchAll(/--[\w-]+: (#\w+)/g)].map(([, colour = ""]) => colour);
    expect(colours.length).toBeGreaterThan(20);
    expect(colours.filter((colour) => !studio.includes(`: ${colour};`))).toEqual([]);
    for (const [, family = ""] of studio.matchAll(/--(?:mono|sans): (.*);/g)) expect(said).toContain(family);
  });

  it("starts with the verdict of the comment, then its rows in sections by what they mean", () => {
    const html = renderPlanHtml(sketchPlan());
    const text = textOf(parseHtml(html));
    expect(elements(html, "h2").map(textOf)).toEqual([
      "production: viewers see 1 dashboard change, 2 more change in draft, 1 waits for a decision",
    ]);
    expect(elements(html, "h3").map(textOf)).toEqual([
      "Needs a decision",
      "Viewers see",
      "In draft only, until somebody publishes",
      "Left as it is",
    ]);
    expect(text.indexOf("boardwright apply --allow drift")).toBeLessThan(text.indexOf("Viewers see\n"));
    expect(elements(html, "summary").map((node) => textOf(node).trim())).toEqual([
      "Order status 1 edit made in the UI would be discarded in draft only",
      "Supplier scorecard new in Supply/Vendors: 14 widgets",
      "content in full: 19 lines",
      "Revenue overview churn added, revenue moved, Revenue → Net revenue, text +1 −1 lines, grid",
      "1 value in full",
    ]);
    const [row] = elements(html, "del").map(textOf);
    expect(row).toBe("− Figures before **refunds**.");
    expect(elements(html, "ins").map(textOf)).toContain("+ Figures after **refunds**.");
  });

  it("says of whose commit, pull request and run it is, with links to them", () => {
    const commit = "0123456789abcdef0123456789abcdef01234567";
    const at = "https://github.com/acme/d";
    const links = {
      commit: `${at}/commit/${commit}`,
      pull: { number: 7, address: `${at}/pull/7` },
      run: `${at}/actions/runs/77`,
    };
    const html = renderPlanHtml(sketchPlan(), { commit, linksOf: () => links });
    expect(textOf(parseHtml(html))).toContain(`of commit ${commit} · pull request #7 · this run`);
    const hrefs = elements(html, "a").map((node) => attribute(node, "href"));
    expect(hrefs.slice(0, 3)).toEqual([links.commit, links.pull.address, links.run]);
  });

  it("shows what is created as its file has it, not as it is sent", () => {
    const widget = { type: "CHART", id: "w", config: { reportId: { $report: "r" }, title: "W" } };
    const request = {
      name: "New",
      folderId: { $folder: "Supply/Vendors" },
      meta: {
        boardwright: { v: 2, digest: "sha256:00", base: "q1Yq" },
        dashboardDraft: {
          widgets: [{ ...widget, position: { h: 4, w: 12, x: 0, y: 8 } }],
          title: "New",
          kind: "CLASSIC",
        },
        owner: "ops",
      },
    };
    const jsonQuery = '{"limit":20,"measures":["order.revenue"],"order":[["order.revenue","desc"]]}';
    const meta = { chart: "bar", boardwright: { v: 2, digest: "sha256:00", base: "q1Yq" } };
    const report = { name: "R", jsonQuery, meta, workbookId: { $workbook: "new" } };
    const html = renderPlanHtml(
      makePlan([
        makeChange("new", {
          action: "create",
          id: null,
          publish: true,
          folder: ["Supply", "Vendors"],
          request,
        }),
        makeChange("r", { kind: "report", action: "create", id: null, request: report }),
      ]),
    );
    expect(elements(html, "pre").map(textOf)).toEqual([
      `name: New
folder: Supply/Vendors
publish: true
meta: { owner: ops }
dashboard:
  kind: CLASSIC
  title: New
  widgets:
    - id: w
      type: CHART
      position: [0, 8, 12, 4]
      config:
        title: W
        reportId: { $report: r }`,
      `name: R
workbook: new
query:
  measures: [order.revenue]
  order: [[order.revenue, desc]]
  limit: 20
meta: { chart: bar }`,
    ]);
  });

  it("has in full only what its rows cut", () => {
    const id = "accounts-receivable-account-receivable-by";
    const fields = [
      changed("folder", ["A"], ["SAP", "AR"]),
      changed(`dashboard.widgets[${id}].position.w`, 18, 14),
      changed(`dashboard.widgets[${id}].config.title`, "x".repeat(50), "y".repeat(50)),
    ];
    const folds = (more: FieldChange[]) =>
      elements(renderPlanHtml(makePlan([makeChange("a", { fields: [...fields, ...more] })])), "h5").map(
        textOf,
      );
    expect(folds([])).toEqual([]);
    const path = `dashboard.widgets[${id}].config.note`;
    expect(folds([changed(path, "x".repeat(70), "y".repeat(70))])).toEqual([path]);
  });

  it("counts each dashboard where it stands, and folders above what is left as it is", () => {
    const waits = { hazards: [{ code: "drift", message: "edited" } as const] };
    const seen = { publish: true, visible: true };
    const drawn = makeChange("r", {
      kind: "report",
      drawnBy: [{ key: "d", title: "D", id: 4, source: { file: "d.yaml", line: 1 } }],
    });
    const html = renderPlanHtml(
      makePlan([
        makeChange("a", { ...seen, ...waits, origin: "live" }),
        makeChange("b", seen),
        makeChange("c"),
        drawn,
        makeChange("Supply", { kind: "folder", action: "create", id: null }),
      ]),
    );
    const [jumps] = elements(html, "nav").map(textOf);
    expect(jumps).toBe(
      "Needs a decision 1Viewers see 1In draft only, until somebody publishes 2Left as it is 42",
    );
    const text = textOf(parseHtml(html));
    expect(text).toContain("42 dashboards untouched.");
    expect(text.indexOf("1 folder to create: Supply.")).toBeLessThan(text.indexOf("Needs a decision"));
  });

  it("leads to the places of reports and of findings", () => {
    const drawnBy = [{ key: "d", title: "D", id: 4, source: { file: "d.yaml", line: 1 } }];
    const report = makeChange("r", { kind: "report", drawnBy, source: { file: "r.yaml", line: 9 } });
    const found = {
      severity: "warning",
      rule: "widget-overlap",
      message: "They overlap.",
      file: "w.yaml",
      line: 5,
      column: 2,
    } as const;
    const plan = { ...makePlan([report]), diagnostics: [found] };
    const file = (name: string, line: number) => `https://github.com/acme/d/${name}#L${line}`;
    const hrefs = elements(renderPlanHtml(plan, { linksOf: () => ({ file }) }), "a").map((node) =>
      attribute(node, "href"),
    );
    expect(hrefs).toEqual(expect.arrayContaining([file("d.yaml", 1), file("r.yaml", 9), file("w.yaml", 5)]));
  });

  it("leads to what is live and to the file, and to nothing that is no page", () => {
    const links = (address: string) =>
      elements(
        renderPlanHtml(sketchPlan(), {
          linksOf: () => ({ live: (id, slug) => `${address}${id}/${slug}`, file: (file) => address + file }),
        }),
        "a",
      )
        .map((node) => attribute(node, "href"))
        .filter((href) => !href?.startsWith("#"));
    expect(links("https://acme.example.com/d/").slice(0, 2)).toEqual([
      "https://acme.example.com/d/dashboards/orders.yaml",
      "https://acme.example.com/d/101/order-status",
    ]);
    expect(links("javascript:alert(1)//")).toEqual([]);
    expect(links('https://acme.example.com/"><img src=x>')[0]).not.toMatch(/[<>"]/);
  });

  it("draws every layout that changes now and after, with what happens to each widget", () => {
    expect(marks(renderPlanHtml(responsivePlan()))).toEqual([
      "now moved or resized: a, 6×2 at 6,0",
      "now edited: b, 6×2 at 0,2",
      "now wide, 6×2 at 0,4",
      "now removed: gone, 6×2 at 6,0",
      "after moved or resized: a, 6×2 at 0,0, was 6×2 at 6,0",
      "after edited: b, 6×2 at 0,2",
      "after wide, 6×2 at 0,4",
      "after new: new, 4×2 at 0,6",
      // lg: only the place that `wide` loses; sm: two that come; xs: only of the widget that goes.
      "now a, 6×2 at 0,0",
      "now removed: wide, 9×1 at 0,9",
      "after a, 6×2 at 0,0",
      "after new: a, 4×2 at 0,2",
      "after new: new, 4×1 at 0,8",
      "now removed: gone, 2×2 at 0,0",
    ]);
  });

  it("calls widgets what people call them, draws each kind in its own way, and numbers what changes", () => {
    const widget = (id: string, type: string, title: string, x: number): JsonObject => ({
      id,
      type,
      position: box(x, 0, 4, 2),
      config: { title },
    });
    const widgets = [
      widget("a", "CHART", "Revenue", 4),
      widget("b", "CHART", "Revenue", 0),
      widget("c", "FILTER", "Region", 8),
      widget("d", "constructor", "Odd", 12),
    ];
    const fields = [
      changed("dashboard.widgets[a].position.x", 0, 4),
      changed("dashboard.widgets[b].position.x", 4, 0),
    ];
    const html = renderPlanHtml(makePlan([makeChange("board", { fields, request: draftOf(widgets) })]));
    const tiles = elements(html, "svg").filter((node) => attribute(node, "class")?.startsWith("w-"));
    const seen = tiles.map((tile) => {
      const [text, badge = ""] = [...walk(tile)].filter(({ name }) => name?.endsWith("text")).map(textOf);
      return `${attribute(tile, "class")} ${attribute(tile, "x")} ${text} ${badge}`.trim();
    });
    expect(seen).toEqual([
      "w-moved k-chart 0 Revenue →2",
      "w-moved k-chart 100 Revenue →1",
      "w-same k-control 200 Region",
      "w-same k-other 300 Odd",
      "w-moved k-chart 100 Revenue →2",
      "w-moved k-chart 0 Revenue →1",
      "w-same k-control 200 Region",
      "w-same k-other 300 Odd",
    ]);
    const shapes = new Set(elements(html, "symbol").map((node) => attribute(node, "id")));
    const used = elements(html, "use").map((node) => attribute(node, "href")?.slice(1));
    expect(used.filter((id) => !shapes.has(id))).toEqual([]);
    expect(textOf(parseHtml(html))).toContain("Revenue widget a");
  });

  it("names the grid of each layout, and who has no place of its own there", () => {
    const text = textOf(parseHtml(renderPlanHtml(responsivePlan())));
    for (const head of ["Default layout, 24", "lg, 24", "sm, 4", "xs, 2"]) {
      expect(text).toContain(`${head} columns wide`);
    }
    expect(text).toContain("Without a position of their own here: b, wide. The platform places them.");
  });

  it("names the width that it draws where no layout says how many columns there are", () => {
    const head = (w: number): string => {
      const widgets = [{ id: "a", type: "CHART", position: box(0, 0, w, 1) }];
      const request = { meta: { dashboardDraft: { widgets } } };
      const created = makeChange("new", { action: "create", request });
      return elements(renderPlanHtml(makePlan([created])), "h4")
        .map(textOf)
        .join();
    };
    expect(head(8)).toContain("Default layout, 8 columns wide");
    expect(head(1)).toContain("Default layout, 1 column wide");
  });

  it("draws the layout of a new workbook once, and none where nothing on the page changes", () => {
    const widgets = [{ id: "a", type: "CHART", position: box(0, 0, 2, 1) }];
    const created = makeChange("new", { action: "create", request: draftOf(widgets) });
    expect(marks(renderPlanHtml(makePlan([created])))).toEqual(["new a, 2×1 at 0,0"]);
    const renamed = makeChange("old", { fields: [changed("name", "a", "b")], request: draftOf(widgets) });
    expect(marks(renderPlanHtml(makePlan([renamed])))).toEqual([]);
  });

  it("draws few rows of a gap, and every widget as high as it is", () => {
    const widgets = [1, 40].map((y, at) => ({ id: `w${at}`, type: "TEXT", position: box(0, y, 6, 2) }));
    const fields = [changed("dashboard.widgets[w1].position.x", 6, 0)];
    const html = renderPlanHtml(makePlan([makeChange("board", { fields, request: draftOf(widgets) })]));
    const grids = elements(html, "svg").filter((node) => attribute(node, "class") === "grid");
    expect(grids.map((node) => attribute(node, "viewBox"))).toEqual(["0 0 400 112", "0 0 400 112"]);
    const tiles = elements(html, "svg").filter((node) => attribute(node, "class")?.startsWith("w-"));
    expect(tiles.map((node) => `${attribute(node, "y")}+${attribute(node, "height")}`)).toEqual([
      "14+28",
      "84+28",
      "14+28",
      "84+28",
    ]);
    expect(html).toContain("w1, 6×2 at 0,40, was 6×2 at 6,40");
  });

  it("puts several targets side by side, each linked to its section", () => {
    const [staging, production] = [sketchPlan(), sketchPlan()];
    staging.target.name = "staging";
    staging.changes.splice(1, 1);
    const html = renderPlansHtml([staging, production]);
    const rows = elements(html, "tr").map((row) =>
      [...walk(row)].filter((node) => /^t[dh]$/.test(node.name ?? "")).map(textOf),
    );
    expect(rows).toEqual([
      ["", "staging", "production"],
      ["revenue-overview", "~ update", "~ update"],
      ["supplier-scorecard", "+ create", "+ create"],
      ["order-status", "no change", "~ update, needs a decision"],
    ]);
    const ids = [...walk(parseHtml(html))].flatMap((node) => attribute(node, "id") ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    const links = elements(html, "a").map((node) => attribute(node, "href")?.slice(1));
    expect(links.filter((id) => !ids.includes(id ?? ""))).toEqual([]);
  });

  it("stays a page that opens with 1,000 changes, and says what it left out", () => {
    const widgets = Array.from(
      { length: 40 },
      (_, at): JsonObject => ({
        id: `widget-${at}`,
        type: "CHART",
        position: box((at % 4) * 3, Math.floor(at / 4), 3, 1),
        responsiveLayouts: { sm: box(0, at, 6, 1), xs: box(0, at, 2, 1) },
      }),
    );
    const changes = Array.from({ length: 1000 }, (_, at) =>
      makeChange(`board-${at}`, {
        fields: widgets.map(({ id }) => changed(`dashboard.widgets[${id}].position.y`, 20, 0)),
        request: draftOf(widgets, { cols: { lg: 12, sm: 6, xs: 2 } }),
      }),
    );
    const html = renderPlanHtml(makePlan(changes));
    expect(html.length).toBeLessThan(10_000_000);
    expect(html.match(/<details class="row" id=/g)).toHaveLength(1000);
    expect(html).not.toContain(" open>");
    expect(html).toContain("boardwright plan --only board-999 --format html");
  });
});
