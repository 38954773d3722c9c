// Findings: each with its place, what is wrong and the lines of the file; those of one cause are one.

import type { Diagnostic } from "../../model/index.ts";
import {
  type Block,
  type Document,
  type Group,
  type Item,
  line,
  say,
  type Words,
} from "../document/document.ts";
import { terminal } from "../document/terminal.ts";
import { type Cause, findCauses, leftText, othersText } from "../text/causes.ts";
import { count } from "../text/cells.ts";
import {
  countFindings,
  findingsText,
  isError,
  type LintReport,
  linesOfFiles,
  sentencesOf,
} from "../text/findings.ts";
import type { TableStyle } from "../text/table.ts";

/** What the pull request changes of where a finding is: its line, only its file, neither. */
export type Touch = "line" | "file" | "none";
export type TouchOf = (finding: Diagnostic) => Touch;

const ERRORS: Group = { noun: "error", rank: 0, folded: "many" };
const WARNINGS: Group = { noun: "warning", rank: 1, folded: "many" };
const ELSEWHERE: Group = {
  noun: "warning",
  where: " on lines that the pull request does not change",
  rank: 2,
  folded: true,
};

export interface FindingOptions {
  touchOf?: TouchOf | undefined;
  text?: LintReport["text"];
}

/** The findings for people at a terminal, or for a log. */
export function lintPretty(report: LintReport & TableStyle): string {
  return terminal(lintDocument({ fix: "boardwright lint --fix", ...report }), report);
}

export function lintDocument(
  lint: Pick<LintReport, "diagnostics" | "files" | "fix"> & FindingOptions,
): Document {
  const found = countFindings(lint);
  const light = found.warnings > 0 ? "decide" : "go";
  return {
    light: found.errors > 0 ? "wrong" : light,
    verdict: [[findingsText(found)]],
    lead: fixLines(lint.diagnostics, lint.fix),
    details: findingBlocks(lint.diagnostics, lint),
  };
}

/** How to fix what can be fixed, if there is a command for it. */
export function fixLines(diagnostics: readonly Diagnostic[], command: string | undefined): Block[] {
  const fixable = diagnostics.filter(({ fix }) => fix !== undefined).length;
  return fixable === 0 || command === undefined ? [] : [line`${fixable} can be fixed with ${{ command }}.`];
}

/** Warnings in files that the pull request does not change are counted: each push would repeat them. */
export function findingBlocks(
  diagnostics: readonly Diagnostic[],
  { touchOf = () => "line", text }: FindingOptions = {},
): Block[] {
  const linesOf = text && linesOfFiles(text);
  const items = new Map<Item, readonly Diagnostic[]>();
  const away: Diagnostic[] = [];
  for (const cause of findCauses(diagnostics)) {
    const all = [cause.first, ...cause.others];
    const group = groupOf(cause, all.map(touchOf));
    if (group === undefined) away.push(...all);
    else items.set({ ...itemOf(cause, linesOf), group }, all);
  }
  const left = (some: readonly Item[]): Words => [
    `${leftText(some.flatMap((item) => items.get(item) ?? []))}. `,
    ...say`A path narrows them, and ${{ command: "--json" }} has all`,
  ];
  const counted = `${count(away.length, "warning")} in files that the pull request does not change`;
  return [
    ...(items.size > 0 ? [{ list: [...items.keys()], left }] : []),
    ...(away.length > 0
      ? [line`${counted}: the log and the job summary have ${away.length === 1 ? "it" : "them"}.`]
      : []),
  ];
}

/** Undefined if it is not shown. */
function groupOf({ first }: Cause, touches: readonly Touch[]): Group | undefined {
  if (isError(first)) return ERRORS;
  if (touches.includes("line")) return WARNINGS;
  return touches.includes("file") ? ELSEWHERE : undefined;
}

/** `linesOf`: of a file, if they are shown. */
function itemOf(
  { first, others }: Cause,
  linesOf: ((file: string) => readonly string[]) | undefined,
): Omit<Item, "group"> {
  const tone = toneOf(first);
  const same = others.length === 0 ? [] : [`(${othersText(others)})`];
  // A finding about something live that no file declares has no place.
  const place = first.file === "" ? [] : [[{ place: first }]];
  return {
    head: [...place, [{ tone, text: first.severity }], [first.rule]],
    lines: [...sentencesOf(first), ...same].map((text) => [text]),
    ...(linesOf && { source: { lines: () => linesOf(first.file), place: first, tone } }),
  };
}

function toneOf(finding: Diagnostic): "red" | "yellow" {
  return isError(finding) ? "red" : "yellow";
}
