// boardwright lint as it is run: formats, exit codes, fixes, paths, targets. What each format holds has its own tests in
// test/report/, what each rule finds in test/lint/.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { LINT_FORMATS } from "../../src/report/index.ts";
import { tempFolder } from "../support/temp.ts";
import { run, standBy } from "./server.ts";

const FORMATS = Object.keys(LINT_FORMATS);
const PROJECT = [
  "version: 1",
  "project: acme",
  "defaultTarget: test",
  "targets:",
  "  test: { url: sandbox:s.json, deployment: 1, vars: { currency: EUR } }",
  "  production: { url: sandbox:p.json, deployment: 1 }",
  "",
].join("\n");
const overlap = (slug: string): string =>
  [
    "workbooks:",
    `  ${slug}:`,
    "    dashboard:",
    "      widgets:",
    "        - { id: a, type: TEXT, position: [0, 0, 4, 4] }",
    "        - { id: b, type: TEXT, position: [3, 3, 4, 4] }",
    "",
  ].join("\n");

const project = (files: Record<string, string>): string =>
  tempFolder({ "boardwright.yaml": PROJECT, ...files });

describe("boardwright lint", () => {
  it("names a variable that no target declares once, and says that more is checked later", async () => {
    const folder = project({
      "dashboards/a.yaml": `workbooks: { a: { name: "\${var.curency} \${var.other}" } }\n`,
      "dashboards/b.yaml": `workbooks: { b: { name: "\${var.currency}" } }\n`,
    });
    const told = JSON.parse((await run(folder, ["lint", "--json"])).stdout).diagnostics.map(
      ({ message }: { message: string }) => message.split(".")[0],
    );
    expect(told).toEqual([
      "No target declares a variable `curency`",
      "No target declares a variable `other`",
      "The target `production` declares no variable `currency`",
    ]);
    const cut = await run(folder, ["lint"]);
    expect(cut.stderr).toBe(
      "More of dashboards/a.yaml, dashboards/b.yaml is checked when their errors are fixed.\n",
    );
    expect((await run(folder, ["lint", "--quiet"])).stderr).toBe("");
    const whole = project({ "dashboards/a.yaml": overlap("a") });
    expect((await run(whole, ["lint"])).stderr).toBe("");
  });

  it.each(FORMATS)("prints %s, without findings and with", async (format) => {
    const right = project({ "dashboards/a.yaml": "workbooks: { a: { name: A } }\n" });
    const wrong = project({ "dashboards/a.yaml": `${overlap("a")}    nam: A\n` });
    const [fine, broken] = await Promise.all(
      [right, wrong].map((folder) => run(folder, ["lint", "--format", format])),
    );
    expect([fine!.code, fine!.stderr, broken!.code, broken!.stderr]).toEqual([0, "", 1, ""]);
    for (const rule of ["widget-overlap", "unknown-field"]) {
      // SARIF lists every rule, found or not.
      if (format !== "sarif") expect(fine!.stdout).not.toContain(rule);
      expect(broken!.stdout).toContain(rule);
    }
    const shapes: Record<string, RegExp> = {
      pretty:
        /^dashboards\/a\.yaml:6:\d+ {2}warning {2}widget-overlap\n[\s\S]+\n1 error, 1 warning in 1 file\.\n$/,
      json: /^\{\n {2}"summary": \{\n {4}"errors": 1,\n {4}"warnings": 1,\n {4}"files": 1\n/,
      sarif: /"version": "2\.1\.0"/,
      github: /^::(?:error|warning) .*file=dashboards\/a\.yaml,/m,
      codequality: /^\[\n {2}\{\n {4}"description": /,
      junit: /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites/,
    };
    expect(broken!.stdout).toMatch(shapes[format]!);
    if (["json", "sarif", "codequality"].includes(format)) {
      for (const { stdout } of [fine!, broken!]) expect(() => JSON.parse(stdout)).not.toThrow();
    }
  });

  it("prints the same as --json and as --format json, whatever the format", async () => {
    const folder = project({ "dashboards/a.yaml": overlap("a") });
    const all = await Promise.all([
      run(folder, ["lint", "--json"]),
      run(folder, ["lint", "--format", "json"]),
      run(folder, ["lint", "--format", "sarif", "--json"]),
    ]);
    expect(new Set(all.map(({ stdout }) => stdout)).size).toBe(1);
  });

  it("never opens a socket, whatever the environment says", async () => {
    const server = await standBy();
    onTestFinished(server.close);
    const target = `version: 1\nproject: a\ntargets: { t: { url: ${JSON.stringify(server.url)}, deployment: 1 } }\n`;
    const folder = tempFolder({ "boardwright.yaml": target, "dashboards/a.yaml": overlap("a") });
    const proxies = { HTTP_PROXY: server.url, HTTPS_PROXY: server.url, ALL_PROXY: server.url };
    const env = { PLATFORM_API_URL: server.url, BOARDWRIGHT_TARGET: "t", ...proxies };
    const commands = [["lint"], ["lint", "--fix"], ["lint", "--target", "t"], ["fmt"], ["fmt", "--check"]];
    await Promise.all(commands.map((command) => run(folder, command, env)));
    expect(server.requests).toEqual([]);
  });

  it("fails on warnings only where there are more than --max-warnings", async () => {
    const folder = project({ "dashboards/a.yaml": overlap("a"), "dashboards/b.yaml": overlap("b") });
    const limits = ["0", "1", "2"];
    const [none, one, two] = await Promise.all(
      limits.map((limit) => run(folder, ["lint", "--max-warnings", limit])),
    );
    expect([none!.code, one!.code, two!.code, (await run(folder, ["lint"])).code]).toEqual([1, 1, 0, 0]);
    expect(one!.stderr).toBe("2 warnings are more than --max-warnings 1\n");
    expect(two!.stderr).toBe("");
    const json = await run(folder, ["lint", "--max-warnings", "0", "--json", "--quiet"]);
    expect([json.code, json.stderr]).toEqual([1, ""]);
  });

  it("follows the severities of the project file", async () => {
    const folder = project({ "dashboards/a.yaml": overlap("a") });
    for (const [severity, code, summary] of [
      ["error", 1, "1 error, 0 warnings"],
      ["off", 0, "0 errors, 0 warnings"],
    ] as const) {
      writeFileSync(
        join(folder, "boardwright.yaml"),
        `${PROJECT}lint: { rules: { widget-overlap: ${severity} } }\n`,
      );
      const ran = await run(folder, ["lint"]);
      expect(ran.stdout).toContain(summary);
      expect(ran.code).toBe(code);
    }
  });

  it("--fix writes what is safe, leaves the rest, and tells what is left", async () => {
    const text = '\ufeff# top\r\nworkbooks:\r\n  " Revenue ": # the slug\r\n    nmae: Revenue\r\n';
    const folder = project({ "dashboards/a.yaml": text, "dashboards/b.yaml": overlap("b") });
    const before = await run(folder, ["lint"]);
    expect(before.stdout).toContain("1 can be fixed with `boardwright lint --fix`.");
    const fixed = await run(folder, ["lint", "--fix"]);
    expect(readFileSync(join(folder, "dashboards/a.yaml"), "utf8")).toBe(
      text.replace(" Revenue ", "revenue"),
    );
    expect(readFileSync(join(folder, "dashboards/b.yaml"), "utf8")).toBe(overlap("b"));
    expect(fixed.stdout).toContain("unknown-field");
    expect(fixed.stdout).not.toContain("slug-form");
    expect([before.code, fixed.code]).toEqual([1, 1]);
  });

  it("without --fix writes nothing", async () => {
    const text = "workbooks: { Revenue: {} }\n";
    const folder = project({ "dashboards/a.yaml": text });
    await run(folder, ["lint", "--max-warnings", "0"]);
    expect(readFileSync(join(folder, "dashboards/a.yaml"), "utf8")).toBe(text);
  });

  it("takes files and folders, seen from where it is run", async () => {
    const folder = project({
      "dashboards/finance/a.yaml": overlap("a"),
      "dashboards/sales/b.yaml": overlap("b"),
      "elsewhere/c.yaml": overlap("c"),
    });
    const told = async (cwd: string, paths: string[]) => {
      const { stdout } = await run(cwd, ["lint", "--json", ...paths]);
      const { summary, diagnostics } = JSON.parse(stdout);
      return [summary.files, [...new Set(diagnostics.map(({ file }: { file: string }) => file))]];
    };
    expect(await told(folder, [])).toEqual([2, ["dashboards/finance/a.yaml", "dashboards/sales/b.yaml"]]);
    expect(await told(folder, ["dashboards/finance"])).toEqual([1, ["dashboards/finance/a.yaml"]]);
    expect(await told(join(folder, "dashboards/sales"), ["b.yaml"])).toEqual([
      1,
      ["dashboards/sales/b.yaml"],
    ]);
    expect(await told(folder, ["elsewhere/c.yaml"])).toEqual([1, ["elsewhere/c.yaml"]]);
  });

  it("looks at every target where the files differ by target, and at one where one is named", async () => {
    const folder = project({ "dashboards/a.yaml": 'workbooks: { a: { name: "In ${var.currency}" } }\n' });
    const all = await Promise.all([
      run(folder, ["lint"]),
      run(folder, ["lint", "--target", "production"]),
      run(folder, ["lint", "--target", "test"]),
      run(folder, ["lint"], { BOARDWRIGHT_TARGET: "test" }),
    ]);
    expect(all.map(({ code }) => code)).toEqual([1, 1, 0, 0]);
    for (const ran of all.slice(0, 2)) {
      expect(ran.stdout.match(/ error {2}unknown-variable$/gm)).toHaveLength(1);
      expect(ran.stdout).toContain("dashboards/a.yaml:1:");
    }
  });

  it("finds its project from any folder below, and by --config from anywhere", async () => {
    const folder = project({ "dashboards/deep/er/a.yaml": "workbooks: { a: {} }\n" });
    const below = await run(join(folder, "dashboards/deep/er"), ["lint"]);
    const beside = await run(tempFolder(), ["lint", "--config", join(folder, "boardwright.yaml")]);
    for (const ran of [below, beside]) {
      expect(ran).toMatchObject({ code: 0, stdout: "0 errors, 0 warnings in 1 file.\n" });
    }
  });
});
