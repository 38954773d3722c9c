// A query of the data API, read and held against a model.

import { isObject, type Json, type JsonObject } from "../../model/index.ts";

export interface TimeDimension {
  member: string;
  /** Absent: it only narrows the rows. */
  granularity?: string;
  dateRange?: Json;
}

export interface DataQuery {
  measures: string[];
  dimensions: string[];
  times: TimeDimension[];
  /** Member → the values that it has to equal one of. */
  equals: ReadonlyMap<string, string[]>;
  order: [member: string, isDescending: boolean][];
  limit: number;
  offset: number;
}

/** What the model says of a member: title, type, format. */
export interface MemberFacts {
  title?: string;
  type?: string;
  format?: Json;
}

const USUAL_LIMIT = 10_000;

/** Never throws: what is no query asks for nothing. */
export function readQuery(query: JsonObject): DataQuery {
  const texts = (value: Json | undefined) =>
    Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
  const times = Array.isArray(query.timeDimensions) ? query.timeDimensions.filter(isObject) : [];
  const filters = Array.isArray(query.filters) ? query.filters.filter(isObject) : [];
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
}

/** `isOpen`: nobody gave the model, so it has every member that is asked for. */
export function openModel(cubes: readonly Json[], isOpen: boolean): ModelOfQuery {
  const known = new Map<string, MemberFacts>();
  for (const cube of cubes.filter(isObject)) {
    for (const list of [cube.measures, cube.dimensions, cube.segments]) {
      for (const one of Array.isArray(list) ? list.filter(isObject) : []) {
        if (typeof one.name !== "string") continue;
        const name = one.name.includes(".") ? one.name : `${String(cube.name)}.${one.name}`;
        known.set(name, {
          ...(typeof one.title === "string" && { title: one.title }),
          ...(typeof one.type === "string" && { type: one.type }),
          ...(one.format !== undefined && { format: one.format }),
        });
      }
    }
  }
  return { find: (member) => known.get(member) ?? (isOpen ? {} : undefined) };
}

/** The first member that the model does not have. */
export function findUnknown({ measures, dimensions, times }: DataQuery, model: ModelOfQuery) {
  const named = [...measures, ...dimensions, ...times.map(({ member }) => member)];
  return named.find((member) => model.find(member) === undefined);
}
