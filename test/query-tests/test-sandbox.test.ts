// boardwright test on the sandbox: its model, its faults, and branches that cannot be asked.
import { describe, expect, it, onTestFinished } from "vitest";
import { createSandbox, type SandboxOptions } from "../../src/sandbox/index.ts";
import { boardwright } from "../support/command.ts";
import { boards, PROJECT, readJson, reports, verdicts, writeProject } from "./place.ts";

const cubes = (measure: string, more: object[] = []) =>
  [
    {
      name: "orders",
      connectedComponent: 1,
      measures: [{ name: measure }],
      dimensions: [{ name: "orders.status" }],
    },
    ...more,
  ] as never;
const LOGS = { name: "logs", connectedComponent: 2, measures: [{ name: "logs.count" }] };
const SEED = {
  deployments: [{ id: 1 }],
  branches: [
    { name: "main" },
    { name: "next", isStagingEnvironmentEnabled: true },
    { name: "broken", isStagingEnvironmentEnabled: true },
    { name: "asleep" },
    { name: "dev-ann" },
  ],
  cubes: cubes("orders.revenue", [LOGS]),
  models: { next: cubes("orders.net", [LOGS]) },
  modelErrors: { broken: [{ message: "unexpected token", fileName: "cubes/orders.yml" }] },
} as never;
const FILES = {
  "dashboards/boards.yaml": boards({ sales: ["revenue", "status"], finance: ["joined", "kind"] }),
  "dashboards/reports.yaml": reports({
    revenue: { measures: ["orders.revenue"] },
    status: { dimensions: ["orders.status"] },
    joined: { measures: ["logs.count"], dimensions: ["orders.status"] },
    kind: { measures: ["orders.status"] },
  }),
};

async function open(options: SandboxOptions = {}) {
  const sandbox = await createSandbox({ seed: SEED, ...options });
  onTestFinished(() => sandbox.close());
  const cwd = writeProject(FILES);
  const env = { PLATFORM_API_URL: sandbox.url, PLATFORM_API_KEY: sandbox.apiKey };
  return { sandbox, run: (...args: string[]) => boardwright(["test", ...args], { cwd, env }) };
}

describe("test on the sandbox", () => {
  it("tells a failure of the branch from those of before, by the model alone", async () => {
    const { run } = await open();
    const production = await run("--json");
    expect(verdicts(production)).toEqual(["revenue ok", "status ok", "joined failed", "kind failed"]);
    const branch = await run("--json", "--branch", "next");
    expect([branch.code, verdicts(branch)]).toEqual([
      1,
      ["revenue failed", "status ok", "joined failed-before", "kind failed-before"],
    ]);
    expect(readJson(branch).reports.flatMap(({ error }) => error?.message ?? [])).toEqual([
      "'orders.revenue' not found for path 'orders.revenue'",
      "Can't find join path to join 'logs', 'orders'",
      "'orders.status' is a dimension, not a measure",
    ]);
  });

  it("says what faults do: no rows, slow, a database that refuses, waiting", async () => {
    const of = async (faults: string, ...args: string[]) =>
      verdicts(await (await open({ faults })).run("--json", "--only", "sales", ...args));
    expect(await of("empty-query:1")).toEqual(["revenue empty", "status empty"]);
    expect(await of("failed-query:1")).toEqual(["revenue failed", "status failed"]);
    expect(await of("slow-query:60", "--slow", "50ms")).toEqual(["revenue slow", "status slow"]);
    expect(await of("continue-wait:4")).toEqual(["revenue ok", "status ok"]);
  });

  it.each([
    ["nope", "deployment 1 has no branch nope"],
    ["asleep", "`boardwright data-model enable-branch 1 asleep`"],
    ["dev-ann", "is a personal development branch"],
    ["broken", "cubes/orders.yml: unexpected token"],
  ])("asks nothing on the branch %s, and says why", async (branch, words) => {
    const { run, sandbox } = await open();
    const { code, stdout, stderr } = await run("--branch", branch);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(words);
    expect(sandbox.requests.filter(({ path }) => path.endsWith("/load"))).toEqual([]);
  });

  it("works on the embedded sandbox without credentials", async () => {
    const project = PROJECT.replace("https://platform.test", "sandbox:s.json");
    const cwd = writeProject(FILES, project);
    const { code, stdout } = await boardwright(["test", "--only", "sales"], { cwd });
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^Of 2 reports on production, 2 are ok: /)]);
    // Its model is the one that `lint --online` reads there: what that lacks is refused.
    const gone = FILES["dashboards/reports.yaml"].replace("orders.revenue", "orders.gone");
    const other = writeProject({ ...FILES, "dashboards/reports.yaml": gone }, project);
    const ran = await boardwright(["test", "--only", "sales", "--json"], { cwd: other });
    expect([ran.code, verdicts(ran)]).toEqual([1, ["revenue failed", "status ok"]]);
    expect(readJson(ran).reports[0]?.error?.message).toBe("'orders.gone' not found for path 'orders.gone'");
  });
});
