// The example workflows: as GitHub's schema has it, pinned, with the least permissions, and with commands that exist.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import Ajv from "ajv";
import { describe, expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { createSandbox } from "../../src/sandbox/index.ts";
import { lintWorkflow } from "../support/actionlint.ts";
import { boardwright } from "../support/command.ts";
import { tempFolder } from "../support/temp.ts";
import { hasVerifiers } from "../support/verifiers.ts";

interface Step {
  id?: string;
  uses?: string;
  run?: string;
  env?: Record<string, string>;
  with?: Record<string, string>;
}
interface Concurrency {
  group: string;
  "cancel-in-progress": boolean;
  queue?: string;
}
interface Job {
  if?: string;
  strategy?: { "fail-fast"?: boolean; matrix: { shard: number[] } };
  env?: Record<string, string>;
  environment?: string;
  permissions?: Record<string, string>;
  concurrency?: Concurrency;
  "timeout-minutes"?: number;
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
const SCHEMA = new URL("../../../shared/verify/github-workflow.json", import.meta.url);
const absent = !existsSync(SCHEMA);
if (absent) console.log("skipped: shared/verify/github-workflow.json is not here");
const ACTION = new URL("../../action.yml", import.meta.url);
const noAction = !existsSync(ACTION);
if (noAction) console.log("skipped: there is no action.yml whose inputs and outputs could be looked up");

/** What a job that runs this command of the Action may do besides reading the repository. */
const MAY: Record<string, Record<string, string>> = {
  plan: { "pull-requests": "write" },
  "preview-up": { "pull-requests": "write" },
  "preview-down": { "pull-requests": "write" },
  apply: { "pull-requests": "write" },
  drift: { issues: "write" },
};
const TOKEN = "$" + "{{ secrets.PLATFORM_API_KEY }}";
const load = (name: string): Workflow => parse(readFileSync(new URL(name, FOLDER), "utf8")) as Workflow;
const isOurs = ({ uses }: Step): boolean => uses?.startsWith("acme/boardwright@") === true;
const commandOf = (step: Step): string => (isOurs(step) ? (step.with?.command ?? "") : "");

const validate = new Ajv.default({ strict: false, logger: false }).compile(
  absent ? {} : JSON.parse(readFileSync(SCHEMA, "utf8")),
);

describe.each(files)("examples/workflows/%s", (name) => {
  const text = readFileSync(new URL(name, FOLDER), "utf8");
  const workflow = load(name);
  const jobs = Object.values(workflow.jobs);
  const steps = jobs.flatMap((job) => job.steps);

  it.skipIf(absent)("is what GitHub's schema of workflows accepts", () => {
    expect(validate(workflow) ? [] : validate.errors).toEqual([]);
  });

  it.skipIf(!hasVerifiers)("is what actionlint accepts", async () => {
    const path = `.github/workflows/${name}`;
    const found = (await lintWorkflow(text, path)).map(({ line, message }) => `${line}: ${message}`);
    // It is older than `queue`, which GitHub's schema knows.
    expect(found.filter((line) => !line.includes('unexpected key "queue" for "concurrency"'))).toEqual([]);
    expect(await lintWorkflow(text.replace("runs-on:", "runs-at:"), path)).not.toEqual([]);
  });

  it("pins every action to a commit, and says which version that is", () => {
    const used = text.split("\n").filter((line) => line.includes("uses: "));
    expect(used).toHaveLength(steps.filter(({ uses }) => uses).length);
    for (const line of used) expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it("may do no more than its jobs need, keeps no token in the checkout, and ends", () => {
    expect(workflow.permissions).toEqual({ contents: "read" });
    for (const { uses, with: input } of steps)
      if (uses?.startsWith("actions/checkout@"))
        expect(input).toMatchObject({ "persist-credentials": false });
    for (const job of jobs) {
      expect(job["timeout-minutes"]).toBeGreaterThan(0);
      const needed = job.steps.map((step) => MAY[commandOf(step)] ?? {});
      const own = { contents: "read", ...Object.assign({}, ...needed) };
      expect(job.permissions ?? workflow.permissions).toEqual(own);
    }
  });

  it("gives the token to the steps that need it and to no other, and never to code of a fork", () => {
    for (const step of steps) {
      const { env = {}, run = "", with: input = {} } = step;
      expect("PLATFORM_API_KEY" in env).toBe(/boardwright (plan|apply) /.test(run));
      expect(input["api-key"]).toBe(commandOf(step) in MAY ? TOKEN : undefined);
    }
    expect(text.match(/secrets\./g)).toHaveLength(text.split(TOKEN).length - 1);
    expect(Object.keys(workflow.on)).not.toContain("pull_request_target");
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
    for (const [, id, output] of read) {
      expect(ours.map((step) => step.id)).toContain(id);
      expect(Object.keys(outputs!)).toContain(output);
    }
  });
});

describe("the workflows together", () => {
  it("never apply twice at once, nor look for drift during an apply; no merge that waits is dropped", () => {
    const groups = ["merge.yml", "drift.yml", "sharded-apply.yml"].map((name) => load(name).concurrency!);
    expect(new Set(groups.map(({ group }) => group)).size).toBe(1);
    for (const each of groups) expect(each["cancel-in-progress"]).toBe(false);
    for (const each of groups.slice(0, 2)) expect(each.queue).toBe("max");
  });

  it("take a preview down after it came up, not beside it, and put none up for forks", () => {
    const up = load("pull-request.yml").jobs.preview!;
    const down = load("preview-close.yml").jobs.down!;
    expect(down.concurrency).toEqual(up.concurrency);
    for (const job of [up, down])
      expect(job.if).toContain("github.event.pull_request.head.repo.full_name == github.repository");
    expect(load("preview-close.yml").on.pull_request?.types).toEqual(["closed"]);
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
    const { strategy, env } = jobs.apply!;
    expect(strategy!.matrix.shard).toEqual(strategy!.matrix.shard.map((_, index) => index + 1));
    expect(env!.SHARD).toBe("$" + "{{ matrix.shard }}/$" + "{{ strategy.job-total }}");
    expect(strategy!["fail-fast"]).toBe(false);
    expect(concurrency!["cancel-in-progress"]).toBe(false);
  });

  it("brings a whole project there: every part, and then the rest, which is nothing", async () => {
    const slugs = Array.from({ length: 20 }, (_, index) => `w${index}`);
    const cwd = tempFolder({
      "boardwright.yaml":
        "version: 1\nproject: acme\ntargets:\n  production: { url: 'https://acme.example.com', deployment: 1 }\n",
      "dashboards/all.yaml": `workbooks:\n${slugs.map((slug) => `  ${slug}: { name: ${slug} }\n`).join("")}`,
    });
    const sandbox = await createSandbox({});
    onTestFinished(() => sandbox.close());
    const env = {
      BOARDWRIGHT_TARGET: "production",
      PLATFORM_API_URL: sandbox.url,
      PLATFORM_API_KEY: sandbox.apiKey,
    };
    const { shard } = jobs.apply!.strategy!.matrix;
    const run = async (line: string, index: number) => {
      const part = `${index}/${shard.length}`;
      const [command = ""] = line.split(" | ");
      const words = command
        .replace('"$SHARD"', part)
        .replace("plan.json", `${index}.json`)
        .split(" ")
        .slice(1);
      const ran = await boardwright(words, { cwd, env });
      expect(ran.code, ran.stdout + ran.stderr).toBe(0);
      return ran.stdout;
    };
    const commandsOf = (job: Job) =>
      job.steps.flatMap(({ run: line = "" }) => (line.startsWith("boardwright ") ? [line] : []));
    await Promise.all(
      shard.map(async (index) => {
        for (const line of commandsOf(jobs.apply!)) await run(line, index);
      }),
    );
    for (const line of commandsOf(jobs.rest!))
      expect(await run(line, 0)).toContain("Nothing to do: all 20 workbooks");
  });
});
