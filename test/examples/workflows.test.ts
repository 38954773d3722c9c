// The example workflows: the least permissions, inputs that exist, and nothing that overlaps. test/security/workflows.process.test.ts holds them
// against linters and attacks.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

interface Step {
  id?: string;
  uses?: string;
  run?: string;
  with?: Record<string, string>;
}
interface Concurrency {
  group: string;
  "cancel-in-progress": boolean;
  queue?: string;
}
interface Job {
  if?: string;
  needs?: string | string[];
  strategy?: { "fail-fast"?: boolean; matrix: { shard: number[] } };
  permissions?: Record<string, string>;
  concurrency?: Concurrency;
  steps: Step[];
}
interface Workflow {
  on: Record<string, { types?: string[] } | null>;
  permissions: Record<string, string>;
  concurrency?: Concurrency;
  jobs: Record<string, Job>;
}

const FOLDER = new URL("../../examples/workflows/", import.meta.url);
const files = readdirSync(FOLDER).filter((name) => name.endsWith(".yml"));
const ACTION = new URL("../../action.yml", import.meta.url);
const noAction = !existsSync(ACTION);
if (noAction) console.log("skipped: there is no action.yml whose inputs and outputs could be looked up");

/** What a job that runs this command of the Action may do besides reading the repository. */
const MAY: Record<string, Record<string, string>> = {
  plan: { "pull-requests": "write" },
  "preview-up": { "pull-requests": "write", deployments: "write" },
  "preview-down": { "pull-requests": "write", deployments: "write" },
  apply: { "pull-requests": "write" },
  drift: { issues: "write" },
};
const PROPOSE_MAY = { contents: "write", "pull-requests": "write" };
/** What other actions need. */
const OTHERS_MAY: Record<string, Record<string, string>> = {
  "github/codeql-action/upload-sarif": { "security-events": "write" },
};
const load = (name: string): Workflow => parse(readFileSync(new URL(name, FOLDER), "utf8")) as Workflow;
const isOurs = ({ uses }: Step): boolean => uses?.startsWith("acme/boardwright@") === true;
const commandOf = (step: Step): string => (isOurs(step) ? (step.with?.command ?? "") : "");

describe.each(files)("examples/workflows/%s", (name) => {
  const text = readFileSync(new URL(name, FOLDER), "utf8");
  const workflow = load(name);
  const jobs = Object.values(workflow.jobs);
  const steps = jobs.flatMap((job) => job.steps);

  it("may do no more than its jobs need", () => {
    for (const job of jobs) {
      const needed = job.steps.map((step) => ({
        ...MAY[commandOf(step)],
        ...(step.with?.propose === undefined ? {} : PROPOSE_MAY),
        ...OTHERS_MAY[step.uses?.split("@")[0] ?? ""],
        ...(/gh api .*comments/s.test(step.run ?? "") && { "pull-requests": "write" }),
      }));
      const own: Record<string, string> = { contents: "read", ...Object.assign({}, ...needed) };
      // On a schedule there is no pull request to comment on, but for a sweep: it knows those of the previews that it takes down.
      const isSweep = job.steps.some((step) => commandOf(step) === "preview-down");
      if (Object.keys(workflow.on).join() === "schedule" && !isSweep) delete own["pull-requests"];
      expect(job.permissions ?? workflow.permissions).toEqual(own);
    }
  });

  it("has a concurrency group for every job", () => {
    for (const job of jobs) expect((job.concurrency ?? workflow.concurrency)?.group).toMatch(/^boardwright-/);
  });

  it.skipIf(noAction)("names inputs and outputs that the Action has", () => {
    const { inputs, outputs } = parse(readFileSync(ACTION, "utf8")) as Record<string, object>;
    const ours = steps.filter(isOurs);
    for (const step of ours)
      expect(Object.keys(inputs!)).toEqual(expect.arrayContaining(Object.keys(step.with!)));
    const read = [...text.matchAll(/steps\.([\w-]+)\.outputs\.([\w-]+)/g)];
    const scripts = steps.filter(({ run }) => run?.includes("$GITHUB_OUTPUT")).map(({ id }) => id);
    for (const [, id, output] of read) {
      if (scripts.includes(id)) continue;
      expect(ours.map((step) => step.id)).toContain(id);
      expect(Object.keys(outputs!)).toContain(output);
    }
  });
});

describe("the workflows together", () => {
  it("never apply twice at once, nor look for drift during an apply; no merge that waits is dropped", () => {
    const groups = ["merge.yml", "drift.yml", "drift-pull-request.yml", "sharded-apply.yml"].map(
      (name) => load(name).concurrency!,
    );
    expect(new Set(groups.map(({ group }) => group)).size).toBe(1);
    for (const each of groups) expect(each["cancel-in-progress"]).toBe(false);
    for (const each of groups) expect(each.queue).toBe("max");
  });

  it("take a preview down after it came up, not beside it, and put none up for forks", () => {
    const up = load("pull-request.yml").jobs.preview!;
    const down = load("preview-close.yml").jobs.down!;
    expect(down.concurrency).toEqual(up.concurrency);
    for (const job of [up, down])
      expect(job.if).toContain("github.event.pull_request.head.repo.full_name == github.repository");
    const close = load("preview-close.yml");
    expect(close.on.pull_request?.types).toEqual(["closed", "unlabeled"]);
    // Another label that is taken away ends nothing.
    expect(down.if).toContain("github.event.action == 'closed' || github.event.label.name == 'preview'");
  });

  it("give every preview an end, and a schedule takes down what is past it, by no name", () => {
    const [up] = load("pull-request.yml").jobs.preview!.steps.filter(isOurs);
    expect(up?.with?.ttl).toMatch(/^\d+[hd]$/);
    const sweep = load("preview-sweep.yml");
    expect(Object.keys(sweep.on)).toEqual(["schedule"]);
    const [step] = sweep.jobs.sweep!.steps.filter(isOurs);
    expect(step?.with?.command).toBe("preview-down");
    for (const named of ["name", "branch"]) expect(step?.with).not.toHaveProperty(named);
  });

  it("keep the whole report of every plan and every apply", () => {
    for (const [name, job, id] of [
      ["pull-request.yml", "check", "plan"],
      ["merge.yml", "apply", "apply"],
    ] as const) {
      const kept = load(name).jobs[job]!.steps.map((step) => step.with?.path);
      expect(kept.join("\n")).toContain(`{{ steps.${id}.outputs.report-file }}`);
    }
  });
});

describe("examples/workflows/sharded-apply.yml", () => {
  const { concurrency, jobs } = load("sharded-apply.yml");

  it("has every part from 1 on once, lets none cut the others short, and never overlaps itself", () => {
    const { strategy, steps } = jobs.apply!;
    expect(strategy!.matrix.shard).toEqual(strategy!.matrix.shard.map((_, index) => index + 1));
    const part = "$" + "{{ matrix.shard }}/$" + "{{ strategy.job-total }}";
    expect(steps.filter(isOurs).map((step) => step.with?.shard)).toEqual([part]);
    expect(strategy!["fail-fast"]).toBe(false);
    expect(concurrency!["cancel-in-progress"]).toBe(false);
  });

  it("does at last, in one job, what no part did", () => {
    const { needs, steps } = jobs.rest!;
    expect(needs).toBe("apply");
    const [rest] = steps.filter(isOurs);
    expect(rest?.with).toMatchObject({ command: "apply" });
    expect(rest?.with).not.toHaveProperty("shard");
  });
});
