// A row's dashboard on the page: in the tree, whose its values are, and the question for whom an edit is.
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createSandbox } from "../../src/sandbox/index.ts";
import { type Browser, hasBrowser } from "../support/browser.ts";
import { runBuilt } from "../support/process.ts";
import { tempFolder } from "../support/temp.ts";
import { axe } from "./axe.ts";
import {
  columnOf,
  drag,
  middle,
  type Options,
  open,
  openStudio,
  PROJECT,
  type StudioPage,
  saved,
  tile,
} from "./studio-page.ts";
import { REGIONS, ROWS, TABLE, TABLE_ROWS, TEMPLATE } from "./template-rows.ts";

const FILE = "dashboards/sales.yaml";
const ALONE =
  "workbooks:\n  all:\n    name: All regions\n    folder: Sales\n    dashboard: { widgets: [{ id: a, type: TEXT, position: [0, 0, 4, 2], config: { markdown: All } }] }\n";

describe.skipIf(!hasBrowser)("the dashboards of a template, on the page", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await open();
  });

  const openRows = (options: Options = {}) =>
    openStudio(browser, { files: { ...ROWS, "dashboards/all.yaml": ALONE }, ...options });
  const inTree = (page: StudioPage) =>
    page.evaluate(
      `[...document.querySelectorAll(".tree [role=treeitem]")].map((one) => one.textContent)`,
    ) as Promise<string[]>;
  const openSouth = async (page: StudioPage) => {
    const template = page.getByRole("treeitem", { name: /^sales-/ });
    await template.waitFor();
    if ((await template.getAttribute("aria-expanded")) === "false") await template.click();
    await page.getByRole("treeitem", { name: "Sales The South" }).click();
    await tile(page, "revenue").waitFor();
  };
  const question = (page: StudioPage) => page.locator(".problem.rows");

  it("are one entry of the tree, folded; search finds each, and keys unfold it", async () => {
    const { page } = await openRows();
    await tile(page, "a").waitFor();
    await expect
      .poll(() => inTree(page))
      .toEqual(["Sales4", "All regions", "sales-${row.key}, template, 3 rows"]);
    await page.keyboard.press("/");
    await page.keyboard.type("west");
    // With the widget that is called so.
    await page.locator(".row.hit").waitFor();
    await expect.poll(() => inTree(page)).toEqual(["Sales1", "Sales West", "West"]);
    await page.keyboard.press("Escape");
    const entry = page.getByRole("treeitem", { name: /^sales-.*template.*3 rows$/ });
    await expect.poll(() => entry.getAttribute("aria-expanded")).toBe("false");
    await entry.focus();
    await page.keyboard.press("ArrowRight");
    expect((await inTree(page)).slice(3)).toEqual(["Sales North", "Sales The South", "Sales West"]);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await tile(page, "revenue").waitFor();
    const line = await page.locator(".row-line").textContent();
    expect(line).toBe("Row north of sales-${row.key} (dashboards/sales.yaml:2), which declares 3 dashboards");
  });

  it("say whose each value is, with its place", async () => {
    const { page } = await openRows();
    await openSouth(page);
    const origins = async (id: string) => {
      await tile(page, id).focus();
      await page.locator(".origins").waitFor();
      return page.evaluate(`[...document.querySelectorAll(".origins > div")].map((one) => one.textContent)`);
    };
    expect(await origins("units")).toEqual([
      "positionthe template, sales.yaml:13Of all rows.",
      "titlethe row’s override, regions.yaml:7",
    ]);
    await page.keyboard.press("Escape");
    expect(await origins("head")).toEqual([
      "positionthe template, sales.yaml:16Of all rows.",
      "titlethe row’s title, regions.yaml:5",
      "textthe template, sales.yaml:17Of all rows, with the row’s title (regions.yaml:5).",
    ]);
  });

  it("ask for whom an edit is, of the moves of a widget once", async () => {
    const { page, text, noticed } = await openRows();
    await openSouth(page);
    const column = await columnOf(page, "revenue", 6);
    const shrink = async (columns: number) => {
      const box = (await tile(page, "revenue").boundingBox())!;
      await drag(page, { x: box.x + box.width - 2, y: box.y + box.height - 2 }, -columns * column, 0);
    };
    await tile(page, "revenue").click();
    await shrink(1);
    await question(page).waitFor();
    await expect.poll(() => question(page).textContent()).toContain("3 rows take it from sales-${row.key}");
    await expect.poll(() => text("regions.yaml")).toBe(REGIONS);
    await page.getByRole("button", { name: "Only south" }).click();
    await saved(page, "5 by 4");
    await expect.poll(() => text("regions.yaml")).toContain("revenue: { position: [0, 0, 5, 4] }");
    await shrink(1);
    await saved(page, "4 by 4");
    await expect.poll(() => question(page).count()).toBe(0);
    await expect.poll(() => text("regions.yaml")).toContain("revenue: { position: [0, 0, 4, 4] }");
    await expect.poll(() => text(FILE)).toBe(TEMPLATE);
    for (const words of ["5 × 4 → 4 × 4", "6 × 4 → 5 × 4"]) {
      await page.keyboard.press("Control+z");
      await saved(page, words);
    }
    await expect.poll(() => text("regions.yaml")).toBe(REGIONS);
    await page.getByRole("button", { name: "Ask again" }).click();
    await shrink(2);
    await question(page).waitFor();
    await page.getByRole("button", { name: "In the template, for all 3 rows" }).click();
    await saved(page, "4 by 4");
    await expect.poll(() => text(FILE)).toBe(TEMPLATE.replace("[0, 0, 6, 4]", "[0, 0, 4, 4]"));
    await shrink(1);
    await saved(page, "3 by 4");
    await expect.poll(() => text(FILE)).toBe(TEMPLATE.replace("[0, 0, 6, 4]", "[0, 0, 3, 4]"));
    await expect.poll(() => page.locator(".for-rows").textContent()).toContain("Moves are for all 3 rows.");
    // Another edit is another question.
    await page.getByRole("button", { name: "Remove" }).click();
    await question(page).waitFor();
    await page.getByRole("button", { name: "Close" }).click();
    await expect.poll(() => text("regions.yaml")).toBe(REGIONS);
    expect(noticed).toEqual([]);
  });

  it("of a table can be edited for all alone, and say why", async () => {
    const { page, text } = await openRows({ files: TABLE_ROWS });
    await openSouth(page);
    await drag(page, await middle(tile(page, "units")), 0, 300);
    await question(page).waitFor();
    await expect
      .poll(() => question(page).textContent())
      .toContain("south is a line of a table (regions.csv:3)");
    await expect.poll(() => page.getByRole("button", { name: "Only south" }).count()).toBe(0);
    await page.getByRole("button", { name: "In the template, for all 3 rows" }).click();
    await saved(page, "Units");
    await expect.poll(() => text("regions.csv")).toBe(TABLE);
    await expect.poll(() => text(FILE)).not.toBe(TABLE_ROWS[FILE]);
  });

  it("ask in Compare for whom what was made in the UI is, and show the lines of the answer", async () => {
    const sandbox = await createSandbox({});
    onTestFinished(() => sandbox.close());
    const target = `targets:\n  prod: { url: "${sandbox.url}", deployment: ${sandbox.deployments[0]} }\n`;
    const files = { ...ROWS, "boardwright.yaml": `${PROJECT}${target}` };
    const env = { PLATFORM_API_KEY: sandbox.apiKey };
    expect((await runBuilt(["apply", "--yes"], { cwd: tempFolder(files), env })).code).toBe(0);
    sandbox.edit("sales-south", ({ dashboardDraft }) => {
      const { widgets } = dashboardDraft as unknown as { widgets: { config: { title: string } }[] };
      widgets[0]!.config.title = "Net";
    });
    const { page, text, noticed } = await openRows({ files, env });
    await openSouth(page);
    await page.locator('.head .switch [title="C"]').waitFor();
    await page.keyboard.press("c");
    await page.locator(".differences").waitFor();
    const taken = () =>
      page.evaluate(`[...document.querySelectorAll(".taking-file")].map((one) => one.textContent)`);
    for (const [name, file] of [
      ["In the template, for all 3 rows", FILE],
      ["Only south", "regions.yaml"],
    ] as const) {
      await page.getByRole("button", { name: "Take into the file: Net" }).click();
      await page.getByRole("button", { name }).click();
      await page.locator(".taking .yaml .new").first().waitFor();
      expect(await taken()).toEqual([file]);
      if (file === FILE) await page.keyboard.press("Escape");
    }
    await page.getByRole("button", { name: "Write these lines" }).click();
    await saved(page, "Revenue taken from live, for south alone");
    await expect.poll(() => text(FILE)).toBe(TEMPLATE);
    await expect.poll(() => text("regions.yaml")).toContain("revenue: { config: { title: Net } }");
    expect(noticed).toEqual([]);
  });

  it.each([
    [1440, "light"],
    [1440, "dark"],
    [390, "light"],
    [390, "dark"],
  ] as const)("keep nobody out, %i pixels wide and %s", async (wide, colorScheme) => {
    const { page } = await openRows({ wide, colorScheme, high: wide < 700 ? 844 : 900 });
    await tile(page, "a").waitFor();
    const found: unknown[] = [];
    const look = async (state: string) => {
      found.push(...((await axe(page)) as string[]).map((one) => `${state}: ${one}`));
    };
    if (wide < 700) await page.getByRole("button", { name: "Dashboards", exact: true }).click();
    await look("folded");
    await openSouth(page);
    await tile(page, "head").focus();
    if (wide >= 700) await page.locator(".origins").waitFor();
    await look("origins");
    await tile(page, "revenue").focus();
    await page.keyboard.press("ArrowDown");
    await question(page).waitFor();
    await look("question");
    await page.getByRole("button", { name: "Only south" }).click();
    await saved(page, "Revenue");
    if (wide < 700) await page.getByRole("button", { name: "Dashboards", exact: true }).click();
    await look("answered");
    expect(found).toEqual([]);
  });
});
