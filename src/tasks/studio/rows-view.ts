// The data API's answer as columns and cells.

import { isObject, type Json, type JsonObject, shorten } from "../../model/index.ts";
import type { WireRows } from "../../platform/index.ts";
import type { Cell, Column, RowsAnswer } from "./protocol.ts";

const MOST_COLUMNS = 40;
/** Characters of a cell. */
const MOST_TEXT = 200;

type Shown = Extract<RowsAnswer, { status: "rows" }>;

/** At most `most` rows, in the order of the platform; columns in the order of the query, measures last. */
export function viewOf(
  query: JsonObject,
  { data, annotation }: WireRows,
  most: number,
): Omit<Shown, "chart"> {
  const columns = columnsOf(query, annotation ?? {}).slice(0, MOST_COLUMNS);
  const rows = data.filter(isObject).slice(0, most);
  return {
    status: "rows",
    columns,
    rows: rows.map((row) => columns.map((column) => cellOf(row, column))),
    isCut: data.length > most,
  };
}

function columnsOf(query: JsonObject, annotation: JsonObject): Column[] {
  const facts = (list: string, name: string): JsonObject => {
    const known = annotation[list];
    return isObject(known) && isObject(known[name]) ? known[name] : {};
  };
  const plain = (list: "dimensions" | "measures", kind: Column["kind"]) =>
    textsIn(query[list]).map(
      (name): Column => ({ ...say(name, facts(list, name)), kind, granularity: null }),
    );
  const times = Array.isArray(query.timeDimensions) ? query.timeDimensions.filter(isObject) : [];
  const timed = times.flatMap(({ dimension, granularity }): Column[] => {
    if (typeof dimension !== "string" || typeof granularity !== "string") return [];
    const name = `${dimension}.${granularity}`;
    const known = facts("timeDimensions", name);
    return [{ ...say(name, known), kind: "time", granularity }];
  });
  return [...timed, ...plain("dimensions", "dimension"), ...plain("measures", "measure")];
}

function say(
  name: string,
  { shortTitle, title, format }: JsonObject,
): Pick<Column, "name" | "title" | "format"> {
  const known = [shortTitle, title].find((one) => typeof one === "string" && one !== "");
  return {
    name,
    title: typeof known === "string" ? known : name,
    format: typeof format === "string" ? format : null,
  };
}

function cellOf(row: JsonObject, { name, kind, granularity }: Column): Cell {
  // A time is there under its own name, too.
  const value =
    row[name] ?? (granularity === null ? null : row[name.slice(0, -granularity.length - 1)]) ?? null;
  if (kind === "measure" && typeof value === "string") return numberOf(value) ?? cut(value);
  if (typeof value === "string") return cut(value);
  if (typeof value === "bigint") return String(value);
  return typeof value === "object" && value !== null ? cut(JSON.stringify(value)) : value;
}

/** Numbers come as text. One that a number cannot hold stays text. */
function numberOf(text: string): number | undefined {
  const value = Number(text);
  const isWhole = /^-?\d+$/.test(text);
  return text.trim() === "" || !Number.isFinite(value) || (isWhole && !Number.isSafeInteger(value))
    ? undefined
    : value;
}

const cut = (text: string) => shorten(text, MOST_TEXT);

const textsIn = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
