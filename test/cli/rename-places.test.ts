// Files that are not what most are, under `boardwright rename`: JSON, links, included entries, texts beside.
import { chmodSync, lstatSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { chart, read, renamingPlace } from "./rename-place.ts";
import { run } from "./server.ts";

describe("boardwright rename of a report in JSON", () => {
  const CHARTED = chart("{ reportId: { $report: r } }");

  it.each([
    ["in one line", '{"reports":{"r":{"name":"X"}}}', '"s":{"publicId": { "local": "'],
    [
      "with lines",
      '{\n\t"reports": {\n\t\t"r": {\n\t\t\t"name": "X"\n\t\t}\n\t}\n}\n',
      '"s": {\n\t\t\t"publicId": { "local": "',
    ],
  ])("writes its publicId as JSON, and takes it back: %s", async (_, text, wanted) => {
    const folder = renamingPlace({ "dashboards/a.yaml": CHARTED, "dashboards/r.json": text });
    expect(await run(folder, ["rename", "report", "r", "s"])).toMatchObject({ code: 0, stderr: "" });
    const renamed = read(folder, "dashboards/r.json");
    expect(renamed).toContain(wanted);
    expect(JSON.parse(renamed).reports.s).toMatchObject({
      name: "X",
      publicId: { prod: expect.any(String) },
    });
    expect((await run(folder, ["lint"])).code).toBe(0);
    expect((await run(folder, ["rename", "report", "s", "r"])).code).toBe(0);
    expect(read(folder, "dashboards/r.json")).toBe(text);
  });

  it("names the included file in which a publicId is missing", async () => {
    const folder = renamingPlace({
      "dashboards/a.yaml": `${CHARTED}reports: { $include: ../shared/r.yaml }\n`,
      "shared/r.yaml": "# shared\nr:\n  name: X\n",
    });
    const refused = await run(folder, ["rename", "report", "r", "s", "--json"]);
    expect(refused.code).toBe(1);
    const { details } = JSON.parse(refused.stdout).error;
    expect(details[0]).toBe("Write it first, under `publicId` at shared/r.yaml:2:");
    const ids = details.filter((line: string) => /^(local|prod): /.test(line));
    expect(ids).toHaveLength(2);
    writeFileSync(
      join(folder, "shared/r.yaml"),
      `r:\n  publicId:\n${ids.map((line: string) => `    ${line}\n`).join("")}  name: X\n`,
    );
    expect(await run(folder, ["rename", "report", "r", "s"])).toMatchObject({ code: 0 });
    expect(read(folder, "shared/r.yaml")).toMatch(/^s:/);
  });
});

describe("boardwright rename of files that are more than one name", () => {
  const QUERY = chart("{ title: orders.count, query: { measures: [orders.count] } }");

  it("writes through links to files and folders, each file once, and keeps the links", async () => {
    const folder = renamingPlace({
      "shared/real.yaml": QUERY,
      "far/two.yaml": QUERY.replace("one:", "two:"),
      "shared/w.yaml": "id: w\ntype: FILTER\nposition: [0, 4, 6, 2]\nconfig: { member: orders.count }\n",
      "dashboards/c.yaml": QUERY.replace("one:", "three:")
        .replace("widgets:\n", "widgets:\n        - { $include: ../shared/w.yaml }\n")
        .concat("        - { $include: ../shared/linked.yaml, id: w2 }\n"),
    });
    symlinkSync("../shared/real.yaml", join(folder, "dashboards/link.yaml"));
    symlinkSync("../far", join(folder, "dashboards/far"));
    symlinkSync("w.yaml", join(folder, "shared/linked.yaml"));
    const { code, stdout } = await run(folder, [
      "rename",
      "member",
      "orders.count",
      "orders.total",
      "--json",
    ]);
    expect(code).toBe(0);
    const { files, left } = JSON.parse(stdout);
    expect(files).toContain("shared/real.yaml");
    expect(files).toContain("shared/w.yaml");
    expect(left.filter(({ file }: { file: string }) => file === "shared/real.yaml")).toHaveLength(1);
    expect(lstatSync(join(folder, "dashboards/link.yaml")).isSymbolicLink()).toBe(true);
    expect(lstatSync(join(folder, "shared/linked.yaml")).isSymbolicLink()).toBe(true);
    expect(read(folder, "shared/real.yaml")).toBe(QUERY.replace("[orders.count]", "[orders.total]"));
    expect(read(folder, "shared/w.yaml")).toContain("{ member: orders.total }");
    expect((await run(folder, ["lint"])).code).toBe(0);
    expect((await run(folder, ["rename", "workbook", "one", "first"])).code).toBe(0);
    expect(read(folder, "shared/real.yaml")).toContain("  first:\n    was: one\n");
    expect((await run(folder, ["lint"])).code).toBe(0);
  });

  it("replaces a file that is only read, as fmt does, and keeps its mode", async () => {
    const folder = renamingPlace({ "dashboards/a.yaml": QUERY });
    const file = join(folder, "dashboards/a.yaml");
    chmodSync(file, 0o444);
    expect((await run(folder, ["rename", "member", "orders.count", "orders.total"])).code).toBe(0);
    expect(read(folder, "dashboards/a.yaml")).toContain("[orders.total]");
    expect(statSync(file).mode & 0o777).toBe(0o444);
    const before = read(folder, "dashboards/a.yaml");
    expect((await run(folder, ["fmt"])).code).toBe(0);
    expect(read(folder, "dashboards/a.yaml")).not.toBe(before);
    expect(statSync(file).mode & 0o777).toBe(0o444);
  });

  it("lists what names the member in files that come by $file and $dir", async () => {
    const text = `workbooks:
  app: { dashboard: { kind: APP, app: { entry: main.js, files: { $dir: ../app } } } }
`;
    const folder = renamingPlace({
      "dashboards/a.yaml": chart(
        "{ query: { measures: [orders.count] }, markdown: { $file: ../notes/n.md } }",
      ),
      "dashboards/b.yaml": text,
      "notes/n.md": "# Notes\nWhat orders.count counts.\n",
      "notes/other.md": "orders.count, which nobody reads\n",
      "app/main.js": "start();\n",
      "app/lib/query.js": "// first\nq('orders.count')\n",
    });
    const { code, stdout } = await run(folder, [
      "rename",
      "member",
      "orders.count",
      "orders.total",
      "--json",
    ]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).left.map(({ file, line }: Placed) => `${file}:${line}`)).toEqual([
      "app/lib/query.js:2",
      "notes/n.md:2",
    ]);
    expect(read(folder, "app/lib/query.js")).toContain("orders.count");
  });
});

describe("boardwright rename there and back", () => {
  it.each([
    ["workbook", "one", "123", "one:", '"one":'],
    ["workbook", "one", "#x", "one:", '"one":'],
    ["member", "orders.count", "orders.total", String.raw`"orders\x2ecount"`, '"orders.count"'],
  ])("says the same with other quotes: %s %s as %s", async (kind, from, to, written, back) => {
    const text = chart(String.raw`{ query: { measures: ["orders\x2ecount"] } }`);
    const folder = renamingPlace({ "dashboards/a.yaml": text });
    expect(text).toContain(written);
    expect((await run(folder, ["rename", kind, from, to])).code).toBe(0);
    expect((await run(folder, ["lint"])).code).toBe(0);
    expect((await run(folder, ["rename", kind, to, from])).code).toBe(0);
    expect(read(folder, "dashboards/a.yaml")).toBe(text.replace(written, back));
  });

  it("takes a publicId for its own that it would have written there, and keeps every other", async () => {
    const entry = (fields: string) => `${chart("{ reportId: { $report: r } }")}reports:\n  r:\n${fields}`;
    const plain = renamingPlace({ "dashboards/a.yaml": entry("    name: X\n") });
    await run(plain, ["rename", "report", "r", "s"]);
    const [derived] = /^ {4}publicId: .*\n/m.exec(read(plain, "dashboards/a.yaml")) ?? [];
    for (const [fields, back] of [
      [`${derived}    name: X\n`, "    name: X\n"],
      [`    name: X\n${derived}`, `    name: X\n${derived}`],
    ] as const) {
      const folder = renamingPlace({ "dashboards/a.yaml": entry(fields) });
      expect((await run(folder, ["rename", "report", "r", "s"])).code).toBe(0);
      expect((await run(folder, ["rename", "report", "s", "r"])).code).toBe(0);
      expect(read(folder, "dashboards/a.yaml")).toBe(entry(back));
    }
  });
});

describe("boardwright rename of what was renamed before", () => {
  const reports = (key: string, fields: string) =>
    `${chart(`{ reportId: { $report: ${key} } }`)}reports:\n  ${key}:\n${fields}    name: X\n`;

  it.each([
    ["r2", "    was: r1\n", "r3", "    was: [r1, r2]\n"],
    ["r2", "    was: r1\n", "r1", ""],
    ["r3", "    was: [r1, r2]\n", "r1", ""],
    ["r3", "    was: [r1, r2]\n", "r2", "    was: r1\n"],
  ])("leaves the publicId of its first key to the report %s, %j, as %s", async (from, was, to, after) => {
    const folder = renamingPlace({ "dashboards/a.yaml": reports(from, was) });
    const renamed = await run(folder, ["rename", "report", from, to]);
    expect(renamed).toMatchObject({ code: 0, stderr: "" });
    expect(read(folder, "dashboards/a.yaml")).toBe(reports(to, after));
    expect((await run(folder, ["lint"])).code).toBe(0);
  });

  it.each(["workbook", "report"])("refuses the name that another %s had", async (kind) => {
    const board = chart("{}").slice("workbooks:\n".length);
    const [one, two] = kind === "report" ? ["    name: X\n", "    name: Y\n"] : ["", ""];
    const section =
      kind === "report"
        ? `reports:\n  b:\n    was: a\n${one}  q:\n${two}`
        : `workbooks:\n${board.replace("one:", "b:\n    was: a")}${board.replace("one:", "q:")}`;
    const folder = renamingPlace({ "dashboards/a.yaml": section });
    const refused = await run(folder, ["rename", kind, "q", "a"]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(`the ${kind} b was a, at dashboards/a.yaml:3`);
    expect(read(folder, "dashboards/a.yaml")).toBe(section);
  });
});

interface Placed {
  file: string;
  line: number;
}
