// The states of the page that need a platform, rows, a finding or a problem, as axe sees them: light, dark, and on a phone.
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createSandbox } from "../../src/sandbox/index.ts";
import { type Browser, hasBrowser } from "../support/browser.ts";
import { runBuilt } from "../support/process.ts";
import { tempFolder } from "../support/temp.ts";
import { axe } from "./axe.ts";
import { open, openStudio, PROJECT, tile, until } from "./studio-page.ts";

const FILE = "dashboards/sales.yaml";

/** Rows of every kind, a query that is refused, an overlap, a text, a filter and a container. */
const SALES = `workbooks:
  sales:
    name: Sales
    folder: Teams
    publish: true
    dashboard:
      layout: { cols: { lg: 12, xs: 4 }, breakpoints: { lg: 1200, xs: 480 }, rowHeight: 40, margin: [8, 8] }
      widgets:
        - { id: total, type: CHART, position: [0, 0, 3, 3], config: { title: Total, reportId: { $report: total } } }
        - { id: months, type: CHART, position: [3, 0, 9, 5], config: { title: Months, reportId: { $report: months } } }
        - { id: products, type: CHART, position: [0, 5, 6, 5], config: { title: Products, reportId: { $report: products } } }
        - { id: over, type: CHART, position: [5, 6, 5, 4], config: { title: Over it, reportId: { $report: months } } }
        - { id: refused, type: CHART, position: [10, 5, 2, 4], config: { title: Refused, reportId: { $report: refused } } }
        - { id: note, type: TEXT, position: [0, 10, 9, 2], config: { markdown: "# Figures\\n**before** [refunds](https://example.com), <code>net</code>." } }
        - { id: country, type: FILTER, position: [9, 10, 3, 2], config: { title: Country, member: orders.country } }
reports:
  total: { name: T, workbook: sales, query: { measures: [orders.revenue] }, meta: { kind: kpi } }
  months: { name: M, workbook: sales, query: { measures: [orders.revenue], timeDimensions: [{ dimension: orders.at, granularity: month }] }, meta: { kind: vega, chart: line } }
  products: { name: P, workbook: sales, query: { measures: [orders.units], dimensions: [products.name] }, meta: { kind: table } }
  refused: { name: R, workbook: sales, query: { measures: [orders.nothing] }, meta: { kind: kpi } }
`;

const MEMBERS = ["orders.revenue", "orders.units"].map((name) => ({ name }));
const CUBES = [
  {
    name: "orders",
    measures: MEMBERS,
    dimensions: [
      { name: "orders.at", type: "time" },
      { name: "orders.country", type: "string" },
    ],
  },
  { name: "products", measures: [], dimensions: [{ name: "products.name", type: "string" }] },
];

describe.skipIf(!hasBrowser)("axe", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await open();
  });

  it.each([
    [1440, "light"],
    [1440, "dark"],
    [390, "light"],
    [390, "dark"],
  ] as const)("finds nobody kept out, %i pixels wide and %s", async (wide, colorScheme) => {
    const sandbox = await createSandbox({ seed: { cubes: CUBES } });
    onTestFinished(() => sandbox.close());
    const target = `targets:\n  prod: { url: "${sandbox.url}", deployment: ${sandbox.deployments[0]} }\n`;
    const files = { "boardwright.yaml": `${PROJECT}${target}`, [FILE]: SALES };
    const env = { PLATFORM_API_KEY: sandbox.apiKey };
    const applied = await runBuilt(["apply", "--yes"], { cwd: tempFolder(files), env });
    expect(applied.stderr + applied.code).toBe("0");
    sandbox.edit("sales", (workbook) => {
      const { widgets } = workbook.dashboardDraft as {
        widgets: { position: { w: number }; config: { title: string } }[];
      };
      widgets[0]!.position.w = 2;
      widgets[2]!.config.title = "Products, by hand";
      widgets.pop();
    });
    const text = SALES.replace("[0, 10, 9, 2]", "[0, 10, 8, 2]").replace("title: Months", "title: By month");
    const { page, write, noticed } = await openStudio(browser, {
      args: ["--data"],
      files: { ...files, [FILE]: text },
      env,
      wide,
      colorScheme,
    });
    const found: Record<string, unknown> = {};
    const look = async (state: string) => {
      found[state] = await axe(page);
    };
    const closeAll = async () => {
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
    };
    const isPhone = wide < 700;
    const tileOf = (id: string) => `document.querySelector('[data-widget="${id}"]')`;
    await tile(page, "total").waitFor();
    // The widest breakpoint has no room for rows on a phone.
    if (isPhone) await page.getByRole("button", { name: /^xs/ }).click();
    for (const [id = "", state = ""] of [
      ["total", "rows"],
      ["months", "rows"],
      ["products", "rows"],
      ["refused", "failed"],
    ]) {
      await page.evaluate(`${tileOf(id)}.scrollIntoView()`);
      await until(page, `${tileOf(id)}.querySelector(".data")?.dataset.state === "${state}"`);
    }
    await until(page, `document.querySelector(".status").textContent.includes("live read")`);
    await page.evaluate(`${tileOf("total")}.scrollIntoView()`);
    await look("rows");

    await tile(page, "over").focus();
    await page.locator(".inspector .findings").waitFor();
    await page.locator(".sentence").waitFor();
    await page.locator(".yaml").waitFor();
    await look("a finding");
    await closeAll();

    if (!isPhone) {
      await page.getByRole("button", { name: "Tidy up" }).click();
      await page.locator("[role=menu]").waitFor();
      await look("a menu");
      await closeAll();
    }

    await tile(page, "note").focus();
    await page.keyboard.press("Enter");
    await page.locator("textarea.writing").waitFor();
    await look("writing");
    await closeAll();

    await page.keyboard.press("?");
    await page.locator("dialog[open]").waitFor();
    await look("help");
    await page.keyboard.press("Escape");
    await until(page, "!document.querySelector('dialog')");

    await page.evaluate("document.body.focus()");
    await page.keyboard.press("c");
    await page.locator(".compare .board.static .pin").first().waitFor();
    await look("Compare");
    await page.getByRole("button", { name: "Published" }).click();
    await look("Compare with what is published");
    await page.getByRole("button", { name: "Board", exact: true }).click();
    await tile(page, "total").waitFor();

    write(FILE, text.replace("position: [0, 10", "positon: [0, 10"));
    await page.locator(".broken-page").waitFor();
    await look("an error");
    await page.getByRole("button", { name: "Show the last board that loaded" }).click();
    await tile(page, "total").waitFor();
    await look("the last board that loaded");

    for (const [state, violations] of Object.entries(found)) expect(violations, state).toEqual([]);
    expect(Object.keys(found)).toHaveLength(isPhone ? 8 : 9);
    expect(noticed).toEqual([]);
  });
});
