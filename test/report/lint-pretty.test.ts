import { describe, expect, it } from "vitest";
import type { Diagnostic } from "../../src/model/index.ts";
import { lintPretty } from "../../src/report/subjects/findings.ts";
import { NASTY, PLAIN, reportOf } from "./lint-findings.ts";

/** The code frame of one line of text, from the line itself on. */
function frame(line: string, column: number, endColumn: number): string[] {
  const diagnostic: Diagnostic = { ...PLAIN, line: 1, column, endLine: 1, endColumn };
  const out = lintPretty({ diagnostics: [diagnostic], files: 1, text: () => line, color: false }).split("\n");
  return out.slice(3, 5);
}

describe("lintPretty", () => {
  it("shows place, message and the line with the span underlined", () => {
    expect(lintPretty({ ...reportOf(PLAIN), color: false })).toBe(
      `dashboards/revenue.yaml:18:11  error  unknown-field
  \`positon\` is not a field of a widget. Did you mean \`position\`?

    17 |         - id: churn
    18 |           positon: [0, 4, 4, 3]
       |           ^^^^^^^

1 error, 0 warnings in 46 files.
`,
    );
  });

  it("says that nothing was found, and what --fix can mend", () => {
    expect(lintPretty({ ...reportOf(), color: false })).toBe("0 errors, 0 warnings in 46 files.\n");
    const fixable = { ...PLAIN, fix: { from: "a", to: "b" } };
    expect(lintPretty({ ...reportOf(fixable), files: 1, color: false })).toMatch(
      /\n\n1 error, 0 warnings in 1 file.\n1 can be fixed with `boardwright lint --fix`.\n$/,
    );
  });

  it("colours only when asked to", () => {
    const start = "\u001b[";
    expect(lintPretty({ ...reportOf(PLAIN, NASTY), color: false })).not.toContain(start);
    const coloured = lintPretty({ ...reportOf(PLAIN, NASTY), color: true });
    expect(coloured).toContain(`${start}31merror${start}39m`);
    expect(coloured).toContain(`${start}33m  ^^^^^${start}39m`);
    // Whatever a file holds, every escape sequence is one of our own colours.
    expect(
      coloured
        .split(start)
        .slice(1)
        .every((rest) => /^(?:1|2|22|31|33|39)m/.test(rest)),
    ).toBe(true);
  });

  it("lets no text of a file draw, break the line or command the runner", () => {
    const out = lintPretty({ ...reportOf(NASTY), color: false });
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]|\p{Cs}/u);
    expect(out).not.toContain("##[");
    expect(out.split("\n").filter((line) => /^\s*::/.test(line))).toEqual([]);
    expect(out).toContain("    1 | # ␛[2Jx\n      |   ^^^^^\n");
    const command = { ...PLAIN, file: "::error::x" };
    expect(lintPretty({ ...reportOf(command), color: false })).not.toMatch(/^\s*::/m);
  });

  it("puts the carets under the cells that the span takes: tabs, wide and combining characters", () => {
    expect(frame("\t\tab: 1", 3, 5)).toEqual(["    1 |     ab: 1", "      |     ^^"]);
    expect(frame("日本: 円x", 1, 3)).toEqual(["    1 | 日本: 円x", "      | ^^^^"]);
    expect(frame("日本: 円x", 6, 7)).toEqual(["    1 | 日本: 円x", "      |         ^"]);
    expect(frame("e\u0301: x", 4, 5)).toEqual(["    1 | e\u0301: x", "      |   ^"]);
    expect(frame("📈: x", 4, 5)).toEqual(["    1 | 📈: x", "      |    ^"]);
    expect(frame("a\u0007b", 3, 4)).toEqual(["    1 | a␇b", "      |   ^"]);
  });

  it("cuts long lines around the span, and a long span at the edge", () => {
    const [line, carets] = frame(`${"x".repeat(5000)}HERE${"y".repeat(5000)}`, 5001, 5005);
    expect(line).toMatch(/^ {4}1 \| …x{30}HEREy+…$/);
    expect(line?.length).toBeLessThanOrEqual(8 + 100);
    expect(carets?.indexOf("^")).toBe(line?.indexOf("HERE"));
    expect(carets?.trimEnd().endsWith(" ^^^^")).toBe(true);
    const long = frame(`k: ${"v".repeat(5000)}`, 4, 5004);
    expect(long[0]).toBe(`    1 | k: ${"v".repeat(96)}…`);
    expect(long[1]).toBe(`      |    ${"^".repeat(97)}`);
  });

  it("shows something for every place: an empty span, the end of the line, lines that are not there", () => {
    expect(frame("ab", 3, 3)).toEqual(["    1 | ab", "      |   ^"]);
    expect(frame("ab", 99, 120)).toEqual(["    1 | ab", "      |   ^"]);
    expect(frame("ab\rcd", 1, 2)).toEqual(["    1 | ab", "      | ^"]);
    const beyond = { ...PLAIN, line: 400 };
    expect(lintPretty({ ...reportOf(beyond), color: false }).split("\n")).toHaveLength(5);
    expect(lintPretty({ ...reportOf(PLAIN), text: () => undefined, color: false })).not.toContain(" | ");
  });
});
