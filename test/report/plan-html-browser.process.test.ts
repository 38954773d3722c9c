// What a browser makes of the page: it stands alone, fits a phone, and runs nothing that a dashboard says.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Plan } from "../../src/model/index.ts";
import { renderPlanHtml } from "../../src/report/index.ts";
import { type Browser, hasBrowser, openBrowser, type Page } from "../support/browser.ts";
import { tempFolder } from "../support/temp.ts";
import { changed, makeChange, makePlan, sketchPlan } from "./plan-samples.ts";

describe.skipIf(!hasBrowser)("the HTML report in a browser", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  /** Opens the page as a file, with every section unfolded, and notes whatever it says or asks for. */
  async function open(plan: Plan, options: Parameters<Browser["newPage"]>[0] = {}) {
    const file = join(tempFolder({}), "plan.html");
    writeFileSync(file, renderPlanHtml(plan));
    const page = await browser.newPage(options);
    const noticed: string[] = [];
    page.on("console", (message) => noticed.push(message.text()));
    page.on("pageerror", (error) => noticed.push(String(error)));
    page.on("dialog", (dialog) => {
      noticed.push(dialog.message());
      void dialog.dismiss();
    });
    page.on("request", (request) => {
      if (request.url() !== `file://${file}`) noticed.push(`asked for ${request.url()}`);
    });
    await page.goto(`file://${file}`);
    // From the outside in: what is in a folded section cannot be clicked.
    const folded = page.locator("details:not([open]) > summary");
    while ((await folded.count()) > 0) await folded.first().click();
    return { page, noticed };
  }

  const width = (page: Page) => page.evaluate("document.documentElement.scrollWidth");

  it("stands alone and breaks no policy of its own", async () => {
    const { page, noticed } = await open(sketchPlan());
    expect(noticed).toEqual([]);
    expect(await page.locator("svg").count()).toBeGreaterThan(1);
    // A policy that blocked the styles would leave the text black on white and the pictures without size.
    const picture = await page.locator("svg").first().boundingBox();
    expect(picture?.width).toBeGreaterThan(100);
  });

  it("fits a phone, light and dark", async () => {
    const colours = new Set<unknown>();
    for (const colorScheme of ["light", "dark"] as const) {
      const { page } = await open(sketchPlan(), { viewport: { width: 375, height: 800 }, colorScheme });
      expect(await width(page)).toBeLessThanOrEqual(375);
      colours.add(await page.evaluate("getComputedStyle(document.body).backgroundColor"));
    }
    expect(colours.size).toBe(2);
  });

  it("runs nothing that a dashboard says, and draws no wider for it", async () => {
    const attack = `"><img src=x onerror=alert(1)><script>alert(2)</script><svg onload=alert(3)>${"w".repeat(5000)}`;
    const change = makeChange(attack, {
      title: attack,
      fields: [changed(`dashboard.widgets[${JSON.stringify(attack)}].config.title`, attack, `${attack}!`)],
    });
    const { page, noticed } = await open(makePlan([change]), { viewport: { width: 375, height: 800 } });
    expect(noticed).toEqual([]);
    expect(await page.locator("img, script").count()).toBe(0);
    expect(await width(page)).toBeLessThanOrEqual(375);
  });
});
