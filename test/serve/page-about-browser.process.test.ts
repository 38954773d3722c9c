// The dashboard itself, in the inspector while no widget is selected.
import { beforeAll, describe, expect, it } from "vitest";
import { type Browser, hasBrowser } from "../support/browser.ts";
import { axe } from "./axe.ts";
import { type Options, ORDERS, open, openStudio, PROJECT, saved, tile } from "./studio-page.ts";

const FILE = "dashboards/orders.yaml";
/** Nobody answers there. */
const TARGET = 'targets:\n  prod: { url: "http://127.0.0.1:9", deployment: 1 }\n';
const OVERLAPPING = ORDERS.replace("[0, 4, 12, 2]", "[0, 3, 12, 2]").replace(
  "    folder: Sales\n",
  "    folder: Sales\n    owner: sales-ops\n",
);

describe.skipIf(!hasBrowser)("the inspector of a dashboard", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await open();
  });

  const openAbout = async (options: Options = {}) => {
    const files = { "boardwright.yaml": PROJECT + TARGET, [FILE]: OVERLAPPING };
    const studio = await openStudio(browser, { files, ...options });
    const { page } = studio;
    await tile(page, "open").waitFor();
    const field = (name: string) => page.getByRole("textbox", { name, exact: true });
    return { ...studio, field, about: () => page.locator(".about").textContent() };
  };

  it("says what the files say of it, what was found, and what to run", async () => {
    const { page, about, field } = await openAbout();
    const said = await about();
    for (const words of [
      ...["orders.yaml:3", "slugorders", "ownersales-ops", "2 findings", "widget-overlap"],
      ...["boardwright plan orders", "boardwright apply --only orders", "boardwright pull orders"],
    ])
      expect(said).toContain(words);
    await expect.poll(() => field("Name").inputValue()).toBe("Orders");
    await expect.poll(() => field("Folder").inputValue()).toBe("Sales");
    await expect.poll(() => axe(page)).toEqual([]);
    await page.locator(".about .findings .link").first().click();
    await expect.poll(() => page.locator(".tile.selected").count()).toBe(1);
    await page.keyboard.press("Escape");
    await page.locator(".about").waitFor();
  });

  it("writes each value where the file has it, and Esc writes nothing", async () => {
    const { page, text, field } = await openAbout();
    await field("Folder").fill("Nowhere");
    await page.keyboard.press("Escape");
    await expect.poll(() => field("Folder").inputValue()).toBe("Sales");
    await expect.poll(() => text(FILE)).toBe(OVERLAPPING);
    await field("Name").fill("All orders");
    await page.keyboard.press("Enter");
    await saved(page, "Renamed to All orders");
    const named = OVERLAPPING.replace("name: Orders", "name: All orders");
    await expect.poll(() => text(FILE)).toBe(named);
    await expect.poll(() => page.locator(".head h1 b").textContent()).toBe("All orders");
    await page.getByRole("checkbox", { name: "An apply publishes it" }).click();
    await saved(page, "Published by an apply from now on");
    await expect.poll(() => text(FILE)).toContain("publish: true\n");
    // The box has the focus, and the keys are the page's all the same.
    await page.keyboard.press("Control+z");
    await saved(page, "Undone");
    await expect.poll(() => text(FILE)).toBe(named);
  });

  it("changes nothing for a reader, and is folded on a phone", async () => {
    const reader = await openAbout({ args: ["--read-only"] });
    await expect.poll(() => reader.field("Name").getAttribute("readonly")).not.toBeNull();
    const { page, field } = await openAbout({ wide: 390, high: 844 });
    await expect.poll(() => field("Name").count()).toBe(0);
    await page.locator(".about summary").click();
    await expect.poll(() => field("Name").inputValue()).toBe("Orders");
    await expect.poll(() => axe(page)).toEqual([]);
    await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
  });
});
