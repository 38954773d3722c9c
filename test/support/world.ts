// What a test needs whose subject is more than one function: a project in a folder of its own, a platform, the command in this process,
// and Git if asked. Everything is closed and removed when the test is over.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { stringify } from "yaml";
import type { ApplyContext } from "../../src/apply/context.ts";
import { type ApplyOutcome, applyPlan, createBackups } from "../../src/apply/index.ts";
import { loadProject } from "../../src/desired/index.ts";
import type { JsonObject, Plan, Result, RunRecord } from "../../src/model/index.ts";
import { connect, type Platform, type WireReport } from "../../src/platform/index.ts";
import { makePlan, type PlanOptions } from "../../src/project/make-plan.ts";
import { readIgnored } from "../../src/project/read-ignored.ts";
import { createSandbox, type Sandbox, type SandboxOptions } from "../../src/sandbox/index.ts";
import { begin, boardwright, type CommandOptions, type Ran, type Running } from "./command.ts";
import { type Hook, openProxy } from "./proxy.ts";
import { tempFolder } from "./temp.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests reach deep into values that they wrote themselves
export type Loose = any;

/** What the workbook file declares. */
export interface Content {
  workbooks: Record<string, Loose>;
  reports: Record<string, Loose>;
}

export interface WorldOptions extends Partial<Content> {
  /** Whole files by path, also `boardwright.yaml`. Without entries they are all that there is. */
  files?: Record<string, string>;
  /** More lines of boardwright.yaml. */
  settings?: string;
  sandbox?: SandboxOptions;
  /** Stands between client and sandbox. */
  proxy?: Hook;
  /** What runs the command: in this process, unless said otherwise. */
  command?: typeof boardwright;
  /** Whether the folder is a repository with a first commit of all files on `main`. */
  git?: boolean;
  /** Whether the project has been applied once. */
  applied?: boolean;
}

export interface World extends Engine {
  sandbox: Sandbox;
  cwd: string;
  /** The variables of commands: a test may change them. */
  env: Record<string, string>;
  run(...args: string[]): Promise<Ran>;
  /** The same, and fails the test unless it exits 0. */
  ok(...args: string[]): Promise<Ran>;
  /** What the command prints as JSON, whatever its exit code. */
  json<T>(...args: string[]): Promise<T>;
  /** Runs the command and agrees when asked, after `meanwhile`. */
  agree(meanwhile: () => unknown, ...args: string[]): Promise<Ran>;
  /** What `plan --json` prints. */
  planned(...args: string[]): Promise<Plan>;
  /** The command while it runs. */
  begin(args: readonly string[], options?: Partial<CommandOptions>): Running;
  read(path: string): string;
  /** Null removes the file or the folder. */
  write(path: string, text: string | null): void;
  /** Writes the workbook file, or changes what it declares. */
  declare(next: Partial<Content> | ((content: Content) => unknown)): void;
  /** As in a fresh checkout: no records of runs. */
  forget(): void;
  /** Calls the platform under its deployment 1, with its key. Fails the test unless it answers 2xx. */
  send(method: string, path: string, body?: object): Promise<Loose>;
  /** All live reports. */
  reports(): Promise<WireReport[]>;
  /** Edits the widgets of a live draft, as somebody does in the UI. */
  inUi(slug: string, edit: (widgets: Loose[]) => void): void;
  /** Gives a live workbook another slug. */
  rename(slug: string, to: string): void;
  /** Deletes a live workbook. */
  remove(slug: string): Promise<void>;
  /** What the platform holds of these workbooks and of all reports, without what it counts and we stamp. */
  state(...slugs: string[]): Promise<Loose>;
  /** What a rollback of the run would do: `~ a`, `- b`, `! c`. */
  wouldDo(run: string): Promise<string[]>;
  /** Requests that write, in order of arrival: `PUT a`, `POST folders`. */
  writes(): string[];
  /** Names of the recorded runs, oldest first. */
  runs(): string[];
  record(run: string): RunRecord;
  git(...args: string[]): string;
}

/** Plans and applies without the command: only waiting takes no time. */
interface Engine {
  platform: Platform;
  /** The folder that backups go to. */
  backups: string;
  /** Of these workbooks, if given: they are declared from then on. */
  plan(workbooks?: Content["workbooks"], more?: { prune?: boolean }): Promise<Plan>;
  apply(plan: Plan, options?: EngineFlags): Promise<ApplyOutcome>;
  /** What an apply works with; its backups go to this folder. */
  context(backups?: string): Promise<ApplyContext>;
  /** Plans and applies. */
  deploy(workbooks?: Content["workbooks"]): Promise<ApplyOutcome>;
  /** What a plan would do now: `update a`. */
  actions(workbooks?: Content["workbooks"]): Promise<string[]>;
  /** Waits of the executor itself, in milliseconds; they take no time. */
  slept: number[];
  /** Moves the executor's clock on. */
  pass(ms: number): void;
}

interface EngineFlags {
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
const FILE = "dashboards/all.yaml";

export async function openWorld(options: WorldOptions = {}): Promise<World> {
  const { files, workbooks = {}, reports = {}, settings = "", proxy, command = boardwright } = options;
  const sandbox = await createSandbox(options.sandbox ?? {});
  onTestFinished(() => sandbox.close());
  const url = proxy ? await openProxy(sandbox.url, proxy) : sandbox.url;
  const isDeclared = !files || options.workbooks !== undefined || options.reports !== undefined;
  let content: Content = structuredClone({ workbooks, reports });
  const cwd = tempFolder({
    "boardwright.yaml": PROJECT + settings,
    ...(isDeclared && { [FILE]: stringify(content) }),
    ...files,
  });
  const env: Record<string, string> = { PLATFORM_API_URL: url, PLATFORM_API_KEY: sandbox.apiKey };
  const backups = join(cwd, ".boardwright/backups");
  const call = async (path: string, init: RequestInit = {}): Promise<Loose> => {
    const headers = { authorization: `Bearer ${sandbox.apiKey}`, "content-type": "application/json" };
    const ask = () => fetch(`${sandbox.url}/api/v1/deployments/1/${path}`, { headers, ...init });
    let answer = await ask();
    // Faults are injected for the command; what the test looks at is read again.
    while (init.method === undefined && answer.status === 503) answer = await ask();
    const text = await answer.text();
    expect(answer.ok, `${init.method} ${path}: ${answer.status} ${text}`).toBe(true);
    return text === "" ? undefined : JSON.parse(text);
  };
  const write = (path: string, text: string | null): void => {
    const file = join(cwd, path);
    if (text === null) rmSync(file, { recursive: true });
    else {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  };
  const declare: World["declare"] = (next) => {
    if (typeof next === "function") void next(content);
    else content = structuredClone({ workbooks: {}, reports: {}, ...next });
    write(FILE, stringify(content));
  };
  const run: World["run"] = (...args) => command(args, { cwd, env });
  const json = async <T>(...args: string[]): Promise<T> => JSON.parse((await run(...args, "--json")).stdout);
  const ok: World["ok"] = async (...args) => {
    const ran = await run(...args);
    expect(ran.code, `${args.join(" ")}: ${ran.stdout}${ran.stderr}`).toBe(0);
    return ran;
  };
  const git = (...args: string[]): string => {
    const variables = { PATH: process.env.PATH, HOME: cwd, GIT_CONFIG_NOSYSTEM: "1" };
    return execFileSync("git", args, { cwd, env: variables, encoding: "utf8", stdio: "pipe" }).trim();
  };
  if (options.git) {
    cpSync(template(), cwd, { recursive: true });
    git("add", "--all");
    git("commit", "--quiet", "-m", "first");
  }
  const world: World = {
    ...openEngine({ url, token: sandbox.apiKey, cwd, declare }),
    ...{ sandbox, cwd, env, run, ok, json, write, declare, git },
    planned: (...args) => json("plan", ...args),
    async agree(meanwhile, ...args) {
      const answer = async () => {
        await meanwhile();
        return "y";
      };
      return world.begin(args, { answer }).ended;
    },
    begin: (args, more) => begin(args, { cwd, env, ...more }),
    read: (path) => readFileSync(join(cwd, path), "utf8"),
    forget: () => write(".boardwright", null),
    send: (method, path, body) => call(path, { method, ...(body && { body: JSON.stringify(body) }) }),
    reports: async () => (await call("reports")).items,
    inUi: (slug, edit) => sandbox.edit(slug, ({ dashboardDraft }: Loose) => edit(dashboardDraft.widgets)),
    rename: (slug, to) => sandbox.edit(slug, (workbook) => void Object.assign(workbook, { slug: to })),
    remove: (slug) => call(`workbooks/${sandbox.workbook(slug)?.id}`, { method: "DELETE" }),
    state: async (...slugs) => ({
      workbooks: slugs.map((slug) => bare(sandbox.workbook(slug), WORKBOOK)),
      reports: (await world.reports()).map((report) => bare(report, REPORT)),
    }),
    async wouldDo(run) {
      const ran = world.begin(["rollback", run, "--no-color"], { answer: () => "n" });
      const lines = (await ran.ended).stdout.matchAll(/^ {2}([~+\-!>=]) (\S+(?: \S+)?)(?: {2}.*)?$/gm);
      return [...lines].map(([, sign, key]) => `${sign} ${key}`);
    },
    writes: () =>
      sandbox.requests
        .filter(({ method }) => method !== "GET")
        .map(({ method, path }) => `${method} ${path.replace(/^.*\/(?:by-slug\/|deployments\/1\/)/, "")}`),
    runs: () => readdirSync(backups).sort(byRun),
    record: (run) => JSON.parse(readFileSync(join(backups, run, "run.json"), "utf8")),
  };
  if (options.applied) await ok("apply", "--yes");
  return world;
}

function openEngine({
  url,
  token,
  cwd,
  declare,
}: { url: string; token: string } & Pick<World, "cwd" | "declare">): Engine {
  const target = { name: "test", url, deployment: 1, vars: {}, folders: {} };
  const still = { now: Date.now, sleep: async () => {}, after: () => () => {} };
  const random = () => 0.5;
  const platform = connect({ url, token, scheme: "bearer", clock: still, random });
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
  const plan: Engine["plan"] = async (workbooks, more = {}) => {
    if (workbooks) declare({ workbooks });
    // What a test declared before is known: its repository has all of it.
    const history: PlanOptions["history"] = async (_project, _env, orphans) => ({
      isWhole: true,
      known: new Set(orphans.map(({ change }) => change)),
    });
    const project = await loadProject({ cwd });
    const connect = async () => platform;
    return (await makePlan({ project, target, env: {}, cwd, connect, history, ...more })).plan;
  };
  const context: Engine["context"] = async (backups = `${cwd}/backups/run`) => {
    const project = await loadProject({ cwd });
    return {
      ...{ platform, project, clock, random, deploymentId: 1 },
      ignored: readIgnored(project),
      backups: createBackups(backups),
      reportVersions: new Map(),
    };
  };
  const apply: Engine["apply"] = async (planned, { backups, ...flags } = {}) =>
    applyPlan(planned, {
      ...(await context(backups)),
      ...{ concurrency: 4, stop: new AbortController().signal },
      ...flags,
    });
  return {
    ...{ platform, slept, plan, context, apply },
    backups: `${cwd}/backups/run`,
    pass: (ms) => {
      passed += ms;
    },
    deploy: async (workbooks) => apply(await plan(workbooks)),
    actions: async (workbooks) =>
      (await plan(workbooks)).changes.map(({ key, action }) => `${action} ${key}`),
  };
}

let repository: string | undefined;
/** A folder with an empty repository, made once. */
function template(): string {
  if (repository !== undefined) return repository;
  const folder = tempFolder();
  const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, stdio: "pipe" });
  git("init", "--quiet", "--initial-branch", "main");
  for (const [key, value] of [
    ["user.name", "T"],
    ["user.email", "t@example.org"],
  ] as const)
    git("config", key, value);
  repository = folder;
  return folder;
}

// Runs of one second are told apart by a number: 10 comes behind 9.
function byRun(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true });
}

const WORKBOOK = ["name", "folderId", "meta", "dashboardDraft", "dashboardPublished"];
const REPORT = ["publicId", "name", "title", "jsonQuery", "sqlQuery", "meta"];

/** Without stamps and without nulls, which mean the same as absence. */
function bare(value: unknown, fields?: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => bare(item));
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(
    ([key, item]) => item != null && key !== "boardwright" && (fields?.includes(key) ?? true),
  );
  return Object.fromEntries(kept.map(([key, item]) => [key, bare(item)]));
}

/** A small dashboard. */
export function board(title: string, more: JsonObject = {}): JsonObject {
  const widget = { id: "a", type: "CHART", position: { x: 0, y: 0, w: 6, h: 4 }, config: { title: "A" } };
  return { kind: "CLASSIC", title, widgets: [widget], ...more };
}

/** A workbook with a chart for each title, `a`, `b` and so on. */
export function boardOf(name: string, ...titles: string[]): Loose {
  const widgets = titles.map((title, index) => ({
    id: String.fromCharCode(97 + index),
    type: "CHART",
    position: { x: index * 3, y: 0, w: 3, h: 4 },
    config: { title },
  }));
  return { name, dashboard: { title: name, widgets } };
}

/** The first item that a list of widgets has under this id. */
export function widget(widgets: Loose[], id: string): Loose {
  const found = widgets.find((each) => each.id === id);
  if (!found) throw new Error(`there is no widget ${id}`);
  return found;
}

/** `key status code`, in the order of the plan. */
export function outcomes({ results }: ApplyOutcome): string[] {
  return results.map(({ key, status, error }) => [key, status, error?.code ?? ""].join(" ").trim());
}
