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

/** What a file may hold. Most of it goes together without an error, because only then there is something to keep, and to plan. */
const TEXTS: Record<string, readonly string[]> = {
  "boardwright.yaml": [
    settings(),
    settings("lint: { rules: { widget-overlap: error, dangling-widget-id: off } }\n"),
    settings("lint: { rules: { widget-overlap: off } }\nignore: ['dashboard.widgets[*].config.title']\n"),
    settings().replace("USD", "CHF").replace("EUR", "GBP"),
  ],
  "a.yaml": [
    `workbooks:\n${workbook("a", "A", widget("w1") + widget("w2"))}`,
    `# moved\n\nworkbooks:\n${workbook("a", "A ${var.currency}", widget("w1"))}${workbook("a2", "A2", widget("x"))}`,
    `workbooks:\n${workbook("a", "A", widget("w1", "controls: [w2, w3, w4], colour: 1") + widget("w2", "controls: [w1]"))}${workbook("a3", "A3", widget("x") + widget("y", "controls: [x, gone]"))}${workbook("a4", "A4", "        []\n")}`,
    `workbooks:\n${workbook("a", "A", widget("w1"), "    publish: true\n    meta: { id: 123456789012345678901 }\n")}`,
  ],
  "b.yaml": [
    `workbooks:\n${workbook("b", "B", "        - { $include: ./parts/widget.yaml }\n", "    meta: { $include: ./parts/meta.yaml }\n")}`,
    `workbooks:\n${workbook("b", "B ${env.RELEASE}", "        - { id: t, type: TEXT, position: [0, 0, 2, 2], config: { markdown: { $file: ./note.md } } }\n")}`,
    "workbooks:\n  b:\n    name: B\n    dashboard: { kind: APP, title: B, app: { entry: index.html, files: { $dir: ./app } } }\n",
    `workbooks:\n${workbook("b", "B", widget("w1") + widget("w9"), "    overrides: { other: { name: Other, dashboard: { widgets: { w9: null } } } }\n")}`,
  ],
  "b2.yaml": [
    `workbooks:\n${workbook("b2", "B", "        - { $include: ./parts/widget.yaml }\n", "    meta: { $include: ./parts/meta.yaml }\n")}`,
    `workbooks:\n${workbook("b2", "B", "        - { $include: ./parts/deep.yaml }\n")}`,
  ],
  "c.json": [
    '{ "workbooks": { "c": { "name": "C", "dashboard": { "title": "C", "widgets": [] } } } }',
    '{ "workbooks": { "c": { "name": "C", "dashboard": { "$include": "./parts/board.yaml" } } } }',
  ],
  "d.yaml": [
    `workbooks:\n${workbook("d", "D", "        - { id: w1, type: CHART, config: {} }\n        - { id: w2, type: CHART, position: [0, 0, 4, 4], config: {} }\n")}`,
    `workbooks:\n${workbook("d", "D2", "        - { id: w1, type: CHART, config: { a: 1 } }\n")}`,
  ],
  "layouts.yaml": [
    "layouts:\n  d: { default: { w1: [0, 0, 4, 4] }, lg: { w1: [1, 0, 3, 3] } }\n",
    "# a line more\nlayouts:\n  d: { default: { w1: [0, 0, 4, 4] }, lg: { w1: [1, 0, 3, 3] } }\n",
    "layouts:\n  d: { default: { w1: [9, 0, 4, 4] } }\n",
    "$include: ./parts/layouts.yaml\n",
  ],
  "r.yaml": [
    `workbooks:\n${workbook("r", "R", widget("w", "reportId: { $report: r }"))}reports:\n  r: { name: R, workbook: r, query: { measures: [o.n] } }\n`,
    `workbooks:\n${workbook("r", "R", widget("w", "reportId: { $report: r }"))}reports:\n  r: { name: R2, workbook: r, publicId: { other: abcdefghijkl }, query: { measures: [o.n], limit: 5 } }\n  unused: { name: U, workbook: a, query: { measures: [o.n] } }\n`,
  ],
  "theme.yaml": ["", "# nothing\n"],
  "parts/widget.yaml": [
    "id: w1\ntype: CHART\nposition: [0, 0, 4, 4]\nconfig: { title: one }\n",
    "# moved\nid: w1\ntype: CHART\nposition: [20, 0, 4, 4]\nconfig: { title: '${var.currency}' }\n",
    "$include: ./deep.yaml\nid: w7\n",
  ],
  "parts/deep.yaml": [
    "id: d\ntype: CHART\nposition: [0, 0, 4, 4]\nconfig: { title: deep }\n",
    "id: d\ntype: CHART\nposition: [0, 0, 4, 4]\nconfig: { title: deeper }\n",
    "id: d\ntype: CHART\nposition: [9, 0, 4, 4]\nconfig: { title: '${var.currency}' }\n",
  ],
  "parts/meta.yaml": ["team: x\n", "team: '${var.currency}'\n", "team: y\n"],
  "parts/board.yaml": ["title: C\nwidgets: []\n", "title: C\nwidgets: [{ $include: ./widget.yaml }]\n"],
  "parts/layouts.yaml": [
    "layouts: { d: { default: { w1: [0, 0, 4, 4] } } }\n",
    "\nlayouts: { d: { default: { w1: [9, 9, 4, 4] } } }\n",
  ],
  "note.md": ["Hello\n", "Hello ${var.currency}\n"],
  "app/index.html": ["<p>1</p>", "<p>2</p>"],
  "app/more.js": ["1", "2"],
};

/** What has errors, in itself or with the rest. */
const WRONG: [name: string, text: string][] = [
  ["boardwright.yaml", settings().replace("env: [RELEASE]", "env: []")],
  ["boardwright.yaml", settings().replace('"parts/**"', '"none/**"')],
  ["a.yaml", "workbooks: ["],
  ["a.yaml", "workbooks: { a: { name: 5 } }\n"],
  ["a.yaml", `workbooks:\n${workbook("A", "A", widget("w1", "reportId: { $report: r9 }"))}`],
  ["a.yaml", ""],
  ["b.yaml", `workbooks:\n${workbook("a", "B", widget("w1"))}`],
  ["b.yaml", `workbooks:\n${workbook("c", "B", widget("w1"))}`],
  ["b2.yaml", "reports:\n  r: { name: Again, workbook: a, query: { measures: [o.n] } }\n"],
  [
    "b2.yaml",
    "reports:\n  r2: { name: R, workbook: a, publicId: abcdefghijkl, query: { measures: [o.n] } }\n",
  ],
  ["c.json", '{ "workbooks": { "c": { "name": "C", "meta": { "n": 12345678901234567890 } } }, "x": 1 }'],
  ["layouts.yaml", "layouts:\n  nobody: { default: { x: [0, 0, 1, 1] } }\n"],
  ["theme.yaml", "primaryColor: red\n"],
  ["theme.yaml", "workbooks:\n  theme: { name: T }\n"],
  ["parts/widget.yaml", "id: ["],
  ["parts/meta.yaml", "$include: ../theme.yaml\n"],
];

const NAMES = Object.keys(TEXTS);
type Change = { name: string; text?: string; to?: string };
const edit: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc
      .constantFrom(...NAMES)
      .chain((name) => fc.constantFrom(...TEXTS[name]!).map((text): Change => ({ name, text }))),
  },
  { weight: 2, arbitrary: fc.constantFrom(...WRONG).map(([name, text]): Change => ({ name, text })) },
  { weight: 1, arbitrary: fc.constantFrom(...NAMES.slice(1)).map((name): Change => ({ name })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...NAMES.slice(1)).map((name): Change => ({ name, to: `x-${name}` })),
  },
);
const step = fc.record({
  edits: fc.array(edit, { minLength: 1, maxLength: 3 }),
  harm: fc.constantFrom(
    "none",
    "none",
    "none",
    "none",
    "none",
    "cut",
    "flip",
    "swap",
    "append",
    "key",
    "lost",
  ),
  release: fc.constantFrom("1", "1", "1", "2", undefined, "s3cret-Value-99"),
  secret: fc.constantFrom(undefined, undefined, "s3cret-Value-99"),
  applies: fc.integer({ min: 0, max: 5 }).map((number) => number === 0),
  target: fc.constantFrom(undefined, undefined, "local", "other"),
  paths: fc.constantFrom([], [], [], ["a.yaml"], ["b"], ["c.json", "b2"]),
  format: fc.constantFrom("pretty", "sarif", "github", "junit", "codequality"),
});
const start = fc.record(Object.fromEntries(NAMES.map((name) => [name, fc.constantFrom(...TEXTS[name]!)])));

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox({});
});
afterAll(() => sandbox.close());

function write(cwd: string, name: string, text: string): void {
  mkdirSync(dirname(join(cwd, name)), { recursive: true });
  writeFileSync(join(cwd, name), text);
}

function change(cwd: string, { name, text, to }: Change): void {
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
    let planned = 0;
    await fc.assert(
      fc.asyncProperty(start, fc.array(step, { minLength: 2, maxLength: 6 }), async (files, steps) => {
        const [cwd, home] = [tempFolder(), tempFolder()];
        sandbox.reset();
        for (const [name, text] of Object.entries(files)) write(cwd, name, text);
        for (const { edits, harm, release, secret, applies, target, paths, format } of steps) {
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
            ["lint", "--json", ...chosen, ...paths],
            ["lint", "--format", format],
            ["plan", "--json", ...chosen, ...paths],
            ["plan", ...chosen],
          ];
          // What this step's edits find is what was kept of the files as they were before them.
          for (const command of commands) await run(...command);
          for (const one of edits) change(cwd, one);
          for (const command of commands) {
            const cold = await run(...command, "--no-cache");
            if (command[0] === "plan" && cold.code === 0) planned += 1;
            expect(await run(...command), command.join(" ")).toEqual(cold);
            damage(cwd, home, harm);
            expect(await run(...command), `${command.join(" ")}, again`).toEqual(cold);
          }
          if (applies) await run("apply", "--yes", "--allow", "adopt,takeover,drift,conflict,mass-change");
        }
      }),
      { numRuns: 40 },
    );
    // Files that have errors are loaded each time, and are no proof.
    expect(planned).toBeGreaterThan(100);
  });
});
