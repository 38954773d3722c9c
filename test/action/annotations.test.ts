// Findings as annotations: on changed lines first, grouped by line, as many as GitHub shows.
import { describe, expect, it } from "vitest";
import { ANNOTATIONS_PER_LEVEL, annotate } from "../../src/action/annotations.ts";
import { changedLines } from "../../src/action/forge/github-pulls.ts";
import type { Diagnostic } from "../../src/model/index.ts";

const finding = (line: number, more: Partial<Diagnostic> = {}): Diagnostic => ({
  rule: "widget-overlap",
  severity: "warning",
  message: `at ${line}`,
  file: "a.yaml",
  line,
  column: 1,
  ...more,
});
const many = (count: number, more: Partial<Diagnostic> = {}) =>
  Array.from({ length: count }, (_, index) => finding(index + 1, more));

describe("annotations", () => {
  it("stand on changed lines; errors elsewhere come after them, warnings elsewhere not at all", () => {
    const changed = new Map([["x/a.yaml", new Set([2, 7])]]);
    const error = { severity: "error" as const };
    const { shown, left } = annotate(
      [
        finding(1),
        finding(1, error),
        finding(2),
        finding(5, { ...error, endLine: 8 }),
        finding(9, { file: "b.yaml" }),
      ],
      { prefix: "x/", changed },
    );
    expect(shown.map(({ level, file, line, endLine }) => [level, file, line, endLine])).toEqual([
      ["warning", "x/a.yaml", 2, 2],
      ["error", "x/a.yaml", 5, 8],
      ["error", "x/a.yaml", 1, 1],
    ]);
    expect(left).toBe(0);
  });

  it("are one for each line and level, with every message", () => {
    const same = [
      finding(3, { help: "Move it." }),
      finding(3, { rule: "grid-size", message: "too wide\n::error::" }),
    ];
    expect(annotate(same, { prefix: "", changed: undefined }).shown).toMatchObject([
      { title: "widget-overlap, grid-size", message: "at 3 Move it.\ntoo wide↵::error::" },
    ]);
  });

  it("are ten errors and ten warnings; the findings beyond are counted, those of one line too", () => {
    const all = [...many(12), ...many(11, { severity: "error" }), finding(12)];
    const { shown, left } = annotate(all, { prefix: "", changed: undefined });
    for (const level of ["error", "warning"])
      expect(shown.filter((each) => each.level === level)).toHaveLength(ANNOTATIONS_PER_LEVEL);
    expect(left).toBe(4);
  });

  it("are one for a mistake that is made at many places, on a changed line if it is on one", () => {
    const typo = Array.from({ length: 12 }, (_, at) =>
      finding(at + 1, { severity: "error", message: "unknown key" }),
    );
    const other = finding(27, { file: "shops.yaml", severity: "error" });
    const changed = new Map([["x/a.yaml", new Set([5])]]);
    const { shown, left } = annotate([...typo, other], { prefix: "x/", changed });
    expect(shown.map(({ file, line }) => [file, line])).toEqual([
      ["x/a.yaml", 5],
      ["x/shops.yaml", 27],
    ]);
    expect(shown[0]?.message).toMatch(
      /^unknown key \(the same at 11 more places: x\/a\.yaml:1:1, .* and 3 more\)$/,
    );
    expect(left).toBe(0);
  });

  it("are at most a few of one rule where others would be hidden, and say how many more there are", () => {
    const error = { severity: "error" as const };
    const changed = new Map([["a.yaml", new Set(Array.from({ length: 30 }, (_, at) => at + 1))]]);
    const other = finding(7, { ...error, rule: "broken-link", file: "b.yaml" });
    const { shown, left } = annotate([...many(22, error), other], { prefix: "", changed });
    expect(shown.map(({ file, line }) => `${file} ${line}`)).toContain("b.yaml 7");
    expect(shown).toHaveLength(ANNOTATIONS_PER_LEVEL);
    expect(shown.filter(({ message }) => message.includes("more of"))).toMatchObject([
      { message: "at 9\nand 13 more of widget-overlap, in the job summary" },
    ]);
    expect(left).toBe(13);
  });

  it("are of different rules and files first", () => {
    const error = (rule: string, file: string) => (line: number) =>
      finding(line, { rule, file, severity: "error" });
    const lines = [1, 2, 3, 4, 5, 6, 7, 8];
    const all = [
      ...lines.map(error("a", "1.yaml")),
      ...lines.map(error("a", "2.yaml")),
      error("b", "1.yaml")(20),
    ];
    const { shown } = annotate(all, { prefix: "", changed: undefined });
    expect(shown.map(({ title, file, line }) => `${title} ${file}:${line}`)).toEqual([
      ...["a 1.yaml:1", "b 1.yaml:20", "a 2.yaml:1", "a 1.yaml:2", "a 2.yaml:2", "a 1.yaml:3", "a 2.yaml:3"],
      ...["a 1.yaml:4", "a 2.yaml:4", "a 1.yaml:5"],
    ]);
  });
});

describe("changed lines", () => {
  it("are those that a patch adds, by their numbers in the new file", () => {
    const patch = [
      "@@ -1,4 +1,5 @@ workbooks:",
      " a",
      "-b",
      "+B",
      "+++ looks like a header",
      " c",
      "@@ -20 +30,2 @@",
      "-d",
      "\\ No newline at end of file",
      "+D",
      "+e",
      "\\ No newline at end of file",
    ].join("\n");
    expect([...changedLines(patch)]).toEqual([2, 3, 30, 31]);
    expect(changedLines("").size).toBe(0);
  });
});
