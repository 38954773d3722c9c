// A dashboard of 5,000 widgets, which somebody's program wrote as one line: it is seen, searched and edited as any other.
import { beforeAll, describe, expect, it } from "vitest";
import { type Browser, hasBrowser } from "../support/browser.ts";
import { drag, middle, open, openStudio, saved, tile, until } from "./studio-page.ts";

const FILE = "dashboards/many.yaml";
const COUNT = 5000;

const MANY = JSON.stringify({
  workbooks: {
    many: {
      name: "Many",
      dashboard: {
        layout: {
          cols: { lg: 24, sm: 12 },
          breakpoints: { lg: 1200, sm: 768 },
          rowHeight: 40,
          margin: [8, 8],
        },
        widgets: Array.from({ length: COUNT }, (_, at) => ({
          id: `w${at}`,
          type: "CHART",
          position: { x: (at * 4) % 24, y: Math.floor(at / 6) * 4, w: 4, h: 4 },
          config: { title: `Widget ${at}` },
        })),
      },
    },
  },
});

describe.skipIf(!hasBrowser)("a dashboard of 5,000 widgets", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await open();
  });

  it("has in the document what is on the screen, and is edited in its one line", async () => {
    const { page, text, noticed } = await openStudio(browser, { files: { [FILE]: MANY } });
    await tile(page, "w1").waitFor();
    await expect.poll(() => page.locator(".board.open .tile").count()).toBeLessThan(200);
    await tile(page, "w1").focus();
    await page.locator(".yaml code").first().waitFor();
    expect((await page.locator(".yaml code").first().textContent())!.length).toBeLessThan(1100);
    await page.keyboard.press("Alt+ArrowDown");
    await saved(page, "Widget 1, column 4, row 4, 4 by 4");
    await drag(page, await middle(tile(page, "w2")), 0, 150);
    await saved(page, "Widget 2, column 8, row");
    await expect.poll(() => text(FILE)).toHaveLength(MANY.length);
    await page.evaluate("document.querySelector('.stage').scrollTop = 1e6");
    await tile(page, `w${COUNT - 1}`).waitFor();
    // Made for the narrower grid: no widget is left out, and none is on another.
    await page.evaluate("location.hash = '#/many/sm'");
    await until(
      page,
      "document.querySelector('.board.open')?.getAttribute('aria-label') === 'Many, sm, 5000 widgets'",
    );
    expect(noticed).toEqual([]);
  });
});
