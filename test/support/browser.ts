// Debian's Chromium, headless, driven by playwright-core. `.ci/run` installs it; if it is missing, tests that need it say so and are skipped.
import { existsSync } from "node:fs";
import { hasVerifiers, loadVerifier } from "./verifiers.ts";

const PATH = "/usr/bin/chromium";

export const hasBrowser = existsSync(PATH) && hasVerifiers;
if (!existsSync(PATH)) console.log(`${PATH} is not there: what a browser makes of pages is not tested`);

/** What the tests use of playwright-core. */
interface Locator {
  all(): Promise<{ click(): Promise<void> }[]>;
  count(): Promise<number>;
  first(): { click(): Promise<void>; boundingBox(): Promise<{ width: number } | null> };
  fill(text: string): Promise<void>;
  allTextContents(): Promise<string[]>;
}
export interface Page {
  on(event: "console", listener: (message: { text(): string }) => void): void;
  on(event: "pageerror", listener: (error: Error) => void): void;
  on(event: "dialog", listener: (dialog: { message(): string; dismiss(): Promise<void> }) => void): void;
  on(event: "request", listener: (request: { url(): string }) => void): void;
  emulateMedia(options: { media: "print" | "screen" }): Promise<void>;
  goto(url: string): Promise<unknown>;
  setContent(html: string): Promise<void>;
  screenshot(options: { path: string; fullPage?: boolean }): Promise<unknown>;
  locator(selector: string): Locator;
  evaluate(script: string): Promise<unknown>;
}
export interface Browser {
  newPage(options?: {
    viewport?: { width: number; height: number };
    colorScheme?: "light" | "dark";
    javaScriptEnabled?: boolean;
  }): Promise<Page>;
}
interface Playwright {
  chromium: { launch(options: { executablePath: string; args: string[] }): Promise<Browser> };
}

let launched: Promise<Browser> | undefined;

/** The one browser of this process: it starts with the first test that needs it and ends with the process. */
export function openBrowser(): Promise<Browser> {
  // The switches keep it from looking up hosts of its own, which a machine without a network refuses many at a time.
  const quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync"];
  launched ??= loadVerifier<Playwright>("playwright-core").chromium.launch({
    executablePath: PATH,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", ...quiet],
  });
  return launched;
}
