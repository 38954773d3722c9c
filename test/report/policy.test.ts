import { describe, expect, it } from "vitest";
import type { Plan, PolicyChange } from "../../src/model/index.ts";
import {
  renderComment,
  renderDriftPretty,
  renderPlanHtml,
  renderPlanJson,
  renderPlanMarkdown,
  renderPlanPretty,
  renderSummary,
} from "../../src/report/index.ts";
import { makePlan } from "./plan-samples.ts";

const COMMIT = "0123456789abcdef0123456789abcdef01234567";
const PRETTY = { color: false, files: 1, liveCount: 43 };
const under = (changes: PolicyChange[], revision = "origin/main"): Plan => ({
  ...makePlan([]),
  policy: { revision, commit: COMMIT, changes },
});
const MOVED: PolicyChange[] = [
  { path: "env", change: "added", after: "RELEASE" },
  { path: "ignore", change: "removed", before: "name" },
  { path: "targets.production.deployment", change: "changed", before: 12, after: 99 },
];

describe("the policy of a plan", () => {
  it("is told in the first lines at a terminal, with what the branch changes in it", () => {
    for (const render of [renderPlanPretty, renderDriftPretty]) {
      expect(render(under(MOVED), PRETTY).split("\n").slice(0, 5)).toEqual([
        expect.stringMatching(
          /^production · acme\.example\.com · deployment 12 .* 1 file, 43 live workbooks$/,
        ),
        "In force after the merge, not now: 3 changes to the policy of origin/main (0123456789ab).",
        "  + env: RELEASE",
        "  - ignore: name",
        "  ~ targets.production.deployment: 12 → 99",
      ]);
    }
  });

  it("is one line where the branch leaves it as it is, and none where it is that of the files", () => {
    const [, line, next] = renderPlanPretty(under([], COMMIT), PRETTY).split("\n");
    expect([line, next]).toEqual([
      "Under the policy of the commit 0123456789ab, which the files leave as it is.",
      "",
    ]);
    expect(renderPlanPretty(makePlan([]), PRETTY)).not.toContain("policy");
    for (const text of [renderPlanMarkdown(under([])), renderPlanJson(makePlan([]))])
      expect(text).not.toContain("policy");
  });

  it("is folded into no section of a comment or a summary, and cut only where it is counted", () => {
    const many = Array.from(
      { length: 60 },
      (_, at) => ({ path: "env", change: "added", after: `NAME_${at}` }) as const,
    );
    const input = { command: "plan", target: "production", plan: under(many) };
    for (const text of [renderComment(input), renderSummary(input), renderPlanMarkdown(under(many))]) {
      const lead = text.split("<details>")[0];
      expect(lead).toContain("<sub>acme.example.com · deployment 12</sub>\n\n**In force after the merge**");
      expect(lead).toContain("\n+ env: NAME_39\nand 20 more changes, in the full report\n</pre>");
    }
    const page = renderPlanHtml(under(many));
    for (const { after } of many) expect(page).toContain(`<code>${after}</code>`);
  });

  it("is named in the first line, which then has something to decide", () => {
    const first = (text: string) => text.split("\n")[0];
    expect(first(renderPlanMarkdown(under(MOVED)))).toMatch(
      /^### 🟡 .*: <b>this branch changes the policy<\/b> · /,
    );
    expect(first(renderPlanMarkdown(under([])))).toMatch(/^### ⚪ .*: nothing to do/);
  });

  it("is in a comment without a plan, too", () => {
    const policy = under(MOVED).policy;
    const failure = { message: "no", details: [] };
    const destination = { name: "production", url: "https://acme.example.com", deploymentId: 12 };
    const text = renderComment({ command: "plan", target: "production", failure, policy, destination });
    expect(text).toMatch(/^### 🔴 .*production: <b>this branch changes the policy<\/b> · plan failed$/m);
    expect(text).toContain("<sub>acme.example.com · deployment 12</sub>");
    expect(text).toContain("~ targets.production.deployment: 12 → 99");
  });

  it("holds every value whole in the page and in JSON, and no text of it means anything", () => {
    const long = `https://${"a".repeat(500)}.example.com/</pre><script>@acme`;
    const plan = under([{ path: "targets.x.url", change: "added", after: long }], "<b>@acme");
    expect(renderPlanHtml(plan)).toContain("a".repeat(500));
    expect(JSON.parse(renderPlanJson(plan))).toMatchObject({ policy: plan.policy });
    for (const text of [renderPlanHtml(plan), renderPlanMarkdown(plan)]) {
      expect(text).not.toContain("<script>@");
      expect(text).not.toMatch(/@acme/);
    }
  });
});
