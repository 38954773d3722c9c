// For any pair of states: what is live, whoever made it, becomes what is declared, and the next plan is empty. Also where meta is
// merged deeply, and while the platform fails.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toLiveWorkbook } from "../../src/live/index.ts";
import { isObject, type Json, type JsonObject, type Plan } from "../../src/model/index.ts";
import type { LiveWorkbook } from "../../src/plan/index.ts";
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

const FAULTS = ["", "429:0.1,503:0.1", "drop-before:0.1,drop-after:0.1", "conflict:0.2,drop-after:0.1"];
const MERGES: MergeDepth[] = ["shallow", "deep"];

describe.each(MERGES)("with a %s merge", (merge) => {
  it.each(FAULTS)("plan → apply → re-plan is empty (faults: %s)", async (faults) => {
    const world = await openWorld({ sandbox: { merge, ...(faults === "" ? {} : { faults }) } });
    await fc.assert(
      fc.asyncProperty(declared, entry, declared, async (first, ui, second) => {
        world.sandbox.reset();
        await applyAll(world, first);
        world.sandbox.edit("a", (workbook) => {
          workbook.dashboardDraft = (ui.dashboard as JsonObject | undefined) ?? null;
          workbook.meta = { ...workbook.meta, ...(ui.meta as JsonObject | undefined) };
        });
        await applyAll(world, second);
      }),
      { numRuns: runs(40) },
    );
  });
});

async function applyAll(world: World, files: JsonObject): Promise<void> {
  const outcome = await world.apply(await plan(world, files));
  expect(outcome.results.map(({ error }) => error)).toEqual(outcome.results.map(() => undefined));
  expect((await plan(world, files)).changes).toEqual([]);
  // An empty re-plan alone could be a stamp that hides something.
  if (files.dashboard === undefined) return;
  const live = world.sandbox.workbook("a")?.dashboardDraft as Json;
  expect(withoutNulls(withoutRuntime(live))).toEqual(withoutNulls(withoutRuntime(files.dashboard)));
}

/** What AI widgets keep at run time is not the files' to say. */
function withoutRuntime(dashboard: Json): Json {
  if (!isObject(dashboard) || !Array.isArray(dashboard.widgets)) return dashboard;
  const widgets = (dashboard.widgets as JsonObject[]).filter(({ type }) => type !== "AI");
  return { ...dashboard, widgets };
}

async function plan({ platform }: World, files: JsonObject): Promise<Plan> {
  const live: LiveWorkbook[] = [];
  for await (const page of platform.listWorkbooks(1)) {
    for (const wire of page) live.push(toLiveWorkbook(wire, new Map()) as LiveWorkbook);
  }
  return planOf({ entries: { a: files }, live });
}
