import { describe, expect, it } from "vitest";
import { createLinter, type LoadedForLint } from "../../src/lint/index.ts";
import type { Diagnostic } from "../../src/model/index.ts";
import { tempFolder } from "../support/temp.ts";
import { makeProject, makeReport, makeWorkbook } from "./workbook.ts";

const empty = { dashboard: { widgets: [] } };

function loaded(...diagnostics: Diagnostic[]) {
  return { reports: [], diagnostics };
}

function diagnostic(rule: string, line = 1, message = "m"): Diagnostic {
  return { rule, severity: "error", message, file: "a.yaml", line, column: 1 };
}

describe("severities", () => {
  it("are the project's, for rules of lint and of the loader alike", async () => {
    const linter = createLinter(makeProject({ "empty-dashboard": "error", "unknown-field": "warning" }));
    linter.visit(makeWorkbook(empty));
    const found = await linter.finish(loaded(diagnostic("unknown-field")));
    expect(found.map(({ rule, severity }) => [rule, severity])).toEqual([
      ["unknown-field", "warning"],
      ["empty-dashboard", "error"],
    ]);
  });

  it("off takes the findings away", async () => {
    const linter = createLinter(makeProject({ "empty-dashboard": "off", "unknown-field": "off" }));
    linter.visit(makeWorkbook(empty));
    expect(await linter.finish(loaded(diagnostic("unknown-field")))).toEqual([]);
  });

  it("of findings that leave the desired state unknown stay errors, and asking otherwise is a finding", async () => {
    const rules = { "yaml-syntax": "off", "include-missing": "error" } as const;
    const found = await createLinter(makeProject(rules)).finish(loaded(diagnostic("yaml-syntax")));
    expect(found.map(({ rule, severity }) => [rule, severity])).toEqual([
      ["yaml-syntax", "error"],
      ["invalid-value", "error"],
    ]);
    expect(found[1]?.message).toBe("The rule `yaml-syntax` is always an error; it cannot be `off`.");
  });

  it("do not change the loader's own findings", async () => {
    const own = diagnostic("unknown-field");
    await createLinter(makeProject({ "unknown-field": "warning" })).finish(loaded(own));
    expect(own.severity).toBe("error");
  });
});

describe("findings", () => {
  it("are sorted, and what several workbooks include is one", async () => {
    const linter = createLinter(makeProject());
    linter.visit(makeWorkbook(empty, "zebra"));
    const included = makeWorkbook({ dashboard: { kind: "APP" } }, "b");
    linter.visit(included);
    linter.visit({ ...included, slug: "a" });
    const found = await linter.finish(
      loaded(diagnostic("unknown-field", 10), diagnostic("unknown-field", 9)),
    );
    expect(found.map(({ rule, slug, line }) => [rule, slug, line])).toEqual([
      ["unknown-field", undefined, 9],
      ["unknown-field", undefined, 10],
      ["empty-dashboard", "zebra", 1],
      ["app-missing", "a", 1],
    ]);
  });
});

describe("rules about the whole project", () => {
  const used = { dashboard: { widgets: [{ config: { reportId: { $report: "nowhere" } } }] } };
  const rulesOf = async (more: Partial<LoadedForLint>) => {
    const linter = createLinter(makeProject());
    linter.visit(makeWorkbook(used));
    const found = await linter.finish({ reports: [makeReport("unused")], diagnostics: [], ...more });
    return found.map(({ rule }) => rule).sort();
  };

  it("speak where everything is known", async () => {
    expect(await rulesOf({})).toEqual(["unresolved-report", "unused-report"]);
    expect(await rulesOf({ diagnostics: [diagnostic("unknown-field")] })).toContain("unresolved-report");
  });

  it("hold their tongue on what a narrowed or broken reading may have missed", async () => {
    expect(await rulesOf({ whole: false })).toEqual(["unresolved-report"]);
    expect(await rulesOf({ diagnostics: [diagnostic("yaml-syntax")] })).toEqual(["yaml-syntax"]);
  });
});

describe("unknown rules in the project file", () => {
  function lintProject(text: string, rules: Record<string, "error" | "off">): Promise<Diagnostic[]> {
    const root = tempFolder({ "boardwright.yaml": text });
    return createLinter(makeProject(rules, root)).finish(loaded());
  }

  it("are found where they are written, with a suggestion", async () => {
    const text =
      "version: 1\n# widget-overlp: here\nlint:\n  rules: { widget-size: error, widget-overlp: off }\n";
    expect(await lintProject(text, { "widget-size": "error", "widget-overlp": "off" })).toEqual([
      {
        rule: "unknown-rule",
        severity: "error",
        message: "`widget-overlp` is not a rule. Did you mean `widget-overlap`?",
        file: "boardwright.yaml",
        line: 4,
        column: 32,
        endLine: 4,
        endColumn: 45,
      },
    ]);
  });

  it("of any spelling, quoted or not a pattern, never break the search", async () => {
    const found = await lintProject('lint:\n  rules:\n    "(a|b[*": off\n', { "(a|b[*": "off" });
    expect(found[0]).toMatchObject({ line: 3, column: 6, help: "docs/rules/ has a page for each rule." });
    expect((await lintProject("", { __proto_: "off" }))[0]).toMatchObject({ line: 1, column: 1 });
  });

  it("can be switched off themselves", async () => {
    expect(await lintProject("", { nonsense: "off", "unknown-rule": "off" })).toEqual([]);
  });
});
