// Create or update a workbook by slug, through the real command against the real sandbox: each way that the platform refuses it
// (platform document, the upsert's rules 5 to 8 and "Authentication"), what is said of it, and what becomes of the others.
import { describe, expect, it, onTestFinished } from "vitest";
import type { ApplySummary, Result } from "../../src/model/index.ts";
import { createSandbox, type Sandbox, type SandboxOptions, type Seed } from "../../src/sandbox/index.ts";
import type { Ran } from "../support/command.ts";
import { tempFolder } from "../support/temp.ts";
import { logIn } from "./saved.ts";
import { projectFile, run, TOKEN } from "./server.ts";

/** Finance and Sales, and three workbooks, of which `revenue` lies in Sales. */
const SEED: Seed = {
  deployments: [
    { id: 12, name: "acme" },
    { id: 13, name: "beta" },
  ],
  folders: [
    { id: 31, name: "Finance" },
    { id: 32, name: "Sales" },
  ],
  workbooks: [
    { id: 101, slug: "costs", name: "Old costs" },
    { id: 102, slug: "revenue", name: "Old revenue", folderId: 32 },
    { id: 103, slug: "trends", name: "Old trends" },
  ],
};

type Key = Omit<NonNullable<Seed["apiKeys"]>[number], "key">;

interface Applied {
  sandbox: Sandbox;
  /** What people read, and what scripts do: of two runs with the same key. */
  said: Ran;
  json: { summary: ApplySummary; results: Result[] };
}

interface Given {
  /** The entries of a workbook file. */
  workbooks: Record<string, string>;
  /** What the key that applies may do. Without: everything. */
  key?: Key;
  sandbox?: SandboxOptions;
  flags?: string[];
  /** More lines of boardwright.yaml. */
  settings?: string;
}

async function open(given: Pick<Given, "key" | "sandbox">): Promise<Sandbox> {
  const seed = { ...SEED, apiKeys: [{ key: TOKEN, ...given.key }] };
  const sandbox = await createSandbox({ seed, ...given.sandbox });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

function projectAt({ url }: Sandbox, workbooks: Record<string, string>, settings = ""): string {
  const entries = Object.entries(workbooks).map(([slug, entry]) => `  ${slug}: ${entry}\n`);
  const files = { "dashboards/all.yaml": `workbooks:\n${entries.join("")}` };
  return tempFolder({ "boardwright.yaml": projectFile(url) + settings, ...files });
}

/** Applies for scripts, then once more for people: what was refused is refused again. */
async function apply(given: Given): Promise<Applied> {
  const sandbox = await open(given);
  const cwd = projectAt(sandbox, given.workbooks, given.settings);
  const command = ["apply", "--yes", "--allow", "adopt", ...(given.flags ?? [])];
  const first = await run(cwd, [...command, "--json"]);
  const said = await run(cwd, command);
  expect([first.code, said.code], first.stderr + said.stderr).toEqual([1, 1]);
  return { sandbox, said, json: JSON.parse(first.stdout) };
}

const outcomes = ({ results }: Applied["json"]): string[] =>
  results.map(({ kind, key, status, error }) => `${kind} ${key} ${status} ${error?.code ?? ""}`.trim());

const writes = ({ requests }: Sandbox): string[] =>
  requests
    .filter(({ method }) => method !== "GET")
    .map(({ method, path }) => `${method} ${path.replace("/api/v1/deployments/12/", "")}`);

/** What was tried, with which request, what came back and what it needs; scripts are told the headline and the request. */
function expectTold({ sandbox, said, json }: Applied, slug: string, words: readonly string[]): void {
  const error = json.results.find(({ key }) => key === slug)?.error;
  expect(error?.requestId).toMatch(/^req-\d+$/);
  expect(said.stdout).toContain(`error: ${error?.message}\n`);
  expect(said.stdout).toMatch(
    new RegExp(
      `^  PUT ${sandbox.url}/api/v1/deployments/12/workbooks/by-slug/${slug}   request req-\\d+$`,
      "m",
    ),
  );
  for (const part of words) expect(said.stdout).toContain(part);
}

const ALL = {
  costs: "{ name: Costs }",
  revenue: "{ name: Revenue }",
  trends: "{ name: Trends }",
};

describe("apply without the access that it needs (403): that one fails, and the others are applied", () => {
  it("view on the workbook, where edit is needed", async () => {
    const access = { workbooks: { costs: "edit", revenue: "view", trends: "edit" } } as const;
    const applied = await apply({ workbooks: ALL, key: { access } });
    expect(outcomes(applied.json)).toEqual([
      "workbook costs applied",
      "workbook revenue failed forbidden",
      "workbook trends applied",
    ]);
    expect(applied.json.summary).toMatchObject({ updated: 2, failed: 1, skipped: 0 });
    expectTold(applied, "revenue", [
      "the platform refused to write workbook revenue (403)",
      '"Edit access is required to change this workbook"',
      "Changing a workbook needs edit access to it",
    ]);
    // 403 is final: once in each run.
    expect(writes(applied.sandbox).filter((write) => write.endsWith("/revenue"))).toHaveLength(2);
    const names = Object.keys(ALL).map((slug) => applied.sandbox.workbook(slug, 12)?.name);
    expect(names).toEqual(["Costs", "Old revenue", "Trends"]);
  });

  it("edit on the workbook that moves, where manage is needed", async () => {
    const access = {
      workbooks: { costs: "edit", revenue: "edit" },
      folders: { "31": "edit" },
    } as const;
    const applied = await apply({
      workbooks: { costs: "{ name: Costs }", revenue: "{ folder: Finance }" },
      key: { access },
    });
    expect(outcomes(applied.json)).toEqual(["workbook costs applied", "workbook revenue failed forbidden"]);
    expectTold(applied, "revenue", [
      "(403)",
      '"Manage access is required to move this workbook"',
      "Moving a workbook needs manage access to it and edit access to the folder",
    ]);
    expect(applied.sandbox.workbook("revenue", 12)?.folderId).toBe(32);
  });

  it("view on the folder that it moves to, where edit is needed", async () => {
    const access = {
      workbooks: { costs: "edit", revenue: "manage" },
      folders: { "31": "view" },
    } as const;
    const applied = await apply({
      workbooks: { costs: "{ name: Costs }", revenue: "{ folder: Finance }" },
      key: { access },
    });
    expect(outcomes(applied.json)).toEqual(["workbook costs applied", "workbook revenue failed forbidden"]);
    expectTold(applied, "revenue", [
      "(403)",
      '"Edit access is required to put anything into this folder"',
      "edit access to the folder",
    ]);
    expect(applied.sandbox.workbook("revenue", 12)?.folderId).toBe(32);
  });

  it("nothing on the folder that it moves to: the platform does not tell that it is there (404)", async () => {
    const access = { workbooks: { costs: "edit", revenue: "manage" } } as const;
    const applied = await apply({
      workbooks: { costs: "{ name: Costs }", revenue: "{ folderId: 31 }" },
      key: { access },
    });
    expect(outcomes(applied.json)).toEqual(["workbook costs applied", "workbook revenue failed not-found"]);
    expectTold(applied, "revenue", [
      "(404)",
      '"Folder 31 does not exist in deployment 12"',
      "Either deployment 12 or folder 31 does not exist, or this credential does not see it: check both numbers.",
    ]);
    expect(applied.sandbox.workbook("revenue", 12)?.folderId).toBe(32);
  });

  it("the role AI BI Viewer, where creating needs AI BI User", async () => {
    const access = { workbooks: { costs: "edit" } } as const;
    const applied = await apply({
      workbooks: { costs: "{ name: Costs }", fresh: "{ name: Fresh }" },
      key: { role: "AI BI Viewer", access },
    });
    expect(outcomes(applied.json)).toEqual(["workbook costs applied", "workbook fresh failed forbidden"]);
    expectTold(applied, "fresh", [
      "(403)",
      '"The role AI BI User or higher is required to create a workbook"',
      "creating one needs the role AI BI User or higher",
    ]);
    expect(applied.sandbox.workbook("fresh", 12)).toBeUndefined();
  });
});

describe("apply to a deployment that it may not or cannot reach: nothing is written", () => {
  it("403 for a key that is scoped to another", async () => {
    const { sandbox, said, json } = await apply({ workbooks: ALL, key: { deployments: [13] } });
    expect(json).toMatchObject({ error: { code: "forbidden" } });
    expect(said.stderr).toContain("(403)");
    expect(said.stderr).toContain('"The API key is scoped to other deployments"');
    expect(said.stderr).toContain("the key may be scoped to other deployments than deployment 12");
    expect(writes(sandbox)).toEqual([]);
  });

  it("404 for one that does not exist", async () => {
    const { sandbox, said, json } = await apply({ workbooks: ALL, flags: ["--deployment", "99"] });
    expect(json).toMatchObject({ error: { code: "not-found" } });
    expect(said.stderr).toContain("(404)");
    expect(said.stderr).toContain('"Deployment 99 does not exist"');
    expect(said.stderr).toContain("deployment 99 does not exist or this credential does not see it");
    expect(writes(sandbox)).toEqual([]);
  });

  it.each([
    ["99", {}, 404, "Deployment 99 does not exist"],
    ["12", { deployments: [13] }, 403, "The API key is scoped to other deployments"],
  ] as const)(
    "and the upsert itself, sent to %s by hand, is refused alike",
    async (id, key, status, words) => {
      const sandbox = await open({ key: key as Key });
      const cwd = projectAt(sandbox, ALL);
      const ran = await run(cwd, ["api", "PUT", `/api/v1/deployments/${id}/workbooks/by-slug/x`, "-d", "{}"]);
      expect(ran.code).toBe(1);
      expect(ran.stderr).toContain(`answered ${status}`);
      expect(ran.stderr).toMatch(/request id req-\d+/);
      expect(JSON.parse(ran.stdout)).toEqual({ error: words });
      expect(sandbox.workbook("x", 12)).toBeUndefined();
    },
  );
});

describe("a draft that the platform does not take (400)", () => {
  it("is told in its words where lint was told to let it pass; the others are applied", async () => {
    const position = "{ x: 0, y: 0, w: 6, h: 4 }";
    const widget = `{ id: ${"w".repeat(129)}, type: SPACER, position: ${position} }`;
    const applied = await apply({
      workbooks: { ...ALL, revenue: `{ dashboard: { kind: CLASSIC, title: R, widgets: [${widget}] } }` },
      settings: "lint: { rules: { widget-id-length: off } }\n",
    });
    expect(outcomes(applied.json)).toEqual([
      "workbook costs applied",
      "workbook revenue failed bad-request",
      "workbook trends applied",
    ]);
    expectTold(applied, "revenue", [
      "the platform rejected the request to write workbook revenue (400)",
      "meta.dashboardDraft.widgets[0].id must NOT have more than 128 characters",
      "Fix what the platform names and run it again.",
    ]);
    expect(applied.sandbox.workbook("revenue", 12)?.dashboardDraft ?? null).toBeNull();
  });

  it("is refused where it is sent by hand, too", async () => {
    const sandbox = await open({});
    const draft = JSON.stringify({ meta: { dashboardDraft: { kind: "MODERN", widgets: [{ id: "a" }] } } });
    const path = "/api/v1/deployments/12/workbooks/by-slug/revenue";
    const ran = await run(projectAt(sandbox, ALL), ["api", "PUT", path, "-d", draft]);
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain("answered 400");
    expect(ran.stderr).toMatch(/request id req-\d+/);
    const { error } = JSON.parse(ran.stdout) as { error: string };
    expect(error).toContain("meta.dashboardDraft.kind must be one of CLASSIC, APP");
    expect(error).toContain("meta.dashboardDraft.widgets[0].position is required");
    expect(sandbox.workbook("revenue", 12)?.dashboardDraft ?? null).toBeNull();
  });
});

describe("409 upsert_branch_changed", () => {
  it("is transient: it is sent again and applied", async () => {
    const sandbox = await open({
      sandbox: { seed: { ...SEED, apiKeys: [{ key: TOKEN }] }, faults: "conflict@2" },
    });
    const workbooks = { ...ALL, fresh: "{ name: Fresh }" };
    const flags = ["--allow", "adopt", "--concurrency", "1", "--json"];
    const ran = await run(projectAt(sandbox, workbooks), ["apply", "--yes", ...flags]);
    expect(ran.code, ran.stderr).toBe(0);
    const { summary, results } = JSON.parse(ran.stdout) as Applied["json"];
    expect(summary).toMatchObject({ updated: 3, created: 1, failed: 0, skipped: 0 });
    expect(results.map(({ key, attempts }) => [key, attempts])).toEqual([
      ["costs", 1],
      // Its claim and its write.
      ["fresh", 4],
      ["revenue", 2],
      ["trends", 2],
    ]);
    const names = Object.keys(workbooks).map((slug) => sandbox.workbook(slug, 12)?.name);
    expect(names).toEqual(["Costs", "Revenue", "Trends", "Fresh"]);
  });
});

describe("401 in the middle of an apply", () => {
  it("ends it: what follows is skipped as unauthorized, and no further request is sent", async () => {
    let late = 0;
    let writes = 0;
    const sandbox = await open({
      sandbox: {
        seed: SEED,
        clock: () => new Date(Date.UTC(2026, 10, 20) + late),
        // The access token expires while the second workbook is written after its claim, before the third.
        betweenDecisionAndApply: async (slug) => {
          if (slug === "fresh" && ++writes === 2) late = 7_200_000;
        },
      },
    });
    const { api_key: token } = await logIn(sandbox);
    const cwd = projectAt(sandbox, { ...ALL, fresh: "{ name: Fresh }" });
    const command = ["apply", "--yes", "--allow", "adopt", "--concurrency", "1", "--json"];
    const ran = await run(cwd, command, { PLATFORM_API_KEY: token });
    expect(ran.code, ran.stderr).toBe(1);
    expect(ran.stdout + ran.stderr).not.toContain(token);
    const json = JSON.parse(ran.stdout) as Applied["json"];
    expect(outcomes(json)).toEqual([
      "workbook costs applied",
      "workbook fresh applied",
      "workbook revenue failed unauthorized",
      "workbook trends skipped unauthorized",
    ]);
    expect(json.summary).toMatchObject({ updated: 1, created: 1, failed: 1, skipped: 1 });
    expect(json.results[2]?.error?.message).toBe(
      "could not read workbook 102: the credential was not accepted (401)",
    );
    expect(json.results[3]?.error?.message).toBe("the platform no longer accepts the credential");
    expect(sandbox.requests.at(-1)).toMatchObject({ status: 401 });
    expect(sandbox.requests.filter(({ status }) => status === 401)).toHaveLength(1);
  });
});

describe("scim users, whose token may be sent either way", () => {
  it.each([
    ["api-key", "Api-Key"],
    ["bearer", "Bearer"],
  ] as const)("with PLATFORM_AUTH_SCHEME=%s and a key that takes no other", async (scheme, word) => {
    const sandbox = await open({ key: { scheme } });
    const env = { PLATFORM_API_URL: sandbox.url, PLATFORM_AUTH_SCHEME: scheme };
    const ran = await run(tempFolder(), ["scim", "users", "--json"], env);
    expect(ran.code, ran.stderr).toBe(0);
    expect(JSON.parse(ran.stdout)).toMatchObject([{ userName: "sandbox" }]);
    const asked = sandbox.requests.filter(({ path }) => path.startsWith("/api/scim/"));
    expect(asked.map(({ status }) => status)).toEqual([200]);

    const other = scheme === "bearer" ? "api-key" : "bearer";
    const refused = await run(tempFolder(), ["scim", "users"], { ...env, PLATFORM_AUTH_SCHEME: other });
    expect(refused.code, word).toBe(1);
    expect(refused.stderr).toContain("the credential was not accepted (401)");
  });
});
