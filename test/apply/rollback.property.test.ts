// For any two states: what an apply wrote over what was live is put back whole, and then there is nothing left to put back.
import { rmSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readRuns } from "../../src/apply/index.ts";
import { loadProject } from "../../src/desired/index.ts";
import { makeRollback } from "../../src/features/rollback/make-rollback.ts";
import { toLiveWorkbook } from "../../src/live/index.ts";
import type { JsonObject, Plan } from "../../src/model/index.ts";
import type { LiveWorkbook } from "../../src/plan/index.ts";
import { executePlan } from "../../src/project/execute-plan.ts";
import type { MergeDepth } from "../../src/sandbox/index.ts";
import { planOf } from "../plan/support.ts";
import { runs } from "../support/runs.ts";
import { entry } from "../support/states.ts";
import { withoutNulls } from "../support/without-nulls.ts";
import { openWorld, type World } from "../support/world.ts";

// Apps cannot be published; whether somebody's draft is one is not for the files to say.
const declared = entry.map((item) => {
  const kind = item.dashboard === undefined ? "APP" : (item.dashboard as JsonObject).kind;
  return kind === "APP" ? { ...item, publish: false } : item;
});

const PLATFORMS: [MergeDepth, string][] = [
  ["shallow", ""],
  ["deep", ""],
  ["deep", "conflict:0.2,drop-after:0.1,503:0.1"],
];

describe("what was live before an apply", () => {
  it.each(PLATFORMS)(
    "is live again after a rollback, and a rollback of that is as after it (%s merge, faults: %s)",
    async (merge, faults) => {
      const world = await openWorld({ sandbox: { merge, ...(faults === "" ? {} : { faults }) } });
      const executor = await open(world);
      await fc.assert(
        fc.asyncProperty(declared, entry, declared, async (first, ui, second) => {
          world.sandbox.reset();
          rmSync(executor.folder, { recursive: true, force: true });
          await executor.execute(await plan(world, first));
          world.sandbox.edit("a", (workbook) => {
            workbook.dashboardDraft = (ui.dashboard as JsonObject | undefined) ?? null;
            workbook.meta = { ...workbook.meta, ...(ui.meta as JsonObject | undefined) };
          });
          const before = content(world);
          const planned = await plan(world, second);
          await executor.execute(planned);
          const writes = planned.changes.some(({ action }) => action === "update" || action === "publish");
          if (!writes) return;
          const after = content(world);
          await executor.undo();
          expect(content(world, before)).toEqual(before);
          await executor.undo();
          expect(content(world, after)).toEqual(after);
        }),
        { numRuns: runs(12) },
      );
    },
  );
});

async function open({ cwd, platform }: World) {
  const project = await loadProject({ cwd });
  const target = { name: "test", url: "https://platform.test", deployment: 1, vars: {}, folders: {} };
  const folder = `${cwd}/.boardwright/backups`;
  const newest = async () => (await readRuns(folder)).runs;
  const execute = async (made: Plan): Promise<void> => {
    const options = { project, target, env: {}, platform, concurrency: 4 };
    const { results } = await executePlan({ plan: made, ignored: [] }, options);
    expect(results.map(({ error }) => error)).toEqual(results.map(() => undefined));
  };
  /** Puts the last run back. */
  const undo = async (): Promise<void> => {
    const runs = await newest();
    const [run] = runs;
    if (!run) throw new Error("nothing was recorded");
    const make = () =>
      makeRollback({ project, target, connect: async () => platform, folder, run, runs, only: [] });
    await execute((await make()).plan);
    expect((await make()).plan.changes).toEqual([]);
  };
  return { folder, execute, undo };
}

/** What is live but for stamps. `like`: where nothing was published then, what is published now is left out. */
function content({ sandbox }: World, like?: Record<string, unknown>): Record<string, unknown> {
  const { name, meta, dashboardDraft, dashboardPublished } = sandbox.workbook("a") ?? {};
  const { boardwright: _stamp, ...others } = meta ?? {};
  const draft = withoutNulls(withoutAi(dashboardDraft ?? {}));
  const published = like && like.published === null ? null : dashboardPublished;
  return {
    name,
    meta: withoutNulls(others),
    draft,
    published: published ? withoutNulls(withoutAi(published)) : null,
  };
}

/** What AI widgets keep at run time is nobody's to put back. */
function withoutAi(dashboard: JsonObject): JsonObject {
  if (!Array.isArray(dashboard.widgets)) return dashboard;
  return { ...dashboard, widgets: (dashboard.widgets as JsonObject[]).filter(({ type }) => type !== "AI") };
}

async function plan({ platform }: World, files: JsonObject): Promise<Plan> {
  const live: LiveWorkbook[] = [];
  for await (const page of platform.listWorkbooks(1)) {
    for (const wire of page) live.push(toLiveWorkbook(wire, new Map()) as LiveWorkbook);
  }
  const made = planOf({ entries: { a: files }, live });
  return { ...made, target: { name: "test", url: "https://platform.test", deploymentId: 1 } };
}
