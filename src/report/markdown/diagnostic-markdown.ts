// Findings in markdown: one line each, folded in small lots.

import type { Diagnostic } from "../../model/index.ts";
import { type Cause, findCauses, othersText } from "../text/causes.ts";
import { isError, sentencesOf } from "../text/findings.ts";
import { inLots, type MarkdownSection } from "./markdown-document.ts";
import { markdownDetails, markdownName } from "./markdown-text.ts";

const LOT = 25;
/** No more than these are not folded. */
const FEW = 5;

/** Errors first, in lots; a few findings are not folded. */
export function diagnosticSections(diagnostics: readonly Diagnostic[]): MarkdownSection[] {
  const causes = findCauses(diagnostics);
  const errors = causes.filter(({ first }) => isError(first)).map(findingLine);
  const warnings = causes.filter(({ first }) => !isError(first)).map(findingLine);
  return [...foldedLots(errors, "error"), ...foldedLots(warnings, "warning")];
}

function foldedLots(lines: readonly string[], noun: string): MarkdownSection[] {
  const lots = inLots(lines, LOT, noun);
  if (lines.length <= FEW) return lots;
  return lots.map(({ title, text }) => ({ title, text: markdownDetails(title, [text]) }));
}

function findingLine({ first: diagnostic, others }: Cause): string {
  const { file, line, column, severity, rule } = diagnostic;
  const place = `<code>${markdownName(file, 120)}:${line}:${column}</code>`;
  const words = sentencesOf(diagnostic).map((text) => markdownName(text, 500));
  if (others.length > 0) words.push(`(${markdownName(othersText(others), 600)})`);
  return `- ${place} ${severity} ${markdownName(rule, 60)}: ${words.join(" ")}`;
}
