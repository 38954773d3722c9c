// Findings in markdown: one line each, folded in small lots.

import type { Diagnostic } from "../../model/index.ts";
import { type Cause, findCauses, othersText } from "../text/causes.ts";
import { isError, sentencesOf } from "../text/findings.ts";
import { inLots, type MarkdownSection } from "./markdown-document.ts";
import { markdownDetails, markdownName } from "./markdown-text.ts";

const LOT = 25;
const ELSEWHERE = " on lines that the pull request does not change";
/** No more than these are not folded. */
const FEW = 5;

/** Errors first, in lots; a few findings are not folded. Warnings that `isTouched` does not accept come last, and are the first to go. */
export function diagnosticSections(
  diagnostics: readonly Diagnostic[],
  isTouched: (finding: Diagnostic) => boolean = () => true,
): MarkdownSection[] {
  const causes = findCauses(diagnostics);
  const errors = causes.filter(({ first }) => isError(first));
  const warnings = causes.filter(({ first }) => !isError(first));
  const isNear = ({ first, others }: Cause) => [first, ...others].some(isTouched);
  return [
    ...foldedLots(errors.map(findingLine), "error"),
    ...foldedLots(warnings.filter(isNear).map(findingLine), "warning"),
    ...lotsOf(warnings.filter((cause) => !isNear(cause)).map(findingLine), "warning", ELSEWHERE),
  ];
}

function foldedLots(lines: readonly string[], noun: string): MarkdownSection[] {
  return lines.length <= FEW ? inLots(lines, LOT, noun) : lotsOf(lines, noun, "");
}

function lotsOf(lines: readonly string[], noun: string, where: string): MarkdownSection[] {
  return inLots(lines, LOT, noun).map(({ title: of, text }) => {
    const title = `${of}${where}`;
    return { title, text: markdownDetails(title, [text]) };
  });
}

function findingLine({ first: diagnostic, others }: Cause): string {
  const { file, line, column, severity, rule } = diagnostic;
  const place = `<code>${markdownName(file, 120)}:${line}:${column}</code>`;
  const words = sentencesOf(diagnostic).map((text) => markdownName(text, 500));
  if (others.length > 0) words.push(`(${markdownName(othersText(others), 600)})`);
  return `- ${place} ${severity} ${markdownName(rule, 60)}: ${words.join(" ")}`;
}
