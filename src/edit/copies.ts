// Copies of widgets as they are written: with their variables, their includes and their texts in files of their own. Only the place is another.
import { posix } from "node:path";
import { mergeOver } from "../desired/index.ts";
import { isObject, type Json, type JsonObject, mapValues } from "../model/index.ts";
import { contentOf, type Slot } from "./slots.ts";
import { same } from "./values/same.ts";
import { placeOf } from "./values/widgets-everywhere.ts";

interface Copied {
  id: string;
  /** What the copy has to be. */
  want: Json;
  /** What it is a copy of, and where that is written, of several layers the first winning. */
  now: Json | undefined;
  slots: readonly Slot[];
  /** The file that gets the copy. */
  file: string;
}

/** What the file is to say of a copy, word for word; undefined if it differs from what it is a copy of in more than its place. */
export function writtenCopy({ id, want, now, slots, file }: Copied): JsonObject | undefined {
  if (!isObject(now) || !isObject(want) || slots.length === 0 || !same(bare(now), bare(want)))
    return undefined;
  let written: JsonObject = {};
  for (const slot of [...slots].reverse()) {
    const value: unknown = contentOf(slot)?.toJS(slot.document);
    if (!isObject(value as Json)) return undefined;
    written = mergeOver(written, namedFrom(value as JsonObject, slot.source.file, file) as JsonObject);
  }
  // What is included has an id of its own.
  const needsId = want.id !== undefined || written.$include !== undefined;
  const own: JsonObject = { ...(needsId && { id }), ...placeOf(want) };
  const rest = bare(written);
  const kept = Object.keys(written).filter((key) => key in rest || key in own);
  return {
    ...Object.fromEntries(kept.map((key) => [key, own[key] ?? written[key]!])),
    ...own,
  };
}

function bare({ id: _id, position: _place, responsiveLayouts: _places, ...rest }: JsonObject): JsonObject {
  return rest;
}

const NAMING: ReadonlySet<string> = new Set(["$include", "$file", "$dir"]);

/** With the paths of one file's directives as another file has to write them. */
function namedFrom(value: Json, from: string, to: string): Json {
  const there = posix.dirname(from);
  const here = posix.dirname(to);
  if (there === here) return value;
  if (Array.isArray(value)) return value.map((item) => namedFrom(item, from, to));
  if (!isObject(value)) return value;
  const renamed = mapValues(value, (item) => namedFrom(item, from, to));
  for (const name of NAMING) {
    const path = value[name];
    if (typeof path === "string") renamed[name] = posix.relative(here, posix.join(there, path));
  }
  return renamed;
}
