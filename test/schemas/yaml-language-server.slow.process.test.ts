// What an editor shows in a project that `boardwright init` made a moment ago, and nothing else was done: yaml-language-server, driven
// over its protocol.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WIDGET_TYPES } from "../../src/model/index.ts";
import { boardwright } from "../support/command.ts";
import {
  type Completion,
  type EditorDiagnostic,
  type LanguageServer,
  type Position,
  startLanguageServer,
} from "../support/language-server.ts";
import { tempFolder } from "../support/temp.ts";
import { hasVerifiers } from "../support/verifiers.ts";

const EXAMPLE = "dashboards/example.yaml";
const BOARD = "workbooks:\n  a:\n    dashboard:\n      ";
const WIDGET = `${BOARD}widgets:\n        - id: x\n          `;
const QUERY = "reports:\n  r:\n    query:\n      ";

describe.skipIf(!hasVerifiers)("an editor in a fresh project", () => {
  let server: LanguageServer;
  let modeline = "";
  let folder = "";
  let opened = 0;

  beforeAll(async () => {
    folder = tempFolder();
    expect(await boardwright(["init"], { cwd: folder })).toMatchObject({ code: 0, stderr: "" });
    modeline = readFileSync(join(folder, EXAMPLE), "utf8").split("\n", 1)[0] as string;
    server = await startLanguageServer(folder);
  });
  afterAll(() => server.close());

  /** Opens a new file with the first line of the example, and this; the cursor is at `|`. */
  async function open(
    text: string,
    { path = (n: number) => `dashboards/new-${n}.yaml`, first = modeline } = {},
  ): Promise<{ file: string; cursor: Position; found: EditorDiagnostic[] }> {
    opened += 1;
    const whole = `${first}\n${text}`;
    const [before = ""] = whole.split("|", 1);
    const lines = before.split("\n");
    const file = path(opened);
    const found = await server.open(file, whole.replace("|", ""));
    return { file, cursor: { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 }, found };
  }
  const complete = async (text: string): Promise<Completion[]> => {
    const { file, cursor } = await open(text);
    return server.complete(file, cursor);
  };
  const hover = async (text: string): Promise<string> => {
    const { file, cursor } = await open(text);
    return server.hover(file, cursor);
  };
  const check = async (text: string): Promise<string[]> => {
    const { found } = await open(text);
    return found.map(({ message, range }) => `${range.start.line}: ${message}`).sort();
  };
  const labels = (items: readonly Completion[]): string[] => items.map(({ label }) => label);

  it("has nothing to say about what init wrote", async () => {
    for (const file of [EXAMPLE, "boardwright.yaml"])
      expect(await server.open(file, readFileSync(join(folder, file), "utf8"))).toEqual([]);
  });

  it.each([
    "|",
    "workbooks:\n  a:\n    |",
    `${BOARD}|`,
    `${WIDGET}|`,
    `${BOARD}layout:\n        |`,
    `${BOARD}theme:\n        |`,
    `${BOARD}app:\n        |`,
    `${BOARD}app:\n        manifest:\n          |`,
    `${WIDGET}responsiveLayouts:\n            |`,
    "workbooks:\n  a:\n    overrides:\n      production:\n        |",
    "workbooks:\n  a:\n    overrides:\n      production:\n        dashboard:\n          |",
    "layouts:\n  a:\n    |",
  ])("completes every key with its colon, and no value is [object Object]: %j", async (text) => {
    const items = await complete(text);
    expect(items.length).toBeGreaterThan(2);
    expect(items.filter(({ insertText }) => !/^\S+: ?\S*|^\S+:\n/.test(insertText))).toEqual([]);
    expect(JSON.stringify(items)).not.toContain("object Object");
    expect(items.filter(({ documentation }) => documentation === "")).toEqual([]);
  });

  it.each([
    "reports:\n  r:\n    |",
    `${QUERY}|`,
    `${QUERY}filters:\n        - |`,
    `${QUERY}timeDimensions:\n        - |`,
  ])("does so in reports and queries: %j", async (text) => {
    const items = await complete(text);
    expect(items.filter(({ insertText }) => !insertText.includes(":"))).toEqual([]);
    expect(JSON.stringify(items)).not.toContain("object Object");
  });

  it("offers widgets and positions that can be filled in", async () => {
    const widget = await complete(`${BOARD}widgets:\n        - |`);
    expect(labels(widget)).toEqual(
      expect.arrayContaining(["text", "chart", "filter", "id", "type", "position"]),
    );
    const position = (await complete(`${WIDGET}|`)).find(({ label }) => label === "position");
    expect(position?.insertText).toMatch(/^position: \[.+, .+, .+, .+\]$/);
    const values = await complete(`${WIDGET}position: |`);
    expect(labels(values)).toContain("[x, y, w, h]");
  });

  it("tells the types of widgets apart, where they are chosen and where they are read", async () => {
    const types = await complete(`${WIDGET}type: |`);
    expect(labels(types)).toEqual(WIDGET_TYPES.map(({ type }) => type));
    expect(types.map(({ documentation }) => documentation)).toEqual(
      WIDGET_TYPES.map(({ summary }) => summary),
    );
    const shown = await hover(`${WIDGET}type: DI|VIDER\n`);
    for (const { type, summary } of WIDGET_TYPES) expect(shown).toContain(`\`${type}\`: ${summary}`);
  });

  it.each(WIDGET_TYPES)(
    "offers the config of a $type, and explains it",
    async ({ type, summary, config }) => {
      const items = await complete(`${WIDGET}type: ${type}\n          config:\n            |`);
      expect(labels(items)).toEqual(["$include", "with", ...config.map(({ name }) => name)]);
      for (const { name, about } of config) {
        const item = items.find(({ label }) => label === name);
        expect(item?.insertText).toMatch(new RegExp(`^${name}: `));
        expect(item?.documentation.startsWith(about)).toBe(true);
      }
      expect(await hover(`${WIDGET}type: ${type}\n          con|fig:\n            title: x\n`)).toContain(
        summary,
      );
    },
  );

  it("offers what a query takes: its keys, operators, granularities and directions", async () => {
    expect(labels(await complete(`${QUERY}|`))).toEqual(
      expect.arrayContaining(["measures", "dimensions", "timeDimensions", "filters", "order", "limit"]),
    );
    const operators = await complete(`${QUERY}filters:\n        - member: a.b\n          operator: |`);
    expect(operators).toHaveLength(24);
    expect(new Set(operators.map(({ documentation }) => documentation)).size).toBe(24);
    const granularities = await complete(
      `${QUERY}timeDimensions:\n        - dimension: a.b\n          granularity: |`,
    );
    expect(labels(granularities)).toEqual(expect.arrayContaining(["day", "month", "year"]));
    expect(labels(await complete(`${QUERY}order:\n        a.b: |`))).toEqual(["asc", "desc"]);
  });

  it("finds what lint finds", async () => {
    expect(
      await check(
        `${QUERY}mesures: [a.b]\n      limit: -1\n      filters: [{ member: a.b, operator: equalz }]\n`,
      ),
    ).toEqual([
      "4: Property mesures is not allowed.",
      "5: Value is below the minimum of 0.",
      expect.stringMatching(/^6: Value is not accepted\. Valid values: "equals"/),
    ]);
    expect(await check(`${WIDGET}type: FILTRE\n          positon: [0, 0, 1, 1]\n`)).toEqual([
      expect.stringMatching(/^6: Value is not accepted\. Valid values: "CHART"/),
      "7: Property positon is not allowed.",
    ]);
    expect(await check(`${WIDGET}type: TEXT\n          position: [0, 0, 1]\n`)).toEqual([
      "7: Array has too few items. Expected 4 or more.",
    ]);
  });

  it("accepts what lint accepts: any key of a config, directives, positions of both forms", async () => {
    const widgets = [
      "{ id: a, type: TEXT, position: [0, 0, 1, 1], config: { markdown: { $file: ./a.md }, mine: [1] } }",
      "{ $include: ./b.yaml, id: b }",
      "{ id: c, type: CHART, position: { x: 0, y: 0, w: 1, h: 1 }, config: { reportId: { $report: r } } }",
    ];
    expect(await check(`${BOARD}widgets:\n        - ${widgets.join("\n        - ")}\n`)).toEqual([]);
  });

  it("helps with the project file too", async () => {
    const first = readFileSync(join(folder, "boardwright.yaml"), "utf8").split("\n", 1)[0] as string;
    const { file, cursor } = await open("version: 1\nproject: p\n|", { path: (n) => `p${n}.yaml`, first });
    const items = await server.complete(file, cursor);
    expect(labels(items)).toEqual(expect.arrayContaining(["targets", "include", "lint", "apply"]));
    expect(items.filter(({ insertText }) => !insertText.includes(":"))).toEqual([]);
    expect(JSON.stringify(items)).not.toContain("object Object");
  });
});
