// Holes → columns of the rows, and the text that stands in each hole: places that vary in the same way share one column.

import type { Json, Path } from "../../model/index.ts";
import { canonical } from "../../plan/index.ts";
import type { Hole } from "./pattern.ts";
import { splitTexts } from "./split-texts.ts";

export interface Columns {
  /** In the order of their first use; the first is `key`. */
  columns: { name: string; values: readonly Json[] }[];
  textOf(hole: Hole): string;
}

interface Column {
  values: readonly Json[];
  /** Of its values; undefined if they cannot be a part of a text as they are written. */
  words: readonly string[] | undefined;
  uses: Hole[];
}

/** A text with `${row.x}` in it, before the column has its name. */
interface Filling {
  column: Column;
  pieces: readonly string[];
}

/** Names that mean something else in a row. */
const RESERVED = ["key", "override"];

/** `keys`: of the rows. `holes` in the order of their places. `memberOf`: the member that a filter at a path is about. */
export function chooseColumns(
  keys: readonly string[],
  holes: readonly Hole[],
  memberOf: (path: Path) => string | undefined,
): Columns {
  const key: Column = { values: keys, words: keys, uses: [] };
  const columns = [key];
  const fillings = new Map<Hole, Filling>();
  // What is short is likely to be a part of what is longer.
  const inOrder = [...holes].sort((a, b) => longest(a.values) - longest(b.values));
  for (const hole of inOrder) {
    const known = columns.map((column) => fillWith(hole.values, column)).find((found) => found !== undefined);
    const filling = known ?? ownColumn(hole.values);
    if (!columns.includes(filling.column)) columns.push(filling.column);
    filling.column.uses.push(hole);
    fillings.set(hole, filling);
  }
  const first = ({ uses }: Column) => Math.min(...uses.map((hole) => holes.indexOf(hole)));
  const others = columns.slice(1).sort((a, b) => first(a) - first(b));
  const names = new Map([[key, "key"]]);
  for (const column of others) {
    const place = holes[first(column)] as Hole;
    names.set(column, nameOf(place.path, new Set([...RESERVED, ...names.values()]), memberOf));
  }
  return {
    columns: [key, ...others].map((column) => ({ name: names.get(column) as string, values: column.values })),
    textOf(hole) {
      const { column, pieces } = fillings.get(hole) as Filling;
      return pieces.join(`\${row.${names.get(column)}}`);
    },
  };
}

/** How a column fills a hole, whole or as a word of each text; undefined if it does not. */
function fillWith(values: readonly Json[], column: Column): Filling | undefined {
  if (canonical([...values]) === canonical([...column.values])) return { column, pieces: ["", ""] };
  const texts = wordsOf(values);
  const { words } = column;
  if (!texts || !words || words.includes("")) return undefined;
  const split = texts.map((text, index) => text.split(asWord(words[index] as string)));
  const [pieces] = split as [string[]];
  const isShared = split.every((other) => canonical(other) === canonical(pieces));
  return pieces.length > 1 && isShared && isWritable(pieces) ? { column, pieces } : undefined;
}

/** A column for just this: of what differs, if that is between words that all share. */
function ownColumn(values: readonly Json[]): Filling {
  const texts = wordsOf(values);
  const whole = { column: { values, words: texts, uses: [] }, pieces: ["", ""] };
  if (!texts) return whole;
  const { prefix, suffix, cores } = splitTexts(texts);
  const pieces = [prefix, suffix];
  return isWritable(pieces) ? { column: { values: cores, words: cores, uses: [] }, pieces } : whole;
}

/** `$` before `${row.x}` would make plain text of it. */
function isWritable(pieces: readonly string[]): boolean {
  return pieces.slice(0, -1).every((piece) => !piece.endsWith("$"));
}

/** The texts that say what they are: in others `${` is a variable, or `$${` the escape of one. */
function wordsOf(values: readonly Json[]): readonly string[] | undefined {
  const texts = values.filter((value): value is string => typeof value === "string" && !value.includes("${"));
  return texts.length === values.length ? texts : undefined;
}

function asWord(word: string): RegExp {
  const text = word.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}\\p{M}])${text}(?![\\p{L}\\p{N}\\p{M}])`, "u");
}

function longest(values: readonly Json[]): number {
  const texts = wordsOf(values);
  return texts ? Math.max(...splitTexts(texts).cores.map(({ length }) => length)) : 0;
}

/** A short word for what is at a path: its key, or the member that a filter is about. */
function nameOf(
  path: Path,
  taken: ReadonlySet<string>,
  memberOf: (path: Path) => string | undefined,
): string {
  const keys = path.filter((step): step is string => typeof step === "string");
  const holder = keys[0] === "reports" ? keys[1] : keys[1] === "widgets" ? keys[2] : undefined;
  const name = plain(memberOf(path)?.split(".").at(-1) ?? wordFor(keys));
  const longer = holder === undefined ? name : plain(`${holder}-${name}`);
  // Of each report there is one, and nobody knows whose it is by that name.
  if (!taken.has(name) && !keys.includes("publicId")) return name;
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? longer : `${longer}-${number}`;
    if (!taken.has(free)) return free;
  }
}

function wordFor(keys: readonly string[]): string {
  if (keys.includes("publicId")) return "public-id";
  // What a workbook is called is often a part of its titles.
  return keys.length === 1 && keys[0] === "name" ? "title" : (keys.at(-1) ?? "value").replace(/^\$/, "");
}

function plain(text: string): string {
  return text.replace(/[^\p{L}\p{N}\p{M}_]+/gu, "-").replace(/^-+|-+$/g, "") || "value";
}
