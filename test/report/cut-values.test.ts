// What does not fit is cut so that two values are never shown alike.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FieldChange, Json, JsonObject } from "../../src/model/index.ts";
import { renderPlanHtml, renderPlanMarkdown } from "../../src/report/index.ts";
import { cells } from "../../src/report/text/cells.ts";
import { lineDiff } from "../../src/report/text/line-diff.ts";
import { excerpt, stepText } from "../../src/report/text/value-text.ts";
import { runs } from "../support/runs.ts";
import { changed, draftOf, makeChange, makePlan } from "./plan-samples.ts";

const LONG = "Revenue of all the regions in which ACME sells, without returns and refunds, in thousands, ";
/** Cells of the longest count. */
const COUNT = cells(" (+100 characters, more differences)");
const WAYS = [
  ["ends", (end: string) => `${LONG}${LONG}${end}`],
  ["middles", (middle: string) => `${LONG}${LONG}${middle}${LONG}${LONG}`],
  ["ends behind invisible characters", (end: string) => `${"\u200b".repeat(100)}${end}`],
  ["ends behind wide characters", (end: string) => `${"収".repeat(100)}${end}`],
  ["last items", (end: string) => [LONG, LONG, end]],
  ["last keys", (end: string) => ({ a: LONG, z: { deep: [1, end] } })],
] as const;

function shown(fields: FieldChange[], widgets: JsonObject[] = []): string[] {
  const plan = makePlan([makeChange("board", { fields, request: draftOf(widgets) })]);
  return [renderPlanMarkdown(plan), renderPlanHtml(plan)];
}

describe("values that do not fit", () => {
  it.each(WAYS)("of different %s show where they differ, in every format", (_, write) => {
    const [before, after] = [write("one"), write("two")] as [Json, Json];
    for (const text of shown([changed("dashboard.widgets[a].config.text", before, after)])) {
      expect(text).toContain("one");
      expect(text).toContain("two");
    }
  });

  it("of which one goes on where the other ends show the end of both", () => {
    const long = LONG.repeat(5);
    const [markdown = ""] = shown([changed("dashboard.title", `${long}end`, `${long}end of it`)]);
    expect(markdown).toMatch(/^-.*thousands, end \(\+\d+ characters\)$/m);
    expect(markdown).toMatch(/^\+.*thousands, end of it \(\+\d+ characters\)$/m);
  });

  it("use all of their room", () => {
    expect(excerpt(`${LONG}end`, LONG.length, 40)).toMatch(/ and refunds, in thousands, end$/);
    expect(cells(excerpt(`${LONG}end`, LONG.length, 40))).toBe(40);
  });

  it("never read alike, whatever they are, and never take more than their room", () => {
    const text = fc.string({
      unit: fc.constantFrom("a", "b", "\u200b", "収", "👩‍👧", " ", "→"),
      maxLength: 120,
    });
    fc.assert(
      fc.property(text, text, text, fc.integer({ min: 24, max: 60 }), (start, a, b, room) => {
        fc.pre(a !== b);
        const [from, to] = [start + a, start + b];
        const step = stepText(from, to, room);
        const sides = lineDiff(from, to, room).map((line) => line.text);
        expect(sides[0]).not.toBe(sides[1]);
        expect(step).not.toMatch(/^(.*) → \1$/);
        // At least sixteen cells of a text are shown, beside the count of what is left out.
        for (const side of sides) expect(cells(side)).toBeLessThanOrEqual(Math.max(room, 16 + COUNT));
      }),
      { numRuns: runs(500) },
    );
  });

  it("of a conflict read like neither of the others", () => {
    const conflict: FieldChange = {
      ...changed("dashboard.widgets[a].config.list", ["live"], [LONG, LONG, "git"]),
      origin: "both",
      base: [LONG, LONG, "base"],
    };
    const [markdown = ""] = shown([conflict]);
    for (const value of ["base", "live", "git"]) expect(markdown).toContain(`${value}&#34;]`);
  });

  it("are lines of a text whose partner is not beside them", () => {
    const text = (...lines: string[]) => lines.map((line) => `${line}\n`).join("");
    const diff = lineDiff(
      text("Head", `${LONG}one`, `${LONG}two`),
      text("Head", "New", `${LONG}three`, `${LONG}four`),
      40,
    );
    const shownOf = (text: string) => text.replace(/ \(\+.*\)$/, "");
    const ends = diff.map((line) => `${line.sign}${shownOf(line.text).split(" ").at(-1)}`);
    expect(ends).toEqual([" Head", "-one", "-two", "+New", "+three", "+four"]);
  });
});

describe("names that do not fit", () => {
  it("and begin alike are told apart by their ends", () => {
    const ids = ["net", "gross"].map((end) => `${"sales-by-region-and-quarter-".repeat(3)}${end}`);
    const position = (x: number): JsonObject => ({ x, y: 0, w: 2, h: 1 });
    const widgets = ids.map((id, index) => ({ id, type: "TEXT", position: position(2 - 2 * index) }));
    const moves = ids.map((id, index) =>
      changed(`dashboard.widgets[${id}].position.x`, 2 * index, 2 - 2 * index),
    );
    const order: FieldChange = {
      path: "dashboard.widgets",
      change: "reordered",
      before: ids,
      after: [...ids].reverse(),
      origin: "git",
    };
    const [markdown = "", html = ""] = shown([...moves, order], widgets);
    expect(markdown).toMatch(/<sub>sales\S*net<[\s\S]*<sub>sales\S*oss</);
    for (const start of ["widget sales", "now before sales"]) {
      expect(markdown).toMatch(new RegExp(`${start}\\S*-(?:net|gross)`));
    }
    // A tile of a picture has room for a few letters: its number is the same before and after.
    expect(
      html.match(/<title>moved or resized: sales\S*-net,[^\n]*→\d/g)?.map((tile) => tile.slice(-1)),
    ).toEqual(["2", "2"]);
  });
});
