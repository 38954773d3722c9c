// The few lines that stand for Unicode's table where a name is plain.
import fc from "fast-check";
import confuse from "unhomoglyph";
import { describe, expect, it } from "vitest";
import { asciiSkeleton, isAscii } from "../../src/lint/ascii-skeleton.ts";
import { skeletonOf } from "../../src/lint/beyond-ascii.ts";
import { createLinter } from "../../src/lint/index.ts";
import { makeProject, makeWorkbook } from "./workbook.ts";

const PLAIN = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index));

describe("the skeleton of a plain name", () => {
  it("is what the library makes of each character, and of each pair", () => {
    expect(PLAIN.every(isAscii)).toBe(true);
    for (const first of ["", ...PLAIN])
      for (const second of PLAIN) {
        const text = first + second;
        expect(asciiSkeleton(text), text).toBe(confuse(text));
        expect(asciiSkeleton(text), text).toBe(skeletonOf(text));
      }
  });

  it("is the library's for any text of them", () => {
    const plain = fc.array(fc.constantFrom(...PLAIN)).map((characters) => characters.join(""));
    fc.assert(fc.property(plain, (text) => asciiSkeleton(text) === skeletonOf(text)));
  });

  it.each(["\t", "\u007f", "\u0080", "é", "a\u200bb", "😀"])(
    "is not asked for where a text is not plain: %j",
    (text) => {
      expect(isAscii(text)).toBe(false);
    },
  );
});

it("a plain name and one with other letters are compared by one table, whichever comes first", async () => {
  const orders = [
    ["modern-100", "m\u043edern-100"],
    ["m\u043edern-100", "modern-100"],
    ["modern", "rn\u043edern"],
  ];
  for (const slugs of orders) {
    const linter = createLinter(makeProject(), () => undefined);
    for (const slug of slugs) linter.visit(makeWorkbook({ name: "N" }, slug));
    const found = await linter.finish({ reports: [], diagnostics: [] });
    expect(found.map(({ rule, severity }) => `${severity} ${rule}`)).toContain("error confusable-slug");
  }
});
