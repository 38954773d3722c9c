// Warm is cold: whatever happened to a project between two runs, and to the cache, a command says the same with it as without.
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSandbox, type Sandbox } from "../../src/sandbox/index.ts";
import { boardwright } from "../support/command.ts";
import { tempFolder } from "../support/temp.ts";

const settings = (more = "") => `version: 1
project: p
targets:
  local: { url: "http://127.0.0.1:1", deployment: 1, vars: { currency: EUR } }
  other: { url: "http://127.0.0.1:1", deployment: 1, vars: { currency: USD } }
defaultTarget: local
env: [RELEASE]
include: ["**/*.{yaml,json}"]
exclude: ["parts/**"]
${more}`;

const widget = (id: string, more = "") =>
  `        - { id: ${id}, type: CHART, position: [0, 0, 4, 4], config: { title: ${id}, ${more} } }\n`;
const workbook = (slug: string, name: string, widgets: string, more = "") =>
  `  ${slug}:\n    name: ${name}\n${more}    dashboard:\n      title: ${name}\n      layout: { cols: { lg: 12 } }\n      widgets:\n${widgets}`;

/** What a file may hold: names stand for whole files, because what matters is how they go together. */
const TEXTS: Record<string, readonly string[]> = {
  "boardwright.yaml": [
    settings(),
    settings("lint: { rules: { widget-overlap: error, unused-report: off } }\n"),
    settings("lint: { rules: { empty-dashboard: off } }\nignore: ['dashboard.widgets[*].config.title']\n"),
    settings().replace("USD", "CHF").replace("EUR", "GBP"),
    settings().replace("env: [RELEASE]", "env: []"),
    settings().replace('"parts/**"', '"none/**"'),
  ],
  "a.yaml": [
    `workbooks:\n${workbook("a", "A", widget("w1") + widget("w2"))}`,
    `workbooks:\n${workbook("a", "A", widget("w1", "controls: [w2, w3]") + widget("w2", "controls: [w1]"))}`,
    `# moved\n\nworkbooks:\n${workbook("a", "A ${var.currency}", widget("w1"))}${workbook("a2", "A2", widget("x"))}`,
    `workbooks:\n${workbook("A", "A", widget("w1", "reportId: { $report: r }"))}`,
    `workbooks:\n${workbook("a", "A", widget("w1"), "    publish: true\n    meta: { id: 123456789012345678901 }\n")}reports:\n  r: { name: R, workbook: a, query: { measures: [o.n] } }\n`,
    `workbooks:\n${workbook("a", "A", "        - { id: w1, type: CHART, config: { tilte: x } }\n")}layouts:\n  a: { default: { w1: [0, 0, 4, 4] } }\n`,
    "workbooks: [",
    "workbooks: { a: { name: 5 } }\n",
    "",
  ],
  "b.yaml": [
    `workbooks:\n${workbook("b", "B", "        - { $include: ./parts/widget.yaml }\n", "    meta: { $include: ./parts/meta.yaml }\n")}`,
    `workbooks:\n${workbook("b", "B ${env.RELEASE}", "        - { id: t, type: TEXT, position: [0, 0, 2, 2], config: { markdown: { $file: ./note.md } } }\n")}`,
    `workbooks:\n  b:\n    name: B\n    dashboard: { kind: APP, title: B, app: { entry: index.html, files: { $dir: ./app } } }\n`,
    `workbooks:\n${workbook("a", "B", widget("w1"))}`,
    `workbooks:\n${workbook("b", "B", widget("w1") + widget("w9"), "    overrides: { other: { name: Other, dashboard: { widgets: { w9: null } } } }\n")}`,
    `workbooks:\n${workbook("b", "B", "        - { id: w1, type: CHART, config: { reportId: { $report: r }, title: x } }\n")}`,
    `reports:\n  r: { name: R, workbook: b, publicId: { other: abcdefghijkl }, query: { measures: [o.n] } }\n  unused: { name: U, workbook: a, query: { measures: [o.n] } }\n`,
  ],
  "c.json": [
    '{ "workbooks": { "c": { "name": "C", "dashboard": { "title": "C", "widgets": [] } } } }',
    '{ "workbooks": { "c": { "name": "C", "dashboard": { "$include": "./parts/board.yaml" } } } }',
    '{ "workbooks": { "c": { "name": "C", "meta": { "n": 12345678901234567890 } } }, "x": 1 }',
  ],
  "layouts.yaml": [
    "layouts:\n  b: { default: { w1: [0, 0, 4, 4] }, lg: { w1: [1, 0, 3, 3] } }\n",
    "# a line more\nlayouts:\n  b: { default: { w1: [0, 0, 4, 4] }, lg: { w1: [1, 0, 3, 3] } }\n",
    "layouts:\n  b: { default: { w1: [9, 0, 4, 4] } }\n  nobody: { default: { x: [0, 0, 1, 1] } }\n",
    "$include: ./parts/layouts.yaml\n",
  ],
  "theme.yaml": ["primaryColor: red\n", "workbooks:\n  theme: { name: T }\n"],
  "parts/widget.yaml": [
    "id: w1\ntype: CHART\nposition: [0, 0, 4, 4]\nconfig: { title: one }\n",
    "# moved\nid: w1\ntype: CHART\nposition: [20, 0, 4, 4]\nconfig: { title: '${var.currency}' }\n",
    "$include: ./deep.yaml\nid: w7\n",
    "id: [",
  ],
  "parts/deep.yaml": [
    "id: d\ntype: CHART\nposition: [0, 0, 4, 4]\nconfig: { title: deep }\n",
    "id: d\ntype: CHART\nposition: [0, 0, 4, 4]\nconfig: { title: deeper }\n",
  ],
  "parts/meta.yaml": ["team: x\n", "team: '${var.currency}'\n"],
  "parts/board.yaml": ["title: C\nwidgets: []\n", "title: C\nwidgets: [{ $include: ./widget.yaml }]\n"],
  "parts/layouts.yaml": [
    "layouts: { b: { default: { w1: [0, 0, 4, 4] } } }\n",
    "\nlayouts: { b: { default: { w1: [9, 9, 4, 4] } } }\n",
  ],
  "note.md": ["Hello\n", "Hello ${var.currency}\n"],
  "app/index.html": ["<p>1</p>", "<p>2</p>"],
  "app/more.js": ["1"],
};

const NAMES = Object.keys(TEXTS);
const edit = fc.constantFrom(...NAMES).chain((name) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...TEXTS[name]!).map((text) => ({ name, text })) },
    {
      weight: 1,
      arbitrary: fc.constant({ name, text: name === "boardwright.yaml" ? settings() : undefined }),
    },
    {
      weight: 1,
      arbitrary: fc.constant(
        name === "boardwright.yaml" ? { name, text: settings() } : { name, to: `moved/${name}` },
      ),
    },
  ),
);
const harm = fc.constantFrom("none", "none", "none", "cut", "flip", "swap", "append", "key", "lost");
const step = fc.record({
  edits: fc.array(edit, { maxLength: 3 }),
  harm,
  release: fc.constantFrom("1", "2", undefined, "s3cret-Value-99"),
  secret: fc.constantFrom(undefined, "s3cret-Value-99"),
  applies: fc.integer({ min: 0, max: 5 }).map((number) => number === 0),
  target: fc.constantFrom(undefined, "local", "other"),
  paths: fc.constantFrom([], [], ["a.yaml"], ["b"], ["parts"]),
});
const start = fc.record(Object.fromEntries(NAMES.map((name) => [name, fc.constantFrom(...TEXTS[name]!)])));

const FORMATS = ["pretty", "json", "sarif", "github", "junit"];

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox({});
});
afterAll(() => sandbox.close());

function write(cwd: string, name: string, text: string): void {
  mkdirSync(dirname(join(cwd, name)), { recursive: true });
  writeFileSync(join(cwd, name), text);
}

function change(
  cwd: string,
  { name, text, to }: { name: string; text?: string | undefined; to?: string },
): void {
  if (text !== undefined) write(cwd, name, text);
  else if (to === undefined) rmSync(join(cwd, name), { force: true });
  else if (existsSync(join(cwd, name))) {
    mkdirSync(dirname(join(cwd, to)), { recursive: true });
    renameSync(join(cwd, name), join(cwd, to));
  }
}

function damage(cwd: string, home: string, how: string): void {
  const folder = join(cwd, ".boardwright/cache");
  const packs = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
  if (how === "key") rmSync(join(home, ".config/boardwright/cache-key"), { force: true });
  if (how === "swap" && packs.length > 1) writeFileSync(packs[0]!, readFileSync(packs[1]!));
  for (const pack of packs) {
    const bytes = readFileSync(pack);
    if (how === "cut") truncateSync(pack, bytes.length >> 1);
    if (how === "append") appendFileSync(pack, "more");
    if (how === "lost") rmSync(pack);
    if (how !== "flip") continue;
    bytes[bytes.length >> 2] = bytes[bytes.length >> 2]! ^ 1;
    writeFileSync(pack, bytes);
  }
}

describe("a run with a cache", () => {
  it("says what a run without one says", async () => {
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(start, fc.array(step, { minLength: 2, maxLength: 5 }), async (files, steps) => {
        const [cwd, home] = [tempFolder(), tempFolder()];
        sandbox.reset();
        for (const [name, text] of Object.entries(files)) write(cwd, name, text);
        for (const { edits, harm, release, secret, applies, target, paths } of steps) {
          for (const one of edits) change(cwd, one);
          const env = {
            HOME: home,
            PLATFORM_API_URL: sandbox.url,
            PLATFORM_API_KEY: sandbox.apiKey,
            ...(release !== undefined && { RELEASE: release }),
            ...(secret !== undefined && { OTHER_TOKEN: secret }),
          };
          const run = (...args: string[]) => boardwright(args, { cwd, env });
          const chosen = target === undefined ? [] : ["--target", target];
          const commands = [
            ...FORMATS.map((format) => ["lint", "--format", format, ...chosen, ...paths]),
            ["plan", ...chosen, ...paths],
            ["plan", "--json", ...chosen, ...paths],
            ["lint"],
          ];
          for (const command of commands) {
            const cold = await run(...command, "--no-cache");
            expect(await run(...command), command.join(" ")).toEqual(cold);
            damage(cwd, home, harm);
            expect(await run(...command), `${command.join(" ")}, again`).toEqual(cold);
          }
          taken += existsSync(join(cwd, ".boardwright/cache")) ? 1 : 0;
          if (applies)
            await run("apply", "--yes", "--allow", "adopt,takeover,drift,conflict,mass-change", ...chosen);
        }
      }),
      { numRuns: 40 },
    );
    expect(taken).toBeGreaterThan(40);
  });
});
