// Whoever comes with a keyboard, a screen reader, a dark room or a phone; and every box of the real dashboards.
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import { type Browser, hasBrowser } from "../support/browser.ts";
import { asFiles, hasCorpus, readCorpus } from "../support/corpus.ts";
import { resolveVerifier } from "../support/verifiers.ts";
import { ORDERS, open, openStudio, type StudioPage, saved, tile, until } from "./studio-page.ts";

const FILE = "dashboards/orders.yaml";

describe.skipIf(!hasBrowser)("the page of the studio for everybody", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await open();
  });
  afterAll(() => browser.close());

  it("is used with the keyboard alone", async () => {
    const { page, text } = await openStudio(browser);
    await tile(page, "open").waitFor();
    const focused = () =>
      page.evaluate("document.activeElement.getAttribute('aria-label') ?? ''") as Promise<string>;
    const tabTo = async (wanted: RegExp) => {
      for (let presses = 0; presses < 60; presses++) {
        if (wanted.test(await focused())) return;
        await page.keyboard.press("Tab");
      }
      throw new Error(`Tab never came to ${wanted}`);
    };
    // The tree is one stop; arrows go through it.
    await tabTo(/^Orders/);
    await page.keyboard.press("ArrowDown");
    expect(await focused()).toBe("Returns");
    await page.keyboard.press("Enter");
    await tile(page, "rate").waitFor();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await tile(page, "open").waitFor();
    // Widgets come in reading order.
    await tabTo(/^Open orders/);
    await page.keyboard.press("Tab");
    expect(await focused()).toMatch(/^Trend, chart/);
    await page.keyboard.press("Alt+ArrowDown");
    await saved(page, "Trend, column 4, row 4, 6 by 4");
    await page.keyboard.press("Enter");
    await page.keyboard.type("Orders a month");
    await page.keyboard.press("Enter");
    await until(page, "document.querySelector('.steps li:nth-child(2)')");
    expect(text(FILE)).toBe(
      ORDERS.replace("{ x: 4, y: 0,", "{ x: 4, y: 4,").replace("title: Trend #", "title: Orders a month #"),
    );
    expect(await focused()).toMatch(/^Orders a month/);
    await page.keyboard.press("?");
    await page.locator("dialog[open]").waitFor();
    await page.keyboard.press("Escape");
    await until(page, "!document.querySelector('dialog')");
    await page.keyboard.press("Escape");
    await page.locator(".selection").waitFor({ state: "hidden" });
  });

  const axe = async (page: StudioPage) => {
    await page.evaluate(`${readFileSync(resolveVerifier("axe-core/axe.min.js"), "utf8")}; undefined`);
    return page.evaluate(
      "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 300)} ${nodes[0].failureSummary}`))",
    );
  };

  it.each([
    [1440, "light"],
    [1440, "dark"],
    [390, "light"],
    [390, "dark"],
  ] as const)(
    "keeps nobody out, %i pixels wide and %s: board, all breakpoints, list, error",
    async (wide, colorScheme) => {
      const { page, write } = await openStudio(browser, { wide, colorScheme });
      await tile(page, "open").click();
      await page.locator(".yaml").waitFor();
      expect(await axe(page)).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(wide);
      await page.getByRole("button", { name: "All", exact: true }).click();
      await page.locator(".board.static").first().waitFor();
      expect(await axe(page)).toEqual([]);
      if (wide < 700) {
        await page.getByRole("button", { name: "Dashboards" }).click();
        await page.locator(".tree").waitFor();
        expect(await axe(page)).toEqual([]);
        const low = await page.evaluate(
          "[...document.querySelectorAll('button, [role=treeitem]')].filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect()).filter(({ width, height }) => width < 44 || height < 44).length",
        );
        expect(low).toBe(0);
        // Nothing is known of what is live here, so there is nothing to switch to.
        expect(await page.locator(".head .switch").boundingBox()).toBeNull();
      }
      await page.evaluate("location.hash = '#/returns/default'");
      await tile(page, "country").waitFor();
      expect(await axe(page)).toEqual([]);
      await page.evaluate("location.hash = '#/orders/default'");
      await tile(page, "open").waitFor();
      write(FILE, ORDERS.replace("position: [0, 4", "positon: [0, 4"));
      await page.locator(".broken-page").waitFor();
      expect(await axe(page)).toEqual([]);
    },
  );

  it("runs nothing that a dashboard says, and links nowhere", async () => {
    const attack =
      '<img src=x onerror=alert(1)><script>alert(2)</script><a href="javascript:alert(3)">a</a> [b](https://evil.example) <iframe src=//evil.example></iframe><style>*{display:none}</style><b onclick=alert(4) style="position:fixed">bold</b> <svg onload=alert(5)>';
    const { page, noticed } = await openStudio(browser, {
      files: {
        [FILE]: ORDERS.replace("Figures **before** refunds.", attack.replaceAll('"', '\\"')).replace(
          "title: Open orders",
          `title: '<img src=x onerror=alert(6)>'`,
        ),
      },
    });
    await page.locator(".markdown b").waitFor();
    expect(
      await page
        .locator(
          "img, iframe, main style, #studio script, #studio a[href], [onerror], [onclick], [onload], .markdown [style]",
        )
        .count(),
    ).toBe(0);
    expect(await tile(page, "open").textContent()).toContain("<img src=x onerror=alert(6)>");
    expect(noticed).toEqual([]);
  });

  it.skipIf(!hasCorpus)(
    "has every box of every real dashboard where the file puts it, to the pixel of the grid",
    async () => {
      const { workbooks } = readCorpus();
      const { page, noticed } = await openStudio(browser, { files: asFiles(workbooks) });
      await page.locator(".board.open").waitFor();
      expect(await page.locator('[role="treeitem"]:not(.folder)').count()).toBe(workbooks.length);
      let seen = 0;
      for (const { slug, name, dashboardDraft } of workbooks as unknown as {
        slug: string;
        name: string;
        dashboardDraft: Draft;
      }[]) {
        await page.evaluate(`location.hash = "#/${slug}/default"`);
        await until(
          page,
          `document.querySelector(".board.open")?.getAttribute("aria-label").startsWith(${JSON.stringify(`${name}, lg,`)}) && document.querySelectorAll(".board.open .tile").length === ${dashboardDraft.widgets.length}`,
        );
        const drawn = (await page.evaluate(`(() => {
        const board = document.querySelector(".board.open").getBoundingClientRect();
        const boxes = [...document.querySelectorAll(".board.open .tile")].map((tile) => {
          const { left, top, width, height } = tile.getBoundingClientRect();
          return [tile.dataset.widget, [left - board.left, top - board.top, width, height]];
        });
        return { width: board.width, boxes };
      })()`)) as { width: number; boxes: [string, number[]][] };
        const boxes = new Map(drawn.boxes);
        for (const { id, position } of dashboardDraft.widgets) {
          const wanted = expected(dashboardDraft.layout, drawn.width, position);
          const found = boxes.get(id)!;
          // The browser counts in sixty-fourths of a pixel.
          for (const [at, value] of wanted.entries()) expect(Math.abs(value - found[at]!)).toBeLessThan(0.05);
          seen += 1;
        }
      }
      expect(seen).toBe(556);
      expect(noticed).toEqual([]);
    },
  );
});

interface Draft {
  layout: {
    cols: { lg: number };
    rowHeight: number;
    margin: [number, number];
    containerPadding: [number, number];
  };
  widgets: { id: string; position: { x: number; y: number; w: number; h: number } & JsonObject }[];
}

/** The grid of the viewer at its 1,200 pixels, as the file gives it, times one scale. */
function expected(
  { cols, rowHeight, margin, containerPadding }: Draft["layout"],
  width: number,
  { x, y, w, h }: Draft["widgets"][number]["position"],
) {
  const unit = (1200 - 2 * containerPadding[0] - margin[0] * (cols.lg - 1)) / cols.lg;
  const box = [
    containerPadding[0] + x * (unit + margin[0]),
    containerPadding[1] + y * (rowHeight + margin[1]),
    w * unit + (w - 1) * margin[0],
    h * rowHeight + (h - 1) * margin[1],
  ];
  return box.map((value) => (value * width) / 1200);
}
