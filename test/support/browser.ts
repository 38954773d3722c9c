// Debian's Chromium, headless. `.ci/run` installs it; where it is not, tests that need it say so and are skipped.
import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const PATH = "/usr/bin/chromium";

export const hasBrowser = existsSync(PATH);
if (!hasBrowser) console.log(`${PATH} is not there: what a browser makes of pages is not tested`);

export function openBrowser(): Promise<Browser> {
  // The switches keep it from looking up hosts of its own, which a machine without a network refuses many at a time.
  const quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync"];
  return chromium.launch({
    executablePath: PATH,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", ...quiet],
  });
}
