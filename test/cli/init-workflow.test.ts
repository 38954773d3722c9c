// The workflow that init writes does what its comments say; test/security/workflows.process.test.ts holds it against attacks.
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { workflow } from "../../src/cli/init-workflow.ts";

const RELEASE = { reference: `acme/boardwright@${"a".repeat(40)}`, version: "0.1.0" };
const text = workflow(RELEASE);
const { jobs, concurrency } = parse(text);

interface Step {
  name?: string;
  if?: string;
  uses: string;
  with: Record<string, unknown>;
}
const steps = (job: string): Step[] => jobs[job].steps;
const ours = (job: string) => steps(job).filter(({ uses }) => uses === RELEASE.reference);

describe("the workflow of init", () => {
  it("lints and plans pull requests, lints and applies pushes to main, with the release it was told", () => {
    expect(ours("check").map((step) => step.with.command)).toEqual(["lint", "plan"]);
    expect(ours("apply").map((step) => step.with.command)).toEqual(["lint", "apply"]);
    expect(text.match(/uses: acme\/boardwright@a{40} # v0\.1\.0\n/g)).toHaveLength(4);
  });

  it("only lints until it is told the target and its address", () => {
    const told = "vars.BOARDWRIGHT_TARGET != '' && vars.PLATFORM_API_URL != ''";
    expect(ours("check")[0]?.if).toBeUndefined();
    expect(ours("check")[1]?.if).toContain(told);
    expect(jobs.apply.if).toContain(told);
  });

  it("keeps the backups of an apply, which a rollback needs, also where it failed", () => {
    const kept = steps("apply").at(-1);
    expect(kept?.if).toBe("always()");
    expect(kept?.with).toMatchObject({ path: ".boardwright/backups", "include-hidden-files": true });
  });

  it("never cuts an apply short", () => {
    expect(concurrency["cancel-in-progress"]).toBe("${{ github.event_name == 'pull_request' }}");
  });

  it("says so if it is of no release, and only then", () => {
    expect(text).not.toContain("is no release");
    const own = workflow({ ...RELEASE, reference: BOARDWRIGHT_ACTION });
    expect(BOARDWRIGHT_ACTION).toMatch(/^acme\/boardwright@0{40}$/);
    expect(own).toContain("is no release");
    expect(parse(own)).toMatchObject({ on: { push: { branches: ["main"] } } });
  });
});
