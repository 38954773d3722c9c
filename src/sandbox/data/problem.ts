// Why a model cannot answer a query, in the words of a data API; the first reason counts.

import type { DataQuery, Kind, ModelOfQuery } from "./query.ts";

const GRANULARITIES: ReadonlySet<string> = new Set([
  "second",
  "minute",
  "hour",
  "day",
  "week",
  "month",
  "quarter",
  "year",
]);
const WITHOUT_VALUES: ReadonlySet<string> = new Set(["set", "notSet", "measureFilter"]);
const OPERATORS: ReadonlySet<string> = new Set([
  ...WITHOUT_VALUES,
  ...["equals", "notEquals", "contains", "notContains", "startsWith", "notStartsWith", "endsWith"],
  ...["notEndsWith", "in", "notIn", "gt", "gte", "lt", "lte", "inDateRange", "notInDateRange", "onTheDate"],
  ...["beforeDate", "beforeOrOnDate", "afterDate", "afterOrOnDate"],
]);

/** Undefined if it can be answered. */
export function findProblem(query: DataQuery, model: ModelOfQuery): string | undefined {
  const { measures, dimensions, times, segments, filters } = query;
  if (measures.length + dimensions.length + times.length === 0)
    return "Query should contain either measures, dimensions or timeDimensions with granularities in order to be valid";
  const named: [member: string, kind: Kind | undefined][] = [
    ...measures.map((member): [string, Kind] => [member, "measure"]),
    ...dimensions.map((member): [string, Kind] => [member, "dimension"]),
    ...times.map(({ member }): [string, Kind] => [member, "dimension"]),
    ...segments.map((member): [string, Kind] => [member, "segment"]),
    ...filters.map(({ member }): [string, undefined] => [member, undefined]),
  ];
  for (const [member, kind] of named) {
    const facts = model.find(member);
    if (!facts) return `'${member}' not found for path '${member}'`;
    if (kind !== undefined && facts.kind !== undefined && facts.kind !== kind)
      return `'${member}' is a ${facts.kind}, not a ${kind}`;
  }
  return findWrongTime(query, model) ?? findWrongFilter(query) ?? findGap(named, model);
}

function findWrongTime({ times }: DataQuery, model: ModelOfQuery): string | undefined {
  for (const { member, granularity } of times) {
    const { type, granularities = [] } = model.find(member) ?? {};
    if (type !== undefined && type !== "time") return `'${member}' is not a time dimension`;
    if (granularity === undefined || GRANULARITIES.has(granularity)) continue;
    if (type !== undefined && !granularities.includes(granularity))
      return `Granularity '${granularity}' does not exist in dimension '${member}'`;
  }
  return undefined;
}

function findWrongFilter({ filters }: DataQuery): string | undefined {
  for (const { member, operator, hasValues } of filters) {
    if (!OPERATORS.has(operator))
      return `Operator '${operator}' of the filter on '${member}' is not supported`;
    if (!hasValues && !WITHOUT_VALUES.has(operator))
      return `Values are required for the filter '${operator}' on '${member}'`;
  }
  return undefined;
}

/** Two cubes that the model says are in parts without a join between them. */
function findGap(named: readonly [string, unknown][], model: ModelOfQuery): string | undefined {
  const cubes = [...new Set(named.map(([member]) => member.split(".")[0]!))];
  const [first, ...others] = cubes.filter((cube) => model.componentOf(cube) !== undefined);
  const other = others.find((cube) => model.componentOf(cube) !== model.componentOf(first!));
  return other === undefined ? undefined : `Can't find join path to join '${first}', '${other}'`;
}
