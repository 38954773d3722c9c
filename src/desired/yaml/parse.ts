// Text → values. The fast way (js-yaml's events, 1.2 core values) answers for plain files; on any doubt the `yaml` package
// decides. test/desired/parse.test.ts holds that both ways give the same value wherever the fast one answers.

import {
  CHOMPING_MODE,
  COLLECTION_STYLE,
  type CollectionStyle,
  EVENT_ID,
  type Event,
  getScalarValue,
  parseEvents,
  SCALAR_STYLE,
  type ScalarEvent,
  YAMLException,
} from "js-yaml";
import { type Json, lineStart } from "../../model/index.ts";
import { constructPlain, type KeyPlaces } from "./construct.ts";
import { misreadScalars } from "./misread.ts";
import { type Problem, type Range, unclosed } from "./problem.ts";
import { INEXACT, plainKey, plainValue } from "./scalar.ts";
import { mergeMark } from "./syntax-problem.ts";
import {
  addEntry,
  ambiguousKey,
  inexactNumber,
  MAX_DEPTH,
  type TreeEntry,
  type TreeNode,
  type Trees,
  tooDeep,
  valueOfTree,
} from "./tree.ts";
import { treesFromYaml } from "./yaml-tree.ts";

// JSON (RFC 8259) as the same parser events that YAML gives, so that both share values, checks and places. JSON.parse would
// keep neither places nor the first of two equal keys.

const SPACE = /[ \t\r\n]*/y;
const PLAIN = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|null/y;
const LETTERS = /[ !#-[\]-\uFFFF]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const NOTHING = { anchorStart: -1, anchorEnd: -1, tagStart: -1, tagEnd: -1 };

/** The events of one JSON text, or the first thing wrong with it. An empty text has no document. */
function jsonEvents(text: string): Event[] | Problem {
  const events: Event[] = [];
  let at = 0;
  const skip = (form: RegExp): boolean => {
    form.lastIndex = at;
    const isThere = form.test(text);
    if (isThere) at = form.lastIndex;
    return isThere;
  };
  const take = (sign: string): boolean => {
    if (text[at] !== sign) return false;
    at++;
    return skip(SPACE);
  };
  const unexpected = (expected: string): Problem => {
    const found = at === text.length ? "the file ends" : `found \`${text.charAt(at).trim()}\``;
    const message = `This is not JSON: expected ${expected}, but ${found}.`;
    return { rule: "yaml-syntax", message, start: at, end: at + 1 };
  };
  const addScalar = (valueStart: number, how: Pick<ScalarEvent, "style" | "fast">): void => {
    const value = { valueStart, valueEnd: at, chomping: CHOMPING_MODE.CLIP, indent: -1 };
    events.push({ type: EVENT_ID.SCALAR, ...value, ...NOTHING, ...how });
  };
  // Each of these takes the space behind it, and gives what is wrong.
  const readString = (): Problem | undefined => {
    const start = ++at;
    let fast = true;
    while (skip(LETTERS) && skip(ESCAPE)) fast = false;
    addScalar(start, { style: SCALAR_STYLE.DOUBLE_QUOTED, fast });
    if (take('"')) return undefined;
    if (at === text.length || "\r\n".includes(text.charAt(at))) return unclosed("quote", start - 1);
    if (text[at] !== "\\") return unexpected("a closing quote");
    at++;
    return unexpected("a JSON escape");
  };
  const readKey = (): Problem | undefined => {
    if (text[at] !== '"') return unexpected("a key in double quotes");
    return readString() ?? (take(":") ? undefined : unexpected("`:` after the key"));
  };
  const readCollection = (depth: number, isMap: boolean): Problem | undefined => {
    const [type, close] = isMap ? ([EVENT_ID.MAPPING, "}"] as const) : ([EVENT_ID.SEQUENCE, "]"] as const);
    const start = at++;
    events.push({ type, start, ...NOTHING, style: COLLECTION_STYLE.FLOW });
    skip(SPACE);
    let isNext = text[at] !== close;
    while (isNext && at < text.length) {
      const problem = (isMap ? readKey() : undefined) ?? readValue(depth + 1);
      if (problem) return problem;
      isNext = take(",");
    }
    if (at === text.length) return unclosed(isMap ? "map" : "list", start);
    events.push({ type: EVENT_ID.POP });
    return take(close) ? undefined : unexpected(`\`,\` or \`${close}\``);
  };
  const readValue = (depth: number): Problem | undefined => {
    if (depth > MAX_DEPTH) return tooDeep(at);
    const first = text[at];
    if (first === '"') return readString();
    if (first === "{" || first === "[") return readCollection(depth, first === "{");
    const start = at;
    if (!skip(PLAIN)) return unexpected("a value");
    addScalar(start, { style: SCALAR_STYLE.PLAIN, fast: true });
    skip(SPACE);
    return undefined;
  };
  skip(SPACE);
  if (at === text.length) return events;
  events.push({ type: EVENT_ID.DOCUMENT, explicitStart: false, explicitEnd: false, directives: [] });
  const problem = readValue(0);
  events.push({ type: EVENT_ID.POP });
  return problem ?? (at < text.length ? unexpected("the end of the file") : events);
}

// The tree of a text from js-yaml's parser events: places for the plain majority and for JSON.

interface Reading {
  events: readonly Event[];
  text: string;
  at: number;
  /** Where the last token ended: the place of a value that is not written. */
  end: number;
  problems: Problem[];
}

/** Expects events without tags, anchors and aliases: those are read the careful way. */
function treesFromEvents(events: readonly Event[], text: string): Trees {
  const reading: Reading = { events, text, at: 0, end: 0, problems: [] };
  const documents: TreeNode[] = [];
  while (reading.at < events.length) {
    reading.at++;
    documents.push(readNode(reading));
    reading.at++;
  }
  return { documents, problems: reading.problems };
}

function readNode(reading: Reading): TreeNode {
  const event = reading.events[reading.at++];
  if (event?.type === EVENT_ID.MAPPING) return readMapping(reading, event.start, event.style);
  if (event?.type === EVENT_ID.SEQUENCE) return readSequence(reading, event.start, event.style);
  if (event?.type !== EVENT_ID.SCALAR) throw new Error("treesFromEvents met an alias");
  const range = rangeOf(reading, event);
  return { ...range, value: scalarValue(reading, event, range) };
}

function scalarValue(reading: Reading, event: ScalarEvent, range: Range): Json {
  const source = getScalarValue(reading.text, event);
  if (event.style !== SCALAR_STYLE.PLAIN) return source;
  const value = plainValue(source);
  if (value !== INEXACT) return value;
  reading.problems.push(inexactNumber(range, source));
  return source;
}

/** The range with its quotes, or from the indicator of a block scalar. */
function rangeOf(reading: Reading, event: ScalarEvent): Range {
  const { text } = reading;
  if (event.valueStart === -1) return { start: reading.end, end: reading.end };
  if (event.style >= SCALAR_STYLE.LITERAL_BLOCK) {
    const line = lineStart(text, event.valueStart - 1);
    const header = text.slice(line, event.valueStart).search(/[|>][-+0-9]*[ ]*(?:#.*)?\r?\n?$/);
    reading.end = event.valueStart + text.slice(event.valueStart, event.valueEnd).trimEnd().length;
    return { start: header === -1 ? event.valueStart : line + header, end: reading.end };
  }
  const quote = event.style === SCALAR_STYLE.PLAIN ? 0 : 1;
  reading.end = event.valueEnd + quote;
  return { start: event.valueStart - quote, end: reading.end };
}

/** What may be between the last entry of a flow collection and its closing bracket. */
const BEFORE_BRACKET = /(?:[\s,:?]|#[^\n]*)*/y;

/** Where a collection ends: with its last entry, or with its bracket. */
function endOf(reading: Reading, style: CollectionStyle): number {
  if (style === COLLECTION_STYLE.FLOW) {
    BEFORE_BRACKET.lastIndex = reading.end;
    BEFORE_BRACKET.test(reading.text);
    reading.end = BEFORE_BRACKET.lastIndex + 1;
  }
  return reading.end;
}

function readMapping(reading: Reading, start: number, style: CollectionStyle): TreeNode {
  const entries = new Map<string, TreeEntry>();
  reading.end = style === COLLECTION_STYLE.FLOW ? start + 1 : start;
  for (;;) {
    const event = reading.events[reading.at++];
    if (event === undefined || event.type === EVENT_ID.POP)
      return { start, end: endOf(reading, style), entries };
    if (event.type !== EVENT_ID.SCALAR) throw new Error("treesFromEvents met a complex key");
    const range = rangeOf(reading, event);
    const source = getScalarValue(reading.text, event);
    const key = event.style === SCALAR_STYLE.PLAIN ? plainKey(source) : source;
    const node = readNode(reading);
    if (key === undefined) reading.problems.push(ambiguousKey(range, source));
    else addEntry(reading, entries, { key, keyStart: range.start, keyEnd: range.end, node });
  }
}

function readSequence(reading: Reading, start: number, style: CollectionStyle): TreeNode {
  const items: TreeNode[] = [];
  reading.end = style === COLLECTION_STYLE.FLOW ? start + 1 : start;
  while (reading.at < reading.events.length && reading.events[reading.at]?.type !== EVENT_ID.POP) {
    items.push(readNode(reading));
  }
  reading.at++;
  return { start, end: endOf(reading, style), items };
}

export interface Parsed {
  /** One value per document; what could be read if there are problems. */
  documents: Json[];
  problems: Problem[];
  /** What is not what it looks like, of a YAML text without problems. */
  misread: Problem[];
  /** For each document where the keys of its sections are written, as far as that cost nothing. */
  places: readonly KeyPlaces[];
}

/** Nodes that aliases may add to a file of any size. */
const ALIAS_LIMIT = 100_000;

const NO_PROBLEMS: Problem[] = [];
const NO_PLACES: KeyPlaces[] = [];

/** Reads a text. Never throws: everything wrong with it is among the problems. */
export function parseText(text: string, format: "yaml" | "json"): Parsed {
  const events = format === "json" ? jsonEvents(text) : plainEvents(text);
  if (Array.isArray(events)) {
    const places: KeyPlaces[] = [];
    const documents = constructPlain(events, text, places);
    const misread = documents && format === "yaml" ? misreadScalars(text, events) : NO_PROBLEMS;
    if (documents) return { documents, problems: NO_PROBLEMS, misread, places };
  } else if (events)
    return { documents: [], problems: [mergeMark(text) ?? events], misread: NO_PROBLEMS, places: NO_PLACES };
  const { documents: trees, problems } = parseTrees(text, format);
  const documents: Json[] = [];
  for (const tree of trees) {
    const value = valueOfTree(tree, text.length + ALIAS_LIMIT);
    if (value !== undefined) documents.push(value);
    else {
      const message = "The aliases of this document expand to far more than was written.";
      problems.push({ rule: "alias-limit", message, start: tree.start, end: tree.start });
    }
  }
  const misread = format === "yaml" && problems.length === 0 ? misreadScalars(text) : NO_PROBLEMS;
  return { documents, problems, misread, places: NO_PLACES };
}

/** Reads a text with the place of every node. Several times slower than parseText. */
export function parseTrees(text: string, format: "yaml" | "json"): Trees {
  const events = format === "json" ? jsonEvents(text) : plainEvents(text);
  if (events === undefined) return treesFromYaml(text);
  if (!Array.isArray(events)) return { documents: [], problems: [mergeMark(text) ?? events] };
  const plain = format === "json" || constructPlain(events, text) !== undefined;
  return plain ? treesFromEvents(events, text) : treesFromYaml(text);
}

/** The format that a file's name says. JSON is nearly YAML, but a `.json` file should be JSON for everyone else too. */
export function formatOf(file: string): "yaml" | "json" {
  return file.toLowerCase().endsWith(".json") ? "json" : "yaml";
}

/** What js-yaml and `yaml` are known to read differently: a text with it is not plain. */
const UNCOMMON = /\t|\r(?!\n)|\uFEFF|^(?:\.\.\.| *%)/m;
/** No such text is without one of these, and looking for them takes an eighth of the time. */
const MARKS: readonly string[] = ["\t", "\r", "\uFEFF", "...", "%"];

/** The events of a YAML text, or undefined if js-yaml objects or might read it unlike `yaml`. */
export function plainEvents(text: string): Event[] | Problem | undefined {
  if (MARKS.some((mark) => text.includes(mark)) && UNCOMMON.test(text)) return undefined;
  try {
    return parseEvents(text, { maxDepth: MAX_DEPTH });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    // The one objection that is final: `yaml` would recurse until its stack ends.
    return error.reason.startsWith("nesting exceeded") ? tooDeep(error.mark?.position ?? 0) : undefined;
  }
}
