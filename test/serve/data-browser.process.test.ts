// `serve --data` in a browser: charts with rows, and what stands there until they have any.

import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createSandbox, type SandboxOptions } from "../../src/sandbox/index.ts";
import { type Browser, hasBrowser } from "../support/browser.ts";
import { IS_FULL } from "../support/runs.ts";
import { drag, middle, type Options, open, openStudio, saved, tile, until } from "./studio-page.ts";

const FILE = "dashboards/sales.yaml";

const chart = (id: string, place: string) =>
  `        - { id: ${id}, type: CHART, position: [${place}], config: { title: ${id}, reportId: { $report: ${id} } } }`;

const SALES = `workbooks:
  sales:
    name: Sales
    dashboard:
      layout: { cols: { lg: 12 }, rowHeight: 40, margin: [8, 8] }
      widgets:
${[
  ["total", "0, 0, 3, 3"],
  ["months", "3, 0, 9, 6"],
  ["regions", "0, 6, 4, 6"],
  ["shares", "4, 6, 4, 6"],
  ["products", "8, 6, 4, 6"],
  ["stages", "0, 60, 6, 6"],
]
  .map(([id = "", place = ""]) => chart(id, place))
  .join("\n")}
reports:
  total: { name: T, workbook: sales, query: { measures: [orders.revenue] }, meta: { kind: kpi } }
  months: { name: M, workbook: sales, query: { measures: [orders.revenue], timeDimensions: [{ dimension: orders.at, granularity: month }] }, meta: { kind: vega, chart: line } }
  regions: { name: R, workbook: sales, query: { measures: [orders.revenue], dimensions: [orders.region] }, meta: { kind: vega, chart: bar } }
  shares: { name: S, workbook: sales, query: { measures: [orders.count], dimensions: [orders.channel] }, meta: { kind: vega, chart: pie } }
  products: { name: P, workbook: sales, query: { measures: [orders.units], dimensions: [products.name] }, meta: { kind: sankey } }
  stages: { name: G, workbook: sales, query: { measures: [deals.count], dimensions: [deals.stage] }, meta: { kind: vega, chart: column } }
`;

const only = (id: string) =>
  SALES.replace(/^ {8}- \{ id: (\w+).*\n/gm, (line, name) => (name === id ? line : ""));

describe.skipIf(!hasBrowser)("charts with rows", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await open();
  });

  async function openSales(options: Options & { sandbox?: SandboxOptions; text?: string } = {}) {
    const sandbox = await createSandbox({ seed: {}, ...options.sandbox });
    onTestFinished(() => sandbox.close());
    const target = `targets:\n  prod: { url: "${sandbox.url}", deployment: ${sandbox.deployments[0]} }\n`;
    const files = {
      "boardwright.yaml": `version: 1\nproject: studio\n${target}`,
      [FILE]: options.text ?? SALES,
    };
    const env = { PLATFORM_API_KEY: sandbox.apiKey };
    const studio = await openStudio(browser, { args: ["--data"], ...options, files, env });
    const loads = () => sandbox.requests.filter(({ path }) => path.endsWith("/load")).length;
    return { ...studio, sandbox, loads };
  }
  const state = (id: string, is: string) =>
    `document.querySelector('[data-widget="${id}"] .data')?.dataset.state === ${JSON.stringify(is)}`;
  /** Whether anything was drawn on it. */
  const painted = (id: string) =>
    `(() => { const canvas = document.querySelector('[data-widget="${id}"] canvas'); if (!canvas) return false; const blank = document.createElement("canvas"); blank.width = canvas.width; blank.height = canvas.height; return canvas.width > 0 && canvas.toDataURL() !== blank.toDataURL(); })()`;

  it("are drawn by their kind: a number, a line, bars, a pie, and anything else as a table", async () => {
    const { page, noticed } = await openSales();
    for (const id of ["months", "regions", "shares"]) await until(page, painted(id));
    await expect.poll(() => page.locator('[data-widget="total"] .figure').textContent()).toMatch(/^[\d,.]+$/);
    await expect.poll(() => page.locator('[data-widget="products"] th').count()).toBe(2);
    await expect.poll(() => page.locator('[data-widget="products"] tbody tr').count()).toBeGreaterThan(4);
    await expect.poll(() => tile(page, "total").getAttribute("aria-label")).toMatch(/, number, .*, [\d,.]+$/);
    await expect.poll(() => tile(page, "months").getAttribute("aria-label")).toMatch(/, line, .*, 12 rows$/);
    expect(noticed).toEqual([]);
  });

  it.runIf(IS_FULL)(
    "are drawn anew in other colours and in another size, and a drag over one moves the widget",
    async () => {
      const { page, text, noticed } = await openSales();
      await until(page, painted("months"));
      const pixels = `document.querySelector('[data-widget="months"] canvas').toDataURL()`;
      const light = await page.evaluate(pixels);
      await page.getByRole("button", { name: /^Colours/ }).click();
      await until(page, `${pixels} !== ${JSON.stringify(light)} && ${painted("months")}`);
      const width = `document.querySelector('[data-widget="regions"] canvas').width`;
      await until(page, painted("regions"));
      const before = Number(await page.evaluate(width));
      await tile(page, "regions").focus();
      await page.keyboard.press("Shift+ArrowLeft");
      await until(page, `${width} < ${before}`);
      await drag(page, await middle(tile(page, "months")), 0, 300);
      await saved(page, "months, column 3, row");
      await expect.poll(() => text(FILE)).not.toContain("[3, 0, 9, 6]");
      expect(noticed).toEqual([]);
    },
  );

  it.runIf(IS_FULL)(
    "are asked for when they are on the screen, and the library comes with the first that needs it",
    async () => {
      const asked: string[] = [];
      const { page, loads, address } = await openSales({ text: only("total") });
      page.on("request", (request) => asked.push(new URL(request.url()).pathname));
      await until(page, state("total", "rows"));
      expect(asked).not.toContain("/charts.js");
      expect(loads()).toBe(1);
      expect(address).toContain("#token=");

      const all = await openSales();
      for (const id of ["total", "months", "regions", "shares", "products"])
        await until(all.page, state(id, "rows"));
      expect(all.loads()).toBe(5);
      await expect.poll(() => all.page.evaluate(state("stages", "unread"))).toBe(true);
      await all.page.evaluate(`document.querySelector('[data-widget="stages"]').scrollIntoView()`);
      await until(all.page, painted("stages"));
      await all.page.evaluate(`document.querySelector('[data-widget="total"]').scrollIntoView()`);
      // What was read is kept.
      expect(all.loads()).toBe(6);
      await all.page.getByRole("button", { name: "Read rows again" }).click();
      for (const id of ["total", "months", "regions", "shares", "products"])
        await until(all.page, state(id, "rows"));
      expect(all.loads()).toBe(11);
    },
  );

  it.runIf(IS_FULL)("say that filters are not applied to them, if there are any", async () => {
    const filter =
      "        - { id: at, type: FILTER, position: [0, 3, 3, 2], config: { member: orders.at } }\nreports:";
    const { page } = await openSales({ text: only("total").replace("reports:", filter) });
    await until(page, state("total", "rows"));
    const words = "Rows are without the filters of the dashboard.";
    await expect.poll(() => page.locator(".status").textContent()).toContain(words);
    const without = await openSales({ text: only("total") });
    await until(without.page, state("total", "rows"));
    await expect.poll(() => without.page.locator(".status").textContent()).not.toContain(words);
  });

  it.runIf(IS_FULL)("say that the platform is still at it, and then have their rows", async () => {
    const { page } = await openSales({ text: only("months"), sandbox: { faults: "continue-wait:2" } });
    await until(page, state("months", "waiting"));
    await expect
      .poll(() => page.locator('[data-widget="months"] .data p').textContent())
      .toBe("The platform is still at it …");
    await until(page, painted("months"));
  });

  it("say why there are none, over the grey drawing, and mean what a platform writes as text", async () => {
    const cubes = [{ name: "orders", measures: [{ name: "orders.count" }] }];
    const text = only("total").replace("orders.revenue", '"orders.<img src=x onerror=alert(1)>"');
    const { page, noticed } = await openSales({ text, sandbox: { seed: { cubes } } });
    await until(page, state("total", "failed"));
    await expect
      .poll(() => page.locator('[data-widget="total"] .bad-text').textContent())
      .toContain("The platform refuses the query: 'orders.<img src=x onerror=alert(1)>' not found");
    await expect.poll(() => page.locator('[data-widget="total"] img').count()).toBe(0);
    await expect.poll(() => page.locator('[data-widget="total"] .number').count()).toBe(1);
    expect(noticed).toEqual([]);
  });

  it.runIf(IS_FULL)(
    "stand beside what is live, even if that was read before the page could listen",
    async () => {
      const { page } = await openSales({ text: only("total"), sandbox: { faults: "latency:150" } });
      const keyed = `authorization: "Bearer " + localStorage.getItem("boardwright-key")`;
      const status = `fetch("/api/project", { headers: { ${keyed} } }).then((answer) => answer.json()).then(({ live }) => live.status)`;
      await tile(page, "total").waitFor();
      await page.route("**/api/events", async (route) => {
        while ((await page.evaluate(status)) !== "read")
          await new Promise((resolve) => setTimeout(resolve, 20));
        await route.continue();
      });
      while ((await page.evaluate(status)) !== "read")
        await new Promise((resolve) => setTimeout(resolve, 20));
      await page.evaluate(
        `fetch("/api/live", { method: "POST", headers: { "content-type": "application/json", ${keyed} }, body: "{}" })`,
      );
      await page.reload();
      await until(page, `document.querySelector(".status").textContent.includes("live read")`);
    },
  );

  it.runIf(IS_FULL)("are the grey drawings without --data", async () => {
    const { page, sandbox } = await openSales({ args: [] });
    await tile(page, "months").waitFor();
    await expect.poll(() => page.locator(".data").count()).toBe(0);
    await expect.poll(() => page.locator('[data-widget="months"] svg').count()).toBeGreaterThan(0);
    // What is of no known kind has no shape of another: the box says what it is.
    await expect.poll(() => page.locator('[data-widget="products"] svg').count()).toBe(0);
    await expect
      .poll(() => page.locator('[data-widget="products"] .unknown-chart').textContent())
      .toBe("sankey");
    await expect
      .poll(() => tile(page, "products").getAttribute("aria-label"))
      .toContain("products, chart, sankey, ");
    await expect.poll(() => page.getByRole("button", { name: "Read rows again" }).count()).toBe(0);
    expect(sandbox.requests.filter(({ path }) => path.endsWith("/tokens"))).toEqual([]);
  });
});
