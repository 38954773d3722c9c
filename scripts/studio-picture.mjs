// Takes the picture of the studio that README.md and the guide show: of the example, as `boardwright demo --studio` opens it, in Debian's
// Chromium. `npm run picture`, after a build and after `npm test` has brought playwright-core; an argument names another file.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");
const PICTURE = join(ROOT, "docs/studio.png");
const CHROMIUM = "/usr/bin/chromium";
const SLUG = "revenue-overview";
/** Changed in the files, so that the inspector has something to say. */
const WIDGET = "revenue-by-region";

async function takePicture(path) {
  const { chromium } = createRequire(join(ROOT, "verify/package.json"))("playwright-core");
  const args = [join(ROOT, "dist/cli.cjs"), "demo", "--studio", "--no-open", "--json"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((done) => child.once("close", done));
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    const viewport = { width: 1440, height: 900 };
    const page = await browser.newPage({
      viewport,
      colorScheme: "light",
      reducedMotion: "reduce",
      locale: "en-GB",
    });
    await page.goto(await addressOf(child));
    const board = page.locator(".board.open");
    await board.waitFor();
    await page.evaluate(`location.hash = "/${SLUG}/default"`);
    await board.locator(`[data-widget="${WIDGET}"].accent`).click();
    await page.locator(".yaml").first().waitFor();
    // Whatever is on the screen has its rows; what is not keeps its drawing.
    for (const canvas of ["revenue-by-month", WIDGET])
      await board.locator(`[data-widget="${canvas}"] canvas`).waitFor();
    await board.locator('[data-widget="top-products"] tbody tr').first().waitFor();
    await page.mouse.move(0, 0);
    await page.screenshot({ path });
  } finally {
    await browser.close();
    child.kill("SIGINT");
    await ended;
  }
}

/** The first line that `--json` prints. */
function addressOf({ stdout }) {
  return new Promise((done) => {
    let said = "";
    stdout.setEncoding("utf8").on("data", (text) => {
      said += text;
      if (said.includes("\n")) done(JSON.parse(said.split("\n")[0]).url);
    });
  });
}

await takePicture(process.argv[2] ? resolve(process.argv[2]) : PICTURE);
