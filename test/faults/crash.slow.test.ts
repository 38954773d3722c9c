// A crash at every request of an apply, then the same apply again. The process is cut off from the platform at its k-th request,
// before the platform saw it or after it acted; what it does after that reaches nobody, as if it had been killed. That is all that a
// crash can be to the platform, so most of it runs in this process; kill.test.ts does the same to a few real ones.
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { type ApplyOutcome, applyPlan, createBackups } from "../../src/apply/index.ts";
import { loadProject } from "../../src/desired/index.ts";
import type { Plan } from "../../src/model/index.ts";
import { connect } from "../../src/platform/index.ts";
import { makePlan } from "../../src/project/make-plan.ts";
import { readIgnored } from "../../src/project/read-ignored.ts";
import { createSandbox, type SandboxOptions } from "../../src/sandbox/index.ts";
import { type Hook, openProxy } from "../support/proxy.ts";
import { tempFolder } from "../support/temp.ts";
import { PROJECT } from "../support/world.ts";
import { expectNothingDoubled, type Files, small, worldOf, writeFiles } from "./worlds.ts";

const app = (files: Record<string, string>): Files => ({
  workbooks: { lanes: { dashboard: { kind: "APP", app: { entry: "main.js", files } } } },
});

/** Cut off before the platform saw the request, or after it acted; or every request from that one on is refused: the token ran out. */
type When = "before" | "after" | "expired";

interface Scenario {
  /** What is applied first, in peace. */
  before?: Files;
  files: Files;
  sandbox?: SandboxOptions;
  /** After it acted, where nothing else is said: before the next request is nearly the same. */
  when?: When[];
  /** An unmanaged workbook that is as declared. */
  seed?: SandboxOptions["seed"];
}

const SCENARIOS: Record<string, Scenario> = {
  "a creation": { files: small("one"), when: ["before", "after", "expired"] },
  "a creation on a platform that fills in defaults": { files: small("one"), sandbox: { heal: true } },
  "an update": { before: small("one"), files: small("two"), when: ["after", "expired"] },
  "an update on a platform that merges deeply": {
    before: small("one"),
    files: small("two"),
    sandbox: { merge: "deep" },
  },
  "an update on a platform that fills in defaults": {
    before: small("one"),
    files: small("two"),
    sandbox: { heal: true },
  },
  "an update on a platform that does both": {
    before: small("one"),
    files: small("two"),
    sandbox: { heal: true, merge: "deep" },
  },
  "a creation on a platform that fills in reports": {
    files: small("one"),
    sandbox: { quirks: "fills-defaults" },
    when: ["before", "after"],
  },
  "an update on a platform that fills in reports": {
    before: small("one"),
    files: small("two"),
    sandbox: { quirks: "fills-defaults,sorts-keys,drops-nulls" },
  },
  "a file less in an app on a platform that merges deeply": {
    before: app({ "main.js": "1", "old.js": "2" }),
    files: app({ "main.js": "1" }),
    sandbox: { merge: "deep" },
  },
  "a stamp": {
    files: { workbooks: { plain: { name: "Plain", dashboard: { title: "T" } } } },
    seed: { workbooks: [{ slug: "plain", name: "Plain", dashboardDraft: { title: "T" } }] },
  },
};

describe.each(Object.entries(SCENARIOS))("a crash in %s", (_name, scenario) => {
  it.each<When>(scenario.when ?? ["after"])(
    "at any request (%s) is mended by the same apply",
    async (when) => {
      const world = await open(scenario);
      await world.begin();
      const count = await world.countRequests();
      const goal = await worldOf(world.sandbox);
      expect(count).toBeGreaterThan(3);
      for (let at = 1; at <= count; at++) {
        await world.begin();
        const cutOff = await world.applyUntil(at, when);
        const { plan, outcome } = await world.apply();
        if (when === "expired") expectSkipped(cutOff);
        const where = `request ${at} of ${count}: ${world.last()}`;
        expect(
          plan.changes.flatMap(({ key, hazards }) => hazards.map(({ code }) => `${code} ${key}`)),
          where,
        ).toEqual([]);
        expect(
          outcome.results.map(({ key, status, error }) => [key, status, error]),
          where,
        ).toEqual(outcome.results.map(({ key }) => [key, "applied", undefined]));
        expect((await world.plan()).changes, where).toEqual([]);
        const now = await worldOf(world.sandbox);
        expectNothingDoubled(now);
        expect(now, where).toEqual(goal);
      }
    },
  );
});

/** What was refused is said to be, and nothing more was asked than what was under way. */
function expectSkipped(outcome: ApplyOutcome | undefined): void {
  const left = (outcome?.results ?? []).filter(({ status }) => status !== "applied");
  const codes = new Set(left.map(({ error }) => error?.code));
  expect([...codes].filter((code) => code !== "unauthorized" && code !== "missing-part")).toEqual([]);
  expect(left.filter(({ status }) => status === "failed").length).toBeLessThanOrEqual(2);
}

async function open({ before, files, sandbox: options = {}, seed }: Scenario) {
  const sandbox = await createSandbox({ ...options, ...(seed ? { seed } : {}) });
  onTestFinished(() => sandbox.close());
  let arrived = 0;
  let cut: { at: number; when: When } | undefined;
  let last = "";
  const hook: Hook = async ({ method, path }, forward) => {
    arrived += 1;
    if (!cut || arrived < cut.at) return forward();
    if (cut.when === "expired") return { status: 401, body: { error: "The token has expired" } };
    if (arrived === cut.at) last = `${method} ${path}`;
    if (arrived === cut.at && cut.when === "after") await forward();
    return "drop";
  };
  const url = await openProxy(sandbox.url, hook);
  const cwd = tempFolder({ "boardwright.yaml": PROJECT, "dashboards/all.yaml": "{}" });
  const target = { name: "test", url, deployment: 1, vars: {}, folders: {} };
  let runs = 0;

  const session = async <T>(
    use: (plan: Plan, run: () => Promise<ApplyOutcome>) => Promise<T>,
  ): Promise<T> => {
    const project = await loadProject({ cwd });
    const platform = connect({
      url,
      token: sandbox.apiKey,
      scheme: "bearer",
      clock: { now: Date.now, sleep: async () => {}, after: () => () => {} },
      random: () => 0.5,
    });
    try {
      const { plan } = await makePlan({ project, target, env: {}, cwd, connect: async () => platform });
      const run = () =>
        applyPlan(plan, {
          platform,
          deploymentId: 1,
          project,
          ignored: readIgnored(project),
          backups: createBackups(join(cwd, `backups/${++runs}`)),
          concurrency: 2,
          stop: new AbortController().signal,
          reportVersions: new Map(),
          clock: { now: Date.now, sleep: async () => {} },
          random: () => 0.5,
        });
      return await use(plan, run);
    } finally {
      await platform.close();
    }
  };
  const plan = () => session(async (made) => made);
  const apply = () => session(async (made, run) => ({ plan: made, outcome: await run() }));
  return {
    sandbox,
    plan,
    apply,
    last: () => last,
    /** The state in which the apply that crashes begins. */
    async begin() {
      sandbox.reset();
      cut = undefined;
      if (before) {
        writeFiles(cwd, before);
        await apply();
      }
      writeFiles(cwd, files);
    },
    async countRequests() {
      arrived = 0;
      await apply();
      return arrived;
    },
    async applyUntil(at: number, when: When) {
      arrived = 0;
      cut = { at, when };
      const done = await apply().catch(() => undefined);
      cut = undefined;
      return done?.outcome;
    },
  };
}
