// `demo --studio`: the example with rows, in a folder that is gone afterwards; and the picture that is taken of it.
import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { RowsAnswer } from "../../src/serve/studio/protocol.ts";
import { hasBrowser } from "../support/browser.ts";
import { ROOT } from "../support/documents.ts";
import { runBuilt, start } from "../support/process.ts";
import { tempFolder } from "../support/temp.ts";
import { startStudio, until } from "./studio-server.ts";

it("opens the example with rows and a difference on each side, and leaves nothing behind", async () => {
  const home = tempFolder({});
  mkdirSync(join(home, "tmp"));
  const env = {
    TMPDIR: join(home, "tmp"),
    PLATFORM_API_KEY: "a-key-that-the-demo-must-not-use",
    BOARDWRIGHT_TARGET: "production",
  };
  const studio = await startStudio({}, { command: ["demo", "--studio"], env, run: start });
  const { dashboards, hasData } = await until(studio.project, ({ live }) => live.status === "read");
  expect(hasData).toBe(true);
  expect(Object.fromEntries(dashboards.map(({ slug, state }) => [slug, state]))).toEqual({
    "customer-health": "drift",
    "freight-map": "same",
    "inventory-risk": "same",
    "order-status": "same",
    returns: "same",
    "revenue-overview": "pending",
    "supplier-scorecard": "same",
  });
  const charts: [slug: string, widget: string][] = [];
  for (const { slug } of dashboards) {
    const { widgets } = await studio.board(slug);
    for (const { id, drawing } of widgets) if (drawing.kind === "chart") charts.push([slug, id]);
  }
  // Every chart of the example is alive.
  expect(charts.length).toBeGreaterThan(30);
  for (const [slug, widget] of charts) {
    const answer = await studio.get<RowsAnswer>(`/api/rows?slug=${slug}&widget=${widget}`);
    expect([slug, widget, answer.status]).toEqual([slug, widget, "rows"]);
    expect(answer.status === "rows" && answer.rows.length).toBeGreaterThan(0);
  }
  expect(readdirSync(join(home, "tmp"))).toHaveLength(1);
  const { code, stderr } = await studio.end();
  expect([code, stderr]).toEqual([0, ""]);
  expect(readdirSync(join(home, "tmp"))).toEqual([]);
});

it("keeps the studio's options to the studio", async () => {
  const cwd = tempFolder({});
  for (const option of [["--no-open"], ["--port", "4470"]]) {
    const { code, stderr } = await runBuilt(["demo", ...option], { cwd });
    expect([code, stderr]).toEqual([64, expect.stringContaining("Add --studio")]);
  }
});

it.skipIf(!hasBrowser)("is what the README's picture is taken of", async () => {
  const folder = tempFolder({});
  const picture = join(folder, "studio.png");
  const child = spawn(process.execPath, ["scripts/studio-picture.mjs", picture], {
    cwd: ROOT,
    stdio: "inherit",
  });
  expect(await new Promise((done) => child.once("close", done))).toBe(0);
  const bytes = readFileSync(picture);
  expect(bytes.subarray(1, 4).toString()).toBe("PNG");
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1440, 900]);
  expect(readFileSync(join(ROOT, "README.md"), "utf8")).toContain("(docs/studio.png)");
});
