// Diagnostics about a file: everything this room finds is an error, because a state that is not certain is never planned.
import { type Diagnostic, lineAndColumn, type Span } from "../model/index.ts";
import type { Problem, Range } from "./yaml/problem.ts";

export interface Finding {
  rule: string;
  message: string;
  slug?: string | undefined;
  /** The report that it is about. */
  report?: string | undefined;
  help?: string | undefined;
  meant?: { from: string; to: string };
}

/** Adds findings to others, however many: as arguments of one call, a hundred thousand would overflow the stack. */
export function addAll<T>(found: T[], more: Iterable<T>): void {
  for (const one of more) found.push(one);
}

/** The span of two offsets. An empty one is widened to one column, so that it can be shown. */
export function spanOf(file: string, text: string, { start, end }: Range): Span {
  const from = lineAndColumn(text, start);
  const to = end > start ? lineAndColumn(text, end) : { line: from.line, column: from.column + 1 };
  return { file, line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
}

export function diagnosticOf(file: string, text: string, problem: Problem): Diagnostic {
  return errorAt(spanOf(file, text, problem), problem);
}

export function warningOf(file: string, text: string, problem: Problem): Diagnostic {
  return { ...diagnosticOf(file, text, problem), severity: "warning" };
}

export function errorAt(span: Span, { rule, message, slug, report, help, meant }: Finding): Diagnostic {
  const more = {
    ...(slug !== undefined && { slug }),
    ...(report !== undefined && { kind: "report" as const, subject: report }),
    ...(help !== undefined && { help }),
    ...(meant && { meant }),
  };
  return { ...span, rule, severity: "error", message, ...more };
}

/** A finding about a file as a whole, or about a place in it that no parser has seen. */
export function errorInFile(
  file: string,
  { line = 1, column = 1, ...finding }: Finding & { line?: number; column?: number },
): Diagnostic {
  return errorAt({ file, line, column, endLine: line, endColumn: column + 1 }, finding);
}

/** A key that only workbook files have, also with a slip in it, wherever it begins in a line or in JSON. */
const SECTION = /(?:^|[{,])\s*["']?(?:workbook|layout|report)s?["']?\s*:/im;

/**
 * Whether a line of the text may be shown: of a file without a section of a workbook file nobody knows what it is, and `include` may
 * name what a job left in its checkout (contract 11).
 */
export function mayQuote(text: string): boolean {
  return SECTION.test(text);
}

/** The same without what its message quotes of the text. */
export function withoutQuotes({ message, help: _, ...problem }: Problem): Problem {
  return { ...problem, message: message.replace(/`[^`]*`/g, "`…`") };
}

/** A key that project files begin with: at the left edge, or in a map of JSON. Other tools write `version`, but not `1`. */
const PROJECT_KEY = /^["']?(?:(?:project|targets|defaultTarget)["']?\s*:|version["']?\s*:\s*1\s*(?:#.*)?$)/m;
const PROJECT_KEY_IN_JSON = /[{,]\s*["']?(?:project|targets|defaultTarget)["']?\s*:/;

/** What to say of a text that is to be a project file and has no key of one: nothing else, because it may hold anything. Else undefined. */
export function notProject(file: string, text: string): Diagnostic | undefined {
  if (text.trim() === "") return undefined;
  const isJson = text.trimStart().startsWith("{");
  if (PROJECT_KEY.test(text) || (isJson && PROJECT_KEY_IN_JSON.test(text))) return undefined;
  const message = "This is no project file: it has neither `version: 1`, nor `project`, nor `targets`.";
  const help =
    "`boardwright init` in an empty folder shows what one looks like. No line of this file is shown.";
  return errorInFile(file, { rule: "wrong-type", message, help });
}

/** What is read as YAML is quoted where it is none: no text of another kind is. */
export const WORKBOOK_FILE = /\.(?:ya?ml|json)$/i;

/** The one thing to say of a file that `include` chooses and that is something else; undefined for any other. */
export function notWorkbooks(file: string, text: string): Diagnostic | undefined {
  if (WORKBOOK_FILE.test(file) || mayQuote(text)) return undefined;
  const message = "This is no workbook file: neither YAML nor JSON by its name, and without `workbooks:`.";
  const help = "Leave it out with `exclude` in boardwright.yaml. No line of it is shown.";
  return errorInFile(file, { rule: "wrong-type", message, help });
}
