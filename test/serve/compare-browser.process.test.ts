// Two sides on one page: boards over each other, the sources of an app, and the tree while there is no room for it.
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import { createSandbox } from "../../src/sandbox/index.ts";
import { type Browser, hasBrowser } from "../support/browser.ts";
import { runBuilt } from "../support/process.ts";
import { tempFolder } from "../support/temp.ts";
import { axe } from "./axe.ts";
import { ORDERS, open, openStudio, type StudioPage } from "./studio-page.ts";

const FILE = "dashboards/orders.yaml";
const APP = "dashboards/app.yaml";
const app = (script: string) =>
  `workbooks:\n  an-app:\n    name: An app\n    dashboard:\n      kind: APP\n      app: { html: "<p>Hi</p>", files: { main.js: ${JSON.stringify(script)} } }\n`;

describe.skipIf(!hasBrowser)("Compare, on the page", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await open();
  });

  async function openCompare(files: Record<string, string>, edit: (draft: JsonObject) => void) {
    const sandbox = await createSandbox({});
    onTestFinished(() => sandbox.close());
    const config = `version: 1\nproject: studio\ntargets:\n  prod: { url: "${sandbox.url}", deployment: ${sandbox.deployments[0]} }\n`;
    const env = { PLATFORM_API_KEY: sandbox.apiKey };
    const cwd = tempFolder({ "boardwright.yaml": config, ...files });
    expect((await runBuilt(["apply", "--yes"], { cwd, env })).code).toBe(0);
    for (const slug of ["orders", "an-app"])
      if (sandbox.workbook(slug)) sandbox.edit(slug, ({ dashboardDraft }) => edit(dashboardDraft!));
    const { page } = await openStudio(browser, { env, files: { "boardwright.yaml": config, ...files } });
    await page.locator('.head .switch [title="C"]').waitFor();
    await page.keyboard.press("c");
    await page.locator(".differences").waitFor();
    return page;
  }
  const texts = (page: StudioPage, selector: string) =>
    page.evaluate(
      `[...document.querySelectorAll(${JSON.stringify(selector)})].map((one) => one.textContent)`,
    );

  it("draws one board with the other side's places dashed, and folds the tree into a rail", async () => {
    const page = await openCompare({ [FILE]: ORDERS }, ({ widgets }) => {
      const [first] = widgets as JsonObject[];
      first!.position = { x: 0, y: 6, w: 4, h: 4 };
    });
    await expect.poll(() => page.locator(".sides .board").count()).toBe(2);
    await page.getByRole("button", { name: "Overlay" }).click();
    await expect.poll(() => texts(page, ".ghost")).toEqual(["Open orders"]);
    await expect.poll(() => page.locator(".sides .board").count()).toBe(1);
    const [ghost, tile] = [
      await page.locator(".ghost").boundingBox(),
      await page.locator('.sides [data-widget="open"]').boundingBox(),
    ];
    expect([ghost!.width, ghost!.x]).toEqual([tile!.width, tile!.x]);
    expect(ghost!.y).toBeGreaterThan(tile!.y + tile!.height);
    expect(await axe(page)).toEqual([]);
    // The tree is not on the page until somebody wants it.
    await page.keyboard.press("/");
    await expect.poll(() => page.evaluate("document.activeElement.id")).toBe("search");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await expect.poll(() => page.evaluate("document.querySelector('.tree').offsetWidth")).toBe(0);
  });

  it("shows the lines in which the sources of an app differ", async () => {
    const page = await openCompare({ [APP]: app("one();\ntwo();\n") }, ({ app }) => {
      (app as { files: JsonObject }).files["main.js"] = "one();\n2();\n";
    });
    await expect.poll(() => texts(page, ".app-sides h2 code")).toEqual(["main.js"]);
    expect(await texts(page, ".app-sides .yaml .gone code")).toEqual(["2();"]);
    expect(await texts(page, ".app-sides .yaml .new code")).toEqual(["two();"]);
    expect(await axe(page)).toEqual([]);
  });

  it("stacks a board on a phone, one widget below the other, and moves none", async () => {
    const { page, text } = await openStudio(browser, { files: { [FILE]: ORDERS }, wide: 390, high: 844 });
    await page.getByRole("button", { name: "Stacked" }).click();
    const boxes = () =>
      page.evaluate(
        "[...document.querySelectorAll('.board.open .tile')].map((one) => one.getBoundingClientRect()).map(({ left, bottom }) => [left, bottom])",
      ) as Promise<[number, number][]>;
    await expect.poll(async () => new Set((await boxes()).map(([left]) => left)).size).toBe(1);
    const ends = (await boxes()).map(([, bottom]) => bottom);
    expect(ends).toEqual([...ends].sort((a, b) => a - b));
    await page.locator('.board.open [data-widget="trend"]').click();
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => page.locator(".inspector h2").first().textContent()).toBe("Trend");
    expect(await page.locator(".handle").count()).toBe(0);
    expect(text(FILE)).toBe(ORDERS);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
  });
});
