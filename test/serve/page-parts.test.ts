// Parts of the page that only compute: tabs, rows of the tree, changed lines, edits before the server answers, chart kinds.
import { describe, expect, it } from "vitest";
import type { BoardView, DashboardEntry } from "../../src/serve/protocol.ts";
import { chartKind } from "../../src/serve/web/drawing/chart-kind.ts";
import { htmlOf } from "../../src/serve/web/drawing/markdown.ts";
import { shownOn, tabsOf } from "../../src/serve/web/grid/tabs.ts";
import { applyEdits } from "../../src/serve/web/state/apply-edits.ts";
import { templateKey, treeRows } from "../../src/serve/web/state/tree-rows.ts";

const box = (x: number, y: number, w: number, h: number) => ({ x, y, w, h });
const widget = (
  id: string,
  boxes: BoardView["widgets"][number]["boxes"],
  container: string | null = null,
) => ({
  id,
  type: "CHART",
  title: id,
  label: id,
  boxes,
  drawing: { kind: "other" as const },
  container,
});
const board = (placed: Record<string, number>, widgets: BoardView["widgets"]): BoardView => ({
  slug: "orders",
  title: "Orders",
  file: "dashboards/orders.yaml",
  line: 2,
  version: "1",
  kind: "CLASSIC",
  breakpoints: Object.entries(placed).map(([name, number]) => ({
    name,
    columns: name === "xs" ? 4 : 12,
    width: name === "xs" ? 0 : 1200,
    placed: number,
  })),
  rowHeight: 40,
  margin: [8, 8],
  padding: [16, 16],
  widgets,
  findings: [],
  row: null,
  about: null,
  undo: null,
  redo: null,
});

describe("a text", () => {
  it("turns no direction with a reference, which stands as it is written", () => {
    const written = ["&#x202e;", "&#8238;", "&#0008238", "&rlm;", "&#X2066;", "&#1564;"];
    for (const one of written) expect(htmlOf(`a ${one} b`)).toBe(`<p>a &amp;${one.slice(1)} b</p>\n`);
    expect(htmlOf("&mdash; &nbsp;")).toBe("<p>&mdash; &nbsp;</p>\n");
  });

  it("is drawn up to a size, and stands as it is written beyond it", () => {
    expect(htmlOf("**a**".padEnd(5000))).toContain("<strong>a</strong>");
    for (const part of ["_a", "a.", "[", "<a ", "<script>", "**a*"]) {
      const html = htmlOf(part.repeat(80_000 / part.length));
      expect(html).toContain("as it is written");
      expect(html.replaceAll(/<\/?(?:p|em)>/g, "")).not.toContain("<");
    }
  });
});

describe("the tabs", () => {
  const widgets = [widget("a", { default: box(0, 0, 6, 2) }), widget("b", { default: box(6, 0, 6, 2) })];

  it("show `position` under the name of the widest breakpoint, unless that has places of its own", () => {
    expect(
      tabsOf(board({ default: 2, lg: 0, xs: 0 }, widgets)).map(({ key, label }) => [key, label]),
    ).toEqual([
      ["default", "lg"],
      ["xs", "xs"],
    ]);
    expect(tabsOf(board({ default: 2, lg: 1 }, widgets)).map(({ key, label }) => [key, label])).toEqual([
      ["default", "position"],
      ["lg", "lg"],
    ]);
    expect(tabsOf(board({ default: 2 }, widgets)).map(({ key, label }) => [key, label])).toEqual([
      ["default", "position"],
    ]);
  });

  it("draw no board for a screen that is nobody's: the breakpoint from 0 pixels on is drawn as a phone", () => {
    expect(tabsOf(board({ default: 2, lg: 0, xs: 0 }, widgets)).map(({ width }) => width)).toEqual([
      1200, 360,
    ]);
  });

  it("make a layout where the file has none, and list what has no place where it has one", () => {
    const one = board({ default: 2, lg: 0, xs: 0 }, [...widgets, widget("c", {}), widget("d", {}, "a")]);
    const [lg, xs] = tabsOf(one);
    expect(shownOn(one, tabsOf(one), lg!)).toMatchObject({ derivedFrom: null, missing: [{ id: "c" }] });
    const made = shownOn(one, tabsOf(one), xs!);
    expect(made.derivedFrom).toBe("lg");
    expect([...made.boxes]).toEqual([
      ["a", box(0, 0, 4, 2)],
      ["b", box(0, 2, 4, 2)],
    ]);
    const own = applyEdits(one, [{ kind: "place", widget: "b", breakpoint: "xs", box: box(0, 0, 2, 2) }]);
    const shown = shownOn(own, tabsOf(own), tabsOf(own)[1]!);
    expect([shown.derivedFrom, shown.missing.map(({ id }) => id)]).toEqual([null, ["a", "c"]]);
    expect(own.breakpoints.find(({ name }) => name === "xs")?.placed).toBe(1);
  });
});

describe("an edit before the server answers", () => {
  it("removes a container with what is in it", () => {
    const one = board({ default: 1 }, [widget("a", {}), widget("b", {}, "a"), widget("c", {})]);
    expect(applyEdits(one, [{ kind: "delete", widget: "a" }]).widgets.map(({ id }) => id)).toEqual(["c"]);
  });
});

describe("the tree", () => {
  const entry = (title: string, folder: string[], rest: Partial<DashboardEntry> = {}): DashboardEntry => ({
    slug: title.toLowerCase(),
    title,
    folder,
    file: "a.yaml",
    line: 1,
    widgets: 1,
    errors: 0,
    warnings: 0,
    isBroken: false,
    state: "same",
    row: null,
    ...rest,
  });
  const all = [
    entry("Root", []),
    entry("Leads", ["Sales"]),
    entry("Leads Details", ["Sales"], { warnings: 1 }),
    entry("Leadsheet", ["Sales"], { state: "drift" }),
    entry("Leads", ["Sales", "North"]),
    entry("Payable", ["SAP"], { isBroken: true, state: "pending" }),
  ];
  const none = {
    ...{ query: "", hits: [], filter: "all" as const },
    ...{ folded: new Set<string>(), unfolded: new Set<string>() },
  };
  const names = (shown: Parameters<typeof treeRows>[1]) =>
    treeRows(all, shown).map(
      (row) => `${"  ".repeat(row.level)}${row.kind === "folder" ? `${row.name}/ ${row.count}` : row.name}`,
    );

  it("has folders in order, and names under the neighbour that they begin with", () => {
    expect(names(none)).toEqual([
      "Root",
      "Sales/ 4",
      "  Leads",
      "  Details",
      "  Leadsheet",
      "  North/ 1",
      "    Leads",
      "SAP/ 1",
      "  Payable",
    ]);
    const under = treeRows(all, none).filter((row) => row.kind === "dashboard" && row.isUnder);
    expect(under).toMatchObject([{ entry: { title: "Leads Details" } }]);
  });

  it("folds, but not away from a search; and searches titles, slugs and folders, with whole names", () => {
    expect(names({ ...none, folded: new Set(["Sales"]) })).toEqual([
      "Root",
      "Sales/ 4",
      "SAP/ 1",
      "  Payable",
    ]);
    expect(names({ ...none, folded: new Set(["Sales"]), query: "sales DETAILS" })).toEqual([
      "Sales/ 1",
      "  Leads Details",
    ]);
  });

  it("has what was found on a dashboard under it, also of one that is not called so", () => {
    const hit = { slug: all.at(-1)!.slug, widget: "w", label: "Details", by: null };
    const rows = treeRows(all, { ...none, query: "details", hits: [hit] });
    expect(rows.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      "folder Sales",
      "dashboard Leads Details",
      "folder SAP",
      "dashboard Payable",
      "hit Details",
    ]);
    expect(rows.flatMap((row) => (row.kind === "dashboard" ? [row.isHolder] : []))).toEqual([false, true]);
  });

  describe("with the rows of a template", () => {
    const row = (title: string, key: string, rest: Partial<DashboardEntry> = {}) =>
      entry(title, ["Sales"], { row: { template: "sales-${row.key}", key }, ...rest });
    const some = [
      entry("Alone", ["Sales"]),
      row("Sales North", "north", { warnings: 1 }),
      entry("Sales of all", ["Sales"]),
      row("Sales South", "south", { state: "drift" }),
    ];
    const shown = (more: Partial<Parameters<typeof treeRows>[1]>) =>
      treeRows(some, { ...none, ...more }).map((one) =>
        one.kind === "dashboard" || one.kind === "hit"
          ? `${"  ".repeat(one.level)}${one.name}`
          : `${"  ".repeat(one.level)}${one.name}/ ${one.count}${one.kind === "template" ? ` ${one.badges}` : ""}`,
      );

    it("has them in one entry, folded, with what is wrong in them", () => {
      expect(shown({})).toEqual([
        "Sales/ 4",
        "  Alone",
        "  sales-${row.key}/ 2 finding,drift",
        "  Sales of all",
      ]);
    });

    it("shows each of them once it is unfolded, to a search, and to a chip", () => {
      expect(shown({ unfolded: new Set([templateKey(some[1]!)!]) }).slice(2, 5)).toEqual([
        "  sales-${row.key}/ 2 ",
        "    Sales North",
        "    Sales South",
      ]);
      expect(shown({ query: "sales sOUTH" })).toEqual(["Sales/ 1", "  Sales South"]);
      expect(shown({ query: "row.key" })).toHaveLength(4);
      expect(shown({ filter: "drift" })).toEqual(["Sales/ 1", "  Sales South"]);
    });

    it("calls them by their keys if their titles do not differ", () => {
      const same = [row("Sales", "north"), row("Sales", "south")];
      const rows = treeRows(same, { ...none, query: "sales" });
      expect(rows.map(({ name }: { name: string }) => name)).toEqual([
        "Sales",
        "sales-${row.key}",
        "north",
        "south",
      ]);
    });
  });

  it("shows only what a chip asks for: what does not load has no other state", () => {
    expect(names({ ...none, filter: "finding" })).toEqual(["Sales/ 1", "  Leads Details"]);
    expect(names({ ...none, filter: "drift" })).toEqual(["Sales/ 1", "  Leadsheet"]);
    expect(names({ ...none, filter: "pending" })).toEqual([]);
    expect(names({ ...none, filter: "broken" })).toEqual(["SAP/ 1", "  Payable"]);
  });
});

describe("the drawing of a chart", () => {
  it.each([
    ["single_value", "number"],
    ["looker_grid", "table"],
    ["marketplace_viz_report_table::report_table-marketplace", "table"],
    ["looker_column", "column"],
    ["looker_bar", "bar"],
    ["bar", "bar"],
    ["looker_line", "line"],
    ["looker_area", "area"],
    ["looker_pie", "pie"],
    ["sankey", "other"],
    [null, "other"],
  ])("of %s is %s", (chart, kind) => {
    expect(chartKind(chart)).toBe(kind);
  });
});
