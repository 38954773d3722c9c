// What a new user met in the first hour: slips that passed, and messages that sent the reader the wrong way.
import { chmodSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../support/temp.ts";
import { projectFile, run, WORKBOOK } from "./server.ts";

const BOARD = `
    dashboard:
      widgets:
        - { id: a, type: CHART, position: [0, 0, 6, 4], config: { reportId: { $report: r } } }
`;

describe("the workbook of a report", () => {
  const lint = (workbook: string, extra: string[] = []) =>
    run(
      tempFolder({
        "boardwright.yaml": projectFile("https://acme.example.com"),
        "dashboards/a.yaml": `workbooks:\n  revenue:${BOARD}  churn: { name: Churn }\nreports:\n  r:\n    workbook: ${workbook}\n    query: { measures: [orders.count] }\n`,
      }),
      ["lint", ...extra],
    );

  it("that no file declares is a warning with the one that was meant, at its line", async () => {
    const { code, stdout } = await lint("revenu");
    expect(stdout).toMatch(/^dashboards\/a\.yaml:9:15 {2}warning {2}unknown-workbook\n/);
    expect(stdout).toContain("No file declares the workbook `revenu`. Did you mean `revenue`?");
    // It may be live and in no file: a pull writes such a slug.
    expect(code).toBe(0);
    expect((await lint("revenu", ["--max-warnings", "0"])).code).toBe(1);
  });

  it("is none where it is declared, depends on the target, or was not looked for", async () => {
    expect((await lint("Revenue")).stdout).not.toContain("unknown-workbook");
    expect((await lint("$" + "{var.home}")).stdout).not.toContain("unknown-workbook");
    expect((await lint("revenu", ["churn"])).stdout).not.toContain("unknown-workbook");
  });
});

describe("plan --out", () => {
  const LOCAL = "version: 1\nproject: acme\ntargets: { local: { url: sandbox:s.json, deployment: 1 } }\n";
  const project = () => tempFolder({ "boardwright.yaml": LOCAL, "dashboards/a.yaml": WORKBOOK });

  it.each([
    ["html", "x.html"],
    ["html", "x.HTM"],
    ["markdown", "my plan.md"],
  ])("never puts a plan into a file that is named as a page: --format %s, %s", async (format, name) => {
    for (const args of [["--format", format], []]) {
      const folder = project();
      const { code, stdout, stderr } = await run(folder, ["plan", ...args, "--out", name]);
      expect([code, stdout]).toEqual([64, ""]);
      expect(stderr).toContain(
        `boardwright plan --format ${format} > ${name.includes(" ") ? `'${name}'` : name}\n`,
      );
      expect(existsSync(join(folder, name))).toBe(false);
    }
  });

  it("still saves the plan beside a page on stdout", async () => {
    const folder = project();
    const { code, stdout } = await run(folder, ["plan", "--format", "html", "--out", "plan.json"]);
    expect([code, stdout.slice(0, 15)]).toEqual([0, "<!doctype html>"]);
    expect((await run(folder, ["apply", "plan.json", "--yes"])).code).toBe(0);
  });

  it("says before it plans that the place is none", async () => {
    const folder = project();
    for (const [name, why] of [
      ["dashboards", "it is a folder"],
      ["boardwright.yaml/plan.json", "boardwright.yaml is not a folder"],
      ["/dev/null", "it is not a file"],
    ]) {
      const { code, stdout, stderr } = await run(folder, ["plan", "--out", String(name)]);
      expect([code, stdout]).toEqual([1, ""]);
      expect(stderr).toMatch(/^error: the plan cannot be saved in .*\n {2}Nothing was sent\.\n$/);
      expect(stderr).toContain(why);
    }
    expect(readdirSync(folder).sort()).toEqual(["boardwright.yaml", "dashboards"]);
  });

  it.skipIf(process.getuid?.() === 0)("and that the folder cannot be written to", async () => {
    const folder = project();
    chmodSync(folder, 0o555);
    const { stderr } = await run(folder, ["plan", "--out", "plan.json"]);
    chmodSync(folder, 0o755);
    expect(stderr).toContain("cannot be written to");
  });
});

describe("YAML that cannot be read", () => {
  it.each([
    ["an unclosed list", "name: [x\n  b:\n    name: y\n", "3:11", "The list opened here is not closed."],
    [
      "one within a list",
      "dashboard:\n      widgets:\n        - position: [0, 0\n          id: a\n        - id: b\n",
      "5:21",
      "The list opened here is not closed.",
    ],
    [
      "an unclosed map",
      "name: {x\n    folder: y\n  b: { name: z }\n",
      "3:11",
      "The map opened here is not closed.",
    ],
    ["one at the end", "dashboard: { title: { a: 1 }\n", "3:16", "The map opened here is not closed."],
    ["the wrong bracket", "dashboard: { cols: [1, 2} }\n", "3:24", "`}` comes where `]` is expected"],
    ["a bracket too many", "dashboard: { a: 1 }}\n", "3:24", "`}` closes nothing"],
    ["an unclosed quote", 'name: "x\n  b:\n    name: y\n', "3:11", "The quote opened here is not closed."],
    [
      "one that the next quote ends",
      'name: "x\n  b:\n    name: "y"\n',
      "3:11",
      "The quote opened here is not closed.",
    ],
    ["a quote within quotes", "name: 'it's'\n", "3:15", "Inside single quotes a ' is written ''"],
    ["a missing comma", "dashboard: { title: x kind: CLASSIC }\n", "3:25", "A comma is missing"],
    ["no space after the colon", "name:x\n    folder: y\n", "3:5", "Write a space after the colon."],
    ["a line indented too far", "name: x\n      folder: y\n", "4:7", "indented unlike"],
    ["a line indented too little", "name: x\n   folder: y\n", "4:4", "indented unlike"],
    [
      "a dash without a space",
      "dashboard:\n      widgets:\n        -id: w\n         type: TEXT\n",
      "5:9",
      "a dash and a space",
    ],
    ["a reserved character", "name: @x\n", "3:11", "must be in quotes"],
    ["an escape that is none", 'name: "a\\d"\n', "3:13", "`\\d` means nothing in double quotes"],
    ["a comment too near", 'name: "x"#c\n', "3:14", "needs a space before `#`"],
  ])(
    "says what is wrong with %s, where it begins, once and without words of the parser",
    async (_, text, place, words) => {
      const folder = tempFolder({
        "boardwright.yaml": projectFile("https://acme.example.com"),
        "dashboards/a.yaml": `workbooks:\n  a:\n    ${text}`,
      });
      const { code, stdout } = await run(folder, ["lint"]);
      expect(code).toBe(1);
      expect(stdout).toMatch(new RegExp(`^dashboards/a\\.yaml:${place} {2}error {2}yaml-syntax\\n`));
      expect(stdout).toContain(words);
      expect(stdout).toContain("\n1 error, 0 warnings");
      expect(stdout).not.toMatch(/flow|block|scalar|implicit|mapping|sequence|token|plain value/i);
    },
  );

  it("says the same of JSON", async () => {
    for (const [text, place, what] of [
      ['{\n "workbooks": { "a": { "name": "x" }\n', "2:15", "map"],
      ['{\n "workbooks": [1,\n 2', "2:15", "list"],
      ['{\n "workbooks": "a\n}\n', "2:15", "quote"],
    ]) {
      const folder = tempFolder({
        "boardwright.yaml": projectFile("https://a.example"),
        "dashboards/a.json": String(text),
      });
      const { stdout } = await run(folder, ["lint"]);
      expect(stdout).toContain(
        `dashboards/a.json:${place}  error  yaml-syntax\n  The ${what} opened here is not closed.`,
      );
    }
  });
});

describe("-v alone", () => {
  it("prints the version, as terraform and gh do, and so does `version`; with a command it is --verbose", async () => {
    const folder = tempFolder();
    const usual = await run(folder, ["--version"]);
    for (const args of [["-v"], ["-V"], ["version"]]) expect(await run(folder, args)).toEqual(usual);
    expect(usual.code).toBe(0);
    expect((await run(folder, ["-v", "schema", "project"])).stdout).toContain('"$schema"');
  });
});
