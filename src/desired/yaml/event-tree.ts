// The tree of a text from js-yaml's parser events: places for the plain majority and for JSON.
import {
  COLLECTION_STYLE,
  type CollectionStyle,
  EVENT_ID,
  type Event,
  getScalarValue,
  SCALAR_STYLE,
  type ScalarEvent,
} from "js-yaml";
import type { Json } from "../../model/index.ts";
import type { Problem, Range } from "./problem.ts";
import { INEXACT, plainKey, plainValue } from "./scalar.ts";
import { addEntry, ambiguousKey, inexactNumber, type TreeEntry, type TreeNode, type Trees } from "./tree.ts";

interface Reading {
  events: readonly Event[];
  text: string;
  at: number;
  /** Where the last token ended: the place of a value that is not written. */
  end: number;
  problems: Problem[];
}

/** Expects events without tags, anchors and aliases: those are read the careful way. */
export function treesFromEvents(events: readonly Event[], text: string): Trees {
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
    const line = text.lastIndexOf("\n", event.valueStart - 2) + 1;
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
