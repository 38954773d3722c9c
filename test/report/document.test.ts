// One document at a terminal and in markdown: the same words, each escaped, folded and cut by its medium.
import { describe, expect, it } from "vitest";
import { codes, type Document, type Group, line, say } from "../../src/report/document/document.ts";
import { markdown } from "../../src/report/document/markdown.ts";
import { terminal } from "../../src/report/document/terminal.ts";
import { cells } from "../../src/report/text/cells.ts";

const ERRORS: Group = { noun: "error", rank: 0, folded: "many" };
const WARNINGS: Group = { noun: "warning", rank: 1, folded: true };
const item = (text: string, group = ERRORS) => ({ head: [[text]], group });
const many = (length: number, group = ERRORS) =>
  Array.from({ length }, (_, at) => item(`${group.noun} ${at}`, group));

const DOCUMENT: Document = {
  light: "go",
  verdict: [say`preview ${{ code: "pr-1" }} is up`, ["2 workbooks"], ["1 finding"]],
  lead: [
    { list: [{ head: [[{ text: "A", url: "https://a.test/1" }], [{ code: "a--pr-1" }]], group: ERRORS }] },
    line`Not changed: ${codes(["b", "c"])}. Take it down with ${{ command: "boardwright x" }}.`,
  ],
  details: [
    { title: "m", heading: say`${{ strong: "m" }} removed`, blocks: [{ head: ["W"], rows: [["w"]] }] },
  ],
};

describe("a document", () => {
  it("ends with the verdict and what is next at a terminal", () => {
    expect(terminal(DOCUMENT, { color: false })).toBe(`m removed
  W
  w

Preview pr-1 is up: 2 workbooks, 1 finding.
  A  a--pr-1  https://a.test/1
Not changed: b, c. Take it down with \`boardwright x\`.
`);
  });

  it("begins with them in markdown", () => {
    expect(
      markdown(DOCUMENT, { subject: "production" }),
    ).toBe(`### 🟢 Boardwright · production: preview <code>pr-1</code> is up · 2 workbooks · 1 finding

Not changed&#58; <code>b</code>, <code>c</code>. Take it down with <code>boardwright x</code>.

- <a href="https://a.test/1">A</a> <code>a--pr-1</code>

#### <b>m</b> removed

| W |
| :-- |
| w |
`);
  });

  it("without a verdict, lead and details is nothing at a terminal", () => {
    expect(terminal({ light: "none", verdict: [] }, { color: true })).toBe("");
  });

  it("gives no text a meaning of its own, whatever it stands in", () => {
    const text = "<b>@team\n::error::x \u001b[31m ##[group]";
    const words = say`${text}${{ name: text }}${{ code: text }}${{ strong: text }}${{ command: text }}${codes([text])}`;
    const all: Document = { light: "go", verdict: [words], lead: [{ line: words }] };
    expect(markdown(all, { subject: text })).not.toMatch(/<b>@|@team|\u001b|^::|##\[/m);
    expect(terminal(all, { color: false })).not.toMatch(/\u001b|^::|##\[/m);
  });

  it.each([60, 80, 120])("is in no line wider than %i cells, and breaks no command", (width) => {
    const command = "boardwright preview down --name pr-1";
    const long = line`${"word ".repeat(40)}${{ command }} ${"word ".repeat(40)}`;
    const text = terminal({ ...DOCUMENT, lead: [long] }, { color: false, width });
    expect(text).toContain(`\`${command}\``);
    expect(text.split("\n").filter((row) => cells(row) > width)).toEqual([]);
  });
});

describe("a long list", () => {
  it("keeps the hundred items of the lowest rank at a terminal, and counts the others", () => {
    const list = [...many(60, WARNINGS), ...many(70)];
    const rows = terminal({ light: "go", verdict: [], details: [{ list }] }, { color: false }).split("\n");
    expect(rows.filter((row) => row.includes("error"))).toHaveLength(70);
    expect(rows.filter((row) => row.includes("warning"))).toHaveLength(30);
    expect(rows.at(-2)).toBe("  and 30 more.");
  });

  it("is folded in lots in markdown, of which a cut names those that it loses", () => {
    const document: Document = { light: "go", verdict: [["x"]], details: [{ list: many(60) }] };
    const whole = markdown(document, { subject: "s" });
    expect(whole.match(/<summary>(25|10) errors<\/summary>/g)).toHaveLength(3);
    const fit = { limit: 700, measure: ({ length }: string) => length, rest: "the log" };
    const cut = markdown(document, { subject: "s", fit });
    expect(cut.length).toBeLessThanOrEqual(700);
    expect(cut).toContain("did not fit here** (25 errors): the rest is in the log.");
  });

  it("of a few items is not folded", () => {
    const few = markdown({ light: "go", verdict: [], details: [{ list: many(5) }] });
    expect(few).toBe("- error 0\n- error 1\n- error 2\n- error 3\n- error 4\n");
  });
});
