import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ApplyReport, Plan } from "../../src/model/index.ts";
import { planHash } from "../../src/plan/index.ts";
import { driftTitle, isSameComment, renderComment, renderSummary } from "../../src/report/index.ts";
import { parseMarkdown, walk } from "../support/markup.ts";
import { nastyText } from "../support/nasty.ts";
import { runs } from "../support/runs.ts";
import { changed, makeChange, makePlan, sketchPlan } from "./plan-samples.ts";

const WHO = { command: "plan", target: "production", project: "acme-analytics" };
const COMMIT = "0123456789abcdef0123456789abcdef01234567";

/** A plan of `number` updates of about 1,000 characters each in a comment. */
function longPlan(number: number, keys = 10): Plan {
  // No two are alike, so each has a section of its own.
  const fields = (board: number) =>
    Array.from({ length: keys }, (_, at) =>
      changed(`dashboard.settings.key${at + board}`, "a", "b".repeat(40)),
    );
  return makePlan(
    Array.from({ length: number }, (_, at) =>
      makeChange(`board-${String(at).padStart(4, "0")}`, { fields: fields(at) }),
    ),
  );
}

const blocks = (text: string) => text.trimEnd().split("\n\n");

describe("the comment of a plan", () => {
  it("has its marker first, then the verdict, what needs a decision, a row and a folded section per dashboard", () => {
    const plan = sketchPlan();
    const text = renderComment({ ...WHO, plan, commit: COMMIT });
    const all = blocks(text);
    const [marker = "", verdict, place, hazard, waits, seen, drafts, left, section] = all;
    expect(marker).toBe("<!-- boardwright:v1 command=plan target=production project=acme-analytics -->");
    expect(verdict).toBe(
      "### 🟡 Boardwright · production: viewers see <b>1</b> dashboard change, 2 more change in draft, <b>1 waits for a decision</b>",
    );
    expect(place).toBe("<sub>acme.example.com · deployment 12</sub>");
    expect(hazard).toMatch(
      /^> \[!WARNING\]\n[\s\S]*- \*\*Order status\*\*: .*<br>keep the edit&#58; <code>.*<br>discard the edit&#58; <code>/,
    );
    expect(seen).toMatch(/^\| \| Viewers see \|[\s\S]*Supplier scorecard/);
    expect(waits).toMatch(/^\| \| Needs a decision \|[\s\S]*Order status/);
    expect(drafts).toMatch(/^\| \| In draft only, [\s\S]*Revenue overview/);
    expect(left).toContain("43 dashboards untouched");
    expect(section).toMatch(/^<details><summary>❗ <b>Order status<\/b> · in draft only: /);
    const hash = planHash(plan).replace("sha256:", "").slice(0, 8);
    expect(all.at(-1)).toBe(
      `<sub>of <code>0123456789ab</code> · the log of the job · plan <code>${hash}</code></sub>`,
    );
  });

  it("has the layout before and after where positions changed, and nothing for what is unchanged or only stamped", () => {
    const plan = sketchPlan();
    plan.changes.push(makeChange("stamped", { action: "stamp" }));
    const text = renderComment({ ...WHO, plan });
    expect(text).toContain("<b>now</b>\n\n<table>");
    expect(text).toContain("1 to stamp, no viewer sees a change&#58; <b>stamped</b>.");
    expect(text.match(/<details>/g)).toHaveLength(3);
  });

  it("tells what lint found beside the plan, and why there is no plan", () => {
    const finding = {
      rule: "unknown-field",
      severity: "error",
      message: "No.",
      file: "a.yaml",
      line: 3,
      column: 5,
    } as const;
    const lint = { diagnostics: [finding], files: 46 };
    const text = renderComment({
      ...WHO,
      lint,
      commit: COMMIT,
      notes: ["A fork has no token: nothing was compared."],
    });
    expect(blocks(text).slice(1)).toEqual([
      "### 🔴 Boardwright · production: 1 error, 0 warnings in 46 files",
      "A fork has no token&#58; nothing was compared.",
      "- <code>a.yaml:3:5</code> error unknown-field: No.",
      "<sub>of <code>0123456789ab</code> · the log of the job</sub>",
    ]);
    const failure = {
      message: "the platform refused (403)",
      details: ["GET https://a.example/x\nrequest r-1"],
    };
    const failed = renderComment({ ...WHO, failure });
    expect(failed).toContain(
      "### 🔴 Boardwright · production: plan failed\n\n<pre>\nthe platform refused (403)\n  GET https://a.example/x\n  request r-1\n</pre>",
    );
  });
});

describe("over the limit", () => {
  it("is cut at a section, says what is missing and where the whole is", () => {
    const text = renderComment(
      { ...WHO, plan: longPlan(300) },
      { fullReport: "https://github.com/o/r/actions/runs/1" },
    );
    expect(text.length).toBeLessThanOrEqual(65_536);
    expect(text.length).toBeGreaterThan(60_000);
    const kept = text.match(/<details>/g)?.length ?? 0;
    expect(text.match(/<\/details>/g)).toHaveLength(kept);
    expect(text).toContain(`**${300 - kept} sections did not fit here** (board-`);
    expect(text).toContain(`, ${300 - kept - 12} more)`);
    expect(text).toMatch(
      /the rest is in <a href="https:\/\/github\.com\/o\/r\/actions\/runs\/1">this run<\/a>\.\n/,
    );
    const kinds = new Set([...walk(parseMarkdown(text))].map(({ type }) => type));
    expect([...kinds].sort()).toEqual([
      "heading",
      "html",
      "paragraph",
      "root",
      "strong",
      "table",
      "tableCell",
      "tableRow",
      "text",
    ]);
  });

  it("leaves out one section that is too long by itself, and keeps those behind it", () => {
    const plan = longPlan(3);
    const huge = Array.from({ length: 3000 }, (_, at) =>
      changed(`dashboard.settings.k${at}`, "a", "b".repeat(40)),
    );
    plan.changes[0] = makeChange("board-0000", { fields: huge });
    const text = renderComment({ ...WHO, plan });
    expect(text).toContain("**1 section did not fit here** (board-0000): the rest is in the log of the job.");
    expect(text.match(/<details>/g)).toHaveLength(2);
  });

  it("is never longer than the limit, whatever the names, and leaves nothing out without a word", () => {
    fc.assert(
      fc.property(
        fc.array(nastyText(), { maxLength: 20 }),
        fc.integer({ min: 9000, max: 20_000 }),
        (names, limit) => {
          const changes = names.map((name, at) =>
            makeChange(name, { fields: [changed(`meta.k${at}`, "x".repeat(80), name)] }),
          );
          const text = renderComment({ ...WHO, plan: makePlan(changes) }, { limit });
          expect(text.length).toBeLessThanOrEqual(limit);
          const left = Number(/\*\*(\d+) sections? did not fit here/.exec(text)?.[1] ?? 0);
          expect((text.match(/<details>/g)?.length ?? 0) + left).toBe(changes.length);
        },
      ),
      { numRuns: runs(60) },
    );
  });

  it("counts a comment in UTF-16 units and a summary in bytes", () => {
    const plan = longPlan(3);
    for (const change of plan.changes) change.fields = [changed("name", "x", "日本語".repeat(8))];
    const whole = renderComment({ ...WHO, plan });
    expect(renderComment({ ...WHO, plan }, { limit: whole.length })).toBe(whole);
    expect(renderComment({ ...WHO, plan }, { limit: whole.length - 1 })).toContain("did not fit");
    const summary = renderSummary({ ...WHO, plan });
    expect(summary).toBe(whole.slice(whole.indexOf("\n\n") + 2));
    const bytes = Buffer.byteLength(summary);
    expect(renderSummary({ ...WHO, plan }, { limit: bytes })).toBe(summary);
    expect(renderSummary({ ...WHO, plan }, { limit: bytes - 1 })).toContain("did not fit");
  });
});

describe("the marker", () => {
  it("finds the text by command, target, project and shard", () => {
    const body = renderComment({ ...WHO, plan: sketchPlan() }).replaceAll("\n", "\r\n");
    expect(isSameComment(body, WHO)).toBe(true);
    for (const other of [
      { command: "apply" },
      { target: "staging" },
      { project: "other" },
      { shard: "1/2" },
    ]) {
      expect(isSameComment(body, { ...WHO, ...other })).toBe(false);
    }
  });

  it.each([
    "hello\n<!-- boardwright:v1 command=plan target=production -->",
    " <!-- boardwright:v1 command=plan target=production -->",
    "<!-- boardwright:v1 command=plan target=production --> and more",
    "<!-- boardwright:v2 command=plan target=production -->",
    "<!-- boardwright:v1 target=production -->",
    "> <!-- boardwright:v1 command=plan target=production -->",
    "",
  ])("is nothing but exactly the first line: %j", (body) => {
    expect(isSameComment(body, { command: "plan", target: "production" })).toBe(false);
  });
});

describe("the other commands", () => {
  const apply: ApplyReport = {
    summary: {
      created: 1,
      updated: 0,
      published: 0,
      stamped: 0,
      deleted: 0,
      unchanged: 43,
      failed: 1,
      skipped: 0,
    },
    results: [
      { kind: "workbook", key: "new", action: "create", status: "applied", attempts: 1, id: 7 },
      {
        kind: "workbook",
        key: "old",
        action: "update",
        status: "failed",
        attempts: 1,
        id: 8,
        error: { code: "http-403", message: "the platform refused old (403)", requestId: "r-1" },
      },
    ],
    elapsedMs: 1400,
    links: new Map([["new", "https://acme.example.com/d/7/new"]]),
    interrupted: false,
  };

  it("apply: what was done, what failed and why, and links", () => {
    expect(blocks(renderComment({ ...WHO, command: "apply", apply, commit: COMMIT })).slice(1)).toEqual([
      "### 🔴 Boardwright · production: Applied 1 of 2 in 1.4 s&#58; 1 created. 1 failed. 43 were already right",
      "| | Not as planned | What there is now |\n| :-: | :-- | :-- |\n| ❌ | <b>old</b> | <b>not applied</b>&#58; the platform refused old (403) |",
      '- new <a href="https://acme.example.com/d/7/new">new</a>',
      "<pre>\nerror: the platform refused old (403)\n  http-403   request r-1\n</pre>",
      "<sub>of <code>0123456789ab</code> · the log of the job</sub>",
    ]);
  });

  it("apply: tells things of one title apart by their keys", () => {
    const [first] = apply.results.filter(({ status }) => status === "failed");
    const plan = sketchPlan();
    const named = (key: string, title: string) => ({ ...plan.changes[0]!, key, title });
    const applied = {
      ...plan,
      changes: [named("old", "Sales"), named("older", "Sales  "), named("c", "Costs")],
    };
    const results = ["old", "older", "c"].map((key) => ({ ...first!, key }));
    const text = renderComment({ ...WHO, command: "apply", apply: { ...apply, results }, applied });
    const rows = text.split("\n").filter((line) => line.startsWith("| ❌ |"));
    expect(rows.map((row) => row.split(" | ")[1])).toEqual([
      "<b>Sales</b> <code>old</code>",
      expect.stringMatching(/^<b>Sales\s*<\/b> <code>older<\/code>$/),
      "<b>Costs</b>",
    ]);
  });

  it("apply that was stopped: which changes moved since the review, and the plan as it is", () => {
    const moved = [{ kind: "workbook", key: "order-status", how: "live" }] as const;
    const text = renderComment({ ...WHO, command: "apply", moved, plan: sketchPlan() });
    const [, verdict, , list, next] = blocks(text);
    expect(verdict).toMatch(/: stopped, nothing was written by this run: 1 change moved since the review$/);
    expect(text).toContain("\n\nWhat it would have done:\n\n");
    expect(list).toBe(
      "- <b>Order status</b> <code>order-status</code> was changed on the platform since the review",
    );
    expect(next).toContain("have the current plan reviewed");
  });

  it("drift: the body of an issue, and its title", () => {
    const plan = sketchPlan();
    plan.changes = plan.changes.slice(1, 2);
    const text = renderComment({ ...WHO, command: "drift", plan });
    expect(text).toContain(
      "### 🟡 Boardwright · production: 1 workbook was edited outside Git. 43 workbooks are as last applied\n",
    );
    expect(text).toContain("<b>Order status</b>");
    expect(renderComment({ ...WHO, command: "drift", plan: makePlan([]) })).toContain(
      "Nothing was edited outside Git since the last apply",
    );
    expect(driftTitle("production")).toBe("Dashboards of production were edited outside Git");
    expect(driftTitle("@team\n::x")).toBe("Dashboards of @\u200bteam↵::x were edited outside Git");
  });

  it("preview-up: links that a browser opens, and no others", () => {
    const preview = {
      name: "pr-123",
      branch: "feature-x",
      workbooks: [
        { slug: "a--pr-123", name: "[pr-123] A", link: "https://acme.example.com/d/1/a--pr-123" },
        { slug: "b--pr-123", name: "B", link: "javascript:alert(1)" },
      ],
      diagnostics: [],
    };
    const [, verdict, list] = blocks(renderComment({ ...WHO, command: "preview-up", preview }));
    expect(verdict).toBe(
      "### 🟢 Boardwright · production: preview <code>pr-123</code> on the model of branch <code>feature-x</code> · 2 workbooks to look at",
    );
    expect(list?.split("\n")[0]).toBe(
      '- <a href="https://acme.example.com/d/1/a--pr-123">&#91;pr-123&#93; A</a> <code>a--pr-123</code>',
    );
    expect(list?.split("\n")[1]).not.toContain("href");
  });

  it("preview-down: what is gone, and what has to be deleted by hand", () => {
    const removal = {
      name: "pr-123",
      branch: "feature-x",
      removed: ["a"],
      removedReports: ["r", "s"],
      kept: ["b"],
      keptReports: ["t"],
      inUse: [{ key: "u", by: ["copy"] }],
      staging: "left-on",
      neededBy: [],
    } as const;
    const text = renderComment({ ...WHO, command: "preview-down", removal: { previews: [removal] } });
    expect(text).toContain(
      "is taken down in part · 1 workbook and 2 reports removed · 1 workbook and 1 report left · the staging environment of branch <code>feature-x</code> was on before, and stays on",
    );
    expect(text).toContain("Still there, because the deployment offers no way to delete them");
    expect(text).toContain("- <code>t</code>");
    expect(text).toContain(
      "because a workbook outside the preview draws it&#58; report <code>u</code> (<code>copy</code>).",
    );
    expect(text).toContain("- <code>b</code>");
  });
});
