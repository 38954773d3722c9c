// What a slug may be: it is a part of the address that its workbook is sent to.
import { describe, expect, it } from "vitest";
import { createLinter } from "../../src/lint/index.ts";
import { makeProject, makeWorkbook } from "./workbook.ts";

async function lintSlug(slug: string, rules: Parameters<typeof makeProject>[0] = {}): Promise<string[]> {
  const linter = createLinter(makeProject(rules), () => undefined);
  linter.visit(makeWorkbook({ name: "N" }, slug));
  const found = await linter.finish({ reports: [], diagnostics: [] });
  return found.map(({ rule, severity, message }) => `${severity} ${rule}: ${message}`);
}

describe("a slug that cannot be part of an address", () => {
  it.each([
    [".", '"." cannot be part of an address: there it means a folder'],
    ["..", '".." cannot be part of an address: there it means a folder'],
    ["a\u0000b", '"a\\u0000b" cannot be part of an address: it has a control character'],
    ["a\u0085b", "it has a control character"],
    ["a\ud800", '"a\\ud800" cannot be part of an address: it has half of a character'],
  ])("is an error that no project turns off: %j", async (slug, message) => {
    for (const severity of ["error", "warning", "off"] as const) {
      const found = await lintSlug(slug, { "unusable-slug": severity });
      expect(found).toContainEqual(expect.stringMatching(/^error unusable-slug: /));
      expect(found.join()).toContain(message);
    }
  });

  it.each(["...", "a..b", ".a", "é *?", "😀", "a%2e", "con:aux"])("is none of these: %j", async (slug) => {
    expect(await lintSlug(slug)).toEqual([]);
  });
});

describe("a slash in a slug", () => {
  it.each([
    ["a/b", "/"],
    ["../up", "/"],
    ["a\\b", "\\"],
  ])("is an error of slug-form: %j", async (slug, slash) => {
    expect(await lintSlug(slug)).toEqual([
      `error slug-form: The slug \`${slug}\` holds a \`${slash}\`, which divides an address.`,
    ]);
    expect(await lintSlug(slug, { "slug-form": "off" })).toEqual([]);
  });
});
