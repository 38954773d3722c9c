// docs/guide/studio.md is done as a reader does it: each key and each command that it shows, in its order, on the page.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { hasBrowser } from "../support/browser.ts";
import { readText } from "../support/documents.ts";
import { start } from "../support/process.ts";
import { tempFolder } from "../support/temp.ts";
import { open, type StudioPage, saved, tile } from "./studio-page.ts";
import { startServe } from "./studio-server.ts";

const GUIDE = readText("docs/guide/studio.md");

it.skipIf(!hasBrowser)("docs/guide/studio.md: every key and command does what it says", async () => {
  const shown = [...GUIDE.matchAll(/^(boardwright .*)$|`([^`\n]+)`/gm)].map(([, line, code]) => line ?? code);
  // Whatever the page shows besides has to be tried here.
  expect([...new Set(shown)]).toEqual([
    ...["boardwright demo --studio", "boardwright serve", "--data", "/", "returns", "[", "]", "Ctrl+Z", "C"],
    "boardwright pull customer-health",
    "boardwright apply --only customer-health --allow drift",
  ]);
  const home = tempFolder({});
  mkdirSync(join(home, "tmp"));
  const options = { cwd: home, env: { TMPDIR: join(home, "tmp") } };
  const { url } = await startServe(["demo", "--studio"], options, start);
  const file = join(home, "tmp", readdirSync(join(home, "tmp"))[0]!, "dashboards/revenue.yaml");
  const first = readFileSync(file, "utf8");
  const lines = () => readFileSync(file, "utf8").split("\n");
  const changed = () =>
    lines()
      .filter((line, at) => line !== first.split("\n")[at])
      .map((line) => line.trim());
  const page = (await (await open()).newPage()) as unknown as StudioPage;
  await page.goto(url.href);
  const title = () => page.locator(".head h1 b").textContent();
  const tab = () => page.locator('.tabs [aria-pressed="true"]').textContent();
  const dashboard = async (name: string) => {
    await page.getByRole("treeitem", { name: new RegExp(`^${name}`) }).click();
    await expect.poll(title).toBe(name);
  };

  await page.locator(".board.open").waitFor();
  for (const badge of ["Pending", "Edited in the UI"])
    await expect.poll(() => page.locator(".legend").textContent()).toContain(badge);
  await page.keyboard.press("/");
  await page.keyboard.type("returns");
  await page.keyboard.press("Enter");
  await expect.poll(title).toBe("Returns");
  await expect.poll(() => page.locator(".board.open").count()).toBe(1);
  const widest = await tab();
  await page.keyboard.press("]");
  await expect.poll(tab).not.toBe(widest);
  await page.keyboard.press("[");
  await expect.poll(tab).toBe(widest);
  await page.getByRole("button", { name: "All", exact: true }).click();
  await expect.poll(() => page.locator(".all figure").count()).toBeGreaterThan(1);
  await page
    .getByRole("button", { name: new RegExp(`^${widest?.split(" ")[0]}`) })
    .first()
    .click();
  await page.keyboard.press("/");
  await page.keyboard.press("Escape");
  await dashboard("Revenue overview");
  await tile(page, "revenue-by-region").click();
  for (const said of ["title: Revenue by region", "Where the values come from", "Against live"])
    await expect.poll(() => page.locator(".inspector").textContent()).toContain(said);

  await page.keyboard.press("ArrowLeft");
  await saved(page, "column 7");
  expect(changed()).toEqual(["position: [7, 5, 4, 7]"]);
  await page.keyboard.press("Shift+ArrowRight");
  await saved(page, "5 by 7");
  expect(changed()).toEqual(["position: [7, 5, 5, 7]"]);
  await page.keyboard.press("Enter");
  await page.keyboard.type("Where it comes from");
  await page.keyboard.press("Enter");
  await saved(page, "Where it comes from");
  for (const left of [["position: [7, 5, 5, 7]"], ["position: [7, 5, 4, 7]"], []]) {
    await page.keyboard.press("Control+z");
    await expect.poll(changed).toEqual(left);
  }
  expect(readFileSync(file, "utf8")).toBe(first);
  writeFileSync(file, first.replace("title: Revenue by region", "title: From an editor"));
  await expect.poll(() => tile(page, "revenue-by-region").textContent()).toContain("From an editor");
  writeFileSync(file, first.replace("          position: [8, 5", "          positon: [8, 5"));
  await expect.poll(() => page.locator(".code-frame .bad").textContent()).toContain("positon");
  writeFileSync(file, first);
  await tile(page, "revenue-by-region").waitFor();

  await dashboard("Customer health");
  await page.locator(".stage").click();
  await page.keyboard.press("c");
  for (const command of shown.filter((one) => one?.includes("customer-health")))
    await expect.poll(() => page.locator(".differences").textContent()).toContain(command);
});
