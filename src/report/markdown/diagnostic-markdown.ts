// Findings in markdown: one line each, folded in small lots.

import type { Diagnostic } from "../../model/index.ts";
import type { ReviewLinks } from "../review/links.ts";
import { type Cause, findCauses, othersText } from "../text/causes.ts";
import { count } from "../text/cells.ts";
import { isError, sentencesOf } from "../text/findings.ts";
import { excerpt } from "../text/value-text.ts";
import { inLots, type MarkdownSection } from "./markdown-document.ts";
import { linkTo, markdownDetails, markdownName } from "./markdown-text.ts";

/** What the pull request changes of where a finding is: its line, only its file, neither. */
export type Touch = "line" | "file" | "none";
export type TouchOf = (finding: Diagnostic) => Touch;

const LOT = 25;
const ELSEWHERE = " on lines that the pull request does not change";
/** No more than these are not folded. */
const FEW = 5;

export interface FindingOptions {
  touchOf?: TouchOf | undefined;
  links?: ReviewLinks | undefined;
}

/**
 * Errors first, in lots; a few findings are not folded. Warnings on lines that the pull request does not change come last, and are the
 * first to go; those in files that it does not change are counted: each push would repeat them.
 */
export function diagnosticSections(
  diagnostics: readonly Diagnostic[],
  { touchOf = () => "line", links = {} }: FindingOptions = {},
): MarkdownSection[] {
  const line = (cause: Cause) => findingLine(cause, links);
  const causes = findCauses(diagnostics);
  const errors = causes.filter(({ first }) => isError(first));
  const warnings = causes.filter(({ first }) => !isError(first));
  const ofTouch = (wanted: Touch) =>
    warnings.filter((cause) => wanted === nearest(membersOf(cause).map(touchOf)));
  return [
    ...foldedLots(errors.map(line), "error"),
    ...foldedLots(ofTouch("line").map(line), "warning"),
    ...lotsOf(ofTouch("file").map(line), "warning", ELSEWHERE),
    ...counted(ofTouch("none").flatMap(membersOf)),
  ];
}

const membersOf = ({ first, others }: Cause) => [first, ...others];

function nearest(touches: readonly Touch[]): Touch {
  return (["line", "file"] as const).find((touch) => touches.includes(touch)) ?? "none";
}

function counted({ length }: readonly Diagnostic[]): MarkdownSection[] {
  if (length === 0) return [];
  const title = `${count(length, "warning")} in files that the pull request does not change`;
  return [{ title, text: `${title}: the log and the job summary have ${length === 1 ? "it" : "them"}.` }];
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

function findingLine({ first: diagnostic, others }: Cause, links: ReviewLinks): string {
  const { file, line, column, severity, rule } = diagnostic;
  const address = links.file?.(file, line);
  const place =
    address === undefined
      ? `<code>${markdownName(file, 120)}:${line}:${column}</code>`
      : linkTo(address, `${excerpt(file, 0, 60)}:${line}:${column}`);
  const words = sentencesOf(diagnostic).map((text) => markdownName(text, 500));
  if (others.length > 0) words.push(`(${markdownName(othersText(others), 600)})`);
  return `- ${place} ${severity} ${markdownName(rule, 60)}: ${words.join(" ")}`;
}
