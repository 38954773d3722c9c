import fc from "fast-check";
import { expect } from "vitest";
import type { JsonObject, Plan } from "../../src/model/index.ts";
import { driftOf } from "../../src/plan/index.ts";
import { life } from "../plan/quirk-states.ts";
import { SETTINGS } from "../plan/quirk-world.ts";
import { reportLife } from "../plan/report-states.ts";
import type { Hook } from "../support/proxy.ts";
import { openWorld } from "../support/world.ts";

/** What is declared at one time. */
type Files = { workbook: JsonObject; report: JsonObject; isRenamed?: boolean };

export interface Kill {
  first: Files;
  second: Files;
  /** Whether the first was applied in peace; if not, the kill hits a creation. */
  isUpdate: boolean;
  /** The number of the write at which each of these runs is killed, and whether the platform carried it out. */
  kills: readonly { at: number; isCarriedOut: boolean }[];
}

const cut = fc.record({ at: fc.integer({ min: 1, max: 5 }), isCarriedOut: fc.boolean() });

export const kill: fc.Arbitrary<Kill> = fc
  .record({
    workbook: life,
    report: reportLife,
    isUpdate: fc.boolean(),
    isRenamed: fc.boolean(),
    publish: fc.boolean(),
    kills: fc.array(cut, { minLength: 1, maxLength: 2 }),
  })
  .map(({ workbook, report, publish, isUpdate, isRenamed, kills }) => {
    const files = (which: "first" | "second"): Files => {
      const { kind: _, ...dashboard } = (workbook[which].dashboard ?? {}) as JsonObject;
      return { workbook: { ...workbook[which], publish, dashboard }, report: report[which] };
    };
    return { first: files("first"), second: { ...files("second"), isRenamed }, isUpdate, kills };
  });

const ID = "aaaaaaaaaaaa";
const chart = (report: string) => ({
  ...{ id: "c", type: "CHART", position: [0, 0, 6, 4] },
  config: { reportId: { $report: report } },
});

export async function openKills(quirks: string, merge: "shallow" | "deep") {
  let left = Number.POSITIVE_INFINITY;
  let isCarriedOut = false;
  const proxy: Hook = async ({ method }, forward) => {
    if (left <= 0) return "drop";
    if (method === "GET") return forward();
    left -= 1;
    if (left > 0) return forward();
    if (isCarriedOut) await forward();
    return "drop";
  };
  const homes = ["b"].map((slug) => ({ id: 32, slug, name: slug }));
  const world = await openWorld({
    settings: SETTINGS,
    sandbox: { quirks, merge, seed: { workbooks: homes } },
    files: { "dashboards/all.json": "{}" },
    proxy,
  });
  const { sandbox } = world;
  const plan = async ({ workbook, report, isRenamed = false }: Files): Promise<Plan> => {
    const [slug, key] = isRenamed ? ["z", "q"] : ["a", "r"];
    const was = isRenamed ? { workbook: { was: "a" }, report: { was: "r" } } : { workbook: {}, report: {} };
    const { widgets } = workbook.dashboard as JsonObject;
    const drawn = {
      ...(workbook.dashboard as JsonObject),
      widgets: [...(Array.isArray(widgets) ? widgets : []), chart(key)],
    };
    const all = {
      workbooks: { [slug]: { ...workbook, ...was.workbook, dashboard: drawn } },
      reports: { [key]: { publicId: ID, ...report, ...was.report } },
    };
    world.write("dashboards/all.json", JSON.stringify(all).replace(/"\ue000(-?\d+)"/g, "$1"));
    return world.plan().catch((error) => {
      throw new Error(JSON.stringify(error.checked?.diagnostics ?? null), { cause: error });
    });
  };
  const expectNobodys = (planned: Plan): void => {
    const told = planned.changes.flatMap(({ key, hazards, fields }) =>
      hazards.map(({ code, message }) => ({ key, code, message, fields })),
    );
    expect(told).toEqual([]);
    expect(driftOf(planned).changes).toEqual([]);
  };
  return {
    async run({ first, second, isUpdate, kills }: Kill): Promise<void> {
      sandbox.reset();
      left = Number.POSITIVE_INFINITY;
      if (isUpdate) {
        await world.apply(await plan(first));
        expect((await plan(first)).changes).toEqual([]);
      }
      const id = sandbox.workbook("a")?.id;
      for (const one of kills) {
        const planned = await plan(second);
        expectNobodys(planned);
        left = one.at;
        isCarriedOut = one.isCarriedOut;
        await world.apply(planned);
        left = Number.POSITIVE_INFINITY;
      }
      const planned = await plan(second);
      expectNobodys(planned);
      // What the platform does not take as it was asked for is told; it is not asked for again.
      await world.apply(planned);
      expect((await plan(second)).changes).toEqual([]);
      if (!second.isRenamed) return;
      const { id: now } = sandbox.workbook("z") ?? {};
      expect(now).toBe(id ?? now);
      expect(sandbox.workbook("a")).toBeUndefined();
    },
  };
}
