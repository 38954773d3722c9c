// Whatever the files look like and whatever changes: the edited files say exactly what is wanted.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Document, isMap, isSeq, visit } from "yaml";
import { loadFiles, loadProject } from "../../src/desired/index.ts";
import { commentsOf, editFiles } from "../../src/edit/index.ts";
import type { JsonObject, Path, Project } from "../../src/model/index.ts";
import { canonical } from "../../src/plan/index.ts";
import { PROJECT } from "../desired/temp-project.ts";
import { runs } from "../support/runs.ts";
import { tempFolder } from "../support/temp.ts";
import { oddEdit } from "./odd-edits.ts";
import { diceFrom, oddFile } from "./odd-yaml.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests reach deep into values that they wrote themselves.
type Loose = any;

const text = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "a",
    "yes",
    "null",
    "~",
    "1",
    "- a",
    "a: b",
    "# c",
    "a #b",
    "${var.currency}",
    "$${x",
    "${y}",
    "a\n",
    "a\nb",
    "a\n\nb\n\n",
    " lead\nb\n",
    "tab\tc",
    "'",
    '"',
    "\\",
    "é€😀",
    "{",
    "[x]",
    "&a",
    "*a",
    "!t",
    "%d",
    "@",
    "`",
    "|",
    ">",
    "?",
    "---",
    "a\r\nb",
    "trail \nx",
    "0x1F",
    "1e3",
    "2020-01-01",
    "<<",
    "x".repeat(120),
    "long words ".repeat(15),
  ),
  fc.string({ maxLength: 12 }),
);
const key = fc
  .oneof(
    fc.constantFrom("a", "b", "c", "title", "limit", "1", "true", "x y", "a:b", "#k", "é", "position", "q\n"),
    fc.string({ minLength: 1, maxLength: 5 }),
  )
  .filter((one) => !/^\$|__proto__/.test(one));
const value: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    text,
    fc.integer({ min: -1000, max: 1000 }),
    fc.boolean(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(key, tie("value"), { maxKeys: 4 }),
  ),
})).value;
const position = fc.record({
  x: fc.nat(11),
  y: fc.nat(20),
  w: fc.integer({ min: 1, max: 12 }),
  h: fc.integer({ min: 1, max: 9 }),
});
const widgetOf = (id: string) =>
  fc.record(
    {
      id: fc.constant(id),
      type: fc.constant("TEXT"),
      position,
      responsiveLayouts: fc.option(fc.dictionary(fc.constantFrom("lg", "sm"), position, { minKeys: 1 }), {
        nil: undefined,
      }),
      config: fc.dictionary(key, value, { maxKeys: 4 }),
    },
    { requiredKeys: ["id", "type", "position", "config"] },
  );
const widgets = fc
  .shuffledSubarray(["one", "two", "three", "four"])
  .chain((ids) => fc.tuple(...ids.map(widgetOf)));
const name = fc.string({ minLength: 1, maxLength: 20 }).filter((one) => one.trim() !== "");
const entry = fc.record(
  {
    name,
    folder: fc.array(fc.constantFrom("A", "B", "C/D", "e f"), { minLength: 1, maxLength: 3 }),
    publish: fc.boolean(),
    meta: fc.dictionary(
      key.filter((one) => one !== "dashboardDraft" && one !== "boardwright"),
      value,
      { maxKeys: 3 },
    ),
    dashboard: fc.record(
      {
        kind: fc.constant("CLASSIC"),
        title: fc.option(text, { nil: undefined }),
        layout: fc.record({
          cols: fc.constant({ lg: 12, sm: 6 }),
          rowHeight: fc.integer({ min: 1, max: 99 }),
        }),
        widgets,
      },
      { requiredKeys: ["kind", "layout", "widgets"] },
    ),
  },
  { requiredKeys: ["dashboard"] },
);

interface Look {
  indent: number;
  indentSeq: boolean;
  flow: number;
  quote: string;
  short: boolean;
  layouts: boolean;
  crlf: boolean;
  json: boolean;
  comments: boolean;
}
const look: fc.Arbitrary<Look> = fc.record({
  indent: fc.integer({ min: 2, max: 4 }),
  indentSeq: fc.boolean(),
  flow: fc.constantFrom(0, 3, 7),
  quote: fc.constantFrom("PLAIN", "QUOTE_DOUBLE", "QUOTE_SINGLE"),
  short: fc.boolean(),
  layouts: fc.boolean(),
  crlf: fc.boolean(),
  json: fc.boolean(),
  comments: fc.boolean(),
});

/** The state as files in that look. */
function write(
  state: Loose,
  { indent, indentSeq, flow, quote, short, layouts, crlf, json, comments }: Look,
): Record<string, string> {
  const copy = structuredClone(state);
  const apart: Loose = { default: {} };
  for (const one of copy.dashboard.widgets) {
    const { x, y, w, h } = one.position;
    if (short || layouts) one.position = [x, y, w, h];
    if (layouts) {
      apart.default[one.id] = one.position;
      delete one.position;
    }
  }
  const escaped = (from: Loose): Loose =>
    typeof from === "string"
      ? from.replaceAll("${", () => "$${")
      : Array.isArray(from)
        ? from.map(escaped)
        : typeof from === "object" && from
          ? Object.fromEntries(Object.entries(from).map(([k, v]) => [k, escaped(v)]))
          : from;
  const whole: Loose = { workbooks: { board: escaped(copy), other: { name: "Other" } } };
  if (layouts && copy.dashboard.widgets.length > 0) whole.layouts = { board: apart };
  if (json) return { "dashboards/a.json": JSON.stringify(whole, null, indent) };
  const document = new Document(whole, { aliasDuplicateObjects: false });
  let count = 0;
  visit(document, {
    Collection(_, node, path) {
      if (flow > 0 && path.length > 6 && ++count % flow === 0) node.flow = true;
    },
    Scalar(at, node) {
      if (at !== "key" && typeof node.value === "string" && !node.value.includes("\n") && ++count % 2 === 0)
        node.type = quote as "PLAIN";
    },
    Pair(_, pair) {
      if (comments && ++count % 3 === 0 && !isMap(pair.value) && !isSeq(pair.value) && pair.key)
        (pair.key as Loose).commentBefore = ` about ${count}`;
    },
  });
  const printed = document.toString({ indent, indentSeq, lineWidth: 0 });
  return { "dashboards/a.yaml": crlf ? printed.replaceAll("\n", "\r\n") : printed };
}

async function read(project: Project, root: string, target = "local") {
  const found = new Map<string, JsonObject>();
  const { diagnostics } = await loadFiles({
    project,
    target: project.targets[target],
    env: {},
    visit: ({ slug, entry: one }) => found.set(slug, one),
  });
  return { found, diagnostics, root };
}

function put(root: string, files: Iterable<[string, string | null]>): void {
  for (const [file, content] of files) {
    const path = join(root, file);
    mkdirSync(dirname(path), { recursive: true });
    if (content === null) rmSync(path);
    else writeFileSync(path, content);
  }
}

/** The canonical text; folders are the same as path and as list. */
const said = (from: JsonObject | undefined) =>
  canonical({
    ...from,
    ...(typeof from?.folder === "string" && { folder: from.folder.split("/") }),
  } as JsonObject);

const patch = fc.record(
  {
    name,
    publish: fc.boolean(),
    meta: fc.dictionary(key, fc.oneof(value, fc.constant(null)), { maxKeys: 2 }),
    dashboard: fc.record(
      {
        title: fc.oneof(text, fc.constant(null)),
        layout: fc.record({ rowHeight: fc.integer({ min: 1, max: 9 }) }),
        widgets: fc.dictionary(
          fc.constantFrom("one", "two", "three", "five"),
          fc.oneof(
            fc.constant(null),
            fc.record(
              { config: fc.dictionary(key, value, { maxKeys: 2 }), position: fc.record({ x: fc.nat(5) }) },
              { requiredKeys: [] },
            ),
          ),
          { maxKeys: 3 },
        ),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
);
const overriding = fc.record({ local: patch, production: patch }, { requiredKeys: [] });
const origin = fc.record({
  theme: fc.constantFrom("none", "own", "shared"),
  anchors: fc.boolean(),
  file: fc.boolean(),
  widget: fc.boolean(),
  look,
});

/** The state in several files: a theme that is included, an included widget, a text of its own, aliases for what is equal. */
function writeApart(state: Loose, patches: Loose, how: Loose): Record<string, string> {
  const copy = structuredClone(state);
  const files: Record<string, string> = {};
  const ids = copy.dashboard.widgets.map((one: Loose) => one.id);
  copy.overrides = structuredClone(patches);
  for (const one of Object.values(copy.overrides) as Loose[]) {
    for (const id of Object.keys(one.dashboard?.widgets ?? {})) {
      if (!ids.includes(id)) one.dashboard.widgets[id] = { type: "TEXT", position: [0, 0, 1, 1] };
    }
  }
  const other: Loose = { dashboard: { kind: "CLASSIC", layout: copy.dashboard.layout, widgets: [] } };
  const theme = { colors: { a: "1", b: [1, 2] }, font: "x" };
  if (how.theme !== "none") {
    files["parts/theme.yaml"] = "colors: # house\n  a: '1'\n  b: [1, 2]\nfont: x\n";
    copy.dashboard.theme = { $include: "../parts/theme.yaml", font: "y" };
    if (how.theme === "shared") other.dashboard.theme = { $include: "../parts/theme.yaml" };
  } else if (how.anchors) copy.dashboard.theme = other.dashboard.theme = theme;
  const [first, second] = copy.dashboard.widgets;
  if (how.file && first) {
    files["parts/text.md"] = "some text\n";
    first.config = { ...first.config, markdown: { $file: "../parts/text.md" } };
  }
  if (how.widget && second) {
    const escaped = JSON.stringify(second).replaceAll("${", () => "$${");
    files["parts/widget.json"] = escaped;
    copy.dashboard.widgets[1] = { $include: "../parts/widget.json" };
  } else if (how.anchors && second && first) second.config = first.config;
  const escapeIn = (from: Loose): Loose => {
    if (typeof from === "string") return from.replaceAll("${", () => "$${");
    if (typeof from === "object" && from) for (const k of Object.keys(from)) from[k] = escapeIn(from[k]);
    return from;
  };
  const document = new Document(
    { workbooks: { board: escapeIn(copy), other } },
    { aliasDuplicateObjects: how.anchors },
  );
  files["dashboards/a.yaml"] = document.toString({
    indent: how.look.indent,
    indentSeq: how.look.indentSeq,
    lineWidth: 0,
  });
  return files;
}

/** For runs of thousands of cases. */
const LONG = { timeout: 1_800_000 };

describe("editing files", () => {
  it("says exactly what is wanted, changes nothing for nothing, and goes back", LONG, async () => {
    await fc.assert(
      fc.asyncProperty(entry, entry, look, async (from, to, style) => {
        const files = write(from, style);
        const root = tempFolder({ "boardwright.yaml": PROJECT, ...files });
        const project = await loadProject({ cwd: root });
        const options = { project, target: project.targets.local!, env: {} };
        const start = await read(project, root);
        fc.pre(start.diagnostics.length === 0 && start.found.size === 2);
        const first = start.found.get("board")!;
        for (const wanted of [first, JSON.parse(JSON.stringify(to)), first]) {
          const { found } = await read(project, root);
          const edits = await editFiles({
            ...options,
            wanted: [{ kind: "workbook", key: "board", entry: wanted }],
          });
          expect(edits.failed).toEqual([]);
          if (said(found.get("board")) === said(wanted)) expect([...edits.files]).toEqual([]);
          put(root, edits.files);
          const after = await read(project, root);
          expect(after.diagnostics).toEqual([]);
          expect(said(after.found.get("board"))).toBe(said(wanted));
        }
      }),
      { numRuns: runs(25) },
    );
  });

  it("does so through overrides, includes, anchors and texts in files", LONG, async () => {
    await fc.assert(
      fc.asyncProperty(
        entry,
        entry,
        overriding,
        origin,
        fc.constantFrom("local", "production"),
        async (from, to, patches, how, name) => {
          const root = tempFolder({ "boardwright.yaml": PROJECT, ...writeApart(from, patches, how) });
          const project = await loadProject({ cwd: root });
          const target = project.targets[name]!;
          const start = await read(project, root, name);
          fc.pre(start.diagnostics.length === 0 && start.found.size === 2);
          const first = start.found.get("board")!;
          for (const wanted of [first, JSON.parse(JSON.stringify(to)), first]) {
            const { found } = await read(project, root, name);
            const edits = await editFiles({
              project,
              target,
              env: {},
              wanted: [{ kind: "workbook", key: "board", entry: wanted }],
            });
            expect(edits.failed).toEqual([]);
            if (said(found.get("board")) === said(wanted)) expect([...edits.files]).toEqual([]);
            put(root, edits.files);
            const after = await read(project, root, name);
            expect(after.diagnostics).toEqual([]);
            expect(said(after.found.get("board"))).toBe(said(wanted));
            expect(said(after.found.get("other"))).toBe(said(start.found.get("other")));
          }
        },
      ),
      { numRuns: runs(25) },
    );
  });

  it("does so in the oddest YAML, and keeps every comment of what stays", LONG, async () => {
    const root = tempFolder({ "boardwright.yaml": PROJECT, "dashboards/a.yaml": "" });
    const project = await loadProject({ cwd: root });
    const options = { project, target: project.targets.local!, env: {} };
    let refused = 0;
    let edited = 0;
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        const dice = diceFrom(seed);
        const { text, comments } = oddFile(dice);
        put(root, [["dashboards/a.yaml", text]]);
        const { found, diagnostics } = await read(project, root);
        fc.pre(diagnostics.length === 0 && found.size === 2);
        const { entry: wanted, gone } = oddEdit(found.get("a")!, dice);
        const edits = await editFiles({
          ...options,
          wanted: [{ kind: "workbook", key: "a", entry: wanted }],
        });
        if (edits.failed.length > 0) {
          refused += 1;
          return;
        }
        edited += 1;
        put(root, edits.files);
        const after = await read(project, root);
        expect(after.diagnostics).toEqual([]);
        expect(said(after.found.get("a"))).toBe(said(wanted));
        expect(said(after.found.get("b"))).toBe(said(found.get("b")));
        const now = commentsOf(edits.files.get("dashboards/a.yaml") ?? text).map((one) => one.text);
        const goes = (path: Path) => gone.some((one) => one.every((step, at) => step === path[at]));
        const kept = comments.filter(({ path }) => !goes(path)).map(({ comment }) => comment);
        expect(now).toEqual(expect.arrayContaining(kept));
      }),
      { numRuns: runs(500) },
    );
    expect(refused / edited).toBeLessThan(0.05);
  });
});
