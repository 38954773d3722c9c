// Arbitrary dashboards and workbook entries, of the shapes that files and platforms hold.
import fc from "fast-check";
import type { Json, JsonObject } from "../../src/model/index.ts";

const key = fc.oneof(
  fc.constantFrom("title", "member", "markdown", "reportId", "a b", "x.y", "files", "debug"),
  fc.string({ minLength: 1, maxLength: 6 }).filter((text) => text !== "__proto__"),
);

/** Free-form JSON as a widget's config holds it; nulls included. */
export const json: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.oneof(
      fc.string(),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
    ),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(key, tie("value"), { maxKeys: 4 }) as fc.Arbitrary<JsonObject>,
  ),
})).value;

const object = fc.dictionary(key, json, { maxKeys: 4 }) as fc.Arbitrary<JsonObject>;
const small = fc.integer({ min: 0, max: 11 });
const position = fc.record({
  x: small,
  y: small,
  w: fc.integer({ min: 1, max: 12 }),
  h: fc.integer({ min: 1, max: 9 }),
});
const breakpoints = { lg: fc.option(fc.integer()), sm: fc.option(fc.integer()) };

const widget = (id: string): fc.Arbitrary<JsonObject> =>
  fc.record(
    {
      id: fc.constant(id),
      type: fc.constantFrom("CHART", "TEXT", "FILTER", "AI", "SPACER"),
      position,
      config: fc.option(object),
      style: fc.option(object),
      responsiveLayouts: fc.option(
        fc.record({ lg: fc.option(position), sm: fc.option(position) }, { requiredKeys: [] }),
      ),
    },
    { requiredKeys: ["id", "type", "position"] },
  ) as fc.Arbitrary<JsonObject>;

const widgets = fc
  .uniqueArray(fc.constantFrom("revenue", "churn", "note", "a b", 'q"]', "#0", "é"), { maxLength: 5 })
  .chain((ids) => fc.tuple(...ids.map(widget)));

/** A DashboardConfig with unique widget ids. */
export const dashboard = fc.record(
  {
    kind: fc.option(fc.constantFrom("CLASSIC", "APP")),
    title: fc.option(fc.string()),
    description: fc.option(fc.string()),
    app: fc.option(
      fc.record(
        {
          entry: fc.option(fc.string({ maxLength: 20 })),
          files: fc.option(fc.dictionary(key, fc.string(), { maxKeys: 3 })),
          manifest: fc.option(
            fc.record(
              {
                version: fc.option(fc.integer()),
                dependencies: fc.option(fc.dictionary(key, fc.string(), { maxKeys: 2 })),
              },
              { requiredKeys: [] },
            ),
          ),
        },
        { requiredKeys: [] },
      ),
    ),
    layout: fc.option(
      fc.record(
        {
          cols: fc.option(fc.record(breakpoints, { requiredKeys: [] })),
          rowHeight: fc.option(fc.integer()),
          margin: fc.option(fc.array(fc.integer(), { maxLength: 2 })),
        },
        { requiredKeys: [] },
      ),
    ),
    settings: fc.option(object),
    theme: fc.option(object),
    widgets: fc.option(widgets),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<JsonObject>;

/** An entry of a workbook file, resolved: any part may be managed or not. */
export const entry = fc.record(
  {
    name: fc.string({ minLength: 1, maxLength: 20 }),
    meta: fc.dictionary(
      key.filter((text) => text !== "dashboardDraft" && text !== "boardwright"),
      json,
      { maxKeys: 3 },
    ),
    publish: fc.boolean(),
    dashboard,
  },
  { requiredKeys: [] },
) as fc.Arbitrary<JsonObject>;
