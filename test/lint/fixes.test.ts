import { describe, expect, it } from "vitest";
import { applyFixes, createLinter } from "../../src/lint/index.ts";
import type { Diagnostic, Edit } from "../../src/model/index.ts";
import { makeProject, makeWorkbook } from "./workbook.ts";

function finding(line: number, ...fix: Edit[]): Diagnostic {
  return { rule: "r", severity: "error", message: "m", file: "a", line, column: 1, fix };
}

const edit = (start: number, end: number, text: string, file = "a"): Edit => ({ file, start, end, text });

function fix(text: string, ...diagnostics: Diagnostic[]): Record<string, string> {
  return Object.fromEntries(applyFixes(() => text, diagnostics));
}

describe("applyFixes", () => {
  it("puts every edit in, whatever the order of the findings", () => {
    expect(
      fix("0123456789", finding(2, edit(7, 9, "x")), finding(1, edit(0, 2, "abc"), edit(4, 4, "|"))),
    ).toEqual({
      a: "abc23|456x9",
    });
  });

  it("takes the first of two that overlap or touch, and the other one not even in part", () => {
    const first = finding(1, edit(0, 4, "A"));
    const second = finding(2, edit(3, 5, "B"), edit(8, 9, "B"));
    expect(fix("0123456789", second, first)).toEqual({ a: "A456789" });
    expect(fix("0123", finding(1, edit(2, 2, "A")), finding(2, edit(2, 2, "B")))).toEqual({ a: "01A23" });
  });

  it("counts without a byte order mark and keeps one that is there", () => {
    expect(fix("\ufeff0123", finding(1, edit(0, 1, "A")))).toEqual({ a: "\ufeffA123" });
    expect(fix("0123", finding(1, edit(0, 1, "A")))).toEqual({ a: "A123" });
  });

  it("does the same edit of two findings once", () => {
    expect(fix("0123", finding(1, edit(0, 1, "A")), finding(2, edit(0, 1, "A")))).toEqual({ a: "A123" });
  });

  it("leaves alone what an edit outside the text would change, and files without fixes", async () => {
    expect(fix("01", finding(1, edit(1, 3, "A")))).toEqual({});
    expect(fix("01", { ...finding(1), fix: undefined })).toEqual({});
  });
});

describe("slug-form", () => {
  /** Lints one workbook whose key stands in `line`, and applies what is offered. */
  async function mend(line: string, key: string, slug: string): Promise<string> {
    const before = "# comment\r\n";
    const text = before + line;
    const column = line.indexOf(key) + 1;
    const place = { file: "a", line: 2, column, endLine: 2, endColumn: column + key.length };
    const linter = createLinter(makeProject(), () => text);
    linter.visit({ ...makeWorkbook({ name: "x" }, slug), locate: () => place });
    const found = await linter.finish({ reports: [], diagnostics: [] });
    expect(found.map(({ rule }) => rule)).toEqual(["slug-form"]);
    return (applyFixes(() => text, found).get("a") ?? text).slice(before.length);
  }

  it("is mended in the key's own quotes", async () => {
    expect(await mend("  Revenue-By: {}", "Revenue-By", "Revenue-By")).toBe("  revenue-by: {}");
    expect(await mend(`  " Rev\\"A ": {}`, `" Rev\\"A "`, ' Rev"A ')).toBe(`  "rev\\"a": {}`);
    expect(await mend("  ' It''s ': {}", "' It''s '", " It's ")).toBe("  'it''s': {}");
    expect(await mend("  Überblick: {}", "Überblick", "Überblick")).toBe(`  "überblick": {}`);
  });

  it("keeps a key text where lower-casing would make it something else", async () => {
    expect(await mend("  NULL: {}", "NULL", "NULL")).toBe(`  "null": {}`);
    expect(await mend("  1E3: {}", "1E3", "1E3")).toBe(`  "1e3": {}`);
  });

  it("is left to people where the normal form is not plain or the text is not the key", async () => {
    expect(await mend("  İzmir: {}", "İzmir", "İzmir")).toBe("  İzmir: {}");
    expect(await mend("  \u212aelvin: {}", "\u212aelvin", "\u212aelvin")).toBe("  \u212aelvin: {}");
    expect(await mend("  *name : {}", "*name", "Revenue")).toBe("  *name : {}");
    expect(await mend(`  " ": {}`, `" "`, " ")).toBe(`  " ": {}`);
  });
});
