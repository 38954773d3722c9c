// Scalars of a YAML text that are not what they look like: a value that is a comment, a number that loses its zeros, quotes that are
// letters, variables that are plain text. Each is a warning; what the text says stays as it is.
import { EVENT_ID, type Event, parseEvents, SCALAR_STYLE, type ScalarEvent, YAMLException } from "js-yaml";
import { shorten, writeJson } from "../../model/index.ts";
import type { Problem, Range } from "./problem.ts";
import { INEXACT, plainValue } from "./scalar.ts";
import { MAX_DEPTH } from "./tree.ts";

const RULE = "misread-scalar";

/** No text with such a scalar is without one of these: most files are done with by then. */
const SUSPECTS: readonly RegExp[] = [
  /[:-][ \t]+#/,
  /[:-][ \t]+&\S+[ \t]*$/m,
  /[\s[,](?:[-+]?(?:0[0-9xo]|\.[0-9]|[0-9]+\.(?:[0-9]*0)?(?![0-9])|[0-9.]+[eE])|\+[0-9])/,
  /[:,[-][ \t]+(?:True|TRUE|False|FALSE|Null|NULL)\b/,
  /[\s:[{,-][“”„‟‘’‚‛]/,
  /\$(?:\{(?!(?:var|env|param|row)\.)\s*[A-Za-z]+\s*[.:]|(?:var|env|param|row)\.)/,
  /:[ \t]+[^\s|>&#[{"'][^\n]*\n +- /,
];

/** A map or list that is open, and what of it is next. */
interface Level {
  isMap: boolean;
  /** Where it starts, if it is written. */
  start: number;
  isKeyNext: boolean;
  /** The last key of a map. */
  key: string;
  /** Whether its texts are files of an app: code, whose `${…}` are its own. */
  isCode: boolean;
}

/** What in a text without errors is not what it looks like, in the order of the text. */
export function misreadScalars(text: string): Problem[] {
  if (!SUSPECTS.some((suspect) => suspect.test(text))) return [];
  const problems: Problem[] = [];
  const levels: Level[] = [];
  /** Where the last scalar ended. */
  let end = 0;
  for (const event of eventsOf(text)) {
    const level = levels.at(-1);
    if (event.type === EVENT_ID.POP) levels.pop();
    else if (event.type === EVENT_ID.SCALAR) {
      const isKey = level?.isMap === true && level.isKeyNext;
      const about = isKey ? undefined : level;
      const found = problemsOf(text, event, { end, about, isCode: level?.isCode === true });
      problems.push(...found);
      end = Math.max(end, event.valueEnd, found.at(-1)?.end ?? 0);
      if (isKey) level.key = text.slice(event.valueStart, event.valueEnd);
    }
    if (level && event.type !== EVENT_ID.POP) level.isKeyNext = !level.isKeyNext;
    if (
      event.type === EVENT_ID.MAPPING ||
      event.type === EVENT_ID.SEQUENCE ||
      event.type === EVENT_ID.DOCUMENT
    ) {
      const isMap = event.type === EVENT_ID.MAPPING;
      const isCode = level?.isCode === true || (level?.isMap === true && level.key === "files");
      const start = event.type === EVENT_ID.DOCUMENT ? 0 : event.start;
      levels.push({ isMap, start, isKeyNext: true, key: "", isCode });
    }
  }
  return problems;
}

/** Whether fmt leaves a plain scalar as it is written, because in another form it would look like something else. */
export function isMisread(source: string): boolean {
  return misreadPlain(source) !== undefined;
}

/** None of a text that cannot be read: that is said elsewhere. */
function eventsOf(text: string): Event[] {
  try {
    return parseEvents(text, { maxDepth: MAX_DEPTH });
  } catch (error) {
    if (error instanceof YAMLException) return [];
    throw error;
  }
}

function problemsOf(
  text: string,
  event: ScalarEvent,
  { end, about, isCode }: { end: number; about: Level | undefined; isCode: boolean },
): Problem[] {
  if (event.valueStart === -1) {
    const problem = about && unwritten(text, event, { end, about });
    return problem ? [problem] : [];
  }
  const range = { start: event.valueStart, end: event.valueEnd };
  const source = text.slice(range.start, range.end);
  const found = isCode ? [] : nearVariables(source, range.start);
  const isPlain = event.style === SCALAR_STYLE.PLAIN && event.tagStart === -1;
  const words = isPlain ? misreadPlain(source, about === undefined) : undefined;
  return words ? [{ rule: RULE, ...words, ...range }, ...found] : found;
}

const BEHIND_KEY = /["']?\s*:[ \t]+(#[^\r\n]*)/y;
const BEHIND_DASH = /["']?(?:\s|#.*\n)*-[ \t]+(#[^\r\n]*)/y;

/** A value that is not there: a comment or an anchor is in its place. */
function unwritten(
  text: string,
  { anchorStart, anchorEnd }: ScalarEvent,
  { end, about }: { end: number; about: Level },
): Problem | undefined {
  if (anchorStart !== -1) {
    const name = text.slice(anchorStart, anchorEnd).replace(/^&?/, "&");
    const message = `\`${shorten(name, 80)}\` is the name of a value that is not there, so this is null.`;
    const help = "If it is the value, put it in quotes.";
    return { rule: RULE, message, help, start, end: anchorEnd };
  }
  const pattern = about.isMap ? BEHIND_KEY : BEHIND_DASH;
  pattern.lastIndex = Math.max(end, about.start);
  const comment = pattern.exec(text)?.[1];
  if (comment === undefined) return undefined;
  const message = `\`${shorten(comment, 80)}\` is a comment, so this is null.`;
  const help = "If it is the value, put it in quotes. If there is none, write `null` before the comment.";
  const stop = pattern.lastIndex;
  return { rule: RULE, message, help, start: stop - comment.length, end: stop };
}

const DOUBLE = /^[“”„‟][^“”„‟]*[“”‟]$/;
const SINGLE = /^[‘’‚‛][^‘‚‛]*[‘’‛]$/;
const WORD = /^(?:True|TRUE|False|FALSE|Null|NULL)$/;

function misreadPlain(source: string, isKey = false): Pick<Problem, "message" | "help"> | undefined {
  const shown = shorten(source, 80);
  if (DOUBLE.test(source) || SINGLE.test(source)) {
    const help = "Write \" or ' instead, or put all of it in quotes if they belong to the text.";
    return { message: `The quotes around \`${shown}\` are letters of the text.`, help };
  }
  if (isKey) return undefined;
  if (/\n[ \t]*- /.test(source)) {
    const help = "Indent the list under a key of its own, or put the text in quotes.";
    return { message: "This is one text: what looks like an item of a list goes on with it.", help };
  }
  const value = plainValue(source);
  const isOther = typeof value === "number" || typeof value === "bigint" || WORD.test(source);
  if (!isOther || value === INEXACT || writeJson(value) === source) return undefined;
  const help = `Put it in quotes if it is a text, or write \`${writeJson(value)}\`.`;
  return { message: `\`${shown}\` is read as ${writeJson(value)}.`, help };
}

const NEAR =
  /(?<!\$)\$(?:\{\s*(vars?|variables?|env|environment|params?|parameters?|rows?)\s*[.:]\s*([^{}\s]+)\s*\}|(var|env|param|row)\.([A-Za-z_][\w-]*))/gi;
const RIGHT = /^\$\{(?:var|env|param|row)\.[^{}]*\}$/;
const KINDS: Record<string, string> = { v: "var", e: "env", p: "param", r: "row" };

/** What is nearly a variable, and plain text. */
function nearVariables(source: string, start: number): Problem[] {
  if (!source.includes("$")) return [];
  return [...source.matchAll(NEAR)].flatMap(({ 0: written, 1: kind, 2: name, 3: word, 4: plain, index }) => {
    if (RIGHT.test(written)) return [];
    const form = `\${${KINDS[(kind ?? word)!.charAt(0).toLowerCase()]}.${name ?? plain}}`;
    const range: Range = { start: start + index, end: start + index + written.length };
    const message = `\`${shorten(written, 80)}\` is plain text. A variable is written \`${shorten(form, 80)}\`.`;
    const help = kind ? `For the plain text, write \`$${shorten(written, 80)}\`.` : undefined;
    return [{ rule: RULE, message, ...(help && { help }), ...range }];
  });
}
