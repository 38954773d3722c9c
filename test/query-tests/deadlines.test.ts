// How long `test` waits: for one query, for all of them, for a model that does not wake up. The clock is the test's, or the waits are short.
import { expect, it } from "vitest";
import { loadProject } from "../../src/desired/index.ts";
import { type TestDataOptions, testData } from "../../src/features/query-tests/test-data.ts";
import { type Clock, systemClock } from "../../src/platform/index.ts";
import { connectTo } from "../support/loopback.ts";
import { type DataApi, type DataApiOptions, serveData } from "./data-api.ts";
import { boards, reports, writeProject } from "./place.ts";

const FILES = {
  "dashboards/all.yaml": boards({ sales: ["good", "stuck"] }),
  "dashboards/reports.yaml": reports({ good: { measures: ["o.a"] }, stuck: { measures: ["o.b"] } }),
};
const MODELS = { main: ["o.a", "o.b"], next: ["o.a", "o.b"] };
const NEVER = { body: {}, wait: new Promise(() => {}) };
const WAITS = { body: { error: "Continue wait" } };

async function run(api: DataApi, options: Partial<TestDataOptions> = {}) {
  const cwd = writeProject(FILES);
  const project = await loadProject({ cwd });
  const target = { ...project.targets.live!, deployment: 1 };
  const { platform } = connectTo(api.url, { clock: options.clock ?? systemClock });
  const connect = async () => platform;
  const { signal } = new AbortController();
  return testData({ project, target, env: {}, cwd, connect, signal, ...options });
}

const stuck = (load: DataApiOptions["load"]) => serveData({ models: MODELS, load });
const isStuck = (query: object) => JSON.stringify(query).includes("o.b");
const told = ({ tested }: Awaited<ReturnType<typeof run>>) =>
  tested.map(({ report, verdict, error }) => [report, verdict, error?.code]);

it.each([
  ["never answers", NEVER],
  ["says Continue wait for ever", WAITS],
  ["is busy for ever", { status: 503, body: { error: "busy" } }],
])("a query that %s fails after its deadline, and the others do not", async (_, answer) => {
  const api = await stuck(({ query }) => (isStuck(query) ? answer : undefined));
  const test = await run(api, { deadlines: { eachMs: 300, allMs: 60_000 } });
  expect(told(test)).toEqual([
    ["good", "ok", undefined],
    ["stuck", "failed", expect.stringMatching(/^(timeout|server-error)$/)],
  ]);
});

it("a query that never answers on production either failed before", async () => {
  const api = await stuck(({ query }) => (isStuck(query) ? NEVER : undefined));
  const test = await run(api, { branch: "next", deadlines: { eachMs: 200, allMs: 60_000 } });
  expect(told(test)[1]).toEqual(["stuck", "failed-before", "timeout"]);
});

it("a refusal on the branch did not happen before if production only takes too long", async () => {
  const refused = { status: 400, body: { error: "no" } };
  const api = await stuck(({ query, branch }) =>
    isStuck(query) ? (branch === "next" ? refused : NEVER) : undefined,
  );
  const test = await run(api, { branch: "next", deadlines: { eachMs: 200, allMs: 60_000 } });
  expect(told(test)[1]).toEqual(["stuck", "failed", "bad-request"]);
  expect(test.tested[1]?.error?.help).toMatch(/^Whether it failed before is not known: .*no answer within/);
});

it("what has no answer when the run is over fails, asked or not", async () => {
  const api = await stuck(() => NEVER);
  const test = await run(api, { deadlines: { eachMs: 60_000, allMs: 1500 } });
  expect(told(test)).toEqual([
    ["good", "failed", "out-of-time"],
    ["stuck", "failed", "out-of-time"],
  ]);
  expect(test.tested[0]?.error?.help).toContain("--only");
});

it("a model that does not wake up is said to sleep, and nothing is asked", async () => {
  const api = await serveData({ models: MODELS, meta: () => ({ status: 200, body: WAITS.body }) });
  // Sleeping moves the clock, and takes no time.
  let now = Date.now();
  const clock: Clock = {
    now: () => now,
    sleep: async (ms) => {
      now += ms;
    },
    after: () => () => {},
  };
  await expect(run(api, { clock })).rejects.toMatchObject({
    message: "the data of production did not answer within 180 s",
    exitCode: 1,
  });
  expect(api.loads).toEqual([]);
});
