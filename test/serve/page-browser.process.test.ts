// What a person does on the page of `serve`, in a browser, with the built command: and what is in the file afterwards, byte for byte.

import { beforeAll, describe, expect, it } from "vitest";
import { type Browser, hasBrowser } from "../support/browser.ts";
import { IS_FULL } from "../support/runs.ts";
import { columnOf, drag, middle, ORDERS, open, openStudio, saved, tile, until } from "./studio-page.ts";

const FILE = "dashboards/orders.yaml";

describe.skipIf(!hasBrowser)("the page of the studio", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await open();
  });

  it("opens the first dashboard, keeps to its policy, and has no token in its address", async () => {
    const { page, noticed } = await openStudio(browser);
    await tile(page, "trend").waitFor();
    await expect.poll(() => page.locator(".board.open .tile").count()).toBe(3);
    await expect.poll(() => page.locator(".markdown strong").textContent()).toBe("before");
    await expect.poll(() => page.evaluate("location.hash")).toBe("#/orders/default");
    await expect.poll(() => page.evaluate("document.cookie")).toBe("");
    expect(noticed).toEqual([]);
  });

  it("finds a dashboard, and opens it with Enter", async () => {
    const { page } = await openStudio(browser);
    await tile(page, "trend").waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("no such thing");
    await page.locator(".nothing").waitFor();
    await expect
      .poll(() => page.locator(".nothing p").textContent())
      .toBe("Nothing is called “no such thing”.");
    await page.getByRole("button", { name: "Show all 2" }).click();
    await page.locator("#search").fill("RETU");
    await page.keyboard.press("Enter");
    await tile(page, "rate").waitFor();
    await expect.poll(() => page.evaluate("location.hash")).toBe("#/returns/default");
    // The keys are the board's.
    await until(page, "document.activeElement.matches('.stage')");
    await page.keyboard.press("]");
    await until(page, "location.hash === '#/returns/all'");
  });

  it.runIf(IS_FULL)("finds widgets by their names and by what they ask for, and selects them", async () => {
    const { page } = await openStudio(browser);
    await tile(page, "trend").waitFor();
    const found = async (query: string) => {
      await page.locator("#search").fill(query);
      await page.locator(".row.hit").first().waitFor();
      return page.evaluate("[...document.querySelectorAll('.row.hit')].map((one) => one.textContent)");
    };
    await expect.poll(() => found("trend")).toEqual(["Trend"]);
    await expect.poll(() => found("returns.country")).toEqual(["Countrycountry"]);
    await page.locator("#search").focus();
    await page.keyboard.press("Enter");
    await until(page, "document.activeElement.dataset.widget === 'country'");
    await expect.poll(() => page.locator(".tile.selected").getAttribute("data-widget")).toBe("country");
  });

  it("moves a widget by hand: the file has the new place, and not another byte", async () => {
    const { page, text } = await openStudio(browser);
    await tile(page, "open").waitFor();
    const column = await columnOf(page, "open", 4);
    await drag(page, await middle(tile(page, "open")), column * 2, 0);
    await saved(page, "Open orders, column 2, row 0, 4 by 4");
    await expect
      .poll(() => text(FILE))
      .toBe(ORDERS.replace("[0, 0, 4, 4] # beside", "[2, 0, 4, 4] # beside"));
    await expect.poll(() => page.locator(".old-place").textContent()).toContain("was 0, 0");
    await expect.poll(() => page.locator(".overlap").count()).toBe(1);
  });

  it.runIf(IS_FULL)(
    "lets go of a drag with Esc, and of one that ends where it began: nothing is written",
    async () => {
      const { page, text } = await openStudio(browser);
      await tile(page, "open").waitFor();
      const before = await tile(page, "open").boundingBox();
      await drag(page, await middle(tile(page, "open")), 300, 60, false);
      await expect.poll(() => tile(page, "open").boundingBox()).not.toEqual(before);
      await page.keyboard.press("Escape");
      await page.mouse.up();
      await expect.poll(() => tile(page, "open").boundingBox()).toEqual(before);
      await drag(page, await middle(tile(page, "open")), 6, 3);
      await expect.poll(() => page.locator(".status .first").textContent()).toBe("Following the files");
      await expect.poll(() => text(FILE)).toBe(ORDERS);
    },
  );

  it.runIf(IS_FULL)("resizes by a handle, and takes it back byte for byte", async () => {
    const { page, text } = await openStudio(browser);
    await tile(page, "open").click();
    const column = await columnOf(page, "open", 4);
    await drag(page, await middle(page.locator(".handle.e")), -column, 0);
    await saved(page, "Open orders, column 0, row 0, 3 by 4");
    await expect
      .poll(() => text(FILE))
      .toBe(ORDERS.replace("[0, 0, 4, 4] # beside", "[0, 0, 3, 4] # beside"));
    await page.locator(".yaml .gone").waitFor();
    await expect.poll(() => page.locator(".yaml .gone code").textContent()).toContain("[0, 0, 4, 4]");
    await expect.poll(() => page.locator(".yaml .new code").textContent()).toContain("[0, 0, 3, 4]");
    const undo = page.getByRole("button", { name: "Undo: Open orders resized, 4 × 4 → 3 × 4" });
    await expect.poll(() => undo.count()).toBe(2);
    await undo.first().click();
    await until(page, "document.querySelector('.fields input[aria-label=\"Columns wide\"]').value === '4'");
    await expect.poll(() => text(FILE)).toBe(ORDERS);
  });

  it("takes quick presses of arrow keys as one edit, and one step of undo", async () => {
    const { page, text } = await openStudio(browser);
    await tile(page, "trend").focus();
    // The page's clock stands while the keys are pressed: how quick "quick" is must not depend on the machine.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    for (const key of [
      "ArrowRight",
      "ArrowRight",
      "Alt+ArrowDown",
      "ArrowDown",
      "Shift+ArrowUp",
      "Shift+ArrowUp",
    ])
      await page.keyboard.press(key);
    await page.clock.resume();
    await saved(page, "Trend, column 6, row 5, 6 by 2");
    await expect
      .poll(() => text(FILE))
      .toBe(ORDERS.replace("{ x: 4, y: 0, w: 6, h: 4 }", "{ x: 6, y: 5, w: 6, h: 2 }"));
    await expect.poll(() => page.locator(".steps li").count()).toBe(1);
    // The widget is still where the keyboard is, although it moved in the reading order.
    await expect.poll(() => page.evaluate("document.activeElement.dataset.widget")).toBe("trend");
    await page.keyboard.press("Control+z");
    await until(page, "document.querySelector('.fields input[aria-label=\"Column\"]').value === '4'");
    await expect.poll(() => text(FILE)).toBe(ORDERS);
    await page.keyboard.press("Control+Shift+z");
    await until(page, "document.querySelector('.fields input[aria-label=\"Column\"]').value === '6'");
  });

  it("goes on with such an edit while the board is read again and nobody has changed it", async () => {
    const { newTab, address, text } = await openStudio(browser);
    const page = await newTab();
    let release = () => {};
    let asked = 0;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    // The second time is when the page begins to follow the server.
    await page.route("**/api/board?*", async (route) => {
      if (++asked === 2) await held;
      await route.continue();
    });
    await page.goto(address);
    await tile(page, "trend").focus();
    while (asked < 2) await new Promise((resolve) => setTimeout(resolve, 20));
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.keyboard.press("ArrowRight");
    const answered = page.waitForResponse("**/api/board?*");
    release();
    await (await answered).finished();
    for (let n = 0; n < 20; n++) await page.evaluate("Promise.resolve()");
    await page.keyboard.press("ArrowRight");
    await page.clock.resume();
    await saved(page, "Trend, column 6, row 0, 6 by 4");
    await expect.poll(() => text(FILE)).toBe(ORDERS.replace("{ x: 4, y: 0", "{ x: 6, y: 0"));
    await expect.poll(() => page.locator(".steps li").count()).toBe(1);
  });

  it.runIf(IS_FULL)("writes a number that is typed, and nothing that is none", async () => {
    const { page, text } = await openStudio(browser);
    await tile(page, "open").click();
    const field = page.locator('.fields input[aria-label="Row"]');
    await field.fill("six");
    await page.keyboard.press("Enter");
    await expect.poll(() => field.inputValue()).toBe("0");
    await field.fill("6");
    await page.keyboard.press("Enter");
    await saved(page, "row 6");
    await expect
      .poll(() => text(FILE))
      .toBe(ORDERS.replace("[0, 0, 4, 4] # beside", "[0, 6, 4, 4] # beside"));
  });

  it("writes titles and texts where they are", async () => {
    const { page, text } = await openStudio(browser);
    await tile(page, "trend").focus();
    await page.keyboard.press("Enter");
    await page.locator(".writing").fill("Never");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Enter");
    await page.locator(".writing").fill("Trend by month");
    await page.keyboard.press("Enter");
    await until(page, "document.querySelector('[aria-live]').textContent.endsWith('saved')");
    const titled = ORDERS.replace("title: Trend #", "title: Trend by month #");
    await expect.poll(() => text(FILE)).toBe(titled);
    await tile(page, "note").focus();
    await page.keyboard.press("Enter");
    await page.locator("textarea.writing").fill("Figures **after** refunds.");
    await page.keyboard.press("Control+Enter");
    await until(page, "document.querySelector('.markdown strong').textContent === 'after'");
    await page.locator(".steps li:nth-child(2)").waitFor();
    await expect.poll(() => text(FILE)).toBe(titled.replace("**before**", "**after**"));
  });

  it("removes, duplicates, and undoes both", async () => {
    const { page, text } = await openStudio(browser);
    await tile(page, "open").focus();
    await page.keyboard.press("Control+d");
    await until(page, "document.querySelectorAll('.board.open .tile').length === 4");
    await expect.poll(() => page.locator(".board.open .tile.selected").count()).toBe(1);
    await expect.poll(() => page.locator(".overlap").count()).toBe(0);
    await page.locator(".steps li").waitFor();
    await tile(page, "note").focus();
    await page.keyboard.press("Delete");
    await page.locator(".steps li:nth-child(2)").waitFor();
    await expect.poll(() => text(FILE)).not.toContain("id: note");
    await expect.poll(() => text(FILE)).toContain("# Read every Monday.");
    await page.keyboard.press("Control+z");
    await tile(page, "note").waitFor();
    await page.locator(".steps li:nth-child(3)").waitFor();
    await page.keyboard.press("Control+z");
    await until(page, "document.querySelectorAll('.board.open .tile').length === 3");
    await expect.poll(() => text(FILE)).toBe(ORDERS);
  });

  it.runIf(IS_FULL)("writes the layout that a viewer makes, when somebody asks for it", async () => {
    const { page, text } = await openStudio(browser);
    await tile(page, "open").waitFor();
    await page.keyboard.press("]");
    await page.locator(".notice").waitFor();
    await expect
      .poll(() => page.locator(".notice").textContent())
      .toContain("The file has no layout for xs. The viewer makes one from lg; this is what it makes.");
    await tile(page, "open").focus();
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => text(FILE)).toBe(ORDERS);
    await page.getByRole("button", { name: "Write it into the file" }).click();
    await page.locator(".notice").waitFor({ state: "hidden" });
    await page.locator(".steps li").waitFor();
    expect(text(FILE).match(/responsiveLayouts/g)).toHaveLength(3);
    // Open orders at the top, the trend below, the note below both.
    await expect
      .poll(() => page.locator(".board.open .tile").first().boundingBox())
      .toEqual(await tile(page, "open").boundingBox());
    await page.keyboard.press("Control+z");
    await page.locator(".notice").waitFor();
    await expect.poll(() => text(FILE)).toBe(ORDERS);
  });

  it.runIf(IS_FULL)("stacks a phone's layout in one column", async () => {
    const { page, text } = await openStudio(browser);
    await tile(page, "open").waitFor();
    await page.keyboard.press("]");
    await page.getByRole("button", { name: "Stack it in one column" }).click();
    await page.locator(".steps li").waitFor();
    const places = [...text(FILE).matchAll(/xs: (\[.*?\])/g)].map(([, place]) => place);
    expect(places).toEqual(["[0, 0, 4, 4]", "[0, 4, 4, 4]", "[0, 8, 4, 2]"]);
  });

  it.runIf(IS_FULL)("is as large as a person wants it, until the tab is closed", async () => {
    const { page, text } = await openStudio(browser);
    await tile(page, "open").waitFor();
    const width = async () => Math.round((await page.locator(".board.open").boundingBox())!.width);
    const fit = await width();
    await page.getByRole("button", { name: "65 %" }).click();
    await until(page, "document.querySelector('.board.open').offsetWidth === 780");
    await page.getByRole("button", { name: "100 %" }).click();
    await until(page, "document.querySelector('.board.open').offsetWidth === 1200");
    const column = await columnOf(page, "open", 4);
    await drag(page, await middle(tile(page, "open")), column * 2, 0);
    await saved(page, "Open orders, column 2, row 0, 4 by 4");
    await expect
      .poll(() => text(FILE))
      .toBe(ORDERS.replace("[0, 0, 4, 4] # beside", "[2, 0, 4, 4] # beside"));
    await page.reload();
    await until(page, "document.querySelector('.board.open')?.offsetWidth === 1200");
    await page.getByRole("button", { name: "Fit" }).click();
    await until(
      page,
      `Math.round(document.querySelector(".board.open").getBoundingClientRect().width) === ${fit}`,
    );
  });

  it.runIf(IS_FULL)("offers no edit when it is read-only", async () => {
    const { page, text } = await openStudio(browser, { args: ["--read-only"] });
    await tile(page, "open").focus();
    await expect.poll(() => page.locator(".head .chip").first().textContent()).toBe("Read-only");
    await expect.poll(() => page.locator(".handle, .tools, .steps").count()).toBe(0);
    for (const key of ["ArrowRight", "Delete", "Control+d", "Enter"]) await page.keyboard.press(key);
    await expect.poll(() => page.locator(".writing, .problem").count()).toBe(0);
    await drag(page, await middle(tile(page, "open")), 200, 0);
    await expect.poll(() => page.locator(".status .first").textContent()).toBe("Following the files");
    await expect.poll(() => text(FILE)).toBe(ORDERS);
  });

  it("says to a tab of an earlier run which address to open", async () => {
    const { page, address } = await openStudio(browser, { without: "token" });
    await page.locator(".empty").waitFor();
    await expect
      .poll(() => page.locator(".empty").textContent())
      .toBe("This page is from an earlier run.Open the address that the terminal shows.");
    // It asks for nothing more until somebody does, and then it goes on.
    await page.clock.install();
    await page.reload();
    await page.locator(".empty").waitFor();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.clock.runFor(60_000);
    expect(asked).toEqual([]);
    await page.evaluate(`void (location.hash = ${JSON.stringify(new URL(address).hash)})`);
    await tile(page, "open").waitFor();
  });

  it("opens again with its address, in another tab and in another browser", async () => {
    const { address, newTab, newBrowser } = await openStudio(browser);
    const tab = await newTab();
    await tab.goto(address);
    await tab.locator(".board").first().waitFor();
    const other = await newBrowser();
    await other.goto(address);
    await other.locator(".board").first().waitFor();
    await expect.poll(() => other.evaluate("location.hash")).toBe("#/orders/default");
  });
});
