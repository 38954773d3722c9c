// Every box of the real dashboards, at every breakpoint that their files declare, to the pixel of the grid.
import { beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import type { Box } from "../../src/serve/protocol.ts";
import { type Browser, hasBrowser } from "../support/browser.ts";
import { asFiles, hasCorpus, readCorpus } from "../support/corpus.ts";
import { open, openStudio, type StudioPage, until } from "./studio-page.ts";

type Name = "lg" | "md" | "sm" | "xs" | "xxs";

interface Draft {
  layout: {
    cols: Record<Name, number>;
    breakpoints: Record<Name, number>;
    rowHeight: number;
    margin: [number, number];
    containerPadding: [number, number];
  };
  widgets: { id: string; position: Box; responsiveLayouts?: Partial<Record<Name, Box>> }[];
}

interface Workbook {
  slug: string;
  name: string;
  dashboardDraft: Draft;
}

/** A screen narrower than this is drawn as one that is as wide. */
const NARROWEST = 360;

/** The grid of the viewer at the width of the breakpoint, as the file gives it, times one scale. */
function expected({ layout }: Draft, name: Name, drawn: number, { x, y, w, h }: Box) {
  const { cols, breakpoints, rowHeight, margin, containerPadding } = layout;
  const width = Math.max(breakpoints[name], NARROWEST);
  const unit = (width - 2 * containerPadding[0] - margin[0] * (cols[name] - 1)) / cols[name];
  const box = [
    containerPadding[0] + x * (unit + margin[0]),
    containerPadding[1] + y * (rowHeight + margin[1]),
    w * unit + (w - 1) * margin[0],
    h * rowHeight + (h - 1) * margin[1],
  ];
  return box.map((value) => (value * drawn) / width);
}

/** What a viewer makes of the widest layout, one row at a time: onto the grid, up until it meets another, down until it meets none. */
function made({ layout: { cols }, widgets }: Draft, name: Name): Map<string, Box> {
  const columns = cols[name];
  const all = widgets.map(({ id, position }) => ({ id, ...position }));
  if (columns === cols.lg) return new Map(all.map((one) => [one.id, one]));
  for (const one of all) {
    one.w = Math.min(one.w, columns);
    while (one.x + one.w > columns) one.x -= 1;
  }
  const laid: typeof all = [];
  const isHit = (one: Box) =>
    laid.some(
      (other) =>
        other.x < one.x + one.w &&
        one.x < other.x + other.w &&
        other.y < one.y + one.h &&
        one.y < other.y + other.h,
    );
  for (const one of all.sort((a, b) => a.y - b.y || a.x - b.x)) {
    while (one.y > 0 && !isHit(one)) one.y -= 1;
    while (isHit(one)) one.y += 1;
    laid.push(one);
  }
  return new Map(laid.map((one) => [one.id, one]));
}

/** A place of its own on each breakpoint, with overlaps and gaps, as nobody would make it. */
function withOwnPlaces(workbook: JsonObject): JsonObject {
  const copy = structuredClone(workbook);
  const draft = copy.dashboardDraft as unknown as Draft;
  const names = Object.keys(draft.layout.cols) as Name[];
  for (const [at, widget] of draft.widgets.entries())
    widget.responsiveLayouts = Object.fromEntries(
      names.map((name, which) => {
        const columns = draft.layout.cols[name];
        const w = 1 + ((at + which) % columns);
        return [
          name,
          { x: (at * 5 + which) % (columns - w + 1), y: (at * 3 + which) % 40, w, h: 1 + (at % 7) },
        ];
      }),
    );
  return copy;
}

async function boxesOn(page: StudioPage, label: string, count: number) {
  await until(
    page,
    `document.querySelector(".board.open")?.getAttribute("aria-label").startsWith(${JSON.stringify(label)}) && document.querySelectorAll(".board.open .tile").length === ${count}`,
  );
  const { width, boxes } = (await page.evaluate(`(() => {
    const board = document.querySelector(".board.open").getBoundingClientRect();
    const boxes = [...document.querySelectorAll(".board.open .tile")].map((tile) => {
      const { left, top, width, height } = tile.getBoundingClientRect();
      return [tile.dataset.widget, [left - board.left, top - board.top, width, height]];
    });
    return { width: board.width, boxes };
  })()`)) as { width: number; boxes: [string, number[]][] };
  return { width, boxes: new Map(boxes) };
}

describe.skipIf(!hasBrowser || !hasCorpus)("every box of every real dashboard", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await open();
  });

  it.each([
    ["as it is", (workbook: JsonObject) => workbook],
    ["with a place of its own on each", withOwnPlaces],
  ])("is where its file puts it on every breakpoint, %s", async (_, change) => {
    const workbooks = readCorpus().workbooks.map(change);
    const { page, noticed } = await openStudio(browser, { files: asFiles(workbooks) });
    await page.locator(".board.open").waitFor();
    await expect.poll(() => page.locator('[role="treeitem"]:not(.folder)').count()).toBe(workbooks.length);
    const seen: Partial<Record<Name, number>> = {};
    for (const { slug, name, dashboardDraft } of workbooks as unknown as Workbook[]) {
      const { layout, widgets } = dashboardDraft;
      expect(Object.keys(layout.cols).sort()).toEqual(Object.keys(layout.breakpoints).sort());
      for (const breakpoint of Object.keys(layout.cols) as Name[]) {
        // The tab of `position` bears the name of the widest breakpoint, if that has no places of its own.
        const hasOwn = widgets.every(({ responsiveLayouts }) => responsiveLayouts?.[breakpoint]);
        const tab = breakpoint === "lg" && !hasOwn ? "default" : breakpoint;
        await page.evaluate(`location.hash = "#/${slug}/${tab}"`);
        const drawn = await boxesOn(page, `${name}, ${breakpoint},`, widgets.length);
        const wanted = made(dashboardDraft, breakpoint);
        for (const { id, responsiveLayouts } of widgets) {
          const box = responsiveLayouts?.[breakpoint] ?? wanted.get(id)!;
          const found = drawn.boxes.get(id)!;
          const note = `${slug}, ${breakpoint}, ${id}`;
          // The browser counts in sixty-fourths of a pixel.
          for (const [at, value] of expected(dashboardDraft, breakpoint, drawn.width, box).entries())
            expect(Math.abs(value - found[at]!), note).toBeLessThan(0.05);
          seen[breakpoint] = (seen[breakpoint] ?? 0) + 1;
        }
      }
    }
    expect(seen).toEqual({ lg: 556, md: 556, sm: 556, xs: 556, xxs: 556 });
    expect(noticed).toEqual([]);
  });
});
