// Which way a difference reads: on the left what is live now, on the right what an apply makes of it, in every medium.
import { describe, expect, it } from "vitest";
import type { Change, FieldChange } from "../../src/model/index.ts";
import { DRIFT_FORMATS, PLAN_FORMATS } from "../../src/report/index.ts";
import { changed, draftOf, makeChange, makePlan } from "./plan-samples.ts";

const OPTIONS = { color: false, width: 110, files: 1, liveCount: 1 };

/** One widget that was moved and renamed in the UI, and one that Git moves. */
const BOARD = makeChange("board", {
  origin: "both",
  fields: [
    { ...changed("dashboard.title", "Bestellungen", "Orders"), origin: "live" },
    { ...changed("dashboard.widgets[a].position.x", 6, 0), origin: "live" },
    changed("dashboard.widgets[b].position.x", 0, 6),
  ],
  request: draftOf([
    { id: "a", type: "CHART", position: { x: 0, y: 0, w: 6, h: 2 } },
    { id: "b", type: "CHART", position: { x: 6, y: 0, w: 6, h: 2 } },
  ]),
});

function shown(format: string, change: Change = BOARD): string {
  return PLAN_FORMATS[format]?.plan(makePlan([change]), OPTIONS) ?? "";
}

function conflict(fields: Partial<FieldChange>[], given: Partial<Change> = {}): string {
  const both = fields.map((field) => ({ path: "", change: "changed", origin: "both", ...field }));
  return shown("pretty", makeChange("board", { origin: "both", fields: both as FieldChange[], ...given }));
}

describe("a difference", () => {
  it("reads from live to applied, whoever made it", () => {
    for (const format of ["pretty", "markdown", "html"]) {
      const text = shown(format).replace(/<[^>]*>/g, " ");
      expect(text).toMatch(/title\s+Bestellungen → Orders\s+discards an edit made in the UI/);
      expect(text).toMatch(/6,0 → 0,0\s+discards an edit made in the UI/);
      expect(text).toMatch(/0,0 → 6,0/);
    }
  });

  it("is drawn in the same direction", () => {
    const [now, then] = [...shown("markdown").matchAll(/<table>\n<tr>.*<\/tr>/g)].map(([row]) =>
      [...row.matchAll(/<sub>(\w)<\/sub>/g)].map(([, name]) => name),
    );
    expect([now, then]).toEqual([
      ["b", "a"],
      ["a", "b"],
    ]);
    const page = shown("html");
    const [, before = "", after = ""] = page.split("<figcaption>");
    expect(before).toMatch(/^now/);
    expect(before).toContain("moved or resized: a, 6×2 at 6,0");
    expect(after).toMatch(/^after/);
    expect(after).toContain("moved or resized: a, 6×2 at 0,0, was 6×2 at 6,0");
  });

  it("of a drift reads as it was made, from Git to live, and says so", () => {
    const drift = makePlan([{ ...BOARD, fields: BOARD.fields.slice(0, 2) }]);
    for (const [format, render] of Object.entries(DRIFT_FORMATS)) {
      const text = render.drift(drift, OPTIONS);
      if (format === "json")
        expect(JSON.parse(text).changes[0].fields[0]).toMatchObject({ before: "Bestellungen" });
      else {
        expect(text.replaceAll("&#58;", ":")).toContain("left: what Git says · right: what is live now");
        expect(text).toMatch(/title\s+Orders → Bestellungen\n/);
      }
    }
    expect(DRIFT_FORMATS.pretty?.drift(makePlan([]), OPTIONS)).not.toContain("left:");
  });
});

describe("a conflict whose base is known shows all three sides", () => {
  it("of a place and a size", () => {
    const at = (side: string, before: number, after: number, base: number) => ({
      path: `dashboard.widgets[a].position.${side}`,
      ...{ before, after, base },
    });
    const text = conflict([at("x", 6, 3, 0), at("h", 2, 4, 3)], {
      request: draftOf([{ id: "a", type: "CHART", position: { x: 3, y: 1, w: 6, h: 4 } }]),
    });
    expect(text).toContain("moved  was: 0,1 · live: 6,1 · Git: 3,1");
    expect(text).toContain("size   was: 6×3 · live: 6×2 · Git: 6×4");
  });

  it("of a widget that one side removed", () => {
    const widget = (title: string) => ({ id: "a", type: "CHART", config: { title } });
    const text = conflict([
      { path: "dashboard.widgets[a]", change: "added", base: widget("Old"), after: widget("New") },
    ]);
    expect(text).toContain("CHART “New”    removed live, edited in Git: title");
  });

  it("of a place at a breakpoint that one side removed", () => {
    const box = (x: number) => ({ x, y: 0, w: 2, h: 2 });
    const path = "dashboard.widgets[a].responsiveLayouts.sm";
    const text = conflict([{ path, change: "removed", base: box(0), before: box(4) }]);
    expect(text).toContain("sm place  was: 2×2 at 0,0 · live: 2×2 at 4,0 · Git: removed");
  });

  it("of an order", () => {
    const lists = { before: ["b", "a", "c"], after: ["a", "c", "b"], base: ["a", "b", "c"] };
    const text = conflict([{ path: "dashboard.widgets", change: "reordered", ...lists }]);
    expect(text).toContain("was: a, b, c · live: b, a, c · Git: a, c, b");
  });

  it("of a long text, each against what was there before", () => {
    const path = "dashboard.widgets[a].config.markdown";
    const text = conflict([{ path, base: "# A\nold\n", before: "# A\nlive\n", after: "# A\ngit\n" }]);
    expect(text.split("\n").map((line) => line.trim())).toEqual(
      expect.arrayContaining([
        "live, since the last apply:",
        "- old",
        "+ live",
        "Git, since the last apply:",
        "+ git",
      ]),
    );
  });
});
