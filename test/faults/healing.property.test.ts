import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isObject, type Json, type JsonObject, type Plan } from "../../src/model/index.ts";
import type { Heal, MergeDepth } from "../../src/sandbox/index.ts";
import { runs } from "../support/runs.ts";
import { withoutNulls } from "../support/without-nulls.ts";
import { openWorld, type World } from "../support/world.ts";

const IGNORE = "ignore: [dashboard.settings.lastViewedBy, 'dashboard.widgets[*].config.debug']\n";
/** With reports, for they stand in mixed lists, too. */
const QUIRKS = "mixed-lists,ids-per-kind,lists-without-meta,empty-pages,sorts-keys";
const MERGES: MergeDepth[] = ["shallow", "deep"];
const HEALS = ["keeps drafts", "heals drafts", "fills in what is absent", "drops nulls"] as const;

/** Fills in only where there is no such key: a null is a value to it. */
const fillAbsent: Heal = (draft) => ({
  description: "none yet",
  ...draft,
  theme: { font: "serif", ...(isObject(draft.theme) ? draft.theme : {}) },
  ...(Array.isArray(draft.widgets)
    ? { widgets: draft.widgets.map((widget) => ({ style: {}, ...(widget as JsonObject) })) }
    : {}),
});

const HEALERS: Record<(typeof HEALS)[number], boolean | Heal> = {
  "keeps drafts": false,
  "heals drafts": true,
  "fills in what is absent": fillAbsent,
  "drops nulls": (draft) => withoutNulls(draft) as JsonObject,
};

const combinations = MERGES.flatMap((merge) =>
  HEALS.flatMap((heal) =>
    [false, true].flatMap((ignore) => [false, true].map((reports) => ({ merge, heal, ignore, reports }))),
  ),
);

describe.each(combinations)("$merge merge, $heal, ignore: $ignore, reports: $reports", (how) => {
  it("converges, keeps what is ignored, and shows every edit", async () => {
    const world = await open(how);
    await fc.assert(
      fc.asyncProperty(entry, fc.array(edit, { maxLength: 3 }), entry, async (first, edits, second) => {
        world.sandbox.reset();
        await world.converge(first);

        const before = world.live();
        world.sandbox.edit("a", (workbook) => {
          for (const change of edits) change(workbook.dashboardDraft as JsonObject);
        });
        const edited = world.live();
        const seen = world.compared(edited) !== world.compared(before);
        world.expectEdit(await world.plan(first), { seen, refills: how.ignore && refills(first, edited) });

        await world.converge(second);
        if (how.ignore) expectKept(edited, world.live());
      }),
      { numRuns: runs(6) },
    );
  });
});

/** Values of few kinds, so that the same ones meet often. */
const json: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom<Json>("", "a", 0, 1.5, true, null),
    fc.array(tie("value"), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom("k", "files", "layout"), tie("value"), {
      maxKeys: 2,
    }) as fc.Arbitrary<JsonObject>,
  ),
})).value;

/** Widgets stand where they always stand, so that any set of them is without an error. */
const PLACES = ["revenue", "churn", "note", "tabs", "ask"];
const config = fc.dictionary(
  fc.constantFrom("title", "files", "debug", "layout", "visibility", "threadId"),
  json,
  {
    maxKeys: 3,
  },
);
const free = fc.dictionary(fc.constantFrom("refresh", "font", "padding", "lastViewedBy", "x"), json, {
  maxKeys: 3,
});

const widget = (id: string): fc.Arbitrary<JsonObject> =>
  fc.record(
    {
      id: fc.constant(id),
      type: fc.constantFrom("CHART", "TEXT", "FILTER", "AI", "CONTAINER"),
      position: fc.constant({ x: 0, y: 4 * PLACES.indexOf(id), w: 6, h: 4 }),
      config,
      style: free,
    },
    { requiredKeys: ["id", "type", "position"] },
  ) as fc.Arbitrary<JsonObject>;

const widgets = fc.subarray(PLACES).chain((ids) => fc.tuple(...ids.map(widget)));

const dashboard = fc.record(
  {
    title: fc.constantFrom("A", "B"),
    settings: free,
    theme: free,
    layout: fc.record({ rowHeight: fc.constantFrom(30, 40) }, { requiredKeys: [] }),
    widgets: fc.oneof(
      widgets,
      widgets.map((list) => [...list].reverse()),
    ),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<JsonObject>;

const entry = fc.record({ name: fc.constantFrom("A", "B"), dashboard }, { requiredKeys: ["dashboard"] });
type Entry = { name?: string; dashboard: JsonObject };

/** One thing that somebody does to a draft in the UI. */
const edit: fc.Arbitrary<(draft: JsonObject) => void> = fc.oneof(
  fc.tuple(fc.constantFrom("settings", "theme"), free).map(([field, value]) => (draft: JsonObject) => {
    draft[field] = { ...(isObject(draft[field]) ? draft[field] : {}), ...value };
  }),
  fc.constantFrom("settings", "theme", "title", "layout").map((field) => (draft: JsonObject) => {
    delete draft[field];
  }),
  fc
    .constantFrom(...PLACES)
    .chain(widget)
    .map((added) => (draft: JsonObject) => {
      draft.widgets = [...widgetsOf(draft).filter(({ id }) => id !== added.id), added];
    }),
  fc.nat(4).map((index) => (draft: JsonObject) => {
    draft.widgets = widgetsOf(draft).filter((_, at) => at !== index);
  }),
  fc.tuple(fc.nat(4), config).map(([index, value]) => (draft: JsonObject) => {
    const found = widgetsOf(draft)[index];
    if (found) found.config = { ...(isObject(found.config) ? found.config : {}), ...value };
  }),
  fc.constant((draft: JsonObject) => {
    draft.widgets = widgetsOf(draft).reverse();
  }),
);

function widgetsOf(draft: JsonObject): JsonObject[] {
  return Array.isArray(draft.widgets) ? (draft.widgets as JsonObject[]) : [];
}

interface How {
  merge: MergeDepth;
  heal: (typeof HEALS)[number];
  ignore: boolean;
  reports: boolean;
}

async function open({ merge, heal, ignore, reports }: How) {
  const option = HEALERS[heal];
  const world = await openWorld({
    settings: ignore ? IGNORE : "",
    sandbox: { merge, heal: option, quirks: reports ? QUIRKS : "" },
    files: { "dashboards/all.json": "{}" },
  });
  const { sandbox } = world;
  const write = (files: Entry) => world.write("dashboards/all.json", JSON.stringify(fileOf(files, reports)));
  const plan = async (files: Entry): Promise<Plan> => {
    write(files);
    return world.plan();
  };
  const live = () => sandbox.workbook("a")?.dashboardDraft as JsonObject;
  const compared = (draft: Json) => sorted(withoutNulls(stripped(draft, ignore)));
  return {
    sandbox,
    plan,
    live,
    compared,
    /** Applies `files`: nothing is left to do, and live is what the platform makes of what is declared. */
    async converge(files: Entry) {
      const before = sandbox.workbook("a")?.dashboardDraft as JsonObject | undefined;
      const { results } = await world.apply(await plan(files));
      expect(results.map(({ key, error }) => [key, error])).toEqual(
        results.map(({ key }) => [key, undefined]),
      );
      expect((await plan(files)).changes).toEqual([]);
      if (heal === "fills in what is absent" && before) return;
      expect(compared(live())).toEqual(compared(healed(option, await declaredDraft(world, files, reports))));
    },
    expectEdit({ changes }: Plan, { seen, refills }: { seen: boolean; refills: boolean }) {
      if (!seen && !refills) return expect(changes).toEqual([]);
      expect(changes.map(({ key, action }) => [key, action])).toEqual([["a", "update"]]);
      const origins = !refills ? ["live"] : seen ? ["live", "both"] : ["git"];
      expect(origins).toContain(changes[0]?.origin);
      expect(changes[0]?.hazards.map(({ code }) => code)).toEqual(seen ? ["drift"] : []);
    },
  };
}

/** With reports, every chart draws one. */
function fileOf({ name, dashboard }: Entry, reports: boolean): JsonObject {
  const drawn = widgetsOf(dashboard).map((widget) =>
    reports && widget.type === "CHART"
      ? { ...widget, config: { ...(widget.config as JsonObject), reportId: { $report: "ra" } } }
      : widget,
  );
  const board = dashboard.widgets ? { ...dashboard, widgets: drawn } : dashboard;
  return {
    workbooks: { a: { ...(name ? { name } : {}), dashboard: board } },
    ...(reports
      ? { reports: { ra: { name: "R", workbook: "a", query: { measures: ["orders.count"] } } } }
      : {}),
  };
}

async function declaredDraft(world: World, files: Entry, reports: boolean): Promise<JsonObject> {
  const file = fileOf(files, reports) as { workbooks: { a: { dashboard: JsonObject } } };
  const text = JSON.stringify(file.workbooks.a.dashboard);
  if (!reports) return withoutNulls(JSON.parse(text) as JsonObject) as JsonObject;
  const pages: number[] = [];
  for await (const page of world.platform.listReports(1)) pages.push(...page.map(({ id }) => id));
  expect(pages).toHaveLength(1);
  return withoutNulls(JSON.parse(text.replaceAll('{"$report":"ra"}', String(pages[0])))) as JsonObject;
}

function healed(option: boolean | Heal, draft: JsonObject): JsonObject {
  if (typeof option === "function") return option(draft);
  return option ? healDefaults(draft) : draft;
}

/** The tests' own reading of docs/sandbox.md. */
function healDefaults(draft: JsonObject): JsonObject {
  const set = (object: JsonObject, field: string, key: string, value: Json) => {
    const inner = (isObject(object[field]) ? object[field] : {}) as JsonObject;
    object[field] = { ...inner, [key]: inner[key] ?? value };
  };
  const copy = JSON.parse(JSON.stringify(draft)) as JsonObject;
  copy.kind ??= "CLASSIC";
  set(copy, "settings", "refresh", 0);
  set(copy, "layout", "rowHeight", 30);
  for (const item of widgetsOf(copy)) {
    if (item.type === "CONTAINER") set(item, "config", "layout", "grid");
    if (item.type === "FILTER") set(item, "config", "visibility", "visible");
    if (item.type === "CHART") set(item, "style", "padding", 8);
  }
  return copy;
}

/** The draft without what is never compared; what is emptied by that is not there. */
function stripped(value: Json, ignore: boolean): Json {
  const draft = JSON.parse(JSON.stringify(value ?? {})) as JsonObject;
  const drop = (owner: JsonObject, field: string, keys: string[]) => {
    const inner = owner[field];
    if (!isObject(inner)) return;
    for (const key of keys) delete inner[key];
    if (Object.values(inner).every((item) => item === null)) delete owner[field];
  };
  if (ignore) drop(draft, "settings", ["lastViewedBy"]);
  for (const item of widgetsOf(draft)) {
    if (ignore) drop(item, "config", ["debug"]);
    if (item.type === "AI") drop(item, "config", ["threadId", "checksum"]);
  }
  return draft;
}

const viewedBy = ({ settings }: JsonObject): Json =>
  isObject(settings) ? (settings.lastViewedBy ?? null) : null;
const debugOf = ({ config }: JsonObject): Json => (isObject(config) ? (config.debug ?? null) : null);

/**
 * Whether the file has something at an ignored place where nothing is live: it is sent, as to a new one (contract 1). A place that went with
 * all around it was removed.
 */
function refills({ dashboard }: Entry, live: JsonObject): boolean {
  const applied = stripped(dashboard, true) as JsonObject;
  const isPlace = (there: Json | undefined, before: Json | undefined) => isObject(there) || !isObject(before);
  if (viewedBy(dashboard) !== null && viewedBy(live) === null && isPlace(live.settings, applied.settings))
    return true;
  return widgetsOf(dashboard).some((widget) => {
    const of = (draft: JsonObject) => widgetsOf(draft).find(({ id }) => id === widget.id);
    const there = of(live);
    if (there === undefined || debugOf(widget) === null || debugOf(there) !== null) return false;
    return isPlace(there.config, of(applied)?.config);
  });
}

/** Ignored places hold after an apply what they held before it, wherever the place is still there; where they held nothing, what the files say. */
function expectKept(before: JsonObject, after: JsonObject): void {
  if (viewedBy(before) !== null) expect(viewedBy(after)).toEqual(viewedBy(before));
  for (const item of widgetsOf(after)) {
    const was = widgetsOf(before).find(({ id }) => id === item.id);
    if (was && debugOf(was) !== null) expect(debugOf(item)).toEqual(debugOf(was));
  }
}

function sorted(value: Json): string {
  const walk = (item: Json): Json => {
    if (Array.isArray(item)) return item.map(walk);
    if (!isObject(item)) return item;
    return Object.fromEntries(
      Object.keys(item)
        .sort()
        .map((key) => [key, walk(item[key] as Json)]),
    );
  };
  return JSON.stringify(walk(value));
}
