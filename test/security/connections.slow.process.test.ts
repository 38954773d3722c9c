// Every command and every function of the library that connects, on a branch that would have the key go elsewhere: what decides where it goes
// is trusted ground. Who adds one says here what it does with a project, or this fails. (The Action's are in policy-action.)
import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { commandOf } from "../../src/cli/platform/commands.ts";
import { TABLE } from "../../src/cli/platform/table.ts";
import { loadProgram } from "../../src/cli/program.ts";
import * as library from "../../src/index.ts";
import { begin } from "../support/command.ts";
import { runnable } from "../support/program.ts";
import { type Attacked, type AttackOptions, openAttack, plain, project, run, UNDER } from "./repository.ts";

/** The platform's own commands, each with an id and a body if it takes one. */
const OF_PLATFORM = Object.entries(TABLE).flatMap(([group, rows]) =>
  rows.map((row): [string, string[]] => {
    const { usage, options = [] } = commandOf(group, row);
    const has = (name: string) => options.some(([flags]) => flags.includes(name));
    const id = /\[(?!deployment)\w+\]/.test(usage) ? ["1"] : [];
    const args = [...id, ...(has("--data") ? ["-d", "{}"] : []), ...(has("--yes") ? ["--yes"] : [])];
    return [row.verb === group ? group : `${group} ${row.verb}`, args];
  }),
);

/** Arguments with which it connects; null: it never connects to what a project names. */
const COMMANDS: Record<string, string[] | null> = {
  ...Object.fromEntries(OF_PLATFORM),
  init: null,
  lint: ["--online"],
  fmt: null,
  test: [],
  serve: ["--no-open", "--json"],
  plan: [],
  apply: ["--yes"],
  drift: [],
  pull: ["--all"],
  rollback: ["2", "--yes"],
  "preview up": ["--branch", "b", "--name", "pr-1"],
  "preview down": ["--name", "pr-1"],
  "preview list": [],
  demo: null,
  sandbox: null,
  login: null,
  logout: null,
  whoami: [],
  "context list": null,
  "context use": null,
  "context remove": null,
  "deployments update": ["--release-channel", "stable"],
  "deployments token": ["--environment", "1", "--security-context", "{}"],
  deploy: ["dashboards"],
  "data-model rename": ["a", "b"],
  "data-model enable-branch": ["b"],
  "data-model disable-branch": ["b"],
  "users create": ["--email", "a@example.org", "--username", "a"],
  "workbooks list": [],
  "workbooks get": ["a"],
  "reports get": ["1"],
  spec: [],
  api: ["GET", "/api/v1/deployments"],
  call: ["listDeployments"],
  rename: null,
  uses: ["--branch", "b"],
  targets: null,
  "report merge": null,
  schema: null,
  completion: null,
  disown: ["zz", "--yes"],
  update: null,
};
const CONNECTING = Object.entries(COMMANDS).flatMap(([name, args]) => (args ? [[name, args] as const] : []));

/** Another address, deployment and project: what comes of any of them is told apart. */
const HOSTILE: AttackOptions = {
  base: plain,
  branch: (_, elsewhere) => project(elsewhere, "", 99).replace("project: acme", "project: stranger"),
};

const REPORT = `workbooks:
  b:
    name: B
    dashboard:
      widgets: [{ id: w, type: CHART, position: [0, 0, 4, 4], config: { reportId: { $report: r } } }]
reports:
  r: { name: R, query: { measures: [orders.count] } }
`;

/** With a query to test, and a run to put back. */
async function openCase() {
  const attacked = await openAttack({ ...HOSTILE, others: () => ({ "dashboards/b.yaml": REPORT }) });
  const { sandbox, elsewhere } = attacked;
  const applied = await run(attacked, ["apply", "--yes", ...UNDER]);
  expect(applied.code, applied.stderr).toBe(0);
  sandbox.requests.length = 0;
  elsewhere.requests.length = 0;
  return attacked;
}

/** `serve` goes on until somebody was asked. */
async function runCommand(attacked: Attacked, args: readonly string[], env: Record<string, string> = {}) {
  const { cwd, sandbox, elsewhere } = attacked;
  if (args[0] !== "serve") return run(attacked, args, env);
  const serving = begin(args, { cwd, env: { PLATFORM_API_KEY: sandbox.apiKey, ...env } });
  const before = sandbox.requests.length + elsewhere.requests.length;
  let isOver = false;
  void serving.ended.then(() => {
    isOver = true;
  });
  while (!isOver && sandbox.requests.length + elsewhere.requests.length === before)
    await new Promise((resolve) => setImmediate(resolve));
  if (!isOver) serving.interrupt();
  return serving.ended;
}

const nameOf = (command: Command): string =>
  command.parent?.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();

describe("the table", () => {
  it("names every command", async () => {
    expect(Object.keys(COMMANDS).sort()).toEqual(
      runnable(await loadProgram())
        .map(nameOf)
        .sort(),
    );
  });

  it("says the truth of those that connect: without a policy the branch gets the key", async () => {
    const attacked = await openCase();
    const silent: string[] = [];
    for (const [name, args] of CONNECTING) {
      attacked.elsewhere.credentials.length = 0;
      attacked.elsewhere.requests.length = 0;
      await runCommand(attacked, [...name.split(" "), ...args]);
      if (attacked.elsewhere.credentials.length === 0) silent.push(name);
    }
    // It goes where its run went, or nowhere.
    expect(silent).toEqual(["rollback"]);
  });
});

/** What of a request would be the branch's doing. */
const isTurned = ({ path, body }: { path: string; body?: unknown }) =>
  /\/99(?:\/|$)/.test(path) || JSON.stringify(body ?? null).includes("stranger");

describe("no command sends anything to where a branch leads", () => {
  it.each([
    ["--policy", UNDER, {}],
    ["BOARDWRIGHT_POLICY", [], { BOARDWRIGHT_POLICY: "main" }],
  ] as const)("under %s", async (_, flags, env) => {
    const attacked = await openCase();
    const { sandbox, elsewhere } = attacked;
    for (const [name, args] of CONNECTING) {
      await runCommand(attacked, [...name.split(" "), ...args, ...flags], env);
      expect([name, elsewhere.requests, sandbox.requests.filter(isTurned)]).toEqual([name, [], []]);
    }
    expect(sandbox.requests.length).toBeGreaterThan(CONNECTING.length);
  });
});

type Call = (
  project: library.Project,
  options: library.TargetOptions,
  plan: library.Plan,
) => Promise<unknown>;

/** null: it connects to nothing. */
const FUNCTIONS: Record<string, Call | null> = {
  loadProject: null,
  lint: null,
  uses: null,
  listRuns: null,
  readJson: null,
  writeJson: null,
  shardOf: null,
  UserError: null,
  plan: library.plan,
  drift: library.drift,
  apply: (loaded, options, plan) => library.apply(loaded, plan, options),
  pull: library.pull,
  test: library.test,
  compareModels: (loaded, options) => library.compareModels(loaded, { ...options, branch: "b" }),
  previewUp: (loaded, options) => library.previewUp(loaded, { ...options, branch: "b", name: "pr-1" }),
  previewDown: (loaded, options) => library.previewDown(loaded, { ...options, name: "pr-1" }),
  previewList: library.previewList,
  planRollback: (loaded, options) => library.planRollback(loaded, "2", options),
  rollback: (loaded, options) => library.rollback(loaded, "2", options),
};

describe("the library", () => {
  it("is in the table, function by function", () => {
    expect(Object.keys(FUNCTIONS).sort()).toEqual(Object.keys(library).sort());
  });

  it("sends nothing to where a branch leads", async () => {
    const { cwd, sandbox, elsewhere } = await openCase();
    const env = { BOARDWRIGHT_POLICY: "main", PATH: process.env.PATH };
    const options = { cwd, env, token: sandbox.apiKey };
    const loaded = await library.loadProject({ cwd, env });
    // Somebody who read the project without it is refused, and does not go where the branch says.
    const careless = await library.loadProject({ cwd, env: {} });
    const plan = await library.plan(loaded, options);
    for (const [name, call] of Object.entries(FUNCTIONS)) {
      if (!call) continue;
      await call(loaded, options, plan).catch((cause: unknown) => cause);
      expect([name, elsewhere.requests, sandbox.requests.filter(isTurned)]).toEqual([name, [], []]);
      await expect(call(careless, options, plan), name).rejects.toThrow();
    }
    expect([elsewhere.requests, sandbox.requests.filter(isTurned)]).toEqual([[], []]);
  });
});
