// Pairs of states of a report for the matrix: two declarations, and what people do to it in between.
import fc from "fast-check";
import type { Json, JsonObject } from "../../src/model/index.ts";
import { nastyText } from "../support/nasty.ts";
import { key, number, text } from "./quirk-states.ts";

const member = fc.constantFrom("a.count", "b.count", "c.x", "c.y", "a.at.month");
const members = fc.uniqueArray(member, { maxLength: 4 });
const value: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.oneof<fc.Arbitrary<Json>[]>(text, number, fc.boolean(), fc.constant(null)),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(key, tie("value"), { maxKeys: 3 }) as fc.Arbitrary<JsonObject>,
  ),
})).value;

const filter = fc.record({
  member,
  operator: fc.constant("equals"),
  values: fc.array(fc.constantFrom("x", " x", "y ", "0"), { minLength: 1, maxLength: 2 }),
});
const query = fc.record(
  {
    measures: fc.option(members),
    dimensions: members,
    segments: members,
    filters: fc.array(filter, { maxLength: 2 }),
    order: fc.dictionary(member, fc.constantFrom("asc", "desc"), { maxKeys: 2 }),
    limit: fc.option(fc.constantFrom(1, 100, 10_000)),
    timezone: fc.option(fc.constantFrom("UTC", " UTC", "Europe/Berlin")),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<JsonObject>;
const pivotItems = fc.record(
  {
    ...{ columns: members, rows: members, measures: members, filters: members },
    measuresAxis: fc.option(fc.constantFrom("columns", "rows")),
    showRowTotals: fc.boolean(),
  },
  { requiredKeys: ["columns", "rows", "measures", "filters"] },
) as fc.Arbitrary<JsonObject>;

const FIELDS = {
  name: fc.oneof(
    fc.constantFrom("N", "M", " N ", "é"),
    nastyText().filter((one) => one !== "" && one.length < 255),
  ),
  title: fc.oneof(fc.constantFrom("T", " T", "U\n"), text),
  query,
  sqlQuery: fc.constantFrom("select 1", "select 1\n", " select 2"),
  pivotItems,
  meta: fc.dictionary(
    key.filter((name) => name !== "boardwright"),
    value,
    { maxKeys: 3 },
  ) as fc.Arbitrary<JsonObject>,
  workbook: fc.constantFrom("a", "b"),
} satisfies Record<string, fc.Arbitrary<Json>>;

const entry = fc.record(FIELDS, { requiredKeys: [] }) as fc.Arbitrary<JsonObject>;

/** One change of a report: of a field, or of a key in its query, its pivot items or its meta; null takes away. */
export type ReportEdit = { field: string; value: Json } | { in: string; key: string; value: Json };
const edit: fc.Arbitrary<ReportEdit> = fc.oneof(
  ...Object.entries(FIELDS).map(([field, arbitrary]) =>
    fc.record({ field: fc.constant(field), value: arbitrary as fc.Arbitrary<Json> }),
  ),
  fc.record({
    field: fc.constantFrom("title", "query", "sqlQuery", "pivotItems", "workbook"),
    value: fc.constant(null),
  }),
  fc.record({
    in: fc.constant("query"),
    key: fc.constantFrom("limit", "timezone", "measures", "order"),
    value: fc.constant(null),
  }),
  fc.record({ in: fc.constant("query"), key: fc.constant("limit"), value: fc.constantFrom(7, 10_000) }),
  fc.record({ in: fc.constant("query"), key: fc.constant("measures"), value: members }),
  fc.record({
    in: fc.constant("pivotItems"),
    key: fc.constant("measuresAxis"),
    value: fc.constantFrom("rows", "columns", null),
  }),
  fc.record({ in: fc.constant("meta"), key: key.filter((name) => name !== "boardwright"), value }),
);
const edits = fc.array(edit, { maxLength: 3 });

/** What happens to one report. */
export interface ReportLife {
  first: JsonObject;
  second: JsonObject;
  /** In the UI, between the two applies. */
  ui: readonly ReportEdit[];
  /** In the UI, between the second plan and its apply. */
  late: readonly ReportEdit[];
}

export const reportLife: fc.Arbitrary<ReportLife> = fc
  .tuple(
    entry,
    fc.oneof({ weight: 2, arbitrary: fc.record({ entry }) }, { weight: 3, arbitrary: fc.record({ edits }) }),
    fc.oneof({ weight: 1, arbitrary: fc.constant([]) }, { weight: 2, arbitrary: edits }),
    fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: edits }),
  )
  .map(([any, then, ui, late]) => {
    const first = declarable(any);
    const second = "entry" in then ? then.entry : then.edits.reduce(withEdit, first);
    return { first, second: declarable(second), ui, late };
  });

/** `${` and a `$` before a key have a meaning in files, which is tested elsewhere. */
function declarable(report: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(report).replaceAll("$", "§")) as JsonObject;
}

/** The report with the edit made; what it is made in may be absent. */
export function withEdit(report: JsonObject, one: ReportEdit): JsonObject {
  if ("field" in one) return { ...report, [one.field]: one.value };
  const holder = report[one.in];
  if (typeof holder !== "object" || holder === null || Array.isArray(holder)) return report;
  // `__proto__` is a key like any other.
  const inner = Object.fromEntries([...Object.entries(holder), [one.key, one.value]]) as JsonObject;
  return { ...report, [one.in]: inner };
}
