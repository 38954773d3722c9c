// A problem is a finding inside one text, by offsets; it becomes a diagnostic once the file is known.
import type { Diagnostic, Span } from "../model/index.ts";

/** `start` and `end` (exclusive) are UTF-16 offsets into the text. */
export interface Problem {
  rule: string;
  message: string;
  start: number;
  end: number;
  help?: string;
}

/** 1-based line and column of an offset; an offset past the end counts as the end. */
export function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  const stop = Math.max(0, Math.min(offset, text.length));
  let line = 1;
  let lineStart = 0;
  for (;;) {
    const feed = text.indexOf("\n", lineStart);
    if (feed === -1 || feed >= stop) return { line, column: stop - lineStart + 1 };
    line++;
    lineStart = feed + 1;
  }
}

/** The span of two offsets. An empty one is widened to one column, so that it can be shown. */
export function spanOf(file: string, text: string, start: number, end: number): Span {
  const from = lineAndColumn(text, start);
  const to = end > start ? lineAndColumn(text, end) : { line: from.line, column: from.column + 1 };
  return { file, line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
}

export function diagnosticOf(file: string, text: string, problem: Problem): Diagnostic {
  return errorAt(
    spanOf(file, text, problem.start, problem.end),
    problem.rule,
    problem.message,
    problem.help === undefined ? {} : { help: problem.help },
  );
}

/** Everything this room finds is an error: a state that is not certain is never planned. */
export function errorAt(
  span: Span,
  rule: string,
  message: string,
  more: { slug?: string; help?: string } = {},
): Diagnostic {
  return { ...span, rule, severity: "error", message, ...more };
}

/** A finding about a file as a whole, or about a place in it that no parser has seen. */
export function errorInFile(
  file: string,
  rule: string,
  message: string,
  more: { line?: number; column?: number; help?: string } = {},
): Diagnostic {
  const { line = 1, column = 1, help } = more;
  const span: Span = { file, line, column, endLine: line, endColumn: column + 1 };
  return errorAt(span, rule, message, help === undefined ? {} : { help });
}
