// JSON (RFC 8259) as the same parser events that YAML gives, so that both share values, checks and places. JSON.parse would
// keep neither places nor the first of two equal keys.
import {
  CHOMPING_MODE,
  COLLECTION_STYLE,
  EVENT_ID,
  type Event,
  SCALAR_STYLE,
  type ScalarEvent,
} from "js-yaml";
import type { Problem } from "./problem.ts";
import { MAX_DEPTH, tooDeep } from "./tree.ts";
import { unclosed } from "./unclosed.ts";

const SPACE = /[ \t\r\n]*/y;
const PLAIN = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|null/y;
const ESCAPE = /["\\/bfnrt]|u[0-9a-fA-F]{4}/y;
const CLIP = CHOMPING_MODE.CLIP;
const NOTHING = { anchorStart: -1, anchorEnd: -1, tagStart: -1, tagEnd: -1 };

class JsonProblem extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

interface Reader {
  text: string;
  at: number;
  events: Event[];
}

/** The events of one JSON text, or the first thing wrong with it. An empty text has no document. */
export function jsonEvents(text: string): Event[] | Problem {
  const reader: Reader = { text, at: 0, events: [] };
  try {
    skipSpace(reader);
    if (reader.at === text.length) return [];
    reader.events.push({ type: EVENT_ID.DOCUMENT, explicitStart: false, explicitEnd: false, directives: [] });
    readValue(reader, 0);
    reader.events.push({ type: EVENT_ID.POP });
    if (reader.at < text.length) fail(reader, "the end of the file");
    return reader.events;
  } catch (error) {
    if (error instanceof JsonProblem) return error.problem;
    throw error;
  }
}

function readValue(reader: Reader, depth: number): void {
  const code = reader.text.charCodeAt(reader.at);
  if (depth > MAX_DEPTH) throw new JsonProblem(tooDeep(reader.at));
  if (code === 0x7b || code === 0x5b) readCollection(reader, depth, code === 0x7b);
  else if (code === 0x22) readString(reader);
  else readPlain(reader);
  skipSpace(reader);
}

function readCollection(reader: Reader, depth: number, isObject: boolean): void {
  const type = isObject ? EVENT_ID.MAPPING : EVENT_ID.SEQUENCE;
  const close = isObject ? "}" : "]";
  const start = reader.at;
  reader.events.push({ type, start, ...NOTHING, style: COLLECTION_STYLE.FLOW });
  reader.at++;
  skipSpace(reader);
  if (!take(reader, close)) {
    const expectMore = (): void => {
      if (reader.at === reader.text.length) throw new JsonProblem(unclosed(isObject ? "map" : "list", start));
    };
    do {
      skipSpace(reader);
      expectMore();
      if (isObject) readKey(reader);
      readValue(reader, depth + 1);
    } while (take(reader, ","));
    expectMore();
    if (!take(reader, close)) fail(reader, `\`,\` or \`${close}\``);
  }
  reader.events.push({ type: EVENT_ID.POP });
}

function readKey(reader: Reader): void {
  if (reader.text[reader.at] !== '"') fail(reader, "a key in double quotes");
  readString(reader);
  skipSpace(reader);
  if (!take(reader, ":")) fail(reader, "`:` after the key");
  skipSpace(reader);
}

function readString(reader: Reader): void {
  const start = ++reader.at;
  let fast = true;
  for (;;) {
    const code = reader.text.charCodeAt(reader.at);
    if (code === 0x22) break;
    if (code === 0x5c) {
      fast = false;
      ESCAPE.lastIndex = ++reader.at;
      if (!ESCAPE.test(reader.text)) fail(reader, "a JSON escape");
      reader.at = ESCAPE.lastIndex;
    } else if (code >= 0x20) reader.at++;
    else if (code < 0x20 && code !== 0x0a && code !== 0x0d) fail(reader, "a closing quote");
    else throw new JsonProblem(unclosed("quote", start - 1));
  }
  pushScalar(reader, start, { style: SCALAR_STYLE.DOUBLE_QUOTED, fast });
  reader.at++;
}

function readPlain(reader: Reader): void {
  const start = reader.at;
  PLAIN.lastIndex = start;
  if (!PLAIN.test(reader.text)) fail(reader, "a value");
  reader.at = PLAIN.lastIndex;
  pushScalar(reader, start, { style: SCALAR_STYLE.PLAIN, fast: true });
}

/** A scalar from `valueStart` to where the reader is. */
function pushScalar(reader: Reader, valueStart: number, how: Pick<ScalarEvent, "style" | "fast">): void {
  const range = { valueStart, valueEnd: reader.at };
  reader.events.push({ type: EVENT_ID.SCALAR, ...range, ...NOTHING, ...how, chomping: CLIP, indent: -1 });
}

function skipSpace(reader: Reader): void {
  SPACE.lastIndex = reader.at;
  SPACE.test(reader.text);
  reader.at = SPACE.lastIndex;
}

function take(reader: Reader, character: string): boolean {
  if (reader.text[reader.at] !== character) return false;
  reader.at++;
  return true;
}

function fail(reader: Reader, expected: string): never {
  const { text } = reader;
  const start = Math.min(reader.at, text.length);
  const found = start === text.length ? "the file ends" : `found \`${text.charAt(start).trim()}\``;
  const message = `This is not JSON: expected ${expected}, but ${found}.`;
  throw new JsonProblem({ rule: "yaml-syntax", message, start, end: start + 1 });
}
