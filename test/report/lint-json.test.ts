import { describe, expect, it } from "vitest";
import { lintJson } from "../../src/report/findings/lint-formats.ts";
import { NASTY, PLAIN, reportOf } from "./lint-findings.ts";

describe("lintJson", () => {
  it("has the shape of contract 7 and nothing more", () => {
    const fixable = { ...PLAIN, fix: { from: "a", to: "b" } };
    const { rule, severity, message, file, line, column, slug } = PLAIN;
    expect(JSON.parse(lintJson(reportOf(fixable, NASTY)))).toEqual({
      summary: { errors: 1, warnings: 1, files: 46 },
      diagnostics: [
        { rule, severity, message, file, line, column, slug },
        {
          rule: NASTY.rule,
          severity: "warning",
          message: NASTY.message,
          file: NASTY.file,
          line: 1,
          column: 3,
          help: NASTY.help,
        },
      ],
    });
  });

  it("is one document that ends its line, also without findings", () => {
    const out = lintJson(reportOf());
    expect(out.endsWith("}\n")).toBe(true);
    expect(JSON.parse(out)).toEqual({ summary: { errors: 0, warnings: 0, files: 46 }, diagnostics: [] });
  });
});
