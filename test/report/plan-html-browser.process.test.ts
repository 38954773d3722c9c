// What a browser makes of the page: it stands alone, fits a phone, and runs nothing that a dashboard says.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { Plan } from "../../src/model/index.ts";
import { renderPlanHtml } from "../../src/report/index.ts";
import { type Browser, hasBrowser, openBrowser, type Page } from "../support/browser.ts";
import { IS_FULL, rows } from "../support/runs.ts";
import { tempFolder } from "../support/temp.ts";
import { resolveVerifier } from "../support/verifiers.ts";
import { changed, draftOf, makeChange, makePlan, sketchPlan } from "./plan-samples.ts";

describe.skipIf(!hasBrowser)("the HTML report in a browser", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });

  /** Opens the page as a file, with every section unfolded unless `folded`, and notes whatever it says or asks for. */
  async function open(
    plan: Plan,
    {
      hash = "",
      folded = false,
      ...options
    }: Parameters<Browser["newPage"]>[0] & { hash?: string; folded?: boolean } = {},
  ) {
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
      if (request.url().replace(/#.*/, "") !== `file://${file}`) noticed.push(`asked for ${request.url()}`);
    });
    await page.goto(`file://${file}${hash}`);
    if (folded) return { page, noticed };
    // From the outside in: what is in a folded section cannot be clicked.
    const closed = page.locator("details:not([open]) > summary");
    while ((await closed.count()) > 0) await closed.first().click();
    return { page, noticed };
  }

  const width = (page: Page) => page.evaluate("document.documentElement.scrollWidth");

  const SCREENS = [
    [1200, "light"],
    [390, "dark"],
    [1200, "dark"],
    [390, "light"],
  ] as const;
  it.each(rows(SCREENS))("keeps nobody from using it, %i pixels wide and %s", async (wide, colorScheme) => {
    const axe = readFileSync(resolveVerifier("axe-core/axe.min.js"), "utf8");
    const { page } = await open(sketchPlan(), { viewport: { width: wide, height: 900 }, colorScheme });
    await page.evaluate(`${axe}; undefined`);
    const found = await page.evaluate(
      "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`))",
    );
    expect(found).toEqual([]);
  });

  it("stands alone and breaks no policy of its own", async () => {
    const { page, noticed } = await open(sketchPlan());
    expect(noticed).toEqual([]);
    await expect.poll(() => page.locator("svg.grid").count()).toBeGreaterThan(1);
    // A policy that blocked the styles would leave the text black on white and the pictures without size.
    const picture = await page.locator("svg.grid").first().boundingBox();
    expect(picture?.width).toBeGreaterThan(100);
  });

  it("fits a phone, light and dark", async () => {
    const colours = new Set<unknown>();
    for (const colorScheme of ["light", "dark"] as const) {
      const { page } = await open(sketchPlan(), { viewport: { width: 375, height: 800 }, colorScheme });
      await expect.poll(() => width(page)).toBeLessThanOrEqual(375);
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
    await expect
      .poll(() => page.locator("img, script ~ script, iframe, [onerror], [onload]").count())
      .toBe(0);
    await expect.poll(() => page.locator("script").count()).toBe(1);
    await expect.poll(() => width(page)).toBeLessThanOrEqual(375);
  });

  /** Six dashboards of which none has to be decided on: all are folded. */
  const SIX = makePlan(
    ["Orders", "Revenue", "Churn", "Returns", "Stock", "Freight"].map((title, at) =>
      makeChange(`board-${at}`, {
        title,
        fields: [changed("dashboard.widgets[w].config.member", "a.b", `sales.member_${at}`)],
      }),
    ),
  );
  const visible = async (page: Page) =>
    (await page.locator("details.row:not([hidden]) > summary .title").allTextContents()).map((one) =>
      one.trim(),
    );
  const openRows = (page: Page) => page.locator("details.row[open]").count();

  it("shows the rows that hold all words of the filter, in titles and in what is folded", async () => {
    const { page, noticed } = await open(SIX, { folded: true });
    const field = page.locator(".tools input");
    await field.fill("REVENUE");
    await expect.poll(() => visible(page)).toEqual(["Revenue"]);
    await expect.poll(() => page.locator(".tools output").allTextContents()).toEqual(["1 of 6 shown"]);
    await field.fill("sales. member_4");
    await expect.poll(() => visible(page)).toEqual(["Stock"]);
    await field.fill("nothing like it");
    await expect.poll(() => visible(page)).toEqual([]);
    await expect.poll(() => page.locator("section.part:not([hidden])").count()).toBe(0);
    await expect
      .poll(() => page.locator(".nothing:not([hidden])").allTextContents())
      .toEqual(["Nothing on this page has all of these words."]);
    await field.fill("");
    await expect.poll(() => page.locator(".nothing:not([hidden])").count()).toBe(0);
    await expect.poll(() => visible(page)).toHaveLength(6);
    expect(noticed).toEqual([]);
  });

  it.runIf(IS_FULL)(
    "counts what the filter leaves, and shows what a link leads to whatever it hides",
    async () => {
      const seen = { publish: true, visible: true };
      const plan = makePlan([
        makeChange("a", { ...seen, title: "Alpha" }),
        makeChange("b", { ...seen, title: "Beta" }),
        makeChange("c", { title: "Gamma" }),
      ]);
      const { page } = await open(plan, { folded: true, hash: "#t1-drafts" });
      const field = page.locator(".tools input");
      const jumps = async () => (await page.locator("nav li:not([hidden])").allTextContents()).join(" | ");
      await field.fill("beta");
      await expect.poll(() => jumps()).toBe("Viewers see 1 of 2");
      // The same link again: the address does not change.
      await page.evaluate(`document.querySelector('a[href="#t1-drafts"]').click()`);
      await expect.poll(() => visible(page)).toEqual(["Alpha", "Beta", "Gamma"]);
      await field.fill("untouched");
      await expect.poll(() => jumps()).toBe("Left as it is 43");
      await page.evaluate(`location.hash = "#t1-1"`);
      await page.evaluate("new Promise((done) => setTimeout(done))");
      await expect.poll(() => visible(page)).toHaveLength(3);
    },
  );

  it.runIf(IS_FULL)("unfolds and folds all of it, and what a link leads to", async () => {
    const { page } = await open(SIX, { folded: true, hash: "#t1-3" });
    await expect
      .poll(() => page.evaluate("[...document.querySelectorAll('details.row[open]')].map((one) => one.id)"))
      .toEqual(["t1-3"]);
    const [expand, fold] = await page.locator(".tools button").all();
    await expand?.click();
    await expect.poll(() => openRows(page)).toBe(6);
    await fold?.click();
    await expect.poll(() => openRows(page)).toBe(0);
  });

  it.runIf(IS_FULL)("is whole on paper, whatever is folded, with and without its script", async () => {
    for (const javaScriptEnabled of [true, false]) {
      const { page } = await open(SIX, { folded: true, javaScriptEnabled });
      await page.emulateMedia({ media: "print" });
      const heights = await page.evaluate(
        "[...document.querySelectorAll('.field')].map((one) => one.getBoundingClientRect().height > 0 && one.checkVisibility())",
      );
      expect(heights).toEqual(Array.from({ length: 6 }, () => true));
    }
  });

  it.runIf(IS_FULL)("has no tools where its script does not run, and is whole without them", async () => {
    const { page } = await open(SIX, { javaScriptEnabled: false });
    await expect.poll(() => page.locator(".tools[hidden]").count()).toBe(1);
    await expect.poll(() => visible(page)).toHaveLength(6);
  });

  it.runIf(IS_FULL)("cuts no letter of a name in two, however long, wide or narrow it is", async () => {
    const names = [
      "WWWWWWWW MMMM @@@@ WWWWMMMM",
      "Average revenue per accounting period and region",
      "\u58f2\u4e0a\u9ad8\u3068\u5229\u76ca\u7387\u306e\u63a8\u79fb",
      "\u0412\u044b\u0440\u0443\u0447\u043a\u0430 \u0437\u0430 \u043a\u0432\u0430\u0440\u0442\u0430\u043b",
      "illililil ililili lililil",
    ];
    const widgets = [1, 2, 3, 6].flatMap((wide, row) =>
      names.slice(0, Math.floor(12 / wide)).map((title, at) => ({
        id: `${row}-${at}`,
        type: ["CHART", "FILTER", "TEXT"][at % 3] ?? "AI",
        position: { x: at * wide, y: row * 4, w: wide, h: 1 + row },
        config: { title },
      })),
    );
    const fields = widgets.map(({ id }) => changed(`dashboard.widgets[${id}].position.y`, 20, 0));
    const { page } = await open(makePlan([makeChange("board", { fields, request: draftOf(widgets) })]));
    const cut = await page.evaluate(`[...document.querySelectorAll("svg.grid svg text")].filter((text) => {
      const [own, tile] = [text.getBoundingClientRect(), text.closest("svg").getBoundingClientRect()];
      return own.left < tile.left || own.right > tile.right || own.bottom > tile.bottom + 1.5;
    }).map((text) => text.textContent)`);
    expect(cut).toEqual([]);
    await expect.poll(() => page.locator("svg.grid svg text").count()).toBeGreaterThan(30);
  });
});
