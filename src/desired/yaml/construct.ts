// The fast way from parser events to values. It answers only for the plain majority: on any doubt (tags, anchors, aliases,
// directives, keys that repeat or are not plain text, numbers that JSON cannot hold) it gives up, and the careful way decides.
import { EVENT_ID, type Event, getScalarValue, SCALAR_STYLE, type ScalarEvent } from "js-yaml";
import type { Json, JsonObject } from "../../model/index.ts";
import type { Range } from "./problem.ts";
import { INEXACT, plainKey, plainValue } from "./scalar.ts";

const DOUBT = Symbol("doubt");
type Doubtful = Json | typeof DOUBT;

/** Section of a workbook file → key in it → where that key is written. One map for each document. */
export type KeyPlaces = Map<string, Map<string, Range>>;

/** The sections whose keys are named in every plan. */
const SECTIONS: readonly string[] = ["workbooks", "reports"];

interface Reading {
  events: readonly Event[];
  text: string;
  at: number;
  /** The sections of the document, as long as its root is read. */
  sections: KeyPlaces | undefined;
  /** The keys of the section, if it is one that begins. */
  keys: Map<string, Range> | undefined;
}

/** The documents of an event stream, or undefined on any doubt. Adds to `places`, if given, what is known of each document. */
export function constructPlain(
  events: readonly Event[],
  text: string,
  places?: KeyPlaces[],
): Json[] | undefined {
  const reading: Reading = { events, text, at: 0, sections: undefined, keys: undefined };
  const documents: Json[] = [];
  while (reading.at < events.length) {
    const event = events[reading.at++]!;
    if (event.type !== EVENT_ID.DOCUMENT || event.directives.length > 0) return undefined;
    reading.sections = places && new Map();
    if (reading.sections) places?.push(reading.sections);
    const value = readNode(reading);
    // A text alone in a document is not a workbook file, and the packages differ on where it ends.
    if (value === DOUBT || typeof value === "string" || events[reading.at++]?.type !== EVENT_ID.POP)
      return undefined;
    documents.push(value);
  }
  return documents;
}

function readNode(reading: Reading): Doubtful {
  const event = reading.events[reading.at++];
  if (event?.type === EVENT_ID.SCALAR) return isMarked(event) ? DOUBT : readScalar(reading, event);
  if (event?.type === EVENT_ID.MAPPING) return isMarked(event) ? DOUBT : readMapping(reading);
  if (event?.type === EVENT_ID.SEQUENCE) return isMarked(event) ? DOUBT : readSequence(reading);
  return DOUBT;
}

function isMarked({ tagStart, anchorStart }: { tagStart: number; anchorStart: number }): boolean {
  return tagStart !== -1 || anchorStart !== -1;
}

function readScalar({ text }: Reading, event: ScalarEvent): Doubtful {
  const source = getScalarValue(text, event);
  const value = event.style === SCALAR_STYLE.PLAIN ? plainValue(source) : source;
  const isDoubt =
    value === INEXACT || (event.style >= SCALAR_STYLE.LITERAL_BLOCK && endsInBlanks(text, event));
  return isDoubt ? DOUBT : value;
}

/** The two packages differ in block scalars whose last line is blank but not empty. */
function endsInBlanks(text: string, event: ScalarEvent): boolean {
  let at = event.valueEnd - 1;
  while (at >= event.valueStart && (text[at] === "\n" || text[at] === "\r")) at--;
  return at < event.valueStart || text[at] === " ";
}

function readMapping(reading: Reading): Doubtful {
  const object: JsonObject = {};
  const { sections, keys } = reading;
  // Only the root, and a section right below it, have keys that are noted.
  reading.sections = undefined;
  reading.keys = undefined;
  for (;;) {
    const event = reading.events[reading.at++];
    if (event === undefined) return DOUBT;
    if (event.type === EVENT_ID.POP) return object;
    if (event.type !== EVENT_ID.SCALAR || isMarked(event) || event.style >= SCALAR_STYLE.LITERAL_BLOCK)
      return DOUBT;
    const source = getScalarValue(reading.text, event);
    const key = event.style === SCALAR_STYLE.PLAIN ? plainKey(source) : source;
    if (key === undefined || key === "__proto__") return DOUBT;
    // The first check is cheap, but also true of inherited names.
    if (object[key] !== undefined && Object.hasOwn(object, key)) return DOUBT;
    keys?.set(key, rangeOfKey(event));
    if (sections && SECTIONS.includes(key)) {
      reading.keys = new Map();
      sections.set(key, reading.keys);
    }
    const value = readNode(reading);
    if (value === DOUBT) return DOUBT;
    object[key] = value;
  }
}

/** With its quotes. */
function rangeOfKey({ style, valueStart, valueEnd }: ScalarEvent): Range {
  const quote = style === SCALAR_STYLE.PLAIN ? 0 : 1;
  return { start: valueStart - quote, end: valueEnd + quote };
}

function readSequence(reading: Reading): Doubtful {
  const list: Json[] = [];
  for (;;) {
    if (reading.events[reading.at]?.type === EVENT_ID.POP) {
      reading.at++;
      return list;
    }
    const value = readNode(reading);
    if (value === DOUBT) return DOUBT;
    list.push(value);
  }
}
