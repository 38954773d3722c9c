// plan at several targets (contract 15): what is the same for many is shown once.
import { describe, expect, it } from "vitest";
import { findings, validator } from "../schemas/support.ts";
import { openFleet } from "./front.ts";

describe("a plan of a fleet", () => {
  it("folds equal plans and columns, and its JSON holds all of them", async () => {
    const { run, ok } = await openFleet(6, "groups: { late: [t-006] }\n", {
      "dashboards/late.yaml":
        "workbooks:\n  late: { targets: [late], name: Late, dashboard: { title: Late } }\n",
    });
    await ok("apply", "--target", "t-001", "--yes");
    const pretty = await run("plan", "--target", "t-*", "--detailed-exitcode");
    expect(pretty.code, pretty.stderr).toBe(2);
    expect(pretty.stdout).toContain("t-002 · ");
    expect(pretty.stdout).not.toContain("t-003 · ");
    expect(pretty.stdout).toContain("The same for 3 more: t-003, t-004, t-005.");
    expect(pretty.stdout).toMatch(/^workbook +t-001 +t-002, t-003 and 2 more +t-006$/m);
    expect(pretty.stdout).toMatch(/^a +unchanged +create +create$/m);
    expect(pretty.stdout).toContain("t-002, t-003, t-004, t-005: each 2 to create.");
    const page = (await run("plan", "--target", "t-*", "--format", "html")).stdout;
    expect(page.match(/<section class="plan"/g)).toHaveLength(3);
    expect(page).toContain("<p>The same for 3 more: t-003, t-004, t-005.</p>");
    expect(page).toContain(">t-002</a> and 3 more</th>");
    const markdown = await run("plan", "--target", "t-*", "--format", "markdown");
    expect(markdown.stdout).toContain("| workbook | t-001 | t-002, t-003 and 2 more | t-006 |");
    const json = await run("plan", "--target", "t-*", "--json", "--out", "plans.json");
    const document = JSON.parse(json.stdout) as { plans: unknown[]; alike: string[][] };
    expect(findings(validator("plan"), document)).toEqual([]);
    expect(document.plans.length).toBe(6);
    expect(document.alike).toEqual([["t-001"], ["t-002", "t-003", "t-004", "t-005"], ["t-006"]]);
    expect(json.stderr).toContain("boardwright apply plans.json --target NAME");
    // Which of them is not guessed, and one file is one plan.
    for (const wrong of [[], ["--target", "t-*"], ["plans.json"]])
      expect((await run("apply", "plans.json", ...wrong, "--yes")).code, wrong.join(" ")).toBe(64);
    await ok("apply", "plans.json", "--target", "t-003", "--yes");
  });

  it("shows on its own what has another content at a target", async () => {
    const { run } = await openFleet(3, "", {
      "dashboards/c.yaml":
        "workbooks:\n  c: { name: C, dashboard: { title: C }, overrides: { t-003: { dashboard: { title: Other } } } }\n",
    });
    const { stdout } = await run("plan", "--target", "t-*");
    expect(stdout).toContain("The same for 1 more: t-002.");
    expect(stdout).toContain("t-003 · ");
  });
});
