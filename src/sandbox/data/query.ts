// A query of the data API, read and held against a model.

import { isObject, type Json, type JsonObject } from "../../model/index.ts";

export interface TimeDimension {
  member: string;
  /** Absent: it only narrows the rows. */
  granularity?: string;
  dateRange?: Json;
}

export interface Filter {
  member: string;
  operator: string;
  hasValues: boolean;
}

export interface DataQuery {
  measures: string[];
  dimensions: string[];
  times: TimeDimension[];
  segments: string[];
  /** In the order of the text, those in groups as well. */
  filters: Filter[];
  /** Member → the values that it has to equal one of. */
  equals: ReadonlyMap<string, string[]>;
  order: [member: string, isDescending: boolean][];
  limit: number;
  offset: number;
}

export type Kind = "measure" | "dimension" | "segment";

/** What the model says of a member: title, type, format. */
export interface MemberFacts {
  /** Absent if nobody gave the model. */
  kind?: Kind;
  /** A time dimension's own granularities. */
  granularities?: readonly string[];
  title?: string;
  type?: string;
  format?: Json;
  /** Its definition, and how a measure adds up, where the model says so. */
  sql?: string;
  aggregate?: string;
}

const USUAL_LIMIT = 10_000;

/** Never throws: what is no query asks for nothing. */
export function readQuery(query: JsonObject): DataQuery {
  const texts = (value: Json | undefined) =>
    Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
  const times = Array.isArray(query.timeDimensions) ? query.timeDimensions.filter(isObject) : [];
  const filters = Array.isArray(query.filters) ? query.filters.filter(isObject) : [];
  const flat = (list: readonly Json[]): Filter[] =>
    list.filter(isObject).flatMap(({ member, dimension, operator, values, and, or }) => {
      const name = member ?? dimension;
      const own = typeof name === "string" ? [name] : [];
      const inside = [and, or].flatMap((group) => (Array.isArray(group) ? flat(group) : []));
      const hasValues = Array.isArray(values) && values.length > 0;
      return [...own.map((one) => ({ member: one, operator: String(operator), hasValues })), ...inside];
    });
  return {
    measures: texts(query.measures),
    dimensions: texts(query.dimensions),
    times: times.flatMap(({ dimension, granularity, dateRange }) =>
      typeof dimension === "string"
        ? [
            {
              member: dimension,
              ...(typeof granularity === "string" && { granularity }),
              ...(dateRange !== undefined && { dateRange }),
            },
          ]
        : [],
    ),
    segments: texts(query.segments),
    filters: flat(filters),
    equals: new Map(
      filters.flatMap(({ member, dimension, operator, values }): [string, string[]][] => {
        const name = member ?? dimension;
        const wanted = texts(values);
        return operator === "equals" && typeof name === "string" && wanted.length > 0 ? [[name, wanted]] : [];
      }),
    ),
    order: readOrder(query.order),
    limit: typeof query.limit === "number" ? query.limit : USUAL_LIMIT,
    offset: typeof query.offset === "number" ? query.offset : 0,
  };
}

function readOrder(order: Json | undefined): DataQuery["order"] {
  const pairs = Array.isArray(order) ? order : isObject(order) ? Object.entries(order) : [];
  return pairs.flatMap((pair): [string, boolean][] => {
    if (Array.isArray(pair)) return typeof pair[0] === "string" ? [[pair[0], pair[1] === "desc"]] : [];
    return isObject(pair) && typeof pair.id === "string" ? [[pair.id, pair.desc === true]] : [];
  });
}

export interface ModelOfQuery {
  /** Undefined for a member that the model does not have. */
  find(member: string): MemberFacts | undefined;
  /** The part of the model that a cube is joined with; undefined if the model does not say. */
  componentOf(cube: string): Json | undefined;
}
