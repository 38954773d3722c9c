// Workbook files that are alike → one template and its rows: pure, from the values that the files write.

import {
  isObject,
  isPosition,
  type Json,
  type JsonObject,
  ownValue,
  type Path,
  valueAt,
  widgetsOf,
} from "../../../model/index.ts";
import { canonical } from "../../../plan/index.ts";
import {
  alignScalars,
  alignWhole,
  areSame,
  fillHoles,
  Hole,
  holesOf,
  isPlainMap,
  mostCommon,
  type Pattern,
  type PatternMap,
} from "./pattern.ts";

// What texts of several rows share at their ends, cut between words.

const WORD = /[\p{L}\p{N}\p{M}\uD800-\uDFFF]/u;

interface Split {
  prefix: string;
  suffix: string;
  /** What is between them, one for each text; never empty. */
  cores: string[];
}

/** The texts without what all of them begin and end with; if that would leave nothing of one, they are whole. */
function splitTexts(texts: readonly string[]): Split {
  const start = sharedStart(texts);
  const cut = texts.map((text) => text.slice(start));
  const end = sharedEnd(cut);
  const cores = cut.map((text) => text.slice(0, text.length - end));
  if (cores.includes("")) return { prefix: "", suffix: "", cores: [...texts] };
  const [first = ""] = texts;
  return { prefix: first.slice(0, start), suffix: first.slice(first.length - end), cores };
}

function sharedStart(texts: readonly string[]): number {
  const [first = ""] = texts;
  let length = 0;
  while (length < first.length && texts.every((text) => text[length] === first[length])) length += 1;
  const isInside = (text: string) => isWord(text[length - 1]) && isWord(text[length]);
  while (length > 0 && texts.some(isInside)) length -= 1;
  return length;
}

function sharedEnd(texts: readonly string[]): number {
  const [first = ""] = texts;
  const fromEnd = (text: string, distance: number) => text[text.length - distance];
  let length = 0;
  while (
    length < first.length &&
    texts.every((text) => text.length > length && fromEnd(text, length + 1) === fromEnd(first, length + 1))
  )
    length += 1;
  const isInside = (text: string) => isWord(fromEnd(text, length)) && isWord(fromEnd(text, length + 1));
  while (length > 0 && texts.some(isInside)) length -= 1;
  return length;
}

function isWord(letter: string | undefined): boolean {
  return letter !== undefined && WORD.test(letter);
}

// Holes → columns of the rows, and the text that stands in each hole: places that vary in the same way share one column.

interface Columns {
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
function chooseColumns(
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

// Workbooks that are alike → one entry with holes, and for each what it has besides: its `override`.

interface Aligned {
  pattern: PatternMap;
  /** One for each workbook; empty if its row says all of it. */
  overrides: JsonObject[];
}

/** Up to a quarter of the rows, at least one, may say in their `override` what else would be a column of all rows. */
const areFew = (few: number, all: number): boolean => few <= Math.max(1, Math.floor(all / 4));

function alignWorkbooks(entries: readonly JsonObject[]): Aligned {
  const overrides = entries.map((): JsonObject => ({}));
  const pattern = alignMaps(entries, [], overrides);
  return { pattern, overrides };
}

function align(values: readonly Json[], path: Path, overrides: JsonObject[]): Pattern {
  if (areSame(values)) return values[0] as Pattern;
  const lists = path.join("/") === "dashboard/widgets" ? values.map(widgetsById) : [];
  const named = lists.filter((list) => list !== undefined);
  if (lists.length > 0 && named.length === values.length) return alignWidgets(named, path, overrides);
  if (values.every(isPlainMap) && !values.some(isPosition)) return alignMaps(values, path, overrides);
  const usual = mostCommon(values);
  const others = values.filter((value) => canonical(value) !== canonical(usual)).length;
  const aligned = areFew(others, values.length) || isPlace(path) ? undefined : alignScalars(values, path);
  return aligned ?? alignUsual(values, path, overrides);
}

function alignMaps(maps: readonly JsonObject[], path: Path, overrides: JsonObject[]): PatternMap {
  const pattern: PatternMap = {};
  for (const key of new Set(maps.flatMap((map) => Object.keys(map)))) {
    const values = maps.map((map) => ownValue(map, key));
    const item = alignSome(values, [...path, key], overrides);
    if (item !== undefined) pattern[key] = item;
  }
  return pattern;
}

/** Widgets go by id. The order is that of the workbook with the most of them. */
function alignWidgets(
  lists: readonly Map<string, JsonObject>[],
  path: Path,
  overrides: JsonObject[],
): Pattern[] {
  const ids = new Set([...lists].sort((a, b) => b.size - a.size).flatMap((list) => [...list.keys()]));
  return [...ids].flatMap((id) => {
    const values = lists.map((list) => {
      const widget = list.get(id);
      return widget && withoutId(widget);
    });
    const pattern = alignSome(values, [...path, id], overrides);
    return pattern === undefined ? [] : [{ id, ...(pattern as PatternMap) }];
  });
}

/** Values that some lack: most have it, or it is in the overrides of those that do. */
function alignSome(
  values: readonly (Json | undefined)[],
  path: Path,
  overrides: JsonObject[],
): Pattern | undefined {
  const there = values.filter((value) => value !== undefined);
  if (there.length === values.length) return align(there, path, overrides);
  if (there.length * 2 > values.length) return alignUsual(values, path, overrides);
  for (const [index, value] of values.entries())
    if (value !== undefined) put(overrides[index] as JsonObject, path, value);
  return undefined;
}

/** What most have; the others have a patch. */
function alignUsual(values: readonly (Json | undefined)[], path: Path, overrides: JsonObject[]): Pattern {
  const usual = mostCommon(values.filter((value) => value !== undefined));
  for (const [index, value] of values.entries()) {
    if (value !== undefined && canonical(value) === canonical(usual)) continue;
    put(overrides[index] as JsonObject, path, value === undefined ? null : patchTo(usual, value));
  }
  return usual as Pattern;
}

/** The merge patch that makes one value of another. */
function patchTo(from: Json, to: Json): Json {
  if (!isPlainMap(from) || !isPlainMap(to)) return to;
  const patch: JsonObject = {};
  for (const key of new Set([...Object.keys(from), ...Object.keys(to)])) {
    const before = ownValue(from, key);
    const after = ownValue(to, key);
    if (after === undefined) patch[key] = null;
    else if (before === undefined) patch[key] = after;
    else if (canonical(before) !== canonical(after)) patch[key] = patchTo(before, after);
  }
  return patch;
}

function put(override: JsonObject, path: Path, value: Json): void {
  let at = override;
  for (const key of path.slice(0, -1)) {
    const below = ownValue(at, String(key));
    at[String(key)] = isObject(below) ? below : {};
    at = at[String(key)] as JsonObject;
  }
  at[String(path.at(-1))] = value;
}

/** By id; undefined if one has none or an id is there twice. */
function widgetsById(value: Json): Map<string, JsonObject> | undefined {
  if (!Array.isArray(value)) return undefined;
  const widgets = value.filter(
    (item): item is JsonObject => isPlainMap(item) && typeof item.id === "string" && item.id !== "",
  );
  const byId = new Map(widgets.map((widget) => [widget.id as string, widget]));
  return byId.size === value.length ? byId : undefined;
}

function withoutId({ id: _, ...rest }: JsonObject): JsonObject {
  return rest;
}

/** Whether it is a widget's place: a number of four by itself says little. */
function isPlace(path: Path): boolean {
  return path.at(-1) === "position" || path.at(-2) === "responsiveLayouts";
}

/** How many places differ in a row alone. */
function countPlaces(value: Json): number {
  if (!isObject(value)) return 1;
  return Object.values(value).reduce<number>((sum, item) => sum + countPlaces(item), 0);
}

/** A file of one workbook and its reports, as it writes them. */
export interface PlainFile {
  file: string;
  slug: string;
  workbook: JsonObject;
  /** Key → entry. */
  reports: Readonly<Record<string, JsonObject>>;
}

export interface Folded {
  /** The template's key: `sales-${row.key}`. */
  key: string;
  /** What the keys of its workbooks share, for the name of its file; "" if nothing. */
  stem: string;
  /** As the template's file writes them. `each` is not in it: it names a file that has no name yet. */
  workbook: JsonObject;
  /** Template's key → entry. */
  reports: JsonObject;
  /** Reports of single rows, by key. */
  plainReports: JsonObject;
  /** In the order of the files. */
  rows: JsonObject[];
  /** The names of the values that each row has. */
  columns: string[];
  /** How many places the override of each row changes. */
  overridden: number[];
}

/** One template for the files; none of them has a key with `$`. */
export function foldFiles(files: readonly PlainFile[]): Folded {
  const { pattern, overrides } = alignWorkbooks(files.map(({ workbook }) => workbook));
  const reports = alignReports(files);
  const slugs = files.map(({ slug }) => slug);
  const { prefix, suffix, cores } = splitTexts(slugs);
  const holes = [
    ...holesOf(pattern),
    ...reports.aligned.flatMap(({ key, entry }) => [key, ...holesOf(entry)]),
  ];
  const memberOf = (path: Path) => memberAt(files[0] as PlainFile, path);
  const { columns, textOf } = chooseColumns(cores, holes, memberOf);
  const fill = (value: Pattern) => fillHoles(value, textOf) as JsonObject;
  return {
    key: `${prefix}\${row.key}${suffix}`,
    stem: `${prefix}${suffix}`,
    workbook: fill(pattern),
    reports: Object.fromEntries(reports.aligned.map(({ key, entry }) => [textOf(key), fill(entry)])),
    plainReports: Object.assign({}, ...reports.plain) as JsonObject,
    rows: files.map((_, index) => ({
      ...Object.fromEntries(columns.map(({ name, values }) => [name, values[index] as Json])),
      ...(Object.keys(overrides[index] as JsonObject).length > 0 && {
        override: overrides[index] as JsonObject,
      }),
    })),
    columns: columns.map(({ name }) => name),
    overridden: overrides.map((override) => (Object.keys(override).length > 0 ? countPlaces(override) : 0)),
  };
}

interface AlignedReports {
  aligned: { key: Hole; entry: PatternMap }[];
  /** One map for each file. */
  plain: JsonObject[];
}

/** Reports that the same place draws are one report of the template, if all files have one there. */
function alignReports(files: readonly PlainFile[]): AlignedReports {
  const placed = files.map(reportsByPlace);
  const found: AlignedReports = { aligned: [], plain: files.map(({ reports }) => ({ ...reports })) };
  for (const place of placed[0]?.keys() ?? []) {
    const keys = placed.map((byPlace) => byPlace.get(place));
    const known = keys.filter((key) => key !== undefined);
    if (known.length < files.length) continue;
    const entries = known.map((key, index) => files[index]?.reports[key] as JsonObject);
    const entry = alignWhole(entries, ["reports", shortName(place)]);
    if (entry === undefined || entry instanceof Hole) continue;
    found.aligned.push({
      key: new Hole(["reports", shortName(place), "report"], known),
      entry: entry as PatternMap,
    });
    for (const [index, key] of known.entries()) delete found.plain[index]?.[key];
  }
  return found;
}

/** Where each report is drawn first → its key; what no widget draws is known by its key without the slug. */
function reportsByPlace({ slug, workbook, reports }: PlainFile): Map<string, string> {
  const byPlace = new Map<string, string>();
  const seen = new Set<string>();
  const look = (value: Json, path: string): void => {
    if (isObject(value) && typeof value.$report === "string") {
      const key = value.$report;
      if (seen.has(key) || !Object.hasOwn(reports, key)) return;
      seen.add(key);
      byPlace.set(path, key);
    } else if (typeof value === "object" && value !== null) {
      for (const [key, item] of Object.entries(value)) look(item, `${path}\n${key}`);
    }
  };
  for (const widget of widgetsOf(workbook.dashboard)) if (isObject(widget)) look(widget, String(widget.id));
  for (const key of Object.keys(reports)) if (!seen.has(key)) byPlace.set(`\n${key.replace(slug, "")}`, key);
  return byPlace;
}

function shortName(place: string): string {
  return place.split("\n").find((word) => word !== "") ?? "report";
}

/** `orders.region`, of the values of a filter. */
function memberAt({ workbook, reports }: PlainFile, path: Path): string | undefined {
  const at = path.findIndex((step) => step === "values" || step === "defaultValue");
  if (at < 0) return undefined;
  const holder = path.slice(0, at);
  const inside = path[0] === "reports" ? holder.slice(2) : holder.slice(3);
  const widgets = widgetsOf(workbook.dashboard).filter((widget) => isObject(widget) && widget.id === path[2]);
  const holders = path[0] === "reports" ? Object.values(reports) : widgets;
  return holders.map((one) => memberIn(valueAt(one, inside))).find((member) => member !== undefined);
}

function memberIn(value: Json | undefined): string | undefined {
  return isObject(value) && typeof value.member === "string" ? value.member : undefined;
}
