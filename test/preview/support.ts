// A sandbox with branches, a project applied to it, and the command in it.
import { expect } from "vitest";
import { stringify } from "yaml";
import { previewDown } from "../../src/features/preview/preview-down.ts";
import { type PreviewUpOptions, previewUp } from "../../src/features/preview/preview-up.ts";
import { apply, loadProject, type PlanOptions, plan } from "../../src/index.ts";
import type {
  ExitCode,
  Json,
  JsonObject,
  Plan,
  PreviewDownResult,
  PreviewUpResult,
} from "../../src/model/index.ts";
import type { Clock } from "../../src/platform/index.ts";
import { exitCodeOfPreview, exitCodeOfRemoval } from "../../src/project/exit-codes.ts";
import type { Sandbox, SandboxOptions, Seed } from "../../src/sandbox/index.ts";
import type { Ran } from "../support/command.ts";
import type { Hook } from "../support/proxy.ts";
import { openWorld } from "../support/world.ts";

const view = (...measures: string[]): Json[] => [
  {
    name: "orders",
    type: "view",
    measures: measures.map((name) => ({ name: `orders.${name}`, type: "number" })),
  },
];

export const SEED: Seed = {
  branches: [
    { name: "main" },
    { name: "feature/net" },
    { name: "other" },
    { name: "always", isStagingEnvironmentEnabled: true },
    { name: "lacking" },
    { name: "dev-ann", parentBranch: "other" },
  ],
  cubes: view("revenue", "count"),
  models: { "feature/net": view("revenue", "count", "net"), lacking: view("count") },
};

export const PROJECT = `version: 1
project: acme
targets:
  test: { url: https://platform.test, deployment: 1, link: "https://platform.test/d/{id}/{slug}" }
`;

const chart = (config: JsonObject): JsonObject => ({
  widgets: [{ id: "a", type: "CHART", position: [0, 0, 6, 4], config }],
});

/** Two dashboards that share a report, one with a report of its own, and one that asks for a measure itself. */
export function files(change: { count?: string; direct?: string } = {}): JsonObject {
  const { count = "orders.count", direct = "orders.revenue" } = change;
  return {
    workbooks: {
      counts: {
        name: "Counts",
        folder: "Sales",
        publish: true,
        dashboard: chart({ reportId: { $report: "count" } }),
      },
      both: {
        name: "Both",
        dashboard: {
          widgets: [
            { id: "a", type: "CHART", position: [0, 0, 6, 4], config: { reportId: { $report: "count" } } },
            { id: "b", type: "CHART", position: [6, 0, 6, 4], config: { reportId: { $report: "revenue" } } },
          ],
        },
      },
      direct: { name: "Direct", dashboard: chart({ query: { measures: [direct] } }) },
      still: { name: "Still", dashboard: chart({ query: { measures: ["orders.revenue"] } }) },
    },
    reports: {
      count: { name: "Count", workbook: "counts", query: { measures: [count] } },
      revenue: { name: "Revenue", workbook: "both", query: { measures: ["orders.revenue"] } },
    },
  };
}

/** With the exit code that the command and the Action make of it. */
type Ended<T> = T & { exitCode: ExitCode };

export interface Place {
  sandbox: Sandbox;
  cwd: string;
  run(...args: string[]): Promise<Ran>;
  /** What `preview up` and `preview down` run, in this process, where they are to succeed. */
  up(branch: string, name: string, more?: Partial<PreviewUpOptions>): Promise<Ended<PreviewUpResult>>;
  down(which: { name?: string; branch?: string }): Promise<Ended<PreviewDownResult>>;
  rewrite(content: JsonObject): void;
  /** Requests that write, as `PUT x`, without those for metadata tokens. */
  writes(): string[];
  call(method: string, path: string, body?: Json): Promise<{ status: number; body: unknown }>;
  isOn(branch: string): Promise<boolean | undefined>;
  /** Slugs of all live workbooks, sorted, and the names of all live reports. */
  slugs(): Promise<string[]>;
  reports(): Promise<
    { id: number; publicId: string; name: string; workbookId: number | null; meta: JsonObject }[]
  >;
  plan(options?: PlanOptions): Promise<Plan>;
  /** `up` that may fail, on a clock that passes as soon as somebody waits. */
  begin(
    options: Pick<PreviewUpOptions, "branch" | "name"> & Partial<PreviewUpOptions>,
  ): Promise<Ended<PreviewUpResult>>;
}

function passingClock(): Clock {
  let now = 0;
  return {
    now: () => now,
    async sleep(ms) {
      now += ms;
    },
    after: () => () => {},
  };
}

/** The served description without these operations, for the hook of a proxy: `"delete /workbooks/{workbookId}"`. */
export function lacking(...operations: string[]): Hook {
  return async ({ path }, forward) => {
    const answer = await forward();
    if (path !== "/api/v1/spec" || !("body" in answer)) return answer;
    const paths = (answer.body as JsonObject).paths as Record<string, JsonObject>;
    for (const operation of operations) {
      const [method = "", end = ""] = operation.split(" ");
      const found = Object.keys(paths).filter((each) => each.endsWith(end));
      expect(found, operation).not.toEqual([]);
      for (const each of found) delete paths[each]?.[method];
    }
    return answer;
  };
}

export interface PlaceOptions extends Pick<SandboxOptions, "heal" | "merge"> {
  seed?: Seed;
  project?: string;
  /** The workbook file. */
  content?: JsonObject;
  /** Stands between client and sandbox. */
  proxy?: Hook;
}

/** The project as it is on the main branch, applied. */
export async function openPlace({
  seed = SEED,
  project = PROJECT,
  content = files(),
  proxy,
  ...options
}: PlaceOptions = {}): Promise<Place> {
  const world = await openWorld({
    files: { "boardwright.yaml": project, "dashboards/all.yaml": stringify(content) },
    sandbox: { seed, ...options },
    ...(proxy && { proxy }),
  });
  const { sandbox, cwd, env } = world;
  const url = env.PLATFORM_API_URL as string;
  const run: Place["run"] = async (...args) => {
    const ran = await world.run(...args);
    expect(ran.stdout + ran.stderr).not.toContain(sandbox.apiKey);
    expect(ran.stdout + ran.stderr).not.toMatch(/eyJ[\w-]+\.[\w-]+\./);
    return ran;
  };
  const call: Place["call"] = async (method, path, body) => {
    const response = await fetch(`${sandbox.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${sandbox.apiKey}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === "" ? null : JSON.parse(text) };
  };
  const list = async <T>(what: string): Promise<T[]> =>
    ((await call("GET", `/${what}?first=100`)).body as { items: T[] }).items;
  const loaded = await loadProject({ cwd });
  const where = { env: { ...env, PLATFORM_API_URL: sandbox.url }, cwd };
  const { summary } = await apply(loaded, await plan(loaded, where), where);
  expect(summary.failed + summary.skipped).toBe(0);
  sandbox.requests.length = 0;
  const link = loaded.targets.test?.link;
  const target = { name: "test", url, deployment: 1, vars: {}, folders: {}, ...(link ? { link } : {}) };
  const common = { project: loaded, target, env: {}, cwd, connect: async () => world.platform };
  const begin: Place["begin"] = async (options) => {
    const result = await previewUp({ ...common, clock: passingClock(), ...options });
    return { ...result, exitCode: exitCodeOfPreview(result) };
  };
  return {
    sandbox,
    cwd,
    run,
    call,
    async up(branch, name, more) {
      const result = await begin({ branch, name, ...more });
      expect(result.exitCode, JSON.stringify(result.results)).toBe(0);
      return result;
    },
    async down(which) {
      const result = await previewDown({ ...common, ...which });
      return { ...result, exitCode: exitCodeOfRemoval(result.previews) };
    },
    rewrite: (content) => world.write("dashboards/all.yaml", stringify(content)),
    writes: () =>
      sandbox.requests
        .filter(({ method, path }) => method !== "GET" && !path.includes("tokens-for-meta-sync"))
        .map(
          ({ method, path }) =>
            `${method} ${path.replace(/^.*\/(?:by-slug\/|by-public-id\/|deployments\/1\/)/, "")}`,
        ),
    async isOn(branch) {
      const branches = await list<{ name: string; isStagingEnvironmentEnabled: boolean }>(
        "build/api/v1/deployments/1/branches",
      );
      return branches.find(({ name }) => name === branch)?.isStagingEnvironmentEnabled;
    },
    async slugs() {
      const items = await list<{ slug: string | null }>("api/v1/deployments/1/workbooks");
      return items.map(({ slug }) => slug ?? "").sort();
    },
    begin,
    reports: () => list("api/v1/deployments/1/reports"),
    plan: (options = {}) => plan(loaded, { ...where, ...options }),
  };
}
