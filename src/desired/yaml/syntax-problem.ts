// The objections of the `yaml` package, in words that help the author: where a quote began, where a colon is missing.
import { type Document, isScalar, visit, type YAMLError } from "yaml";
import type { Problem } from "./problem.ts";

const TABS = "Indent with spaces: YAML does not allow tabs there.";
const TAGS = "Only plain YAML 1.2 values are read. Remove the tag, or put the value in quotes.";
const QUOTE_IT = "Put the value in quotes, or fix the indentation of the line below.";

/** A quote that is never closed is reported alone: it swallows what follows and causes every other error. */
export function syntaxProblems(document: Document): Problem[] {
  const errors = [...document.errors, ...document.warnings];
  const open = errors
    .filter(({ code, message }) => code === "MISSING_CHAR" && message.startsWith("Missing closing"))
    .map(({ pos }) => openQuote(document, pos[0]))
    .find((problem) => problem !== undefined);
  return open ? [open] : errors.map(syntaxProblem);
}

function syntaxProblem(error: YAMLError): Problem {
  const [start, end] = error.pos;
  const rule = "yaml-syntax";
  const message = sentence(error.message);
  switch (error.code) {
    case "TAG_RESOLVE_FAILED":
      return { rule: "unsupported-tag", message, start, end, help: TAGS };
    case "TAB_AS_INDENT":
      return { rule, message, start, end, help: TABS };
    case "MULTILINE_IMPLICIT_KEY":
      return { rule, message: "This is not `key: value`.", start, end, help: "Is a colon missing?" };
    case "BLOCK_AS_IMPLICIT_KEY":
      return { rule, message: "A plain value cannot hold `key: value`.", start, end, help: QUOTE_IT };
    default:
      return { rule, message, start, end };
  }
}

/** The package reports an open quote at the end of the text; its author looks for where it began. */
function openQuote(document: Document, end: number): Problem | undefined {
  let start: number | undefined;
  visit(document, {
    Scalar(_, node) {
      const quoted = isScalar(node) && (node.type === "QUOTE_DOUBLE" || node.type === "QUOTE_SINGLE");
      if (quoted && node.range && node.range[0] < end && node.range[1] >= end) start = node.range[0];
    },
  });
  if (start === undefined) return undefined;
  const message = "The quote that begins here is never closed.";
  return { rule: "yaml-syntax", message, start, end: start + 1 };
}

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
