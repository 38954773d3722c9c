// Small inputs that expand, nest or count without end, in files and in what the platform answers: an error with a place, in seconds, and no
// failure of the program. Each command is a process that is ended if it hangs.
import { deflateRawSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { standBy } from "../../cli/server.ts";
import { start } from "../../support/process.ts";
import { tempFolder } from "../../support/temp.ts";

const PROJECT = (url = "sandbox:data.json") =>
  `version: 1\nproject: p\ntargets: { t: { url: "${url}", deployment: 1 } }\n`;
const WORKBOOK = "workbooks: { a: { name: A, dashboard: { title: T } } }\n";

async function run(args: string[], files: Record<string, string>) {
  const cwd = tempFolder({ "boardwright.yaml": PROJECT(), "dashboards/a.yaml": WORKBOOK, ...files });
  const { child, ended } = start(args, { cwd, env: { PLATFORM_API_KEY: "key-4f1c9a7be2" } });
  const timer = setTimeout(() => child.kill("SIGKILL"), 60_000);
  const { code, stdout, stderr } = await ended;
  clearTimeout(timer);
  expect(stdout + stderr).not.toMatch(/this is a bug|RangeError|heap|SyntaxError|\n {4}at /);
  return { code, said: stdout + stderr };
}

const doubled = (levels: number, first: string, of: (name: string) => string): string =>
  Array.from({ length: levels }, (_, at) => `a${at}: &a${at} ${at === 0 ? first : of(`*a${at - 1}`)}\n`).join(
    "",
  );

const BOMBS: Record<string, string> = {
  "aliases of lists": doubled(40, "[x, x]", (alias) => `[${alias}, ${alias}]`),
  "aliases of maps": doubled(40, "{ x: x, y: y }", (alias) => `{ x: ${alias}, y: ${alias} }`),
  "merge keys": doubled(40, "{ x: x }", (alias) => `{ <<: [${alias}, ${alias}], y: ${alias} }`),
  "one long text in many aliases": `a: &a "${"x".repeat(100_000)}"\nb: [${"*a,".repeat(100_000)}]\n`,
  "an alias of itself": "a: &a { b: { c: *a } }\n",
  "flow lists in each other": `a: ${"[".repeat(100_000)}\n`,
  "flow maps in each other": `a: ${"{a: ".repeat(50_000)}${"}".repeat(50_000)}\n`,
  "lists in each other": `a:\n${"- ".repeat(50_000)}x\n`,
  "maps in each other": Array.from({ length: 2500 }, (_, depth) => `${" ".repeat(depth)}a:\n`).join(""),
  "keys in question": `${"? ".repeat(50_000)}x\n`,
  documents: "--- 1\n".repeat(100_000),
  anchors: `a: [${Array.from({ length: 200_000 }, (_, at) => `&x${at} 1`).join(",")}]\n`,
  "a long number": `a: ${"9".repeat(1_000_000)}\n`,
  "a huge exponent": "a: 1e999999999\n",
  "one key very often": "a: 1\n".repeat(200_000),
  "a quote that never ends": `a: "${"\\n".repeat(1_000_000)}\n`,
  tags: `a: ${"!!seq ".repeat(50_000)}[]\n`,
};

describe("a YAML bomb", () => {
  it.each(Object.entries(BOMBS))("of %s is an error with a place", async (_, text) => {
    const { code, said } = await run(["lint"], { "dashboards/bomb.yaml": `${text}workbooks: {}\n` });
    expect(code).toBe(1);
    expect(said).toMatch(/dashboards\/bomb\.yaml:\d+:\d+ {2}error/);
  });

  it.each(Object.entries(BOMBS))("of %s in the project file is one, too", async (_, text) => {
    const { code, said } = await run(["lint"], { "boardwright.yaml": `${PROJECT()}${text}` });
    expect(code).toBe(1);
    expect(said).toMatch(/boardwright\.yaml:\d+:\d+ {2}error/);
  });
});

const nested = (depth: number, open: string, close: string) => `${open.repeat(depth)}1${close.repeat(depth)}`;

describe("a JSON bomb", () => {
  it.each([
    ["lists", nested(200_000, "[", "]")],
    ["objects", nested(200_000, '{"a":', "}")],
    ["what never closes", "[".repeat(1_000_000)],
    ["one key very often", `{${'"a":1,'.repeat(200_000)}"b":1}`],
  ])("of %s in a workbook file is an error with a place", async (_, text) => {
    const file = `{"workbooks":{"w":{"meta":{"a":${text}}}}}`;
    const { code, said } = await run(["lint"], { "dashboards/bomb.json": file });
    expect(code).toBe(1);
    expect(said).toMatch(/dashboards\/bomb\.json:\d+:\d+ {2}error/);
  });

  it.each([
    ["lists in the list of workbooks", () => nested(200_000, "[", "]")],
    ["objects in a workbook's draft", () => workbook(`"dashboardDraft":${nested(100_000, '{"a":', "}")}`)],
    ["objects in a workbook's meta", () => workbook(`"meta":${nested(100_000, '{"a":', "}")}`)],
    ["as many objects as are read", () => workbook(`"dashboardDraft":${nested(3990, '{"a":', "}")}`)],
    ["a stamp that unpacks to gigabytes", () => workbook(`"meta":{"boardwright":${stamp()}}`)],
    [
      "a stamp of objects in each other",
      () => workbook(`"meta":{"boardwright":${stamp(nested(100_000, '{"a":', "}"))}}`),
    ],
    ["what is no JSON", () => "[".repeat(5_000_000)],
  ])("of %s, answered by the platform, ends plan and pull in a sentence", async (_, answer) => {
    const text = answer();
    const server = await standBy(({ url = "" }, response) => {
      const isList = /\/workbooks(?:\?|$)/.test(url);
      const body = isList ? text : /\/workbooks\/\d+/.test(url) ? text.slice(1, -1) : "[]";
      response.writeHead(200, { "content-type": "application/json" }).end(body);
    });
    onTestFinished(() => server.close());
    const files = { "boardwright.yaml": PROJECT(server.url) };
    for (const args of [
      ["plan", "--target", "t"],
      ["pull", "--all", "--target", "t"],
    ]) {
      const { code } = await run(args, files);
      expect([0, 1, 3]).toContain(code);
    }
    expect(server.requests.length).toBeGreaterThan(1);
  });
});

function workbook(more: string): string {
  return `[{"id":7,"deploymentId":1,"slug":"a","name":"A","type":"WORKBOOK","createdAt":"2026-11-01T00:00:00Z","updatedAt":"2026-11-01T00:00:00Z","calculatedFields":{},${more}}]`;
}

/** The record of a workbook of the project, whose base says too much. */
function stamp(base = `"${"x".repeat(500_000_000)}"`): string {
  const packed = deflateRawSync(`{"asked":${base}}`, { level: 9 }).toString("base64");
  return JSON.stringify({ v: 2, project: "p", of: "1/a", digest: `sha256:${"0".repeat(64)}`, base: packed });
}
