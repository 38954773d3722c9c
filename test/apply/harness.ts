// Plans and applies in this process as the commands do: real files, a real sandbox on a loopback address, the real client. Only
// waiting takes no time.
import { onTestFinished } from "vitest";
import { stringify } from "yaml";
import type { ApplyContext } from "../../src/apply/context.ts";
import { type ApplyOutcome, applyPlan, createBackups } from "../../src/apply/index.ts";
import { loadProject } from "../../src/desired/index.ts";
import type { JsonObject, Plan, Result } from "../../src/model/index.ts";
import { connect, type Platform } from "../../src/platform/index.ts";
import { createSandbox, type Sandbox, type SandboxOptions } from "../../src/sandbox/index.ts";
import { makePlan, type PlanOptions } from "../../src/tasks/make-plan.ts";
import { readIgnored } from "../../src/tasks/read-ignored.ts";
import { tempFolder } from "../support/temp.ts";
import { type Hook, openProxy } from "./proxy.ts";

export interface HarnessOptions {
  /** The entries of a workbook file, by slug; or whole files by path. */
  workbooks?: Record<string, JsonObject>;
  files?: Record<string, string>;
  sandbox?: SandboxOptions;
  /** Stands between client and sandbox. */
  proxy?: Hook;
  /** More lines of boardwright.yaml. */
  settings?: string;
}

export interface Harness {
  sandbox: Sandbox;
  platform: Platform;
  cwd: string;
  /** The folder that backups go to. */
  backups: string;
  plan(workbooks?: Record<string, JsonObject>, more?: { prune?: boolean }): Promise<Plan>;
  apply(plan: Plan, options?: ApplyFlags): Promise<ApplyOutcome>;
  /** What an apply works with; its backups go to this folder. */
  context(backups?: string): ApplyContext;
  /** Plans and applies. */
  run(workbooks?: Record<string, JsonObject>): Promise<ApplyOutcome>;
  /** What a plan would do now: `update a`. */
  actions(workbooks?: Record<string, JsonObject>): Promise<string[]>;
  /** Requests that write, in order of arrival: `PUT a`, `POST folders`. */
  writes(): string[];
  /** Waits of the executor itself, in milliseconds; they take no time. */
  slept: number[];
  /** Moves the executor's clock on. */
  pass(ms: number): void;
}

export interface ApplyFlags {
  backups?: string;
  stop?: AbortSignal;
  onResult?(result: Result): void;
  concurrency?: number;
}

export const PROJECT = `version: 1
project: acme
targets:
  test: { url: https://platform.test, deployment: 1 }
`;

export function asFile(workbooks: Record<string, JsonObject>): string {
  return stringify({ workbooks });
}

/** Everything is closed when the test is over. */
export async function openHarness(options: HarnessOptions): Promise<Harness> {
  const sandbox = await createSandbox(options.sandbox ?? {});
  onTestFinished(() => sandbox.close());
  const url = options.proxy ? await openProxy(sandbox.url, options.proxy) : sandbox.url;
  const files = options.files ?? { "dashboards/all.yaml": asFile(options.workbooks ?? {}) };
  const cwd = tempFolder({ "boardwright.yaml": PROJECT + (options.settings ?? ""), ...files });
  const project = await loadProject({ cwd });
  const target = { name: "test", url, deployment: 1, vars: {}, folders: {} };
  const platform: Platform = connect({
    url,
    token: sandbox.apiKey,
    scheme: "bearer",
    clock: { now: Date.now, sleep: async () => {}, after: () => () => {} },
    random: () => 0.5,
  });
  onTestFinished(() => platform.close());
  const slept: number[] = [];
  let passed = 0;
  const clock = {
    now: () => Date.now() + passed,
    sleep: async (ms: number) => {
      slept.push(ms);
      passed += ms;
    },
  };
  const declare = (workbooks: Record<string, JsonObject>) =>
    tempFolder({
      "boardwright.yaml": PROJECT + (options.settings ?? ""),
      "dashboards/all.yaml": asFile(workbooks),
    });

  const plan: Harness["plan"] = async (workbooks, more = {}) => {
    const at = workbooks ? await loadProject({ cwd: declare(workbooks) }) : project;
    const connect = async () => platform;
    // What a test declared before is another folder's by now: its repository knows all of it.
    const history: PlanOptions["history"] = async (_project, _env, orphans) => ({
      isWhole: true,
      known: new Set(orphans.map(({ change }) => change)),
    });
    const options = { project: at, target, env: {}, cwd: at.root, connect, history, ...more };
    return (await makePlan(options)).plan;
  };
  const context: Harness["context"] = (backups = `${cwd}/backups/run`) => ({
    platform,
    deploymentId: 1,
    project,
    ignored: readIgnored(project),
    backups: createBackups(backups),
    reportVersions: new Map(),
    clock,
    random: () => 0.5,
  });
  const apply: Harness["apply"] = async (planned, { backups, ...flags } = {}) => {
    return applyPlan(planned, {
      ...context(backups),
      concurrency: flags.concurrency ?? 4,
      stop: flags.stop ?? new AbortController().signal,
      ...(flags.onResult ? { onResult: flags.onResult } : {}),
    });
  };
  return {
    sandbox,
    platform,
    cwd,
    backups: `${cwd}/backups/run`,
    slept,
    pass: (ms) => {
      passed += ms;
    },
    plan,
    context,
    apply,
    run: async (workbooks) => apply(await plan(workbooks)),
    actions: async (workbooks) =>
      (await plan(workbooks)).changes.map(({ key, action }) => `${action} ${key}`),
    writes: () =>
      sandbox.requests
        .filter(({ method }) => method !== "GET")
        .map(({ method, path }) => `${method} ${path.replace(/^.*\/(?:by-slug\/|deployments\/1\/)/, "")}`),
  };
}

/** A small dashboard. */
export function board(title: string, more: JsonObject = {}): JsonObject {
  const widget = { id: "a", type: "CHART", position: { x: 0, y: 0, w: 6, h: 4 }, config: { title: "A" } };
  return { kind: "CLASSIC", title, widgets: [widget], ...more };
}

/** `key status code`, in the order of the plan. */
export function outcomes({ results }: ApplyOutcome): string[] {
  return results.map(({ key, status, error }) => [key, status, error?.code ?? ""].join(" ").trim());
}
