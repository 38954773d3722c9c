// Contract 5 on every platform of the matrix: after a pull of everything, a plan holds at most stamps, whatever was edited or taken away
// in the UI, defaults of the platform included; and what is pulled after that is nothing.
import fc from "fast-check";
import { expect, it } from "vitest";
import { RULES } from "../../src/lint/index.ts";
import { isObject, type JsonObject } from "../../src/model/index.ts";
import { LintError } from "../../src/project/check-files.ts";
import { PLATFORMS } from "../plan/quirk-platforms.ts";
import { life, perform } from "../plan/quirk-states.ts";
import { rows, runs } from "../support/runs.ts";
import { openWorld } from "../support/world.ts";
import { pull } from "./place.ts";

/** More by hand: BOARDWRIGHT_RUNS=10000. */
const RUNS = runs(200);
const OFF = RULES.filter((rule) => !rule.firm).map(({ id }) => `${id}: off`);
const SETTINGS = `lint: { rules: { ${OFF.join(", ")} } }\n`;
/** Of two workbooks with one slug none is pulled. */
const ROWS = rows(Object.entries(PLATFORMS).filter(([, { twin }]) => twin === undefined));

/** Places that the platform fills in, of which an edit takes some away. */
const drops = fc.subarray([
  "kind",
  "layout",
  "layout.rowHeight",
  "settings",
  "settings.locale",
  "settings.currency",
]);

for (const [name, { quirks, seed, listedFrom = 1 }] of ROWS) {
  it(`${name}: leaves at most stamps to apply`, { timeout: 3_600_000 }, async () => {
    const world = await openWorld({
      settings: SETTINGS,
      sandbox: { quirks, ...(seed ? { seed } : {}) },
      files: { "dashboards/all.yaml": "" },
    });
    const apply = async (entry: JsonObject): Promise<boolean> => {
      world.declare({ workbooks: { a: { ...entry, publish: false } } });
      try {
        await world.deploy();
        for (let n = 0; n < listedFrom; n += 1) for await (const _ of world.platform.listWorkbooks(1));
        return true;
      } catch (error) {
        if (error instanceof LintError) return false;
        throw error;
      }
    };
    const seen = { taken: 0, stamped: 0, lost: 0 };
    await fc.assert(
      fc.asyncProperty(life, drops, async ({ first, ui, late }, gone) => {
        world.sandbox.reset();
        if (!(await apply(first))) return;
        // What did not converge is asked for again, and is no edit.
        if ((await world.actions()).length > 0) return;
        world.sandbox.edit("a", (workbook) => {
          const draft = (workbook.dashboardDraft ?? {}) as unknown as JsonObject;
          for (const one of [...ui, ...late]) perform(one, draft);
          for (const place of gone) {
            const [field = "", key] = place.split(".");
            const holder = key === undefined ? draft : draft[field];
            if (isObject(holder)) delete holder[key ?? field];
          }
          workbook.dashboardDraft = draft as never;
        });
        const made = await pull(world, { all: true });
        if (made.pulled.some(({ action }) => action === "skipped")) return;
        if (made.files.size > 0) seen.taken += 1;
        const { changes } = await world.plan();
        if (changes.length > 0) seen.stamped += 1;
        if (changes.some(({ reason }) => reason?.code === "lost-default")) seen.lost += 1;
        expect(changes.filter(({ action }) => action !== "stamp")).toEqual([]);
        expect((await pull(world, { all: true })).files.size).toBe(0);
        await world.deploy();
        expect(await world.actions()).toEqual([]);
      }),
      { numRuns: Math.max(10, Math.ceil(RUNS / ROWS.length)) },
    );
    const mayLose = quirks.includes("keeps-edits");
    expect([seen.taken > 0, seen.stamped > 0, seen.lost > 0]).toEqual([true, true, mayLose]);
  });
}
