// Findings on terminals of several widths: nothing runs over the edge, and the carets stay under what they mean.
import { describe, expect, it } from "vitest";
import type { Diagnostic } from "../../src/model/index.ts";
import { lintPretty } from "../../src/report/subjects/findings.ts";
import { cells } from "../../src/report/text/cells.ts";
import { boardwright } from "../support/command.ts";
import { tempFolder } from "../support/temp.ts";
import { PLAIN } from "./lint-findings.ts";

const WIDTHS = [60, 80, 120];
/** Lines around a mark: long, wide, with tabs, with what is made visible, and in which the mark itself is long. */
const LINES: Record<string, string> = {
  short: "  name: MARK",
  long: `${"left ".repeat(60)}MARK${" right".repeat(60)}`,
  "near the edge": `${"x".repeat(48)}MARK${"y".repeat(60)}`,
  wide: `${"売上高".repeat(12)}MARK${"利益率".repeat(40)}`,
  "wide and far": `${"売上高".repeat(90)}MARK${"利益率".repeat(40)}`,
  emoji: `${"📈 ".repeat(20)}MARK${" 📉".repeat(30)}`,
  tabs: `${"\t".repeat(26)}MARK\t${"\tx".repeat(40)}`,
  invisible: `${"\u200b\u202e".repeat(9)}MARK${"\u0007".repeat(80)}`,
  combining: `${"e\u0301".repeat(70)}MARK${"e\u0301".repeat(70)}`,
};

function finding(line: string, mark = "MARK"): Diagnostic {
  const column = line.indexOf(mark) + 1;
  const message =
    `\`positon\` is not a field of a widget. ${"It has words, and more of them. ".repeat(6)}`.trim();
  const help =
    "Fields here: `config`, `display`, `id`, `position`, `title`, `type`, and whatever a type adds to them.";
  const place = { line: 1234, endLine: 1234, column, endColumn: column + mark.length };
  return { ...PLAIN, message, help, ...place };
}

function draw(line: string, width: number | undefined, diagnostic = finding(line)): string[] {
  const text = () => `${"\n".repeat(1232)}${line}\n${line}`;
  return lintPretty({ diagnostics: [diagnostic], files: 1, text, color: false, width }).split("\n");
}

describe.each(WIDTHS)("lintPretty on a terminal of %d columns", (width) => {
  it.each(Object.entries(LINES))(
    "keeps a line that is %s within it, the carets under the span",
    (_, line) => {
      const rows = draw(line, width);
      expect(rows.filter((row) => cells(row) > width)).toEqual([]);
      const [shown = "", carets = ""] = rows.slice(rows.findIndex((row) => row.includes("1234 | ")));
      const before = shown.slice(0, shown.indexOf("MARK"));
      expect(shown).toContain("MARK");
      expect([carets.indexOf("^"), carets.match(/\^+$/)?.[0]]).toEqual([cells(before), "^^^^"]);
    },
  );

  it("ends a long span at the edge", () => {
    for (const mark of ["v".repeat(500), "売".repeat(200)]) {
      const rows = draw(`key: ${mark}`, width, finding(`key: ${mark}`, mark));
      expect(rows.filter((row) => cells(row) > width)).toEqual([]);
      expect(rows.join("\n")).toMatch(/\^\^\^\n/);
    }
  });

  it("breaks sentences between words, and a heading behind the path, which stays whole", () => {
    const file = `dashboards/${"a-long-folder/".repeat(3)}revenue.yaml`;
    const rows = draw("x: MARK", width, { ...finding("x: MARK"), file });
    const path = `${file}:1234:4`;
    const wide = rows.filter((row) => cells(row) > width);
    expect(wide).toEqual(cells(path) > width ? [path] : []);
    expect(rows.slice(0, 2).join("")).toMatch(/:1234:4 {2}error {2}unknown-field/);
    expect(rows.join(" ").replace(/\s+/g, " ")).toContain(finding("x: MARK").message);
  });
});

describe("lintPretty in a pipe", () => {
  it("breaks no sentence: whoever reads it with a program finds it in one line", () => {
    expect(draw("x: MARK", undefined)).toContain(`  ${finding("x: MARK").message}`);
  });
});

describe("boardwright lint", () => {
  it("asks the terminal how wide it is", async () => {
    const cwd = tempFolder({
      "boardwright.yaml":
        'version: 1\nproject: a\ntargets: { t: { url: "sandbox:s.json", deployment: 1 } }\n',
      "dashboards/a.yaml": `workbooks: { a: { nam: ${"A".repeat(300)} } }\n`,
    });
    for (const columns of WIDTHS) {
      const { stdout } = await boardwright(["lint", "--no-color"], { cwd, columns });
      expect(stdout).toContain("^^^");
      expect(stdout.split("\n").filter((row) => cells(row) > columns)).toEqual([]);
      // The same findings on stderr, of a command that needs the files.
      const plan = await boardwright(["plan", "--no-color"], { cwd, columns });
      expect(plan.stderr).toContain("^^^");
      expect(plan.stderr.split("\n").filter((row) => cells(row) > columns)).toEqual([]);
    }
  });
});
