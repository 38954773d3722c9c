// A query as SQL, as the model defines its members. It shows what the query asks for; no database would take all of it.

import type { DataQuery, ModelOfQuery } from "./query.ts";

/** The text, and the values that stand in it as $1, $2 … */
export function compileSql(query: DataQuery, model: ModelOfQuery): [text: string, values: string[]] {
  const { measures, dimensions, times, segments, filters, limit } = query;
  const define = (member: string) => model.find(member)?.sql ?? quoteName(member);
  const values: string[] = [];
  const mark = (value: string) => `$${values.push(value)}`;

  const timed = times.flatMap(({ member, granularity }) =>
    granularity === undefined ? [] : [`date_trunc(${quoteText(granularity)}, ${define(member)})`],
  );
  const groups = [...dimensions.map(define), ...timed];
  const sums = measures.map((member) => `${model.find(member)?.aggregate ?? "measure"}(${define(member)})`);
  const named = [...measures, ...dimensions, ...times.map(({ member }) => member)];
  const from = [...new Set(named.map((member) => member.split(".")[0]!))];
  const wanted = [
    ...segments.map(define),
    ...filters.map(({ member, operator }) => {
      const list = query.equals.get(member) ?? [];
      return [define(member), operator, ...(list.length > 0 ? [list.map(mark).join(", ")] : [])].join(" ");
    }),
    ...times.flatMap(({ member, dateRange }) =>
      dateRange === undefined ? [] : [`${define(member)} inDateRange ${mark(JSON.stringify(dateRange))}`],
    ),
  ];
  const where = wanted.length > 0 ? ` WHERE ${wanted.join(" AND ")}` : "";
  const by =
    groups.length > 0 && sums.length > 0 ? ` GROUP BY ${groups.map((_, at) => at + 1).join(", ")}` : "";
  const text = `SELECT ${[...groups, ...sums].join(", ")} FROM ${from.map(quoteName).join(", ")}${where}${by} LIMIT ${limit}`;
  return [text, values];
}

const quoteText = (text: string) => `'${text.replaceAll("'", "''")}'`;

function quoteName(member: string): string {
  return member
    .split(".")
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join(".");
}
