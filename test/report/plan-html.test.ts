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
  it("stands alone: no script, nothing to fetch, and a policy that says so", () => {
    const html = renderPlanHtml(sketchPlan(), { commit: "0123456789abcdef" });
    expect(elements(html, "script")).toEqual([]);
    expect(html).not.toMatch(/\s(?:src|srcset)=|@import|url\(/);
    const policy = elements(html, "meta").find((meta) => attribute(meta, "http-equiv"));
    expect(attribute(policy as HtmlNode, "content")).toMatch(
      /^default-src 'none'; style-src 'unsafe-inline'/,
    );
    expect(html).toContain("prefers-color-scheme: dark");
    expect(html).toContain('name="viewport"');
    expect(html).not.toContain("sha256:");
    expect(textOf(parseHtml(html))).toContain("of commit 0123456789abcdef");
  });

  it("starts with the verdict and the ways out, then a section per change", () => {
    const html = renderPlanHtml(sketchPlan());
    const text = textOf(parseHtml(html));
    expect(text).toContain("2 to update, 1 to create · 1 needs a decision");
    expect(text.indexOf("boardwright apply --allow drift")).toBeLessThan(text.indexOf("widget revenue"));
    expect(elements(html, "summary").map((node) => textOf(node))).toEqual([
      "~ update order-status Order status needs a decision",
      "~ update revenue-overview Revenue overview",
      "2 long values, whole",
      "+ create supplier-scorecard Supplier scorecard",
      "content, whole: 20 lines",
    ]);
    const [row] = elements(html, "del").map(textOf);
    expect(row).toBe("− Figures before **refunds**.");
    expect(elements(html, "ins").map(textOf)).toContain("+ Figures after **refunds**.");
  });

  it("draws every layout before and after, with what happened to each widget", () => {
    expect(marks(renderPlanHtml(responsivePlan()))).toEqual([
      "before moved: a, 6×2 at 6,0",
      "before edited: b, 6×2 at 0,2",
      "before wide, 6×2 at 0,4",
      "before removed: gone, 6×2 at 6,0",
      "after moved: a, 6×2 at 0,0",
      "after edited: b, 6×2 at 0,2",
      "after wide, 6×2 at 0,4",
      "after added: new, 4×2 at 0,6",
      // lg: only the place that `wide` loses; sm: two that come; xs: only of the widget that goes.
      "before a, 6×2 at 0,0",
      "before removed: wide, 9×1 at 0,9",
      "after a, 6×2 at 0,0",
      "after added: a, 4×2 at 0,2",
      "after added: new, 4×1 at 0,8",
      "before removed: gone, 2×2 at 0,0",
    ]);
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
      return elements(renderPlanHtml(makePlan([created])), "h3")
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
    expect(html.match(/<details id=/g)).toHaveLength(1000);
    expect(html).not.toContain(" open>");
    expect(html).toContain("boardwright plan --only board-999 --format html");
  });
});
