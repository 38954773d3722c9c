// What a reviewer must see of the policy is in the comment, however much else a branch changes in it, and however an address is written.
import { describe, expect, it } from "vitest";
import type { Plan } from "../../src/model/index.ts";
import { renderComment, renderPlanHtml, renderPlanPretty, renderSummary } from "../../src/report/index.ts";
import { readMarkdown } from "../action/runner.ts";
import { makePlan } from "../report/plan-samples.ts";
import { openAttack, plain, project, run, UNDER } from "./repository.ts";

const numbers = Array.from({ length: 700 }, (_, at) => at);
const FLOODS: [string, (elsewhere: string) => string][] = [
  [
    "targets",
    (elsewhere) => numbers.map((at) => `  a${at}: { url: "${elsewhere}/${at}", deployment: 9 }\n`).join(""),
  ],
  ["variables", () => `env: [${numbers.map((at) => `A_${at}`).join(", ")}]\n`],
];
const GREEDY = "apply: { allow: [drift], limits: { change: 100% } }\nignore: [name]\n";

async function planOf(
  branch: (trusted: string, elsewhere: string) => string,
): Promise<{ plan: Plan; elsewhere: string }> {
  const attack = await openAttack({ base: plain, branch });
  const ran = await run(attack, ["plan", "--json", ...UNDER]);
  expect(ran.code, ran.stderr).toBe(0);
  return { plan: JSON.parse(ran.stdout) as Plan, elsewhere: attack.elsewhere.url };
}

const texts = (policy: Plan["policy"]) => {
  const plan = { ...makePlan([]), ...(policy && { policy }) };
  const input = { command: "plan", target: "production", plan };
  return [renderComment(input), renderSummary(input)].map(
    (text) => readMarkdown(text).split("<details>")[0] ?? "",
  );
};

describe("a flood of changes to the policy", () => {
  it.each(FLOODS)("of %s pushes out nothing that decides", async (_, flood) => {
    const { plan, elsewhere } = await planOf((__, there) => project(there, flood(there) + GREEDY, 99));
    for (const text of texts(plan.policy)) {
      for (const row of [
        `→ ${elsewhere}\n`,
        "~ targets.production.deployment: 1 → 99",
        "+ apply.allow: drift",
        "~ apply.limits.change: 50% → 100%",
        "+ ignore: name",
      ])
        expect(text).toContain(row);
      expect(text).toMatch(/and \d+ more changes, in the full report/);
    }
    expect(plan.policy?.changes[0]?.path).toBe("targets.production.url");
  });
});

const changeTo = (after: string): Plan["policy"] => ({
  revision: "main",
  commit: "0123456789abcdef0123456789abcdef01234567",
  changes: [{ path: "targets.production.url", change: "changed", before: "https://acme.example.com", after }],
});
/** Rows of the comment, the summary and the terminal. */
const rowsOf = (after: string) =>
  [
    ...texts(changeTo(after)),
    renderPlanPretty({ ...makePlan([]), policy: changeTo(after) }, { color: false, files: 1, liveCount: 0 }),
  ].map((text) => text.split("\n").find((line) => line.includes("targets.production.url")) ?? "");

describe("an address in the policy", () => {
  const long = `${"acme.example.com.".repeat(14)}evil.example`;

  it.each([
    ["whole, though it is long", `https://${long}/`, [`https://${long}/`]],
    [
      "as it ends, if it is too long for any",
      `https://${"a.".repeat(400)}evil.example`,
      ["https://…", ".evil.example"],
    ],
    [
      "whole, though a path follows",
      `https://evil.example/${"acme.example.com/".repeat(90)}`,
      ["https://evil.example/"],
    ],
    [
      "as it is looked up",
      "https://\u0430cme.example.com",
      ["https://xn--cme-5cd.example.com", "\\u{430}cme.example.com"],
    ],
    [
      "without what only looks like one",
      "https://acme.example.com@evil.example",
      ["→ https://evil.example/ (written "],
    ],
    [
      "without what cannot be seen",
      "https://acme.example.com\u200b.evil.example",
      ["https://acme.example.com.evil.example", "com\\u{200b}.evil"],
    ],
    ["escaped, if it is none", "https://acme.example.com\u3164/", ["https://acme.example.com\\u{3164}/"]],
    [
      "apart from an arrow",
      "https://evil.example/ → https://acme.example.com",
      ["→ https://evil.example/%20", "\\u{2192}"],
    ],
  ])("is shown %s", (_, url, shown) => {
    for (const row of rowsOf(url)) for (const part of shown) expect(row).toContain(part);
  });

  it("stands in the page with the host that is looked up", () => {
    const page = renderPlanHtml({ ...makePlan([]), policy: changeTo("https://\u0430cme.example.com") });
    expect(page).toContain("(host xn--cme-5cd.example.com)");
  });
});
