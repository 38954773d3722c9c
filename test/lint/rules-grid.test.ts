import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lintBoard, text } from "./workbook.ts";

describe("widget-size", () => {
  it("names every fault of a position, on its breakpoint", async () => {
    const widgets = [
      text("a", -1, 0, 0, 4),
      text("b", 0, 0, 4, 4, { responsiveLayouts: { sm: { x: 0, y: -2, w: 4, h: -3 } } }),
    ];
    expect(await lintBoard({ widgets })).toEqual([
      "widget-size @ dashboard.widgets.0.position: Widget `a` is 0 wide and starts at column -1.",
      "widget-size @ dashboard.widgets.1.responsiveLayouts.sm: Widget `b` is -3 high and starts at row -2 on `sm`.",
    ]);
  });

  it("names a widget without id by its title, else by its number", async () => {
    const titled = { type: "CHART", position: { x: 0, y: 0, w: 0, h: 1 }, config: { title: "Churn" } };
    expect(await lintBoard({ widgets: [titled, { position: { x: 0, y: 0, w: 1, h: 0 } }] })).toEqual([
      "widget-size @ dashboard.widgets.0.position: The widget titled `Churn` is 0 wide.",
      "widget-size @ dashboard.widgets.1.position: Widget number 2 is 0 high.",
    ]);
  });
});

describe("widget-outside-grid", () => {
  it("checks the position against the widest of cols, and each breakpoint against its own", async () => {
    const widgets = [
      text("fits", 12, 0, 12, 4, { responsiveLayouts: { sm: { x: 0, y: 0, w: 6, h: 4 } } }),
      text("churn", 20, 4, 6, 4, { responsiveLayouts: { sm: { x: 1, y: 4, w: 6, h: 4 } } }),
    ];
    expect(await lintBoard({ layout: { cols: { lg: 12, md: 24, sm: 6 } }, widgets })).toEqual([
      "widget-outside-grid @ dashboard.widgets.1.position: Widget `churn` ends at column 26, but the grid has 24.",
      "widget-outside-grid @ dashboard.widgets.1.responsiveLayouts.sm: Widget `churn` ends at column 7, but the grid has 6 on `sm`.",
    ]);
  });

  it("says nothing without cols, and nothing of widgets that a container places", async () => {
    expect(await lintBoard({ widgets: [text("wide", 0, 0, 500, 1)] })).toEqual([]);
    const container = {
      ...text("tabs", 0, 0, 6, 4),
      type: "CONTAINER",
      config: { tabs: [{ child: "inside" }] },
    };
    const widgets = [
      container,
      text("inside", 3, 0, 12, 4),
      text("also", 0, 0, 8, 1, { config: { parent: "tabs" } }),
    ];
    expect(await lintBoard({ layout: { cols: { lg: 6 } }, widgets })).toEqual([]);
    const outside = [container, text("inside", 3, 0, 12, 4), text("beside", 3, 8, 12, 4)];
    expect(await lintBoard({ layout: { cols: { lg: 6 } }, widgets: outside })).toHaveLength(1);
  });
});

describe("widget-overlap", () => {
  it("names both, at the one that comes later in the file, whichever lies higher", async () => {
    const widgets = [text("low", 0, 2, 6, 4), text("high", 3, 0, 6, 4), text("apart", 9, 0, 3, 9)];
    expect(await lintBoard({ widgets })).toEqual([
      "widget-overlap @ dashboard.widgets.1.position: Widget `high` (6×4 at 3,0) overlaps widget `low` (6×4 at 0,2).",
    ]);
  });

  it("looks at every breakpoint apart", async () => {
    const on = (x: number, y: number) => ({ responsiveLayouts: { sm: { x, y, w: 6, h: 4 } } });
    const widgets = [text("a", 0, 0, 6, 4, on(0, 0)), text("b", 6, 0, 6, 4, on(0, 3)), text("c", 0, 4, 6, 4)];
    expect(await lintBoard({ widgets })).toEqual([
      "widget-overlap @ dashboard.widgets.1.responsiveLayouts.sm: Widget `b` (6×4 at 0,3) overlaps widget `a` (6×4 at 0,0) on `sm`.",
    ]);
  });

  it("finds an overlap exactly where a comparison of all pairs finds one", async () => {
    const rect = fc.record({
      x: fc.nat(8),
      y: fc.nat(8),
      w: fc.integer({ min: 1, max: 5 }),
      h: fc.integer({ min: 1, max: 5 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(rect, { maxLength: 8 }), async (rects) => {
        const widgets = rects.map(({ x, y, w, h }, index) => text(`w${index}`, x, y, w, h));
        const meet = rects.flatMap((a, i) =>
          rects
            .slice(i + 1)
            .filter((b) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h),
        );
        const found = widgets.length === 0 ? [] : await lintBoard({ widgets });
        expect(found.length > 0).toBe(widgets.length === 0 ? false : meet.length > 0);
        expect(found.length).toBeLessThanOrEqual(meet.length);
      }),
    );
  });

  it("gets through a board whose widgets all lie on one spot", async () => {
    const widgets = Array.from({ length: 20_000 }, (_, index) => text(`w${index}`, 0, 0, 6, 4));
    expect(await lintBoard({ widgets })).toHaveLength(51);
  });
});

describe("layout", () => {
  it("grid-size: columns and rows", async () => {
    const layout = { cols: { lg: 12, sm: 0 }, rowHeight: -4 };
    expect(await lintBoard({ layout, widgets: [text("a", 0, 0, 1, 1)] })).toEqual([
      "grid-size @ dashboard.layout.cols.sm: The grid has 0 columns on `sm`; it needs at least 1.",
      "grid-size @ dashboard.layout.rowHeight: The grid's rows are -4 pixels high; they need at least 1.",
    ]);
  });

  it("breakpoint-mismatch: both ways, null as absent, and only where both exist", async () => {
    const widgets = [text("a", 0, 0, 1, 1)];
    const cols = { lg: 12, md: 8, sm: null };
    expect(
      await lintBoard({ layout: { cols, breakpoints: { lg: 1200, sm: 0, xs: null } }, widgets }),
    ).toEqual([
      "breakpoint-mismatch @ dashboard.layout.breakpoints.sm (key): `sm` is among the layout's `breakpoints`, but not among its `cols`.",
      "breakpoint-mismatch @ dashboard.layout.cols.md (key): `md` is among the layout's `cols`, but not among its `breakpoints`.",
    ]);
    expect(await lintBoard({ layout: { cols }, widgets })).toEqual([]);
    expect(await lintBoard({ layout: { cols, breakpoints: null }, widgets })).toEqual([]);
  });

  it("breakpoint-order: strictly falling, over the gaps", async () => {
    const widgets = [text("a", 0, 0, 1, 1)];
    expect(await lintBoard({ layout: { breakpoints: { lg: 1200, sm: 1200, xxs: 0 } }, widgets })).toEqual([
      "breakpoint-order @ dashboard.layout.breakpoints.sm: The breakpoint `sm` starts at 1200, which is not below `lg` at 1200.",
    ]);
    expect(await lintBoard({ layout: { breakpoints: { xxs: 0, lg: 1200 } }, widgets })).toEqual([]);
  });

  it("unknown-breakpoint: in neither map; nothing where the layout declares none", async () => {
    const widgets = [
      text("a", 0, 0, 1, 1, { responsiveLayouts: { sm: { x: 0, y: 0, w: 1, h: 1 }, xs: null } }),
    ];
    expect(await lintBoard({ layout: { cols: { lg: 12 } }, widgets })).toEqual([
      "unknown-breakpoint @ dashboard.widgets.0.responsiveLayouts.sm: Widget `a` has a position for `sm`, but the layout has no such breakpoint.",
    ]);
    expect(await lintBoard({ layout: { breakpoints: { sm: 600 } }, widgets })).toEqual([]);
    expect(await lintBoard({ layout: { rowHeight: 40 }, widgets })).toEqual([]);
    expect(await lintBoard({ widgets })).toEqual([]);
  });
});
