// What becomes of the reports that a dashboard draws, as its page shows it: in the tree, the inspector, the status line and Compare.
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createSandbox } from "../../src/sandbox/index.ts";
import { type Browser, hasBrowser } from "../support/browser.ts";
import { runBuilt } from "../support/process.ts";
import { tempFolder } from "../support/temp.ts";
import { open, openStudio, saved, tile, until } from "./studio-page.ts";

const FILE = "dashboards/sales.yaml";
const ID = "revqZ1x8Kp0a";

/** Charts of two reports, one of which is edited in the UI. */
const file = (measure: string, publish: boolean) => `workbooks:
  sales:
    name: Sales
    publish: ${publish}
    dashboard:
      layout: { cols: { lg: 12 }, rowHeight: 40 }
      widgets:
        - { id: count, type: CHART, position: [0, 0, 4, 3], config: { title: Orders, reportId: { $report: count } } }
        - { id: months, type: CHART, position: [4, 0, 8, 8], config: { title: By month, reportId: { $report: months } } }
        - { id: list, type: CHART, position: [0, 8, 12, 8], config: { title: Latest, reportId: { $report: list } } }
reports:
  count: { publicId: ${ID}, name: Orders, query: { measures: [${measure}] }, meta: { kind: kpi } }
  months: { name: By month, query: { measures: [orders.revenue] }, meta: { kind: vega, chart: line } }
  list: { name: Latest, query: { dimensions: [orders.number, orders.status] }, meta: { kind: table } }
`;

describe.skipIf(!hasBrowser)("a report that was edited, on the page", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await open();
  });

  it.each([true, false])("is a decision for the dashboard that draws it (published: %s)", async (publish) => {
    const sandbox = await createSandbox({});
    onTestFinished(() => sandbox.close());
    const config = `version: 1\nproject: studio\ntargets:\n  prod: { url: "${sandbox.url}", deployment: ${sandbox.deployments[0]} }\n`;
    const env = { PLATFORM_API_KEY: sandbox.apiKey };
    const files = { "boardwright.yaml": config, [FILE]: file("orders.count", publish) };
    expect((await runBuilt(["apply", "--yes"], { cwd: tempFolder(files), env })).code).toBe(0);
    const edited = await fetch(`${sandbox.url}/api/v1/deployments/1/reports/by-public-id/${ID}`, {
      method: "PUT",
      headers: { authorization: `Bearer ${sandbox.apiKey}`, "content-type": "application/json" },
      body: JSON.stringify({ jsonQuery: '{"measures":["orders.revenue"]}' }),
    });
    expect(edited.ok).toBe(true);
    const { page, text, noticed } = await openStudio(browser, { env, files });
    const textOf = (selector: string) => page.locator(selector).first().textContent();

    // The tree, the status line, the inspector.
    await page.locator(".tree .badge.drift").first().waitFor();
    await expect.poll(() => textOf(".status")).toContain("1 needs a decision");
    await expect.poll(() => textOf(".status .first")).toContain("Sales waits for a decision");
    await tile(page, "count").click();
    await page.locator(".inspector .values").waitFor();
    await expect
      .poll(() => textOf(".inspector .values"))
      .toBe("query.measuressales.yaml:12Last applied[orders.count]File[orders.count]Live[orders.revenue]");

    // Compare: one difference, with its values where nobody has to scroll, and all else alike on both sides.
    await page.keyboard.press("c");
    const panel = page.locator(".difference-panel");
    await panel.waitFor();
    await expect.poll(() => textOf(".differences h2")).toBe("1 difference from live");
    const { y, height } = (await panel.boundingBox())!;
    expect(y + height).toBeLessThanOrEqual(900);
    await expect.poll(() => textOf(".difference-panel .values")).toContain("Live[orders.revenue]");
    await expect
      .poll(() => textOf(".difference-panel .yaml"))
      .toContain("query: { measures: [orders.count] }");
    const drawn = (side: string) =>
      page.evaluate(
        `[...document.querySelectorAll('[aria-label="${side}"] .tile')].map((one) => one.innerHTML.replaceAll("orders.revenue", "…"))`,
      ) as Promise<string[]>;
    const [count, ...others] = await drawn("File");
    const [liveCount, ...liveOthers] = await drawn("Live draft");
    expect(liveOthers).toEqual(others);
    expect(liveCount).toBe(count?.replace("<code>count</code>", "<code>revenue</code>"));
    if (publish) {
      await page.getByRole("button", { name: "Published" }).click();
      expect((await drawn("Published")).slice(1)).toEqual(others);
    }

    // Taken into the file, nothing waits any more.
    await page.getByRole("button", { name: "Take 1 edit into the file" }).click();
    await page.getByRole("button", { name: "Write these lines" }).click();
    await saved(page, "taken from live");
    await expect.poll(() => text(FILE)).toBe(file("orders.revenue", publish));
    await until(page, "!document.querySelector('.status').textContent.includes('decision')");
    expect(noticed).toEqual([]);
  });
});
