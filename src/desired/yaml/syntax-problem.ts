// The objections of the `yaml` package, in words that help the author, at the place where the slip is: where a bracket or a quote
// was opened, which line is indented unlike the others.
import { type Document, isCollection, isScalar, visit, type YAMLError } from "yaml";
import { lineEnd, lineStart, shorten } from "../../model/index.ts";
import { type Problem, type Range, unclosed } from "./problem.ts";

/** What is said of an error instead of the package's words. */
interface Words extends Partial<Range> {
  message: string;
  help?: string;
}

const INDENT = "Keys of one map, and items of one list, start at the same column.";
const MOST_LOOKED = 20;
const NOT_AN_ENTRY = "This is not `key: value`.";
const NO_COMMA = { message: "A comma is missing in this: inside `[ ]` and `{ }` they separate the entries." };
const DASH = {
  message: "A text that starts with `- ` must be in quotes.",
  help: "If it is an item of a list: items are on lines of their own, or in `[a, b]` without dashes.",
};

/** `**bold**` and `*emphasis*`: what is not named with `&` before was hardly meant as an alias. */
export function aliasWords(source: string): { message: string; help: string } {
  const message = `A text that starts with \`*\` must be in quotes: \`${shorten(`*${source}`, 80)}\` is an alias.`;
  return { message, help: "Nothing before it has that name." };
}

/** Something that is never closed is reported alone: it swallows what follows and causes every other error. */
export function syntaxProblems(document: Document, text: string): Problem[] {
  const errors = [...document.errors, ...document.warnings];
  const open =
    findFirst(errors, (error) => openQuote(document, error)) ??
    (errors.some(isTightComment)
      ? undefined
      : findFirst(errors, (error) => openBracket(document, error, text)));
  if (open) return [open];
  // Errors of one line have one cause.
  const lines = new Set<number>();
  return errors
    .filter(({ pos: [start] }) => {
      const line = lineStart(text, start);
      return !lines.has(line) && lines.add(line);
    })
    .map((error) => syntaxProblem(error, text));
}

function findFirst(
  errors: readonly YAMLError[],
  find: (error: YAMLError) => Problem | undefined,
): Problem | undefined {
  // Each look visits the document, and what is never closed is among the first errors that it causes.
  for (const error of errors.slice(0, MOST_LOOKED)) {
    const found = find(error);
    if (found) return found;
  }
  return undefined;
}

/** `[1,#2]`: what follows is a comment for the package, the closing bracket included. */
function isTightComment({ message }: YAMLError): boolean {
  return message.startsWith("Comments must be separated");
}

function syntaxProblem(error: YAMLError, text: string): Problem {
  const [start, end] = error.pos;
  const rule = error.code === "TAG_RESOLVE_FAILED" ? "unsupported-tag" : "yaml-syntax";
  return { rule, start, end, ...(wordsFor(error, text) ?? { message: sentence(error.message) }) };
}

function wordsFor({ code, message, pos: [start, end] }: YAMLError, text: string): Words | undefined {
  switch (code) {
    case "TAG_RESOLVE_FAILED": {
      const help = "Only plain YAML 1.2 values are read. Remove the tag, or put the value in quotes.";
      return { message: `The tag \`${text.slice(start, end)}\` is not supported.`, help };
    }
    case "TAB_AS_INDENT":
      return { message: "This line is indented with a tab.", help: "Indent with spaces." };
    case "BLOCK_IN_FLOW":
    case "MULTILINE_IMPLICIT_KEY":
      if (/^- /.test(text.slice(start))) return DASH;
      return code === "BLOCK_IN_FLOW"
        ? NO_COMMA
        : { message: NOT_AN_ENTRY, help: colonHelp(text.slice(start, lineEnd(text, start))) };
    case "BAD_SCALAR_START":
    case "BAD_ALIAS":
      return {
        message: `A text that starts with ${text[start] === "`" ? "a backtick" : `\`${text[start]}\``} must be in quotes.`,
      };
    case "BAD_DQ_ESCAPE": {
      const help = "Write `\\\\` for a backslash, or use single quotes.";
      return { message: `\`${text.slice(start, start + 2)}\` means nothing in double quotes.`, help };
    }
    case "BLOCK_AS_IMPLICIT_KEY":
      return nestedWords(text, start);
    case "KEY_OVER_1024_CHARS":
      return { message: "A key has at most 1024 characters.", help: "Is a quote or a bracket missing?" };
    default:
      return wordsForMessage(message, start, text);
  }
}

/** Several things share the codes for a missing and an unexpected character. */
function wordsForMessage(message: string, start: number, text: string): Words | undefined {
  if (/must start at the same column/.test(message)) {
    return {
      message: "This line is indented unlike those it belongs to.",
      help: INDENT,
      ...firstWord(text, start),
    };
  }
  if (/^Sequence item without/.test(message)) {
    const help = "Start it with `- `, or indent it like the item that it belongs to.";
    return {
      message: "This line is inside a list, but it is no item of it.",
      help,
      ...firstWord(text, start),
    };
  }
  if (/need to be followed by map values/.test(message))
    return { message: NOT_AN_ENTRY, help: colonHelp(text.slice(start, lineEnd(text, start))) };
  if (/^Unexpected block-seq-ind/.test(message)) return DASH;
  if (/^(Block scalar header|Not a YAML token)/.test(message)) {
    return { message: "Nothing may follow `|` or `>` on its line: the text starts on the next one." };
  }
  if (/^Comments must be separated/.test(message)) {
    return {
      message: "A comment needs a space before `#`.",
      help: "If `#` belongs to the text, put all of it in quotes.",
    };
  }
  if (/^Unexpected flow-(map|seq)-end/.test(message)) {
    return { message: `\`${text[start]}\` closes nothing: nothing is open here.` };
  }
  if (/^(Unexpected ,|Unexpected empty item)/.test(message))
    return { message: "A value is missing before this comma." };
  if (/^Missing , between/.test(message)) return { message: "A comma is missing before this." };
  if (/at node end$/.test(message)) return trailingWords(text, start);
  return undefined;
}

/** `: ` within a plain value: a text that needs quotes, or a line below that is indented too far. */
function nestedWords(text: string, start: number): Words {
  const line = text.slice(start, lineEnd(text, start));
  if (/^\s*- /.test(line)) {
    const help =
      "A key has one value: put the list under a key of its own, or indent it like the items it belongs to.";
    return { message: "No list item can be here.", help, ...firstWord(text, start) };
  }
  const first = lineStart(text, start);
  if (/^\s*-[^\s-].*:\s/.test(text.slice(first, start + line.length + 1))) {
    const message = "An item of a list starts with `- `, a dash and a space.";
    return { message, ...firstWord(text, first) };
  }
  if (/:(\s|$)/.test(line)) {
    const help = "Put the value in quotes, or fix the indentation of the line below.";
    return { message: "A plain value cannot hold `key: value`.", help };
  }
  return {
    message: "This line is indented unlike those it belongs to.",
    help: INDENT,
    ...firstWord(text, start + line.length),
  };
}

/** Something behind the end of a quoted text, or of an alias. */
function trailingWords(text: string, start: number): Words {
  const before = text.slice(lineStart(text, start), start);
  const alias = /(?:^|[\s[{,])\*(\S+)\s*$/.exec(before)?.[1];
  if (alias !== undefined) return aliasWords(alias);
  const quote = text
    .slice(Math.max(0, start - 200), start)
    .trimEnd()
    .at(-1);
  const message = `Nothing may follow the ${quote === "'" || quote === '"' ? "closing quote" : "end of a value"} on its line.`;
  if (quote === "'")
    return { message, help: "Inside single quotes a ' is written ''; or use double quotes." };
  return quote === '"'
    ? { message, help: 'Inside double quotes a " is written \\"; or use single quotes.' }
    : { message };
}

function colonHelp(line: string): string {
  return /^\s*[\w-]+:\S/.test(line)
    ? "Write a space after the colon."
    : "Is a colon missing, or is the line indented wrongly?";
}

/** The package reports an open quote at the end of the text, or at the next quote; its author looks for where it began. */
function openQuote(document: Document, { code, message, pos: [end] }: YAMLError): Problem | undefined {
  const isMissing = code === "MISSING_CHAR" && message.startsWith("Missing closing");
  // It ends where another quote begins a text further down.
  const isSwallowed = /^Unexpected scalar at node end/.test(message);
  if (!isMissing && !isSwallowed) return undefined;
  let start: number | undefined;
  visit(document, {
    Scalar(_, node) {
      const quoted = isScalar(node) && (node.type === "QUOTE_DOUBLE" || node.type === "QUOTE_SINGLE");
      if (!quoted || !node.range || node.range[0] >= end) return;
      const holds = isMissing
        ? node.range[1] >= end
        : node.range[1] === end && /\n\s*(- )?[\w-]+:/.test(String(node.source));
      if (holds) start = node.range[0];
    },
  });
  return start === undefined ? undefined : unclosed("quote", start);
}

/** It reports an open bracket where it gave up looking for the other one: at a line that has nothing to do with it. */
function openBracket(
  document: Document,
  { message, pos: [at] }: YAMLError,
  text: string,
): Problem | undefined {
  const close = /^Flow (?:map|sequence) .*end with a ([}\]])/.exec(message)?.[1];
  if (close === undefined) return undefined;
  let start: number | undefined;
  visit(document, {
    Collection(_, node) {
      if (!isCollection(node) || !node.flow || !node.range || node.range[1] !== at) return;
      if ((text[node.range[0]] === "[") === (close === "]")) start = Math.max(start ?? 0, node.range[0]);
    },
  });
  return start === undefined ? undefined : unclosed(close === "]" ? "list" : "map", start, text[at]);
}

/** From the first character of the line that is no space, on the line of an offset or below. */
function firstWord(text: string, from: number): Range {
  WORD.lastIndex = from;
  const [found = "", blank = ""] = WORD.exec(text) ?? [];
  return { start: from + blank.length, end: from + Math.max(found.length, 1) };
}

const WORD = /(\s*)(\S*)/y;

/** The first unresolved merge conflict of a text: everything else that is wrong follows from it. */
export function mergeMark(text: string): Problem | undefined {
  const mark = /^<{7} .*$/m.exec(text);
  if (!mark) return undefined;
  const message = "This merge conflict is not resolved.";
  const help = "Keep what is right from both sides, and remove the markers <<<<<<<, ======= and >>>>>>>.";
  return { rule: "yaml-syntax", message, start: mark.index, end: mark.index + mark[0].length, help };
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
