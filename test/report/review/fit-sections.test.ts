// What a comment leaves out where there is too much: drawings first, then sections, and never the row of a dashboard while rows fit.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Change, FieldChange, Plan } from "../../../src/model/index.ts";
import { fitSections } from "../../../src/report/document/markdown-document.ts";
import { renderComment } from "../../../src/report/index.ts";
import { nastyText } from "../../support/nasty.ts";
import { runs } from "../../support/runs.ts";
import { changed, draftOf, hazard, makeChange, makePlan } from "../plan-samples.ts";

const LIMIT = 65_536;
const WHO = { command: "plan", target: "production", project: "acme" };
const measure = (text: string) => text.length;
const options = (limit: number) => ({ limit, measure, rest: "the log" });
const sections = [
  { title: "a", text: "a".repeat(100), drawn: "A".repeat(400) },
  { title: "b", text: "b".repeat(100), drawn: "B".repeat(300) },
  { title: "c", text: "c".repeat(100) },
];
const frame = { head: ["head"], overview: ["rows ".repeat(40), "few"], tail: ["tail"] };
const fitted = (limit: number) => fitSections(frame, sections, options(limit));

describe("what fits", () => {
  it("is everything where there is room", () => {
    const all = fitted(2000);
    expect(all).toMatch(/^head\n\n(?:rows )+\n\nA+\n\nB+\n\nc+\n\ntail\n$/);
    expect(fitted(all.length)).toBe(all);
  });

  it("is without drawings first, of which those stay that have room", () => {
    const text = fitted(1000);
    expect(text).toMatch(/A{400}\n\nb{100}\n\nc{100}/);
    expect(text).toContain("**1 layout is not drawn here**: the log has the rest.");
  });

  it("is then without sections, which are named, and without words of rows at last", () => {
    expect(fitted(620)).toMatch(
      /\n\na{100}\n\nb{100}\n\n.*\*\*1 section did not fit here\*\* \(c\): the rest is/s,
    );
    const rows = fitted(400);
    expect(rows).toContain("**3 sections did not fit here** (a, b, c)");
    expect(rows).toContain(frame.overview[0]);
    expect(fitted(250)).toContain("\n\nfew\n\n");
  });

  it("is within every limit, also where drawings, sections and rows have just no room", () => {
    const drawn = Array.from({ length: 40 }, () => ({
      title: "a",
      text: "b".repeat(9),
      drawn: "c".repeat(99),
    }));
    for (let limit = 300; limit < 1200; limit += 1)
      expect(fitSections(frame, drawn, options(limit)).length).toBeLessThanOrEqual(limit);
  });

  it("is within the limit, whatever the names and however much of it the rows take", () => {
    const section = fc.record({ title: nastyText(), text: fc.string({ maxLength: 3000 }) });
    fc.assert(
      fc.property(fc.array(section, { maxLength: 20 }), fc.integer({ min: 1, max: 9000 }), (some, size) => {
        const rows = { head: ["head"], overview: ["r".repeat(size), "few"], tail: ["tail"] };
        const drawn = some.map((one) => ({ ...one, drawn: `${one.text}${"d".repeat(500)}` }));
        expect(fitSections(rows, drawn, options(9000)).length).toBeLessThanOrEqual(9000);
      }),
      { numRuns: runs(200) },
    );
  });
});

/** `number` dashboards with a moved widget each, and reports that they draw in turn. */
function large(number: number, reports: number, drawn: boolean): Plan {
  const board = (at: number) => `board-${String(at).padStart(3, "0")}`;
  const widgets = Array.from({ length: 14 }, (_, at) => ({
    id: `widget-${at}`,
    type: "CHART",
    position: { x: (at % 2) * 6, y: Math.floor(at / 2), w: 6, h: 1 },
    config: { title: `What happened in region ${at}` },
  }));
  const boards = Array.from({ length: number }, (_, at) =>
    makeChange(board(at), {
      title: `Regional overview ${board(at)}`,
      request: draftOf(widgets),
      // No two are alike, so each has a section of its own.
      fields: [
        changed("dashboard.widgets[widget-1].position.x", 0, 6),
        changed(`dashboard.settings.key${at}`, at, "b".repeat(400)),
      ],
    }),
  );
  const queries = Array.from({ length: reports }, (_, at): Change => {
    const key = board(at % number);
    const source = { file: `${key}.yaml`, line: 1 };
    return makeChange(`report-${at}`, {
      kind: "report",
      fields: [changed("query.limit", at, "c".repeat(300))],
      ...(drawn && { drawnBy: [{ key, title: key, id: 1, source }] }),
    });
  });
  return makePlan([...queries, ...boards]);
}

const rowsOf = (text: string) => text.split("\n").filter((line) => /^\| \S+ \| (?!:-)/u.test(line));

describe("47 dashboards and 211 reports", () => {
  it.each([
    ["drawn by them", true, 47],
    ["that nobody draws", false, 258],
  ])("%s have their rows within the limit", (_name, drawn, number) => {
    const text = renderComment({ ...WHO, plan: large(47, 211, drawn) });
    expect(text.length).toBeLessThanOrEqual(LIMIT);
    const rows = rowsOf(text);
    expect(rows).toHaveLength(number);
    for (let at = 0; at < 47; at += 1)
      expect(rows.filter((row) => row.includes(`board-${String(at).padStart(3, "0")}<`))).toHaveLength(1);
    expect(rows[0]).toMatch(/\|.*\|.*\|.*\|/);
    expect(text).toMatch(/did not fit here/);
  });
});

/** One of each kind, so that as much is said of them as there can be. */
function edits(text: string): FieldChange[] {
  const id = (at: number) => `dashboard.widgets[${JSON.stringify(`${at}${text}`)}]`;
  return [
    ...[1, 2, 3].map((at) => changed(`${id(at)}.config.title`, text, `${text} `)),
    ...[4, 5].map((at): FieldChange => ({ ...changed(id(at), { id: "x" }, null), after: undefined })),
    ...[6, 7].map((at): FieldChange => ({ ...changed(id(at), null, { id: "x" }), before: undefined })),
    ...[8, 9].map((at) => changed(`${id(at)}.position.x`, 0, 1)),
    ...[1, 2, 3, 4].map((at) => changed(`dashboard[${JSON.stringify(`${at}${text}`)}]`, text, 1)),
    changed("folder", [text], null),
  ];
}

describe("what is never left out", () => {
  it("is within the limit as well, whatever waits for a decision is called", () => {
    for (const text of ["@".repeat(500), "`|<#".repeat(200), "日本語".repeat(99)]) {
      const changes = Array.from({ length: 8 }, (_, at) =>
        makeChange(`${at}${text}`, {
          title: text,
          hazards: [hazard("drift", text), hazard("takeover", text), hazard("adopt", text)],
          request: draftOf([]),
          fields: edits(text).map((field) => ({ ...field, origin: "live", label: text })),
        }),
      );
      const comment = renderComment({ ...WHO, plan: makePlan(changes) });
      expect(comment.length).toBeLessThanOrEqual(LIMIT);
      expect(comment).toContain("Nothing is applied until these are decided");
    }
  });
});
