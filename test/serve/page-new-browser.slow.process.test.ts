// A person makes something new on the page of `serve`: a widget from a template, a dashboard in a file that is named before it is made.
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { type Browser, hasBrowser } from "../support/browser.ts";
import { resolveVerifier } from "../support/verifiers.ts";
import { ORDERS, open, openStudio, type StudioPage, saved, tile, until } from "./studio-page.ts";

const FILE = "dashboards/orders.yaml";
const REPORTS = `reports:
  by-month:
    name: Orders by month
    query: { measures: [orders.count], dimensions: [orders.status] }
    meta: { chart: line }
  open-orders:
    name: Open orders
    query: { measures: [orders.open] }
    meta: { chart: kpi }
`;
const files = { [FILE]: ORDERS, "dashboards/reports.yaml": REPORTS };
const MADE = `workbooks:
  stock-value:
    name: Stock & value
    dashboard:
      kind: CLASSIC
      layout: { cols: { lg: 12, sm: 6 }, rowHeight: 40 }
      widgets: []
`;

describe.skipIf(!hasBrowser)("new widgets and dashboards on the page", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await open();
  });

  const button = (page: StudioPage, name: string) => page.getByRole("button", { name, exact: true });
  const choose = (page: StudioPage, name: string | RegExp) => page.getByRole("radio", { name }).click();
  const axe = async (page: StudioPage) => {
    await page.evaluate(`${readFileSync(resolveVerifier("axe-core/axe.min.js"), "utf8")}; undefined`);
    return page.evaluate(
      "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 300)} ${nodes[0].failureSummary}`))",
    );
  };

  it("offers what the dashboard draws already first, and says who draws each report", async () => {
    const drawing = (config: string) =>
      config.replace("title: Open orders", "title: Open orders, reportId: { $report: open-orders }");
    const { page } = await openStudio(browser, {
      files: {
        ...files,
        [FILE]: drawing(ORDERS),
        "dashboards/copy.yaml": drawing(ORDERS)
          .replace("  orders:", "  copy:")
          .replace("name: Orders", "name: Copy"),
      },
    });
    await page.evaluate("location.hash = '#/orders/default'");
    await tile(page, "open").waitFor();
    await button(page, "Add a widget").click();
    await page.locator(".reports label").first().waitFor();
    const said = await page.evaluate(
      "[...document.querySelectorAll('.reports label')].map((one) => one.querySelector('b').textContent + ': ' + one.querySelector('small').textContent)",
    );
    expect(said).toEqual([
      "Open orders: drawn by this dashboard and 1 other",
      "Orders by month: nobody draws it yet",
    ]);
  });

  it("adds a chart of a report, beside or below the others, and lets its title be written at once", async () => {
    const { page, text, noticed } = await openStudio(browser, { files });
    await tile(page, "open").waitFor();
    await button(page, "Add a widget").click();
    await expect.poll(() => page.locator(".making-end p").textContent()).toBe(`adds to ${FILE}`);
    await page.locator(".reports label").first().waitFor();
    await page.locator(".making input[type=search]").fill("month");
    await expect.poll(() => page.locator(".reports label").count()).toBe(1);
    await choose(page, /^Orders by month/);
    await button(page, "Add").click();
    await page.locator("input.writing").waitFor();
    await expect.poll(() => page.locator("input.writing").inputValue()).toBe("Orders by month");
    await page.keyboard.type("Each month");
    await page.keyboard.press("Enter");
    await saved(page, "Orders by month renamed to Each month");
    // As large as the last chart, below the widest text.
    const added = `\n        - id: by-month\n          type: CHART\n          position: [0, 6, 6, 4]\n          config:\n            title: Each month\n            reportId: { $report: by-month }\n`;
    await expect.poll(() => text(FILE)).toBe(`${ORDERS}${added}`);
    await until(page, "document.activeElement.dataset.widget === 'by-month'");
    await page.keyboard.press("Control+z");
    await saved(page, "Undone");
    await page.keyboard.press("Control+z");
    await tile(page, "by-month").waitFor({ state: "hidden" });
    await expect.poll(() => text(FILE)).toBe(ORDERS);
    expect(noticed).toEqual([]);
  });

  it("adds a filter and a text with the keyboard alone, and Esc leaves the dialog where it was opened", async () => {
    const { page, text } = await openStudio(browser, { files });
    await tile(page, "open").waitFor();
    await button(page, "Add a widget").focus();
    await page.keyboard.press("Enter");
    await page.locator(".making[open]").waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".making").waitFor({ state: "hidden" });
    await expect
      .poll(() => page.evaluate("document.activeElement.getAttribute('aria-label')"))
      .toBe("Add a widget");
    await page.evaluate("document.activeElement.blur()");
    await page.keyboard.press("a");
    await page.locator(".reports label").first().waitFor();
    // Text is the next template, the filter the one after it.
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Tab");
    await page.keyboard.type("orders.created_at");
    await page.keyboard.press("Enter");
    await page.locator("input.writing").waitFor();
    await page.keyboard.press("Escape");
    await until(page, "!document.querySelector('.writing')");
    await saved(page, "Created at added");
    const filter = `\n        - id: created-at\n          type: FILTER\n          position: [0, 6, 3, 2]\n          config:\n            title: Created at\n            member: orders.created_at\n`;
    await expect.poll(() => text(FILE)).toBe(`${ORDERS}${filter}`);
    await page.keyboard.press("a");
    await page.locator(".reports label").first().waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.locator("textarea.writing").waitFor();
    await page.keyboard.type("Read **this**.");
    await page.keyboard.press("Control+Enter");
    await saved(page, "Text of");
    await expect
      .poll(() => text(FILE))
      .toBe(
        `${ORDERS}${filter}\n        - id: text\n          type: TEXT\n          position: [0, 8, 12, 2]\n          config:\n            markdown: Read **this**.\n`,
      );
  });

  it("makes the first dashboard and its first widget, with the names that a person wants", async () => {
    const { page, text } = await openStudio(browser, { files: {} });
    await page.locator(".empty .main").click();
    const field = (name: string) => page.getByRole("textbox", { name });
    await page.locator("#making-title").fill("Stock & value");
    await expect.poll(() => field("Slug").inputValue()).toBe("stock-value");
    await until(page, "document.getElementById('making-file').value === 'dashboards/stock-value.yaml'");
    await field("File").fill("../stock.yaml");
    await button(page, "Create").click();
    await page.getByRole("alert").waitFor();
    await expect
      .poll(() => page.getByRole("alert").textContent())
      .toContain("../stock.yaml leads out of the project.");
    await field("File").fill("dashboards/stock/value.yaml");
    await expect
      .poll(() => page.locator(".making-end p").textContent())
      .toBe("creates dashboards/stock/value.yaml");
    await page.keyboard.press("Enter");
    await page.locator(".stage .empty").waitFor();
    await expect.poll(() => text("dashboards/stock/value.yaml")).toBe(MADE);
    await expect.poll(() => page.evaluate("location.hash")).toBe("#/stock-value/default");
    await until(page, "document.activeElement.textContent.trim() === 'Add a widget'");
    await page.keyboard.press("Enter");
    await page.locator(".making-hint").waitFor({ state: "hidden" });
    await choose(page, /^Divider/);
    await button(page, "Add").click();
    await saved(page, "divider added");
    await expect
      .poll(() => text("dashboards/stock/value.yaml"))
      .toBe(
        MADE.replace(
          " []\n",
          "\n        - id: divider\n          type: DIVIDER\n          position: [0, 0, 12, 1]\n",
        ),
      );
    await page.keyboard.press("Control+z");
    await saved(page, "Undone: divider added");
    await page.keyboard.press("Control+z");
    await button(page, "Put it back").waitFor();
    expect(() => text("dashboards/stock/value.yaml")).toThrow("ENOENT");
    await button(page, "Put it back").click();
    await page.locator(".stage .empty").waitFor();
    await expect.poll(() => text("dashboards/stock/value.yaml")).toBe(MADE);
  });

  it("copies a dashboard from the tree", async () => {
    const { page, text } = await openStudio(browser, { files });
    await tile(page, "open").waitFor();
    await button(page, "New dashboard").click();
    await page.locator("#making-title").fill("Orders");
    await expect.poll(() => page.getByRole("textbox", { name: "Slug" }).inputValue()).toBe("orders-2");
    await page.getByRole("combobox", { name: "Start from" }).focus();
    await page.keyboard.type("Orders");
    await until(page, "document.getElementById('making-file').value === 'dashboards/orders-2.yaml'");
    await button(page, "Create").click();
    await saved(page, "Orders created from orders");
    await tile(page, "trend").waitFor();
    await expect
      .poll(() => text("dashboards/orders-2.yaml"))
      .toBe(ORDERS.replace("  orders:", "  orders-2:"));
  });

  it("offers none of it with --read-only", async () => {
    const { page } = await openStudio(browser, { files, args: ["--read-only"] });
    await tile(page, "open").waitFor();
    await page.keyboard.press("a");
    await expect.poll(() => page.locator(".make, .making").count()).toBe(0);
    const none = await openStudio(browser, { files: {}, args: ["--read-only"] });
    await none.page.locator(".empty").waitFor();
    await expect.poll(() => none.page.locator(".make").count()).toBe(0);
  });

  it.each([
    [1440, "light"],
    [1440, "dark"],
    [390, "light"],
    [390, "dark"],
  ] as const)("keeps nobody out of its dialogs, %i pixels wide and %s", async (wide, colorScheme) => {
    const { page } = await openStudio(browser, { files, wide, colorScheme });
    await tile(page, "open").waitFor();
    const low = () =>
      page.evaluate(
        "[...document.querySelectorAll('.making :is(button, .templates label, .reports label, input:not([type=radio]), select)')].map((one) => one.getBoundingClientRect()).filter(({ height }) => height < 44).length",
      );
    await button(page, "Add a widget").click();
    await page.locator(".reports label").first().waitFor();
    await expect.poll(() => axe(page)).toEqual([]);
    if (wide < 700) expect(await low()).toBe(0);
    await choose(page, /^Filter/);
    await expect.poll(() => axe(page)).toEqual([]);
    await button(page, "Cancel").click();
    if (wide < 700) await button(page, "Dashboards").click();
    await button(page, "New dashboard").click();
    await page.locator("#making-title").fill("New");
    await page.getByRole("textbox", { name: "File" }).fill("x.yaml");
    await button(page, "Create").click();
    await page.getByRole("alert").waitFor();
    await expect.poll(() => axe(page)).toEqual([]);
    if (wide < 700) expect(await low()).toBe(0);
    await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(wide);
  });
});
