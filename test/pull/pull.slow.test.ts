// For any pair of states: what was edited live comes into the files, and a plan then holds stamps and what was edited in Git.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { type Change, isObject, type JsonObject, widgetPath, widgetsOf } from "../../src/model/index.ts";
import { LintError } from "../../src/project/check-files.ts";
import { entry } from "../support/states.ts";
import { openWorld, type World } from "../support/world.ts";
import { pull } from "./place.ts";

// What lint says of a layout is no matter here; what no file may hold at all is tried and left out.
const RULES = [
  "widget-outside-grid",
  "widget-size",
  "widget-overlap",
  "grid-size",
  "breakpoint-mismatch",
  "breakpoint-order",
  "unknown-breakpoint",
  "app-entry",
  "app-missing",
  "app-on-classic",
  "app-without-kind",
];
const SETTINGS = `lint: { rules: { ${RULES.map((rule) => `${rule}: off`).join(", ")} } }\n`;
const states = entry.map((item) => ({ ...item, publish: false }) as JsonObject);

describe("a pull of any pair of states", () => {
  it("with nothing edited in Git leaves at most stamps to apply", async () => {
    const seen = { taken: 0, left: 0 };
    await fc.assert(
      fc.asyncProperty(states, states, async (files, ui) => {
        const world = await applied(files, ui);
        if (!world) return;
        const made = await pull(world);
        expect(made.pulled.filter(({ action }) => action === "conflict")).toEqual([]);
        if (made.pulled.some(({ action }) => action === "skipped")) {
          seen.left += 1;
          expect(made.notes.length).toBeGreaterThan(0);
          return;
        }
        if (made.files.size > 0) seen.taken += 1;
        expect((await world.actions()).filter((action) => !action.startsWith("stamp"))).toEqual([]);
        expect((await pull(world)).files.size).toBe(0);
      }),
      { numRuns: 30 },
    );
    expect(seen.taken).toBeGreaterThan(8);
    expect(seen.left).toBeLessThan(seen.taken);
  });

  it("with --theirs leaves what was edited in Git alone, and nothing else", async () => {
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(states, states, states, async (files, ui, git) => {
        const world = await applied(files, ui);
        if (!world) return;
        world.declare({ workbooks: { a: git } });
        const made = await unlessBroken(() => pull(world, { resolution: "theirs" }));
        if (!made || made.pulled.some(({ action }) => action === "skipped")) return;
        taken += 1;
        const { changes } = await world.plan();
        expect(changes.flatMap(({ fields }) => fields).filter(({ origin }) => origin !== "git")).toEqual([]);
      }),
      { numRuns: 30 },
    );
    expect(taken).toBeGreaterThan(4);
  });

  it("takes what was edited live alone, whatever else is in conflict", async () => {
    const seen = { conflicts: 0, taken: 0 };
    await fc.assert(
      fc.asyncProperty(states, states, states, async (files, ui, git) => {
        const world = await applied(files, ui);
        if (!world) return;
        world.declare({ workbooks: { a: git } });
        const made = await unlessBroken(() => pull(world));
        if (!made || made.pulled.some(({ action }) => action === "skipped")) return;
        if (made.pulled.some(({ action }) => action === "conflict")) seen.conflicts += 1;
        if (made.pulled.length > 1) seen.taken += 1;
        const { changes } = await world.plan();
        expect(changes.flatMap(({ fields }) => fields).filter(({ origin }) => origin === "live")).toEqual([]);
      }),
      { numRuns: 30 },
    );
    expect(seen.conflicts).toBeGreaterThan(4);
    expect(seen.taken).toBeGreaterThan(0);
  });

  it("of what no file declares yet leaves at most stamps to apply", async () => {
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(states, async (ui) => {
        const world = await applied({}, ui);
        if (!world) return;
        world.write("dashboards/all.yaml", "");
        const made = await pull(world, { all: true });
        const [item] = made.pulled;
        expect(made.pulled).toHaveLength(1);
        if (item?.action === "skipped") {
          expect(made.notes).toHaveLength(1);
          return;
        }
        taken += 1;
        expect(item?.action).toBe("created");
        expect(Object.keys(parse(made.files.get(String(item?.file)) ?? "").workbooks)).toEqual(["a"]);
        expect((await world.actions()).filter((action) => action !== "stamp a")).toEqual([]);
      }),
      { numRuns: 30 },
    );
    expect(taken).toBeGreaterThan(8);
  });
});

describe("a pull of a part", () => {
  it("takes just that, and all parts one by one take everything", async () => {
    const seen = { parts: 0, whole: 0 };
    await fc.assert(
      fc.asyncProperty(states, states, async (files, ui) => {
        const world = await applied(files, ui);
        if (!world) return;
        const ids = [files, ui].flatMap(({ dashboard }) =>
          widgetsOf(dashboard).flatMap((one) => (isObject(one) ? String(one.id) : [])),
        );
        let isLeft = false;
        for (const widget of [...new Set(ids), null]) {
          const isOfPart = (path: string) =>
            widget === null ? !path.startsWith("dashboard.widgets[") : path.startsWith(widgetPath(widget));
          const before = await differing(world);
          const made = await pull(world, { part: { widget } });
          const now = await differing(world);
          isLeft ||= made.pulled.some(({ action }) => action === "skipped");
          // What was in a widget, as long as both sides had it, is in what is left.
          expect(now.filter((path) => !before.includes(path) && isOfPart(path))).toEqual([]);
          const others = before.filter((path) => !isOfPart(path) && path !== "dashboard.widgets");
          expect(others.filter((path) => !now.includes(path))).toEqual([]);
          if (now.length < before.length) seen.parts += 1;
        }
        if (isLeft) return;
        seen.whole += 1;
        expect(await differing(world)).toEqual([]);
        expect((await pull(world)).files.size).toBe(0);
      }),
      { numRuns: 30 },
    );
    expect(seen.parts).toBeGreaterThan(15);
    expect(seen.whole).toBeGreaterThan(8);
  });
});

/** The paths of all that a plan would change. */
async function differing(world: World): Promise<string[]> {
  const { changes } = await world.plan();
  return changes.flatMap(({ fields }: Change) => fields.map(({ path }) => path));
}

/** The files applied, and then edited in the UI; undefined where files cannot say this. */
async function applied(files: JsonObject, ui: JsonObject) {
  const world = await openWorld({ workbooks: { a: files }, settings: SETTINGS });
  if (!(await unlessBroken(() => world.deploy()))) return undefined;
  world.sandbox.edit("a", (workbook) => {
    if (typeof ui.name === "string") workbook.name = ui.name;
    workbook.dashboardDraft = (ui.dashboard as JsonObject | undefined) ?? null;
    workbook.meta = { ...workbook.meta, ...(ui.meta as JsonObject | undefined) };
  });
  return world;
}

async function unlessBroken<T>(run: () => Promise<T>): Promise<T | undefined> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof LintError) return undefined;
    throw error;
  }
}
