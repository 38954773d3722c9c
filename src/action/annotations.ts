// Findings as annotations on the lines of a pull request. GitHub keeps 10 errors and 10 warnings of a step and drops the rest
// without a word, so they are grouped by line, the errors first, and what is left over is counted.

import type { Diagnostic, Severity } from "../model/index.ts";
import { escapeTerminal, readableLength } from "../report/index.ts";

export const ANNOTATIONS_PER_LEVEL = 10;

export interface Annotation {
  level: Severity;
  /** Relative to the repository's root. */
  file: string;
  line: number;
  endLine: number;
  title: string;
  message: string;
}

export interface Annotations {
  shown: Annotation[];
  /** Findings that no annotation shows, because they are too many. */
  left: number;
}

export interface AnnotateOptions {
  /** The project's folder within the repository, "" or ending in a slash. */
  prefix: string;
  /** File → its changed lines; undefined if that is not known, and then every line counts. */
  changed: ReadonlyMap<string, ReadonlySet<number>> | undefined;
}

export function annotate(
  diagnostics: readonly Diagnostic[],
  { prefix, changed }: AnnotateOptions,
): Annotations {
  const byLine = new Map<string, Diagnostic[]>();
  for (const finding of diagnostics) {
    const file = prefix + finding.file;
    // A finding may be at a line that did not change, because of what changed elsewhere: an error there still matters.
    const isNear =
      changed === undefined || finding.severity === "error" || isChanged(changed.get(file), finding);
    if (!isNear) continue;
    const key = `${finding.severity}\n${file}\n${finding.line}`;
    byLine.set(key, [...(byLine.get(key) ?? []), finding]);
  }
  const shown: Annotation[] = [];
  const count: Record<Severity, number> = { error: 0, warning: 0 };
  let left = 0;
  // Changed lines first: those are the ones that the reviewer looks at.
  const groups = [...byLine.values()].map((group) => {
    const [first] = group as [Diagnostic, ...Diagnostic[]];
    return { group, first, near: isChanged(changed?.get(prefix + first.file), first) ? 0 : 1 };
  });
  for (const { group, first } of groups.sort((a, b) => a.near - b.near)) {
    if (count[first.severity] >= ANNOTATIONS_PER_LEVEL) {
      left += group.length;
      continue;
    }
    count[first.severity] += 1;
    shown.push({
      level: first.severity,
      file: prefix + first.file,
      line: first.line,
      endLine: first.endLine ?? first.line,
      title: [...new Set(group.map(({ rule }) => escapeTerminal(rule)))].join(", "),
      message: group.map(({ message, help = "" }) => readable(`${message} ${help}`.trim())).join("\n"),
    });
  }
  return { shown, left };
}

/** Escaped by each, so that the line ends between them stay. */
function readable(text: string): string {
  return escapeTerminal(readableLength(text));
}

/** Whether one of its lines is among those. */
export function isChanged(
  lines: ReadonlySet<number> | undefined,
  { line, endLine = line }: Diagnostic,
): boolean {
  if (!lines) return false;
  for (let at = line; at <= endLine; at++) if (lines.has(at)) return true;
  return false;
}
