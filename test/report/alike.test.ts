// What is alike is told once: findings of one cause, changes of the same fields.
import { describe, expect, it } from "vitest";
import type { Change, Diagnostic, Result } from "../../src/model/index.ts";
import { LINT_FORMATS, PLAN_FORMATS, renderApplySummary } from "../../src/report/index.ts";
import { changed, hazard, makeChange, makePlan } from "./plan-samples.ts";

const OPTIONS = { color: false, width: 100, files: 1, liveCount: 1 };
const LINT = { color: false, prefix: "", version: "1", files: 1, text: () => undefined };

function shown(format: string, changes: Change[]): string {
  return PLAN_FORMATS[format]?.plan(makePlan(changes), OPTIONS) ?? "";
}

function many(number: number, give: (at: number) => Partial<Change>): Change[] {
  return Array.from({ length: number }, (_, at) =>
    makeChange(`board-${String(at).padStart(3, "0")}`, give(at)),
  );
}

describe("200 changes that are alike", () => {
  const same = many(200, () => ({ fields: [changed("dashboard.layout.rowHeight", 40, 32)] }));

  it("are one group, with the names that fit and the rows once", () => {
    expect(shown("pretty", same).split("\n").slice(2, 8).join("\n")).toBe(`  ~ 200 workbooks alike
      board-000, board-001, board-002, board-003, board-004, board-005, board-006, board-007,
      board-008, board-009, board-010, board-011, board-012, board-013, board-014, board-015,
      board-016, board-017, board-018, board-019, board-020, board-021, board-022, board-023,
      board-024, board-025 and 174 more
      layout  rowHeight  40 → 32`);
    const markdown = shown("markdown", same);
    expect(markdown.match(/<details>/g)).toHaveLength(1);
    expect(markdown).toContain("<b>200 workbooks</b> alike");
    expect(markdown.match(/40 → 32/g)).toHaveLength(1);
  });

  it("are all on the page, each with its anchor, and whole as JSON", () => {
    const page = shown("html", same);
    expect(page).toContain("<b>200 workbooks</b> alike");
    expect(page.match(/<details class="row" id=/g)).toHaveLength(200);
    expect(JSON.parse(shown("json", same)).changes).toHaveLength(200);
  });

  it("in one field alone are shown each with its own value", () => {
    const renamed = many(200, (at) => ({
      fields: [
        changed("dashboard.layout.rowHeight", 40, 32),
        changed("name", `Sales ${at}`, `Sales of ${at}`),
      ],
    }));
    for (const format of ["pretty", "markdown", "html"]) {
      const text = shown(format, renamed);
      expect(text).not.toContain("alike");
      expect(text).toContain("Sales 199 → Sales of 199");
    }
  });
});

describe("is shown on its own", () => {
  const blocks = (changes: Change[]) => shown("pretty", changes).split("\n\n").length - 2;

  it("what is in few, or differs in a few", () => {
    const three = many(3, () => ({ fields: [changed("meta.a", 1, 2)] }));
    expect(blocks(three)).toBe(3);
    const names = many(10, (at) => ({ fields: [changed("name", `a${at}`, `b${at}`)] }));
    expect(blocks(names)).toBe(10);
  });

  it("what is new, unless there is a lot of it", () => {
    const created = (number: number) => many(number, () => ({ action: "create", id: null, request: {} }));
    expect(blocks(created(19))).toBe(19);
    expect(blocks(created(20))).toBe(1);
  });

  it("the one value that is not like the others", () => {
    const heights = many(30, (at) => ({
      fields: [changed("dashboard.layout.rowHeight", 40, at === 7 ? 3200 : 32)],
    }));
    const text = shown("pretty", heights);
    expect(text).toContain("29 workbooks alike");
    expect(text).toContain("40 → 3200");
  });

  it("what asks for a decision, unless the values are the same; and every deletion", () => {
    const drift = { origin: "live" as const, hazards: [hazard("drift", "edited")] };
    const edited = (at: number) => ({ ...changed("name", "a".repeat(at + 1), "b"), origin: "live" as const });
    expect(blocks(many(30, (at) => ({ ...drift, fields: [edited(at)] })))).toBe(30);
    expect(blocks(many(30, () => ({ ...drift, fields: [edited(0)] })))).toBe(1);
    const gone = many(30, () => ({ action: "delete", hazards: [hazard("delete", "would be deleted")] }));
    expect(shown("pretty", gone).match(/^ {2}- board-/gm)).toHaveLength(30);
  });
});

describe("findings of one cause", () => {
  const finding = (at: number, given: Partial<Diagnostic> = {}): Diagnostic => ({
    ...{ rule: "report-missing", severity: "error", file: "a.yaml", line: at + 1, column: 3 },
    ...{ subject: `board-${at}`, message: `the report r is not there; board-${at} is left out`, ...given },
  });
  const all = Array.from({ length: 1897 }, (_, at) => finding(at));

  it("are one finding with a count, in a plan and in lint", () => {
    const plan = makePlan([]);
    plan.diagnostics.push(...all);
    for (const format of ["pretty", "markdown", "html"]) {
      const text = (PLAN_FORMATS[format]?.plan(plan, OPTIONS) ?? "")
        .replace(/<[^>]*>|\u200b/g, "")
        .replaceAll("&#58;", ":");
      expect(text.match(/is left out/g)).toHaveLength(1);
      expect(text).toContain("the same at 1896 more places: a.yaml");
      expect(text).toContain("and 1888 more");
    }
    expect(JSON.parse(PLAN_FORMATS.json?.plan(plan, OPTIONS) ?? "").diagnostics).toHaveLength(1897);
    const lint = LINT_FORMATS.pretty?.({ diagnostics: all, ...LINT }) ?? "";
    expect(lint.split("\n").length).toBeLessThan(8);
    expect(lint).toContain("1897 errors");
    expect(LINT_FORMATS.json?.({ diagnostics: all, ...LINT }).match(/is left out/g)).toHaveLength(1897);
  });

  it("are shown one by one if they are few, or say something else", () => {
    const few = [
      ...all.slice(0, 3),
      finding(4, { message: "the report s is not there; board-4 is left out" }),
    ];
    expect(LINT_FORMATS.pretty?.({ diagnostics: few, ...LINT }).match(/is left out/g)).toHaveLength(4);
  });

  it("are cut where nobody reads on, errors last, and what was left out is counted", () => {
    const warnings = Array.from({ length: 150 }, (_, at) =>
      finding(at, { rule: "odd", severity: "warning", message: `odd ${at}` }),
    );
    const errors = Array.from({ length: 20 }, (_, at) => finding(at + 200, { message: `bad ${at}` }));
    const text = LINT_FORMATS.pretty?.({ diagnostics: [...warnings, ...errors], ...LINT }) ?? "";
    expect(text.match(/^ {2}bad /gm)).toHaveLength(20);
    expect(text.match(/^ {2}odd /gm)).toHaveLength(80);
    expect(text).toContain("70 more findings are not shown: 70 odd.");
    expect(text).toContain("20 errors, 150 warnings");
  });
});

describe("failures of one cause", () => {
  const failed = (key: string, message: string): Result => ({
    ...{ kind: "workbook", key, action: "update", status: "failed", attempts: 1, id: 1 },
    error: { code: "forbidden", message, details: [`PUT https://a.example/${key}`] },
  });
  const summary = {
    ...{ created: 0, updated: 0, published: 0, stamped: 0, deleted: 0, unchanged: 0, failed: 0, skipped: 0 },
  };
  const show = (results: Result[]) =>
    renderApplySummary({ summary, results, elapsedMs: 5, interrupted: false, links: new Map() }, OPTIONS);

  it("are told once, with a count", () => {
    const keys = Array.from({ length: 200 }, (_, at) => `board-${at}`);
    const text = show([
      ...keys.map((key) => failed(key, `the platform refused to write workbook ${key} (403)`)),
      failed("other", "the platform failed (500)"),
    ]);
    expect(text.match(/^error: /gm)).toHaveLength(2);
    expect(text).toContain("The same for 199 more: board-1, board-2");
    expect(text).toContain("201 failed");
  });

  it("are told one by one if they are few", () => {
    expect(
      show(["a", "b", "c"].map((key) => failed(key, `refused ${key}`))).match(/^error: /gm),
    ).toHaveLength(3);
  });
});
