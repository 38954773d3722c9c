// The page and files that others change: it follows them, and never writes over what it has not seen.
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { beforeAll, describe, expect, it } from "vitest";
import { type Browser, hasBrowser } from "../support/browser.ts";
import {
  columnOf,
  drag,
  middle,
  ORDERS,
  open,
  openStudio,
  PROJECT,
  saved,
  tile,
  until,
} from "./studio-page.ts";

const FILE = "dashboards/orders.yaml";

async function freePort(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return String(port);
}

describe.skipIf(!hasBrowser)("the page of the studio and its files", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await open();
  });

  it("follows a save of another program", async () => {
    const { page, write } = await openStudio(browser);
    await tile(page, "open").click();
    write(
      FILE,
      ORDERS.replace("[0, 0, 4, 4] # beside", "[0, 0, 2, 3] # beside").replace("Open orders", "Open"),
    );
    await until(page, "document.querySelector('.inspector h2').textContent === 'Open'");
    await expect.poll(() => page.locator('.fields input[aria-label="Columns wide"]').inputValue()).toBe("2");
    await until(page, "document.querySelector('.yaml').textContent.includes('[0, 0, 2, 3]')");
  });

  it("shows an error in place of the board, the last board on request, and the board again by itself", async () => {
    const { page, write, text } = await openStudio(browser);
    await tile(page, "open").waitFor();
    write(FILE, ORDERS.replace("position: [0, 4", "positon: [0, 4"));
    await page.locator(".broken-page").waitFor();
    await expect
      .poll(() => page.locator(".broken-page h2").textContent())
      .toBe("This file does not load, so there is no board to show.");
    const line = ORDERS.slice(0, ORDERS.indexOf("position: [0, 4")).split("\n").length;
    await expect
      .poll(() => page.locator(".broken-page .source-head code").textContent())
      .toMatch(new RegExp(`^dashboards/orders\\.yaml:${line}:`));
    await expect.poll(() => page.locator(".code-frame .bad").first().textContent()).toContain("positon");
    const since = page.locator('[aria-label="Changed since it last loaded"]');
    await expect
      .poll(() => since.textContent())
      .toMatch(/^Changed since it last loaded2 lines\. It last loaded at \d\d:\d\d\./);
    await expect
      .poll(() => page.locator(".inspector .yaml .gone code").textContent())
      .toContain("position: [0, 4");
    await page.getByRole("button", { name: "Change it to “position”" }).click();
    await tile(page, "note").waitFor();
    await expect.poll(() => text(FILE)).toBe(ORDERS);
    write(FILE, ORDERS.replace("position: [0, 4", "positon: [0, 4"));
    await page.locator(".broken-page").waitFor();
    await expect.poll(() => page.locator('[role="treeitem"] .badge.broken').count()).toBe(1);
    await page.getByRole("button", { name: "Show the last board that loaded" }).click();
    await tile(page, "open").click();
    await expect.poll(() => page.locator(".handle").count()).toBe(0);
    write(FILE, ORDERS);
    await page.locator(".notice").waitFor({ state: "hidden" });
    await page.locator(".handle.e").waitFor();
  });

  it("writes nothing over a file that changed during a drag, and does the edit again on the new one when asked", async () => {
    const { page, text, write } = await openStudio(browser);
    await tile(page, "open").waitFor();
    const column = await columnOf(page, "open", 4);
    await drag(page, await middle(tile(page, "open")), column * 3, 0, false);
    const changed = ORDERS.replace("Trend #", "Trend of orders #");
    write(FILE, changed);
    await until(
      page,
      "document.querySelector('[data-widget=trend]').textContent.includes('Trend of orders')",
    );
    await page.mouse.up();
    await page.locator(".problem.changed").waitFor();
    await expect
      .poll(() => page.locator(".problem b").textContent())
      .toBe("The file changed since you opened it. Nothing was written.");
    await expect.poll(() => text(FILE)).toBe(changed);
    await page.getByRole("button", { name: "Do my edit on the new file" }).click();
    await page.locator(".problem").waitFor({ state: "hidden" });
    await until(page, "document.querySelector('[aria-live]').textContent.endsWith('saved')");
    await expect
      .poll(() => text(FILE))
      .toBe(changed.replace("[0, 0, 4, 4] # beside", "[3, 0, 4, 4] # beside"));
  });

  it("leaves the file as it is when the edit is left", async () => {
    const { page, text, write } = await openStudio(browser);
    await tile(page, "trend").focus();
    await page.keyboard.press("Enter");
    await page.locator(".writing").fill("Mine");
    const changed = ORDERS.replace("Trend #", "Theirs #");
    write(FILE, changed);
    await until(page, "document.querySelector('[data-widget=trend]').textContent.includes('Theirs')");
    await page.keyboard.press("Enter");
    await page.locator(".problem.changed").waitFor();
    await expect.poll(() => page.locator(".problem").textContent()).toContain("Mine");
    await page.getByRole("button", { name: "Leave it" }).click();
    await page.locator(".problem").waitFor({ state: "hidden" });
    await expect.poll(() => text(FILE)).toBe(changed);
    await expect.poll(() => tile(page, "trend").textContent()).toContain("Theirs");
  });

  it("keeps two tabs alike", async () => {
    const one = await openStudio(browser);
    await tile(one.page, "open").waitFor();
    const two = await one.newTab();
    await two.goto(one.address.replace(/#.*/, "#/orders/default"));
    await tile(two, "trend").focus();
    await two.keyboard.press("ArrowRight");
    await saved(two, "Trend, column 5, row 0, 6 by 4");
    await until(
      one.page,
      "document.querySelector('[data-widget=trend]').getAttribute('aria-label').includes('column 5')",
    );
    await expect.poll(() => one.page.locator(".problem").count()).toBe(0);
  });

  it("says so when a dashboard is gone", async () => {
    const { page, write } = await openStudio(browser);
    await tile(page, "open").waitFor();
    write(FILE, "workbooks: {}\n");
    await page.locator(".empty").waitFor();
    await expect.poll(() => page.locator(".empty h2").textContent()).toContain("gone");
    await expect.poll(() => page.locator('[role="treeitem"][aria-selected]').count()).toBe(1);
  });

  it("puts a deleted file back, or lets go of its dashboard", async () => {
    const { page, text, write, remove } = await openStudio(browser);
    await tile(page, "trend").focus();
    await page.keyboard.press("Enter");
    await page.locator(".writing").fill("Mine");
    remove(FILE);
    await page.locator(".empty").waitFor();
    await expect.poll(() => page.locator(".empty h2").textContent()).toBe(`${FILE} is gone.`);
    await page.getByRole("button", { name: "Put it back" }).click();
    await tile(page, "trend").waitFor();
    await expect.poll(() => text(FILE)).toBe(ORDERS);
    await expect.poll(() => page.locator(".status .first").textContent()).toContain("Saved orders.yaml");
    remove(FILE);
    await page.getByRole("button", { name: "Close" }).click();
    await tile(page, "rate").waitFor();
    await expect.poll(() => page.locator(".empty").count()).toBe(0);
    write(FILE, ORDERS);
    await until(page, "document.querySelectorAll('[role=treeitem][aria-selected]').length === 2");
  });

  it("does not offer a last board of a file that never loaded", async () => {
    const { page, write } = await openStudio(browser, {
      files: { [FILE]: "workbooks: [\n", "dashboards/returns.yaml": "workbooks: {}\n" },
    });
    await page.locator(".broken-page").waitFor();
    await expect.poll(() => page.getByRole("button", { name: /last board/ }).count()).toBe(0);
    write(FILE, ORDERS);
    await tile(page, "open").waitFor();
  });

  it("says on a phone that the server is silent without covering anything", async () => {
    const target = `${PROJECT}defaultTarget: production\ntargets:\n  production: { url: "http://127.0.0.1:9", deployment: 1 }\n`;
    const { page } = await openStudio(browser, {
      files: { "boardwright.yaml": target, [FILE]: ORDERS },
      env: { PLATFORM_API_KEY: "k" },
      wide: 390,
      high: 844,
    });
    await page.locator(".status .warn-text").waitFor();
    const boxes = (await page.evaluate(
      "[...document.querySelectorAll('.status .first, .status .warn-text, .status button')].map((one) => one.getBoundingClientRect().toJSON())",
    )) as { right: number; left: number; top: number; bottom: number }[];
    expect(boxes.length).toBeGreaterThan(2);
    for (const [at, one] of boxes.entries()) {
      expect(one.right).toBeLessThanOrEqual(390);
      for (const other of boxes.slice(at + 1))
        expect(
          one.right <= other.left ||
            other.right <= one.left ||
            one.bottom <= other.top ||
            other.bottom <= one.top,
        ).toBe(true);
    }
    await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
  });

  it("keeps an edit while the server is away, and says what to do", async () => {
    // Of its own: the usual one, once it is free, is taken by the next studio of another test, which then answers this page.
    const { page, text, end } = await openStudio(browser, { args: ["--port", await freePort()] });
    await tile(page, "open").focus();
    await end();
    await page.keyboard.press("ArrowDown");
    await page.locator(".problem.silent").waitFor();
    await expect
      .poll(() => page.locator(".problem b").textContent())
      .toBe("The studio's server does not answer. Your edit is kept here.");
    await expect.poll(() => tile(page, "open").getAttribute("aria-label")).toContain("row 1");
    await expect.poll(() => text(FILE)).toBe(ORDERS);
  });

  it("draws only what is on the screen of a dashboard of 5,000 widgets, and moves the last of them", async () => {
    const widgets = Array.from(
      { length: 5000 },
      (_, at) =>
        `        - { id: w${at}, type: CHART, position: [${(at % 6) * 2}, ${Math.floor(at / 6) * 2}, 2, 2], config: { title: Number ${at} } }\n`,
    );
    const head = ORDERS.slice(0, ORDERS.indexOf("        # Read"));
    const { page, text } = await openStudio(browser, { files: { [FILE]: head + widgets.join("") } });
    await page.locator(".notice").waitFor();
    await expect
      .poll(() => page.locator(".notice").textContent())
      .toContain("Drawings are off above 1,000 widgets.");
    await expect.poll(() => page.locator(".board.open .tile").count()).toBeLessThan(300);
    await page.evaluate("document.querySelector('.stage').scrollTo(0, 1e9)");
    await tile(page, "w4999").click();
    await page.keyboard.press("Shift+ArrowDown");
    await saved(page, "Number 4999");
    await expect.poll(() => text(FILE)).toContain("id: w4999, type: CHART, position: [2, 1666, 2, 3]");
  });
});
