// Keeping what was made in the UI, as a person does it: by hand, with the keyboard alone, on a phone, in a dark room.
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import { createSandbox } from "../../src/sandbox/index.ts";
import { type Browser, hasBrowser } from "../support/browser.ts";
import { runBuilt } from "../support/process.ts";
import { IS_FULL, rows } from "../support/runs.ts";
import { tempFolder } from "../support/temp.ts";
import { axe } from "./axe.ts";
import { type Options, ORDERS, open, openStudio, type StudioPage, saved, until } from "./studio-page.ts";

const FILE = "dashboards/orders.yaml";
const TITLED = ORDERS.replace("title: Open orders", "title: Open orders (EU)");
const NARROW = "{ x: 4, y: 0, w: 4, h: 4 }";

type Draft = { widgets: (JsonObject & { config: JsonObject; position: JsonObject })[] };

describe.skipIf(!hasBrowser)("taking what was made in the UI, on the page", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await open();
  });

  /** Compare, of a dashboard with two edits of the UI, and what the file says by now. */
  async function openCompare(options: Options = {}, file = ORDERS) {
    const sandbox = await createSandbox({});
    onTestFinished(() => sandbox.close());
    const config = `version: 1\nproject: studio\ntargets:\n  prod: { url: "${sandbox.url}", deployment: ${sandbox.deployments[0]} }\n`;
    const env = { PLATFORM_API_KEY: sandbox.apiKey };
    const folder = tempFolder({ "boardwright.yaml": config, [FILE]: ORDERS });
    expect((await runBuilt(["apply", "--yes"], { cwd: folder, env })).code).toBe(0);
    const editLive = (change: (draft: Draft) => void) =>
      sandbox.edit("orders", ({ dashboardDraft }) => change(dashboardDraft as unknown as Draft));
    editLive(({ widgets }) => {
      widgets[0]!.config.title = "Open orders (EU)";
      widgets[1]!.position.w = 4;
    });
    const files = { "boardwright.yaml": config, [FILE]: file };
    const studio = await openStudio(browser, { ...options, env, files });
    const { page } = studio;
    await page.locator('.head .switch [title="C"]').waitFor();
    await page.keyboard.press("c");
    await page.locator(".differences").waitFor();
    return { ...studio, sandbox, editLive };
  }

  const shown = (page: StudioPage) => page.locator(".taking .yaml .new").first().waitFor();
  const button = (page: StudioPage, name: string | RegExp) => page.getByRole("button", { name });
  const waits = (page: StudioPage) =>
    page.evaluate("document.querySelector('.status').textContent.includes('waits for a decision')");

  it("shows the lines, writes them, and takes them back", async () => {
    const file = ORDERS.replace("[0, 4, 12, 2]", "[0, 4, 8, 2]");
    const { page, text, noticed, sandbox } = await openCompare({}, file);
    await expect.poll(() => waits(page)).toBe(true);
    await expect
      .poll(() => page.locator(".differences").textContent())
      .toContain("Writes the 2 edits into the file, comments kept. The Git change stays. You can undo it.");
    const before = sandbox.requests.length;
    await button(page, "Take 2 edits into the file").click();
    await shown(page);
    await expect
      .poll(() =>
        page.evaluate("[...document.querySelectorAll('.taking .new code')].map((one) => one.textContent)"),
      )
      .toEqual(["  config: { title: Open orders (EU) }", `  position: ${NARROW}`]);
    await expect.poll(() => text(FILE)).toBe(file);
    await button(page, "Write these lines").click();
    await saved(page, "Open orders and 1 more taken from live");
    const taken = file.replace("title: Open orders", "title: Open orders (EU)");
    await expect.poll(() => text(FILE)).toBe(taken.replace("{ x: 4, y: 0, w: 6, h: 4 }", NARROW));
    await until(page, "document.querySelectorAll('.differences li .tag').length === 1");
    await expect.poll(() => page.locator(".differences").textContent()).toContain("1 in Git.");
    await expect.poll(() => button(page, /^Take/).count()).toBe(0);
    await expect.poll(() => waits(page)).toBe(false);
    await expect.poll(() => page.locator(".steps li").first().textContent()).toContain("taken from live");
    await button(page, "Undo").click();
    await saved(page, "Undone");
    await expect.poll(() => text(FILE)).toBe(file);
    await button(page, "Take 2 edits into the file").first().waitFor();
    expect(new Set(sandbox.requests.slice(before).map(({ method }) => method))).toEqual(new Set(["GET"]));
    expect(noticed).toEqual([]);
  });

  it.runIf(IS_FULL)(
    "is done with the keyboard alone, one difference at a time, and can be left",
    async () => {
      const { page, text } = await openCompare();
      const focused = () =>
        page.evaluate(
          "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent",
        ) as Promise<string>;
      const tabTo = async (wanted: string) => {
        for (let presses = 0; presses < 60 && (await focused()) !== wanted; presses++)
          await page.keyboard.press("Tab");
        await expect.poll(() => focused()).toBe(wanted);
      };
      await tabTo("Take into the file: Open orders (EU)");
      await page.keyboard.press("Enter");
      await until(page, "document.activeElement.textContent === 'Write these lines'");
      await expect
        .poll(() => page.locator("[aria-live]").first().textContent())
        .toBe("2 lines to change in orders.yaml");
      await page.keyboard.press("Escape");
      await expect.poll(() => focused()).toBe("Take into the file: Open orders (EU)");
      await expect.poll(() => page.locator(".taking").count()).toBe(0);
      await expect.poll(() => text(FILE)).toBe(ORDERS);
      await page.keyboard.press("Enter");
      await until(page, "document.activeElement.textContent === 'Write these lines'");
      await page.keyboard.press("Enter");
      await saved(page, "Open orders taken from live");
      await expect.poll(() => text(FILE)).toBe(TITLED);
      await until(page, "document.activeElement.textContent === '1 difference from live'");
      await page.keyboard.press("Control+z");
      await saved(page, "Undone: Open orders taken from live");
      await expect.poll(() => text(FILE)).toBe(ORDERS);
    },
  );

  it.runIf(IS_FULL)("writes nothing but what it showed, and says why", async () => {
    const { page, text, editLive } = await openCompare();
    await button(page, "Take 2 edits into the file").click();
    await shown(page);
    editLive(({ widgets }) => {
      widgets[0]!.config.title = "Another one";
    });
    await button(page, "Write these lines").click();
    await page.locator(".problem").waitFor();
    await expect
      .poll(() => page.locator(".problem").textContent())
      .toMatch(/changed since.*Nothing was written/);
    await expect.poll(() => text(FILE)).toBe(ORDERS);
    await button(page, "Take 2 edits into the file").click();
    await shown(page);
    await expect.poll(() => page.locator(".taking").first().textContent()).toContain("Another one");
  });

  it.runIf(IS_FULL)(
    "offers both commands where both sides changed the same, and nothing to a reader",
    async () => {
      const file = ORDERS.replace("title: Open orders", "title: Mine");
      const { page } = await openCompare({}, file);
      await expect.poll(() => button(page, /edits? into the file$/).count()).toBe(0);
      for (const side of ["theirs", "ours"])
        await expect
          .poll(() => page.locator(".differences").textContent())
          .toContain(`boardwright pull orders --${side}`);
      // What one side alone changed can be taken all the same.
      await expect.poll(() => button(page, /^Take into the file: Trend$/).count()).toBe(1);
      const reader = await openCompare({ args: ["--read-only"] });
      await expect
        .poll(() => reader.page.locator(".differences").textContent())
        .toContain("boardwright pull orders");
      await expect.poll(() => button(reader.page, /^Take|^Undo/).count()).toBe(0);
    },
  );

  const SCREENS = [
    [1440, "light"],
    [390, "dark"],
    [1440, "dark"],
    [390, "light"],
  ] as const;
  it.each(rows(SCREENS))("keeps nobody out, %i pixels wide and %s", async (wide, colorScheme) => {
    const { page } = await openCompare({ wide, colorScheme });
    const look = async () => {
      await expect.poll(() => axe(page)).toEqual([]);
      await expect
        .poll(() => page.evaluate("document.documentElement.scrollWidth"))
        .toBeLessThanOrEqual(wide);
      if (wide > 700) return;
      await expect
        .poll(() =>
          page.evaluate(
            "[...document.querySelectorAll('.differences button, .taking button')].map((one) => one.getBoundingClientRect()).filter(({ width, height }) => width < 44 || height < 44).length",
          ),
        )
        .toBe(0);
    };
    await look();
    await button(page, "Take 2 edits into the file").click();
    await shown(page);
    await look();
    await button(page, "Write these lines").click();
    await saved(page, "taken from live");
    await until(page, "document.querySelector('.differences h2').textContent === 'No difference from live'");
    await look();
  });
});
