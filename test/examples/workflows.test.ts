// The example workflows: as GitHub's schema has it, pinned, with the least permissions, and with commands that exist.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import Ajv from "ajv";
import { describe, expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { createSandbox } from "../../src/sandbox/index.ts";
import { boardwright } from "../support/command.ts";
import { tempFolder } from "../support/temp.ts";

interface Step {
  uses?: string;
  run?: string;
  env?: Record<string, string>;
  with?: Record<string, unknown>;
}
interface Job {
  strategy?: { "fail-fast"?: boolean; matrix: { shard: number[] } };
  env?: Record<string, string>;
  "timeout-minutes"?: number;
  steps: Step[];
}
interface Workflow {
  permissions: Record<string, string>;
  concurrency: { group: string; "cancel-in-progress": boolean };
  jobs: Record<string, Job>;
}

const FOLDER = new URL("../../examples/workflows/", import.meta.url);
const files = readdirSync(FOLDER).filter((name) => name.endsWith(".yml"));
const SCHEMA = new URL("../../../shared/verify/github-workflow.json", import.meta.url);
const absent = !existsSync(SCHEMA);
if (absent) console.log("skipped: shared/verify/github-workflow.json is not here");

describe.each(files)("examples/workflows/%s", (name) => {
  const text = readFileSync(new URL(name, FOLDER), "utf8");
  const workflow = parse(text) as Workflow;
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);

  it.skipIf(absent)("is what GitHub's schema of workflows accepts", () => {
    const validate = new Ajv.default({ strict: false, logger: false }).compile(
      JSON.parse(readFileSync(SCHEMA, "utf8")),
    );
    expect(validate(workflow) ? [] : validate.errors).toEqual([]);
  });

  it("pins every action to a commit, and says which version that is", () => {
    for (const line of text.split("\n").filter((each) => each.includes("uses: ")))
      expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it("may read the repository and no more, keeps no token in the checkout, and ends", () => {
    expect(workflow.permissions).toEqual({ contents: "read" });
    for (const { uses, with: input } of steps)
      if (uses?.startsWith("actions/checkout@")) expect(input).toEqual({ "persist-credentials": false });
    for (const job of Object.values(workflow.jobs)) expect(job["timeout-minutes"]).toBeGreaterThan(0);
  });

  it("gives the token to the steps that need it and to no other", () => {
    for (const { env = {}, run = "" } of steps)
      expect("PLATFORM_API_KEY" in env).toBe(/boardwright (plan|apply) /.test(run));
  });
});

describe("examples/workflows/sharded-apply.yml", () => {
  const { concurrency, jobs } = parse(readFileSync(new URL("sharded-apply.yml", FOLDER), "utf8")) as Workflow;

  it("has every part from 1 on once, lets none cut the others short, and never overlaps itself", () => {
    const { strategy, env } = jobs.apply!;
    expect(strategy!.matrix.shard).toEqual(strategy!.matrix.shard.map((_, index) => index + 1));
    expect(env!.SHARD).toBe("$" + "{{ matrix.shard }}/$" + "{{ strategy.job-total }}");
    expect(strategy!["fail-fast"]).toBe(false);
    expect(concurrency["cancel-in-progress"]).toBe(false);
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
