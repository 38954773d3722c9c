// Platforms that contradict their document: they store something else than they are sent, each in a way of its own. For all of them one
// property holds: nothing that somebody edited is overwritten unasked, and what differs from what was asked for is reported.
import fc from "fast-check";
import { expect, it } from "vitest";
import { isObject, type Json, type JsonObject } from "../../src/model/index.ts";
import { runs } from "../support/runs.ts";
import { openWorld } from "../support/world.ts";
import { normal } from "./quirk-oracle.ts";
import { type Life, life, perform } from "./quirk-states.ts";
import { SETTINGS } from "./quirk-world.ts";

const RUNS = runs(300);

type Store = (meta: JsonObject) => JsonObject;

const mapTexts = (value: Json, change: (text: string) => Json): Json => {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, change)]));
};
const onWidgets =
  (change: (widgets: JsonObject[]) => JsonObject[]): Store =>
  (meta) => {
    const draft = meta.dashboardDraft;
    if (!isObject(draft) || !Array.isArray(draft.widgets)) return meta;
    return { ...meta, dashboardDraft: { ...draft, widgets: change(draft.widgets as JsonObject[]) } };
  };

const PLATFORMS: Record<string, Store> = {
  "drops stamps": ({ boardwright: _, ...meta }) => meta,
  "cuts texts": (meta) => mapTexts(meta, (text) => text.slice(0, 255)) as JsonObject,
  "puts texts in upper case": (meta) => {
    const { dashboardDraft: draft = null } = meta;
    return { ...meta, ...(draft && { dashboardDraft: mapTexts(draft, (text) => text.toUpperCase()) }) };
  },
  "sorts widgets": onWidgets((widgets) =>
    widgets.toSorted((one, other) => (String(one.id) < String(other.id) ? -1 : 1)),
  ),
  "lower-cases ids": onWidgets((widgets) =>
    widgets.map((widget) => ({ ...widget, id: String(widget.id).toLowerCase() })),
  ),
  "loses the last widget": onWidgets((widgets) => widgets.slice(0, -1)),
};

for (const [name, store] of Object.entries(PLATFORMS)) {
  it(`a platform that ${name}: overwrites nothing unasked, and reports what differs`, {
    timeout: 600_000,
  }, async () => {
    let asked: Json | undefined;
    let met = 0;
    const { sandbox, plan, apply } = await openWorld({
      settings: SETTINGS,
      files: { "dashboards/all.json": "{}" },
      async proxy({ method, body }, forward) {
        if (method !== "PUT" || !isObject(body?.meta)) return forward();
        const meta = store(body.meta);
        if (body.meta.dashboardDraft !== undefined) asked = body.meta.dashboardDraft;
        return forward({ ...body, meta });
      },
    });
    const live = () => sandbox.workbook("a")?.dashboardDraft ?? {};
    const planOf = (entry: JsonObject) => plan({ a: { ...entry, publish: false } });
    const carryOut = async (entry: JsonObject): Promise<void> => {
      asked = undefined;
      const [result] = (await apply(await planOf(entry))).results;
      const isKept = isObject(sandbox.workbook("a")?.meta.boardwright);
      const isAsAsked = isKept && (asked === undefined || normal(asked) === normal(live() as Json));
      if (result && !isAsAsked) expect(result?.error?.code).toMatch(/^(did-not-converge|stamp-not-kept)$/);
    };
    const run = async ({ first, second, ui }: Life): Promise<void> => {
      sandbox.reset();
      await carryOut(first);
      const rest = normal(live() as Json);
      sandbox.edit("a", (workbook) => {
        const draft = (workbook.dashboardDraft ?? {}) as unknown as JsonObject;
        for (const one of ui) perform(one, draft);
        workbook.dashboardDraft = draft as never;
      });
      if (normal(live() as Json) === rest || !isObject(first.dashboard) || !isObject(second.dashboard))
        return;
      const { changes } = await planOf(first);
      met += changes.length;
      // What differs from the files is never written without a hazard that stops it.
      for (const { action, hazards, fields } of changes)
        if (action === "update") expect([fields, hazards.length > 0]).toEqual([fields, true]);
    };
    await fc.assert(
      fc.asyncProperty(life, (one) => run(one)),
      { numRuns: Math.max(15, Math.ceil(RUNS / Object.keys(PLATFORMS).length)) },
    );
    expect(met).toBeGreaterThan(0);
  });
}
