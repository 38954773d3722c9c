import { describe, expect, it } from "vitest";
import { createLinter } from "../../src/lint/index.ts";
import { fixedTexts } from "./fixed-texts.ts";
import { makeProject, makeWorkbook } from "./workbook.ts";

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
    return (fixedTexts(() => text, found).a ?? text).slice(before.length);
  }

  it("is mended in the key's own quotes", async () => {
    expect(await mend("  Revenue-By: {}", "Revenue-By", "Revenue-By")).toBe("  revenue-by: {}");
    expect(await mend(`  " Rev\\"A ": {}`, `" Rev\\"A "`, ' Rev"A ')).toBe(`  "rev\\"a": {}`);
    expect(await mend("  ' It''s ': {}", "' It''s '", " It's ")).toBe("  'it''s': {}");
    expect(await mend("  Überblick: {}", "Überblick", "Überblick")).toBe("  überblick: {}");
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
