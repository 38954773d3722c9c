// Diagnostics about a file: everything this room finds is an error, because a state that is not certain is never planned.
import type { Diagnostic, Span } from "../model/index.ts";
import { lineAndColumn, type Problem, type Range } from "./yaml/problem.ts";

export interface Finding {
  rule: string;
  message: string;
  slug?: string | undefined;
  help?: string | undefined;
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

export function errorAt(span: Span, { rule, message, slug, help }: Finding): Diagnostic {
  const more = { ...(slug !== undefined && { slug }), ...(help !== undefined && { help }) };
  return { ...span, rule, severity: "error", message, ...more };
}

/** A finding about a file as a whole, or about a place in it that no parser has seen. */
export function errorInFile(
  file: string,
  { line = 1, column = 1, ...finding }: Finding & { line?: number; column?: number },
): Diagnostic {
  return errorAt({ file, line, column, endLine: line, endColumn: column + 1 }, finding);
}
