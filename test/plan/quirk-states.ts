// Pairs of states for the matrix over what platforms may do: two declarations of one workbook, and what people do to it in between.
import fc from "fast-check";
import { isObject, type Json, type JsonObject } from "../../src/model/index.ts";
import { bigInteger } from "../../src/sandbox/index.ts";
import { nastyText } from "../support/nasty.ts";
import { entry as anyEntry } from "../support/states.ts";

/** Keys and texts that tell trimming, sorting, path grammars and prototypes apart. */
export const key = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("a", "b", "title", "files", "locale", "density", "debug", "k9") },
  {
    weight: 3,
    arbitrary: fc.constantFrom("", " ", "a.b", "a[0]", '"', "é", "e\u0301", "constructor", "0", "10", "9"),
  },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 4 }) },
);
export const text = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom("", "a", "normal", " a", "a ", "\ta\n", "0", "null", "é", "e\u0301"),
  },
  { weight: 1, arbitrary: nastyText() },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 8 }) },
);
export const number = fc.oneof(
  fc.constantFrom(0, 1, -1, 0.1, 1e21, 1e-7, 2 ** 53 - 1, -(2 ** 53 - 1), 0.1 + 0.2),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** Beyond what a JavaScript number holds, as the sandbox marks it. */
const big = fc
  .constantFrom("9007199254740993", "-9007199254740993", "123456789012345678901234567890")
  .map(bigInteger);

const value: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.oneof<fc.Arbitrary<Json>[]>(text, number, fc.boolean(), fc.constant(null), big),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(key, tie("value"), { maxKeys: 4 }) as fc.Arbitrary<JsonObject>,
  ),
})).value;

/** Objects within objects, one key each: as deep as a configuration gets. */
const deep: fc.Arbitrary<JsonObject> = fc
  .array(key, { minLength: 3, maxLength: 8 })
  .map((path) => path.reduce<Json>((inner, name) => ({ [name]: inner }), 1) as JsonObject);
const wide = fc.dictionary(key, value, { minKeys: 6, maxKeys: 8 }) as fc.Arbitrary<JsonObject>;
const free: fc.Arbitrary<JsonObject> = fc.oneof(
  { weight: 4, arbitrary: fc.dictionary(key, value, { maxKeys: 4 }) as fc.Arbitrary<JsonObject> },
  { weight: 1, arbitrary: deep },
  { weight: 1, arbitrary: wide },
);

const IDS = ["p", "q", "Wide", "KPI 1", "r s", "t  t", "#0", 'x"]', "", " u", "v\t"];
const type = fc.constantFrom("CHART", "TEXT", "FILTER", "AI", "CONTAINER", "SPACER");
const size = fc.integer({ min: 1, max: 12 });
const place = fc.record({
  x: fc.integer({ min: 0, max: 11 }),
  y: fc.integer({ min: 0, max: 9 }),
  w: size,
  h: size,
});
const widget = (id: string): fc.Arbitrary<JsonObject> =>
  fc.record(
    {
      id: fc.constant(id),
      type,
      position: place,
      config: fc.option(free),
      style: fc.option(free),
      responsiveLayouts: fc.option(fc.record({ sm: fc.option(place), xxs: place }, { requiredKeys: [] })),
    },
    { requiredKeys: ["id", "type", "position"] },
  ) as fc.Arbitrary<JsonObject>;

const board = fc.record(
  {
    title: fc.option(text),
    description: fc.option(text),
    layout: fc.option(
      fc.record(
        {
          cols: fc.record({ lg: fc.option(size), sm: size }, { requiredKeys: [] }),
          rowHeight: fc.option(size),
          margin: fc.array(size, { maxLength: 2 }),
        },
        { requiredKeys: [] },
      ),
    ),
    settings: fc.option(free),
    theme: fc.option(free),
    app: fc.option(
      fc.record({ files: fc.dictionary(key, text, { maxKeys: 3 }), entry: text }, { requiredKeys: [] }),
    ),
    widgets: fc.option(
      fc.shuffledSubarray(IDS, { maxLength: 4 }).chain((ids) => fc.tuple(...ids.map(widget))),
    ),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<JsonObject>;

const metaKey = key.filter((name) => name !== "dashboardDraft" && name !== "boardwright");
const nastyEntry = fc.record(
  {
    name: fc.oneof(fc.constantFrom("N", "M", " N ", "é"), nastyText()),
    meta: fc.dictionary(metaKey, value, { maxKeys: 3 }),
    publish: fc.boolean(),
    dashboard: board,
  },
  { requiredKeys: ["dashboard"] },
) as fc.Arbitrary<JsonObject>;

/** One change at the place that a number chooses among all that there are. */
export type Edit = { at: number } & (
  | { put: Json }
  | { drop: true }
  | { add: string; value: Json }
  | { type: string }
  | { remove: true }
  | { twin: string }
);
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ at: fc.nat(999), put: value }),
  fc.record({ at: fc.nat(999), drop: fc.constant(true as const) }),
  fc.record({ at: fc.nat(999), add: key, value }),
  fc.record({ at: fc.nat(999), type }),
  // A widget goes, and one more like another comes.
  fc.record({ at: fc.nat(999), remove: fc.constant(true as const) }),
  fc.record({ at: fc.nat(999), twin: fc.constantFrom("made", "made-2") }),
);
const edits = fc.array(edit, { maxLength: 3 });

/** What happens to one workbook. */
export interface Life {
  first: JsonObject;
  second: JsonObject;
  /** In the UI, between the two applies. */
  ui: readonly Edit[];
  /** In the UI, between the second plan and its apply. */
  late: readonly Edit[];
}

/** The second declaration is another one, or the first with a few changes. */
export const life: fc.Arbitrary<Life> = fc
  .tuple(
    fc.oneof({ weight: 3, arbitrary: nastyEntry }, { weight: 1, arbitrary: anyEntry }),
    fc.oneof(
      { weight: 2, arbitrary: fc.record({ entry: nastyEntry }) },
      { weight: 3, arbitrary: fc.record({ edits }) },
    ),
    fc.oneof({ weight: 1, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: edits }),
    fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: edits }),
  )
  .map(([any, then, ui, late]) => {
    const first = declarable(any);
    return { first, second: "entry" in then ? declarable(then.entry) : changed(first, then.edits), ui, late };
  });

/** Published dashboards are classic ones: the platform refuses to publish others. */
function declarable(entry: JsonObject): JsonObject {
  const copy = JSON.parse(JSON.stringify(entry)) as JsonObject;
  if (copy.publish === true && isObject(copy.dashboard)) delete copy.dashboard.kind;
  // `${` and a `$` before a key have a meaning in files, which is tested elsewhere.
  return JSON.parse(JSON.stringify(copy).replaceAll("$", "§")) as JsonObject;
}

function changed(entry: JsonObject, list: readonly Edit[]): JsonObject {
  const copy = declarable(entry);
  if (isObject(copy.dashboard)) for (const one of list) perform(one, copy.dashboard);
  return declarable(copy);
}

/** Changes a dashboard where any JSON may stand: nowhere that the platform's description says more. */
export function perform(edit: Edit, dashboard: JsonObject): void {
  const widgets = Array.isArray(dashboard.widgets) ? dashboard.widgets.filter(isObject) : [];
  const one = widgets[edit.at % Math.max(1, widgets.length)];
  if ("type" in edit) {
    if (one) one.type = edit.type;
    return;
  }
  if ("remove" in edit || "twin" in edit) {
    if (!one) return;
    const kept = (dashboard.widgets as Json[]).filter((item) => "twin" in edit || item !== one);
    const isNew = "twin" in edit && !widgets.some(({ id }) => id === edit.twin);
    dashboard.widgets = isNew ? [...kept, { ...structuredClone(one), id: edit.twin }] : kept;
    return;
  }
  const roots = [
    ...["settings", "theme"].map((field) => [dashboard, field] as const),
    ...widgets.flatMap((item) => ["config", "style"].map((field) => [item, field] as const)),
  ];
  const absent = roots.filter(([holder, field]) => !isObject(holder[field]));
  for (const [holder, field] of absent) holder[field] = {};
  const holders = roots.flatMap(([holder, field]) => holdersIn(holder[field] as Json));
  const places = holders.flatMap((holder) => Object.keys(holder).map((name) => [holder, name] as const));
  const [holder, name] = places[edit.at % Math.max(1, places.length)] ?? [];
  if ("add" in edit) put(holders[edit.at % holders.length] as JsonObject, edit.add, edit.value);
  else if (holder && name !== undefined && "drop" in edit) delete holder[name];
  else if (holder && name !== undefined && "put" in edit) put(holder, name, edit.put);
  for (const [owner, field] of absent)
    if (Object.keys(owner[field] as JsonObject).length === 0) delete owner[field];
}

function holdersIn(value: Json): JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(holdersIn);
  return isObject(value) ? [value, ...Object.values(value).flatMap(holdersIn)] : [];
}

/** `__proto__` is a key like any other. */
function put(holder: JsonObject, name: string, value: Json): void {
  const own = JSON.parse(JSON.stringify(value)) as Json;
  Object.defineProperty(holder, name, { value: own, writable: true, enumerable: true, configurable: true });
}
