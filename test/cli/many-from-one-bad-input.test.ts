// What goes wrong with rows and fleets: lint, plan and apply say it with both places, and nothing is sent.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tempFolder } from "../support/temp.ts";
import { run, type StandingBy, standBy } from "./server.ts";

let server: StandingBy;
beforeAll(async () => {
  server = await standBy();
});
afterAll(() => server.close());

const project = (url: string, more = "") =>
  `version: 1\nproject: acme\ndefaultTarget: test\ntargets:\n  test: { url: "${url}", deployment: 1 }\n  eu: { like: test, deployment: 2 }\n  us: { like: test, deployment: 3 }\n${more}`;
const rows = (each: string, more = "    name: N ${row.title}\n") =>
  `workbooks:\n  w-\${row.key}:\n    each: ${each}\n${more}`;
const table = (text: string) => ({ a: rows("{ $include: ../rows.csv }"), csv: text });

interface Place {
  a?: string;
  csv?: string;
  /** Added to the project file. */
  more?: string;
}

function open({ a = "", csv = "", more = "" }: Place): string {
  return tempFolder({
    "boardwright.yaml": project(server.url, more),
    "dashboards/a.yaml": a,
    "rows.csv": csv,
  });
}

async function refused(folder: string, ...commands: string[][]): Promise<string[]> {
  const said: string[] = [];
  for (const command of commands) {
    const { code, stdout, stderr } = await run(folder, command);
    expect(code, `${command.join(" ")}: ${stdout}${stderr}`).not.toBe(0);
    said.push((stdout + stderr).replace(/\s+/g, " "));
  }
  expect(server.requests).toEqual([]);
  return said;
}
const ALL = [["lint"], ["plan"], ["apply", "--yes"]];

describe("bad rows", () => {
  it.each<[string, Place, string[]]>([
    [
      "a key twice",
      { a: rows("[{ key: a, title: x }, { key: a, title: y }]") },
      ["duplicate-key", "dashboards/a.yaml:3:41", "first at dashboards/a.yaml:3:12"],
    ],
    [
      "a key twice in a table",
      table("key,title\na,x\na,y\n"),
      ["duplicate-key", "at rows.csv:3:1; first at rows.csv:2:1"],
    ],
    [
      "a row without a key",
      { a: rows("[{ title: x }]") },
      ["missing-field", "dashboards/a.yaml:3:12", "Row 1"],
    ],
    ["a row of a table without a key", table("key,title\n,x\n"), ["missing-field", "rows.csv:2:1", "Row 1"]],
    [
      "a slug that two rows give",
      { a: rows("[{ key: a, title: x }, { key: A, title: y }]") },
      ["duplicate-slug", "row `A` at dashboards/a.yaml:3:34", "first at dashboards/a.yaml:3:12"],
    ],
    [
      "a slug that a row and a file give",
      { a: `${rows("[{ key: a, title: x }]")}  w-a: { name: N }\n` },
      ["duplicate-slug", "dashboards/a.yaml:2:3", "dashboards/a.yaml:5:3"],
    ],
    ["a cycle", { a: rows("{ $include: ./a.yaml }") }, ["include-cycle", "dashboards/a.yaml:3:23"]],
    [
      "a value that a row lacks",
      table("key,title\na,x\nb,\n"),
      ["missing-parameter", "dashboards/a.yaml:4:13", "row `b` at rows.csv:3:1"],
    ],
    [
      "ten thousand rows",
      table(`key,title\n${Array.from({ length: 10_000 }, (_, at) => `k${at},x\n`).join("")}`),
      ["dashboards/a.yaml:3:11", "`each` has 10000 rows; at most 5000 are read"],
    ],
    ["a table with a semicolon too few", table("key;title\na\n"), ["include-invalid", "rows.csv:2:1"]],
    [
      "an override that hits nothing",
      { a: rows("[{ key: a, title: x, override: { dashboard: { widgets: { gone: {} } } } }]") },
      ["unknown-widget", "dashboards/a.yaml:3:68", "row `a` at dashboards/a.yaml:3:12"],
    ],
    [
      "targets of a row that are none",
      { a: rows("[{ key: a, title: x, targets: [eux] }]") },
      ["unknown-target", "dashboards/a.yaml:3:42", "Did you mean `eu`?", "row `a`"],
    ],
    [
      "targets of a row that are no list",
      { a: rows("[{ key: a, title: x, targets: 5 }]") },
      ["wrong-type", "dashboards/a.yaml:3:41", "row `a`"],
    ],
    [
      "targets of a row that its template leaves out",
      { a: rows("[{ key: a, title: x, targets: [eu] }]", "    targets: [us]\n    name: N\n") },
      ["unknown-target", "dashboards/a.yaml:3:41", "none in common", "row `a`"],
    ],
  ])("%s", async (_, place, said) => {
    for (const text of await refused(open(place), ...ALL))
      for (const part of said) expect(text).toContain(part);
  });

  it.each([
    ["a byte order mark", "\ufeffkey,title\na,x\n"],
    ["semicolons", "key;title\na;x\n"],
  ])("with %s are good rows", async (_, text) => {
    const { code, stdout } = await run(open(table(text)), ["lint"]);
    expect([code, stdout]).toEqual([0, expect.stringContaining("0 errors")]);
  });
});

describe("a bad fleet", () => {
  it.each<[string, string, string[]]>([
    ["an empty group", "groups: { none: [] }\n", ["boardwright.yaml:8:", "none"]],
    ["a group of targets that are none", 'groups: { none: ["x-*"] }\n', ["boardwright.yaml:8:18", "x-*"]],
    ["a target that inherits itself", "  me: { like: me }\n", ["boardwright.yaml:8:15", "`me`"]],
    [
      "targets that inherit each other",
      "  me: { like: you }\n  you: { like: me }\n",
      ["boardwright.yaml:8:15", "you", "me"],
    ],
  ])("with %s", async (_, more, said) => {
    const folder = open({ a: "workbooks: { w: { name: N } }\n", more });
    for (const text of await refused(folder, ...ALL)) for (const part of said) expect(text).toContain(part);
  });

  it("with a wave of 0", async () => {
    const folder = open({ a: "workbooks: { w: { name: N } }\n" });
    const [text] = await refused(folder, ["apply", "--yes", "--target", "*", "--waves", "0,rest"]);
    expect(text).toContain("0");
    const [none] = await refused(folder, ["apply", "--yes", "--target", "*", "--waves", "0%,rest"]);
    expect(none).toContain("0%");
  });
});

describe("rows and workbooks for some targets", () => {
  it("are declared for those alone, and elsewhere nothing names them", async () => {
    const folder = open({
      a: `${rows("{ $include: ../rows.csv }")}reports:\n  r-\${row.key}:\n    each: { $include: ../rows.csv }\n    workbook: "w-\${row.key}"\n    query: { measures: [orders.count] }\n`,
      csv: "key,title,targets\na,x,eu\nb,y,\n",
    });
    const counted = async (target: string) => {
      const { stdout } = await run(folder, ["lint", "--target", target, "--json"]);
      return JSON.parse(stdout).diagnostics.map(
        ({ message, rows: all }: { message: string; rows: unknown }) => [
          /`(r-.)`/.exec(message)?.[1],
          (all as unknown[]).length,
        ],
      );
    };
    // Each report that is declared is said to be unused.
    expect(await counted("eu")).toEqual([["r-a", 2]]);
    expect(await counted("us")).toEqual([["r-b", 1]]);
  });

  it("name where a report is declared that another target has", async () => {
    const a = `workbooks:
  w: { name: N, dashboard: { widgets: [{ id: a, type: CHART, position: [0, 0, 1, 1], config: { reportId: { $report: r } } }] } }
reports:
  r: { targets: [eu], query: { measures: [orders.count] } }
`;
    const folder = open({ a });
    const [text] = await refused(folder, ["lint", "--target", "us"]);
    expect(text).toContain("The report `r` is declared for other targets only, at dashboards/a.yaml:4:3.");
    expect((await run(folder, ["lint", "--target", "eu"])).code).toBe(0);
  });

  it("have no overrides for others, which is a warning", async () => {
    const a =
      "workbooks:\n  w:\n    targets: [eu]\n    name: N\n    overrides: { us: { name: U }, eu: { name: E } }\n";
    const { code, stdout } = await run(open({ a }), ["lint", "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).diagnostics).toMatchObject([
      { rule: "unused-override", severity: "warning", line: 5, column: 18, slug: "w" },
    ]);
  });
});
