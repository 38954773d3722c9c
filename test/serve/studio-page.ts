// The built command with a project of its own, and its page in a browser: what a person has.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { type Browser, openBrowser, type Page } from "../support/browser.ts";
import { tempFolder } from "../support/temp.ts";
import { PROJECT, startServe } from "./studio-server.ts";

export { PROJECT };

/** Of playwright-core, beside what other tests use. */
interface Spot {
  first(): Spot;
  click(): Promise<void>;
  focus(): Promise<void>;
  fill(text: string): Promise<void>;
  count(): Promise<number>;
  textContent(): Promise<string | null>;
  getAttribute(name: string): Promise<string | null>;
  inputValue(): Promise<string>;
  waitFor(options?: { state?: "visible" | "hidden" }): Promise<void>;
  boundingBox(): Promise<{ x: number; y: number; width: number; height: number } | null>;
}
export interface StudioPage extends Omit<Page, "locator"> {
  route(url: string, handle: (route: { continue(): Promise<void> }) => Promise<void>): Promise<void>;
  waitForResponse(url: string): Promise<{ finished(): Promise<unknown> }>;
  reload(): Promise<unknown>;
  locator(selector: string): Spot;
  getByRole(role: string, options?: { name?: string | RegExp; exact?: boolean }): Spot;
  clock: {
    install(): Promise<void>;
    pauseAt(time: number): Promise<void>;
    resume(): Promise<void>;
    runFor(ms: number): Promise<void>;
  };
  keyboard: { press(key: string): Promise<void>; type(text: string): Promise<void> };
  mouse: {
    move(x: number, y: number, options?: { steps: number }): Promise<void>;
    down(): Promise<void>;
    up(): Promise<void>;
  };
}

export const open = (): Promise<Browser> => openBrowser();

/** Comments, blank lines and both forms of a position: all of it must survive. */
export const ORDERS = `# Owned by sales ops.
workbooks:
  orders:
    name: Orders
    folder: Sales
    dashboard:
      kind: CLASSIC
      layout: { cols: { lg: 12, xs: 4 }, breakpoints: { lg: 1200, xs: 480 }, rowHeight: 40, margin: [8, 8], containerPadding: [16, 16] }
      widgets:
        # Read every Monday.
        - id: open
          type: CHART
          position: [0, 0, 4, 4] # beside the trend
          config: { title: Open orders }

        - id: trend
          type: CHART
          position: { x: 4, y: 0, w: 6, h: 4 }
          config:
            title: Trend # of twelve months

        - id: note
          type: TEXT
          position: [0, 4, 12, 2]
          config: { markdown: "Figures **before** refunds." }
`;

const RETURNS = `workbooks:
  returns:
    name: Returns
    folder: Sales
    dashboard:
      kind: CLASSIC
      layout: { cols: { lg: 12 }, rowHeight: 40, margin: [8, 8] }
      widgets:
        - id: rate
          type: CHART
          position: [0, 0, 3, 3]
          config: { title: Return rate }
        - id: country
          type: FILTER
          position: [3, 0, 3, 2]
          config: { title: Country, member: returns.country }
`;

export interface Studio {
  page: StudioPage;
  /** What the console, dialogs and errors of the page said; a broken policy is among it. */
  noticed: string[];
  text(file: string): string;
  write(file: string, text: string): void;
  remove(file: string): void;
  address: string;
  /** Ends the server. */
  end(): Promise<void>;
  /** Of the same browser: it has the same key. */
  newTab(): Promise<StudioPage>;
  /** Of another browser, which has no key yet. */
  newBrowser(): Promise<StudioPage>;
}

interface Context {
  newPage(): Promise<StudioPage>;
  close(): Promise<void>;
}

export interface Options {
  args?: string[];
  env?: Record<string, string>;
  files?: Record<string, string>;
  wide?: number;
  high?: number;
  colorScheme?: "light" | "dark";
  /** Of the page, after its address. */
  without?: "token";
}

export async function openStudio(browser: Browser, options: Options = {}): Promise<Studio> {
  const { args = [], wide = 1440, high = 900, colorScheme = "light" } = options;
  const files = options.files ?? { "dashboards/orders.yaml": ORDERS, "dashboards/returns.yaml": RETURNS };
  const folder = tempFolder({ "boardwright.yaml": PROJECT, ...files });
  const server = await startServe(["serve", ...args], { cwd: folder, env: options.env ?? {} });
  const address = server.url.href;
  const end = async () => void (await server.end());
  const viewport = { width: wide, height: high };
  const openContext = async () => {
    const made = await (browser as unknown as { newContext(options: object): Promise<Context> }).newContext({
      viewport,
      colorScheme,
    });
    onTestFinished(() => made.close());
    return made;
  };
  const context = await openContext();
  const page = await context.newPage();
  const noticed: string[] = [];
  page.on("console", (message) => noticed.push(message.text()));
  page.on("pageerror", (error) => noticed.push(String(error)));
  page.on("dialog", (dialog) => {
    noticed.push(dialog.message());
    void dialog.dismiss();
  });
  await page.goto(options.without === "token" ? address.replace(/#.*/, "") : address);
  return {
    page,
    noticed,
    address,
    end,
    newTab: () => context.newPage(),
    newBrowser: async () => (await openContext()).newPage(),
    text: (file) => readFileSync(join(folder, file), "utf8"),
    write: (file, text) => writeFileSync(join(folder, file), text),
    remove: (file) => rmSync(join(folder, file)),
  };
}

export const tile = (page: StudioPage, id: string) => page.locator(`.board.open [data-widget="${id}"]`);

/** Waits until an expression is true on the page; playwright's own way evaluates in the page, which the page's policy forbids. */
export async function until(page: StudioPage, script: string): Promise<void> {
  while (!(await page.evaluate(`Boolean(${script})`)))
    await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Waits until the live region says that something was saved. */
export const saved = (page: StudioPage, words: string) =>
  until(
    page,
    `((said) => said.includes(${JSON.stringify(words)}) && said.endsWith("saved"))(document.querySelector("[aria-live]").textContent)`,
  );

/** By the hand of a person: down, some way in small steps, up. */
export async function drag(
  page: StudioPage,
  from: { x: number; y: number },
  dx: number,
  dy: number,
  isLetGo = true,
) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + dx, from.y + dy, { steps: 8 });
  if (isLetGo) await page.mouse.up();
}

/** The middle of something. */
export async function middle(spot: Spot): Promise<{ x: number; y: number }> {
  const box = await spot.boundingBox();
  expect(box).not.toBeNull();
  return { x: box!.x + box!.width / 2, y: box!.y + box!.height / 2 };
}

/** How far one column is on the screen, from a widget of so many columns: gaps are 8 of 1200 pixels. */
export async function columnOf(page: StudioPage, id: string, columns: number): Promise<number> {
  const [box, board] = [await tile(page, id).boundingBox(), await page.locator(".board.open").boundingBox()];
  const scale = board!.width / 1200;
  return (box!.width + 8 * scale) / columns;
}
