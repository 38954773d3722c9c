// Rows for a query: made up, plausible, and the same for the same query.

import type { Json, JsonObject } from "../../model/index.ts";
import { type Bucket, bucketsOf } from "./buckets.ts";
import type { DataQuery, ModelOfQuery } from "./query.ts";
import { draw, labelOf, measureOf, valuesOf } from "./values.ts";

/** Rows before order and limit. */
const MOST = 5000;

interface Group {
  values: JsonObject;
  /** What tells the group from others. */
  key: string;
  along: number;
}

/** `now` is where ranges like `last 12 months` end. */
export function rowsOf(query: DataQuery, model: ModelOfQuery, now: string): JsonObject[] {
  let groups: Group[] = [{ values: {}, key: "", along: 0 }];
  for (const { member, granularity, dateRange } of query.times) {
    if (granularity === undefined) continue;
    groups = cross(groups, bucketsOf(granularity, dateRange, now), (group, bucket) =>
      withBucket(group, member, granularity, bucket),
    );
  }
  const cubes = new Set<string>();
  for (const member of query.dimensions) {
    const { type } = model.find(member) ?? {};
    const wanted = query.equals.get(member);
    const values = wanted ?? (type === "time" ? timesOf(member, now) : valuesOf(member, type));
    const [cube = ""] = member.split(".");
    const of = (group: Group, value: Json): Group => ({
      ...group,
      values: { ...group.values, [member]: value },
      key: `${group.key}|${String(value)}`,
    });
    // What is of the same cube describes it: a product has one category.
    if (cubes.has(cube))
      groups = groups.map((group) =>
        of(group, values[Math.floor(draw(`${member}|${group.key}`) * values.length)]!),
      );
    else groups = cross(groups, values, of);
    cubes.add(cube);
  }
  const rows = groups.map(({ values, key, along }) => ({
    ...values,
    ...Object.fromEntries(
      query.measures.map((member) => [
        member,
        writeValue(measureOf(member, key, along), model.find(member)?.type),
      ]),
    ),
  }));
  return inOrder(rows, query).slice(query.offset, query.offset + query.limit);
}

function cross<T>(groups: Group[], values: readonly T[], join: (group: Group, value: T) => Group): Group[] {
  return groups.flatMap((group) => values.map((value) => join(group, value))).slice(0, MOST);
}

function withBucket(group: Group, member: string, granularity: string, { start, index }: Bucket): Group {
  // The data API names a time twice: with its granularity, and as the member alone.
  const values = { ...group.values, [`${member}.${granularity}`]: start, [member]: start };
  return { ...group, values, along: index };
}

/** As its name says: `created_month` begins months; what says nothing is a moment of a day. */
function timesOf(member: string, now: string): string[] {
  const unit = ["year", "quarter", "month", "week", "date", "day"].find((one) => member.includes(one));
  const buckets = bucketsOf(unit === undefined || unit === "date" ? "day" : unit, undefined, now);
  if (unit !== undefined) return buckets.map(({ start }) => start);
  const hourOf = (at: number) => String(8 + Math.floor(draw(`${member}|${at}`) * 10)).padStart(2, "0");
  return buckets.map(({ start }, at) => start.replace("T00", `T${hourOf(at)}`));
}

/** Numbers are text in the data API's answers. */
const writeValue = (value: number, type: string | undefined): Json =>
  type === "boolean" ? value > 1 : type === "time" ? null : String(value);

function inOrder(rows: JsonObject[], { order, times }: DataQuery): JsonObject[] {
  const [time] = times.filter(({ granularity }) => granularity !== undefined);
  const wanted: DataQuery["order"] = order.length > 0 ? order : time ? [[time.member, false]] : [];
  return [...rows].sort((a, b) => {
    for (const [member, isDescending] of wanted) {
      const by = compare(a[member], b[member]);
      if (by !== 0) return isDescending ? -by : by;
    }
    return 0;
  });
}

function compare(a: Json | undefined, b: Json | undefined): number {
  const x = Number(a);
  const y = Number(b);
  if (!Number.isNaN(x) && !Number.isNaN(y)) return x - y;
  const left = String(a);
  const right = String(b);
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Title and type of each member, by kind. */
export function annotate({ measures, dimensions, times }: DataQuery, model: ModelOfQuery): JsonObject {
  const say =
    (usual: string) =>
    (member: string): [string, JsonObject] => {
      const { title = labelOf(member), type = usual, format } = model.find(member) ?? {};
      return [member, { title, shortTitle: labelOf(member), type, ...(format !== undefined && { format }) }];
    };
  const timed = times.filter(({ granularity }) => granularity !== undefined);
  return {
    measures: Object.fromEntries(measures.map(say("number"))),
    dimensions: Object.fromEntries(dimensions.map(say("string"))),
    segments: {},
    timeDimensions: Object.fromEntries(
      timed.map(({ member, granularity }) => [`${member}.${granularity}`, say("time")(member)[1]]),
    ),
  };
}
