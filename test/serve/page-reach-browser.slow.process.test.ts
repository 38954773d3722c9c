// Whoever comes with a keyboard, a screen reader, a dark room or a phone.
import { beforeAll, describe, expect, it } from "vitest";
import { type Browser, hasBrowser } from "../support/browser.ts";
import { axe } from "./axe.ts";
import { ORDERS, open, openStudio, saved, tile, until } from "./studio-page.ts";

const FILE = "dashboards/orders.yaml";

describe.skipIf(!hasBrowser)("the page of the studio for everybody", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await open();
  });

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
    await expect.poll(() => focused()).toBe("Returns");
    await page.keyboard.press("Enter");
    await tile(page, "rate").waitFor();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await tile(page, "open").waitFor();
    // Widgets come in reading order.
    await tabTo(/^Open orders/);
    await page.keyboard.press("Tab");
    await expect.poll(() => focused()).toMatch(/^Trend, chart/);
    await page.keyboard.press("Alt+ArrowDown");
    await saved(page, "Trend, column 4, row 4, 6 by 4");
    await page.keyboard.press("Enter");
    await page.keyboard.type("Orders a month");
    await page.keyboard.press("Enter");
    await until(page, "document.querySelector('.steps li:nth-child(2)')");
    await expect
      .poll(() => text(FILE))
      .toBe(
        ORDERS.replace("{ x: 4, y: 0,", "{ x: 4, y: 4,").replace("title: Trend #", "title: Orders a month #"),
      );
    await expect.poll(() => focused()).toMatch(/^Orders a month/);
    await page.keyboard.press("?");
    await page.locator("dialog[open]").waitFor();
    await page.keyboard.press("Escape");
    await until(page, "!document.querySelector('dialog')");
    await page.keyboard.press("Escape");
    await page.locator(".selection").waitFor({ state: "hidden" });
  });

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
      await expect.poll(() => axe(page)).toEqual([]);
      await expect
        .poll(() => page.evaluate("document.documentElement.scrollWidth"))
        .toBeLessThanOrEqual(wide);
      await page.getByRole("button", { name: "All", exact: true }).click();
      await page.locator(".board.static").first().waitFor();
      await expect.poll(() => axe(page)).toEqual([]);
      if (wide < 700) {
        await page.getByRole("button", { name: "Dashboards" }).click();
        await page.locator(".tree").waitFor();
        await expect.poll(() => axe(page)).toEqual([]);
        const low = await page.evaluate(
          "[...document.querySelectorAll('button, [role=treeitem]')].filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect()).filter(({ width, height }) => width < 44 || height < 44).length",
        );
        expect(low).toBe(0);
        // Nothing is known of what is live here, so there is nothing to switch to.
        await expect.poll(() => page.locator(".head .switch").boundingBox()).toBeNull();
      }
      await page.evaluate("location.hash = '#/returns/default'");
      await tile(page, "country").waitFor();
      await expect.poll(() => axe(page)).toEqual([]);
      await page.evaluate("location.hash = '#/orders/default'");
      await tile(page, "open").waitFor();
      write(FILE, ORDERS.replace("position: [0, 4", "positon: [0, 4"));
      await page.locator(".broken-page").waitFor();
      await expect.poll(() => axe(page)).toEqual([]);
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
    await expect
      .poll(() =>
        page
          .locator(
            "img, iframe, main style, #studio script, #studio a[href], [onerror], [onclick], [onload], .markdown [style]",
          )
          .count(),
      )
      .toBe(0);
    await expect.poll(() => tile(page, "open").textContent()).toContain("<img src=x onerror=alert(6)>");
    expect(noticed).toEqual([]);
  });
});
