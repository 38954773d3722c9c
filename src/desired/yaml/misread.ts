// Scalars of a YAML text that are not what they look like: a value that is a comment, a number that loses its zeros, quotes that are
// letters, variables that are plain text. Each is a warning; what the text says stays as it is.
import { EVENT_ID, type Event, parseEvents, SCALAR_STYLE, type ScalarEvent, YAMLException } from "js-yaml";
import { shorten, writeJson } from "../../model/index.ts";
import type { Problem, Range } from "./problem.ts";
import { INEXACT, plainValue } from "./scalar.ts";
import { MAX_DEPTH } from "./tree.ts";

/** Texts of an app's files are code, whose `${…}` are its own. */
const CODE = /\bfiles["']?\s*:/;

/** What in a text without errors is not what it looks like, in the order of the text. `events` are its own, if they are known. */
export function misreadScalars(text: string, events: readonly Event[] = eventsOf(text)): Problem[] {
  const problems: Problem[] = [];
  let mayBeCode: boolean | undefined;
  /** Where the last scalar ended, or the comment in its place; or where a list starts. */
  let end = 0;
  for (const event of events) {
    if (event.type === EVENT_ID.SEQUENCE) end = Math.max(end, event.start);
    if (event.type !== EVENT_ID.SCALAR) continue;
    const { valueStart, valueEnd, style, tagStart } = event;
    if (valueStart === -1) {
      const range = inPlaceOf(text, event, end);
      if (!range) continue;
      const written = text.slice(range.start, range.end);
      const what = written.startsWith("#") ? "is a comment" : "names a value that is not there";
      const message = `\`${shorten(written, 80)}\` ${what}, so this is null.`;
      const help = "If it is the value, put it in quotes. If there is none, write `null`.";
      problems.push({ rule: "misread-scalar", message, help, ...range });
      end = range.end;
      continue;
    }
    end = valueEnd;
    const source = text.slice(valueStart, valueEnd);
    const words = style === SCALAR_STYLE.PLAIN && tagStart === -1 ? misreadPlain(source) : undefined;
    if (words) problems.push({ rule: "misread-scalar", ...words, start: valueStart, end });
    if (!source.includes("$")) continue;
    mayBeCode ??= CODE.test(text);
    if (!mayBeCode) problems.push(...nearVariables(source, valueStart));
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

/** Behind the key, or behind the scalar before an item of a list. */
const COMMENT = /["']?(?:\s*:|(?:\s|#.*\n)*?-)[ \t]+(#[^\r\n]*)/y;

/** The anchor or the comment in place of a value that is not written. */
function inPlaceOf(text: string, { anchorStart, anchorEnd }: ScalarEvent, from: number): Range | undefined {
  if (anchorStart !== -1) return { start: anchorStart - 1, end: anchorEnd };
  COMMENT.lastIndex = from;
  const comment = COMMENT.exec(text)?.[1];
  return comment === undefined
    ? undefined
    : { start: COMMENT.lastIndex - comment.length, end: COMMENT.lastIndex };
}

const QUOTED = /^(?:[“”„‟][^“”„‟]*[“”‟]|[‘’‚‛][^‘‚‛]*[’‘‛])$/;
const WORD = /^(?:True|TRUE|False|FALSE|Null|NULL)$/;

function misreadPlain(source: string): Pick<Problem, "message" | "help"> | undefined {
  if (QUOTED.test(source)) {
    const help = "Write \" or ' instead, or put all of it in quotes if they belong to the text.";
    return { message: `The quotes around \`${shorten(source, 80)}\` are letters of the text.`, help };
  }
  if (source.includes("\n") && /\n[ \t]*- /.test(source)) {
    const help = "Indent the list under a key of its own, or put the text in quotes.";
    return { message: "This is one text: what looks like an item of a list goes on with it.", help };
  }
  const value = plainValue(source);
  const isOther = typeof value === "number" || typeof value === "bigint" || WORD.test(source);
  if (!isOther || value === INEXACT || writeJson(value) === source) return undefined;
  const help = `Put it in quotes if it is a text, or write \`${writeJson(value)}\`.`;
  return { message: `\`${shorten(source, 80)}\` is read as ${writeJson(value)}.`, help };
}

const NAMED = String.raw`\s*(vars?|variables?|env|environment|params?|parameters?|rows?)\s*[.:,[]\s*([^{}()[\]\s]+)\]?\s*`;
const NEAR = new RegExp(
  String.raw`(?<!\$)\$(?:\{\{${NAMED}\}\}|\{${NAMED}\}|\(${NAMED}\)|(var|env|param|row)\.([A-Za-z_][\w-]*))`,
  "gi",
);
const RIGHT = /^\$\{(?:var|env|param|row)\.[^{}]*\}$/;
const KINDS = ["var", "env", "param", "row"];

/** What is nearly a variable, and plain text. */
function nearVariables(source: string, from: number): Problem[] {
  return [...source.matchAll(NEAR)].flatMap(([written, ...groups], at, { [at]: match }) => {
    if (RIGHT.test(written)) return [];
    const [said, name] = groups.filter((group) => group !== undefined);
    const kind = KINDS.find((one) => one.startsWith(said!.charAt(0).toLowerCase()));
    const form = shorten(`\${${kind}.${name}}`, 80);
    const message = `\`${shorten(written, 80)}\` is plain text. A variable is written \`${form}\`.`;
    const help = written.startsWith("${")
      ? `For the plain text, write \`$${shorten(written, 80)}\`.`
      : undefined;
    const start = from + match!.index;
    return [{ rule: "misread-scalar", message, ...(help && { help }), start, end: start + written.length }];
  });
}
