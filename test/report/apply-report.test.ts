import { describe, expect, it } from "vitest";
import type { ApplyReport, ApplySummary, Result } from "../../src/model/index.ts";
import { renderApplyJson, renderApplySummary, renderProgress } from "../../src/report/index.ts";

const NONE: ApplySummary = {
  created: 0,
  updated: 0,
  published: 0,
  stamped: 0,
  deleted: 0,
  unchanged: 43,
  failed: 0,
  skipped: 0,
};

function result(key: string, given: Partial<Result> = {}): Result {
  return { kind: "workbook", key, action: "update", status: "applied", attempts: 1, id: 101, ...given };
}

const ended = (results: Result[], given: Partial<ApplyReport> = {}): ApplyReport => ({
  summary: NONE,
  results,
  elapsedMs: 1400,
  links: new Map<string, string>(),
  interrupted: false,
  ...given,
});

function report(results: Result[], given: Partial<ApplyReport> = {}): string {
  return renderApplySummary(ended(results, given), { color: false });
}

describe("the end of an apply", () => {
  it("says what the platform made of it, of many the first few, and JSON says all", () => {
    const results = ["a", "b", "c", "d", "e"].map((key) =>
      result(key, { notes: [`${key}: the platform trimmed: name. No later plan lists that`] }),
    );
    const lines = report([...results, result("f")]).split("\n");
    expect(lines).toContain("a: the platform trimmed: name. No later plan lists that.");
    expect(lines.filter((line) => line.includes("trimmed"))).toHaveLength(3);
    expect(lines).toContain("The platform did the like to d, e.");
    const json = JSON.parse(renderApplyJson({ ...ended(results), diagnostics: [] }));
    expect(json.results[4].notes).toEqual(["e: the platform trimmed: name. No later plan lists that"]);
  });

  it("is one sentence, the links of what is new, and how to undo it", () => {
    const results = [
      result("order-status"),
      result("revenue-overview"),
      result("supplier-scorecard", { action: "create", id: 118 }),
    ];
    const text = report(results, {
      summary: { ...NONE, updated: 2, created: 1, published: 1 },
      links: new Map([
        ["order-status", "https://acme.example.com/d/102/order-status"],
        ["supplier-scorecard", "https://acme.example.com/d/118/supplier-scorecard"],
      ]),
      backups: ".boardwright/backups/2026-11-20T08-10-04Z",
      run: "2026-11-20T08-10-04Z",
    });
    expect(text).toBe(`\
Applied 3 of 3 in 1.4 s: 2 updated, 1 created, 1 published. 43 were already right.
  new  supplier-scorecard  https://acme.example.com/d/118/supplier-scorecard
Before the change: .boardwright/backups/2026-11-20T08-10-04Z. Undo with \`boardwright rollback 2026-11-20T08-10-04Z\`.
`);
  });

  it("shows failures first, whole, with what is stale and what was not begun", () => {
    const results = [
      result("a", {
        status: "failed",
        error: {
          code: "forbidden",
          message: "the platform refused to move a into Finance/Revenue (403)",
          requestId: "req-81f2",
          details: ["PUT https://acme.example.com/a   request req-81f2", '"Manage access is required"'],
        },
      }),
      result("b", {
        status: "failed",
        error: { code: "did-not-converge", message: "2 paths differ", requestId: "req-9" },
      }),
      result("c", { status: "stale", error: { code: "stale", message: "c changed since the plan" } }),
      result("d"),
      result("e", {
        status: "skipped",
        error: { code: "interrupted", message: "interrupted before it was started" },
      }),
      result("f", { status: "awaiting-review" }),
    ];
    const summary = { ...NONE, updated: 2, failed: 3, skipped: 1, unchanged: 1 };
    expect(report(results, { summary, interrupted: true, elapsedMs: 75_300 })).toBe(`\
error: the platform refused to move a into Finance/Revenue (403)
  PUT https://acme.example.com/a   request req-81f2
  "Manage access is required"

error: b: 2 paths differ
  did-not-converge   request req-9

stale: c changed since the plan
  Run \`boardwright plan\` again to see what is there now.

Interrupted: applied 3 of 6 in 75 s: 2 updated. 1 failed, 1 stale, 1 skipped. Failed in part: 1 not stored as sent. 1 was already right.
Waiting for a review on the platform before it is published: f.
Not done: e (interrupted before it was started).
Changes already started were finished. Run the same apply again to complete the rest.
`);
  });

  it("says that nothing was to do; an orphan is nothing to do", () => {
    expect(report([])).toBe("Nothing to apply. 43 were already right.\n");
    expect(report([result("left", { action: "orphaned", status: "skipped", attempts: 0 })])).toBe(
      "Nothing to apply. 43 were already right.\n",
    );
  });

  it("lets no text of the platform draw or command", () => {
    const evil = "\u001b[31mred\n::set-output name=x::y ##[debug]";
    const text = report(
      [
        result(evil, {
          status: "failed",
          error: { code: evil, message: evil, details: [evil], requestId: evil },
        }),
        result("new", { action: "create" }),
      ],
      { links: new Map([["new", `https://x/${evil}`]]), backups: evil, run: evil },
    );
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
    expect(text).not.toMatch(/^\s*::/m);
    expect(text).not.toContain("##[");
  });
});

describe("apply --json", () => {
  it("has the shape of contract 7", () => {
    const error = { code: "forbidden", message: "no", requestId: "req-1", details: ["for people"] };
    const text = renderApplyJson({
      ...ended([result("a"), result("b", { status: "failed", attempts: 3, error })]),
      summary: { ...NONE, failed: 1 },
      diagnostics: [],
    });
    expect(text.endsWith("}\n")).toBe(true);
    expect(JSON.parse(text)).toEqual({
      summary: { ...NONE, failed: 1 },
      results: [
        { kind: "workbook", key: "a", action: "update", status: "applied", attempts: 1, id: 101 },
        {
          kind: "workbook",
          key: "b",
          action: "update",
          status: "failed",
          attempts: 3,
          id: 101,
          error: { code: "forbidden", message: "no", requestId: "req-1", details: ["for people"] },
        },
      ],
      interrupted: false,
      diagnostics: [],
    });
    expect(Object.keys(JSON.parse(text).summary)).toEqual(Object.keys(NONE));
  });

  it("says what the text says of the end: the way back, links, what was interrupted, a run without a record", () => {
    const links = new Map([["new", "https://x/d/9/new"]]);
    const kept = { backups: ".boardwright/backups/R", run: "R", undoHazards: ["delete" as const], links };
    const results = [result("new", { action: "create" }), result("old", { status: "skipped" })];
    const text = renderApplyJson({ ...ended(results, { ...kept, interrupted: true }), diagnostics: [] });
    const { results: shown, diagnostics: _, summary: __, ...end } = JSON.parse(text);
    expect(end).toEqual({
      interrupted: true,
      backups: ".boardwright/backups/R",
      run: "R",
      undoHazards: ["delete"],
    });
    expect(shown.map(({ link }: { link?: string }) => link)).toEqual(["https://x/d/9/new", undefined]);
    const without = { ...ended(results, { undoHazards: [], notKept: "the disk is full" }), diagnostics: [] };
    expect(JSON.parse(renderApplyJson(without))).toMatchObject({ notKept: "the disk is full" });
    expect(JSON.parse(renderApplyJson(without))).not.toHaveProperty("undoHazards");
  });
});

describe("progress", () => {
  it("is one line that fits", () => {
    const state = { done: 18, total: 46, retried: 3, current: "revenue-overview" };
    expect(renderProgress(state, 80)).toBe("applying 18/46 · 3 retried · revenue-overview");
    expect(renderProgress(state, 30)).toBe("applying 18/46 · 3 retried · …");
    expect(renderProgress({ done: 0, total: 46, retried: 0 }, 80)).toBe("applying 0/46");
    expect(renderProgress({ ...state, current: "a\n\u001b[2Jb" }, 80)).toBe(
      "applying 18/46 · 3 retried · a↵␛[2Jb",
    );
  });
});
