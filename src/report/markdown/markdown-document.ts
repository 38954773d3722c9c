// A report in markdown before it is cut to GitHub's limit: parts that are always shown, and sections that may be left out.

import { NAME_ROOM } from "../change/field-row.ts";
import { count } from "../text/cells.ts";
import { markdownName } from "./markdown-text.ts";

export interface MarkdownSection {
  /** Its subject, not escaped: named if the section does not fit. */
  title: string;
  text: string;
}

export interface MarkdownDocument {
  /** Of the first line after the target, joined by ` · `. */
  verdict: string[];
  /** Paragraphs that are always shown: limited, whatever was reported. */
  lead: string[];
  sections: MarkdownSection[];
}

export interface FitOptions {
  limit: number;
  /** The length of a text as the medium counts it. */
  measure: (text: string) => number;
  /** Where the rest can be read: markdown, after "the rest is in". */
  rest: string;
}

const NAMED = 12;

/** Lines in sections of `size`, so that cutting a report loses lots and not lines; titled as a count of `noun`. */
export function inLots(lines: readonly string[], size: number, noun: string): MarkdownSection[] {
  const sections: MarkdownSection[] = [];
  for (let at = 0; at < lines.length; at += size) {
    const lot = lines.slice(at, at + size);
    sections.push({ title: count(lot.length, noun), text: lot.join("\n") });
  }
  return sections;
}

/** A document that needs no cutting, under its subject. Ends with a line end. */
export function joinDocument(subject: string, { verdict, lead, sections }: MarkdownDocument): string {
  const first = `**${markdownName(subject, NAME_ROOM)}**: ${verdict.join(" · ")}`;
  return joinBlocks([first, ...lead, ...sections.map(({ text }) => text)]);
}

/** Blocks with a blank line between them. Ends with a line end. */
function joinBlocks(blocks: readonly string[]): string {
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

/**
 * `head` and as many sections as fit, whole or not at all, in their order; those that do not fit are named at the end. The head is
 * never cut.
 */
export function fitSections(
  head: readonly string[],
  sections: readonly MarkdownSection[],
  { limit, measure, rest }: FitOptions,
): string {
  const whole = joinBlocks([...head, ...sections.map(({ text }) => text)]);
  if (measure(whole) <= limit) return whole;
  const names = new Map(sections.map((section) => [section, markdownName(section.title, 60)]));
  // It is not known yet which sections are left out: room for the longest names.
  const longest = [...names.values()].sort((a, b) => measure(b) - measure(a));
  const reserve = measure(leftOut(longest, rest)) + 2;
  let used = measure(joinBlocks(head)) + reserve;
  const kept: string[] = [];
  const left: string[] = [];
  for (const section of sections) {
    const size = measure(section.text) + 2;
    if (used + size > limit) left.push(names.get(section) ?? "");
    else {
      used += size;
      kept.push(section.text);
    }
  }
  return joinBlocks([...head, ...kept, leftOut(left, rest)]);
}

function leftOut(names: readonly string[], rest: string): string {
  const shown = names.slice(0, NAMED);
  if (names.length > NAMED) shown.push(`${names.length - NAMED} more`);
  const lead = `**${count(names.length, "section")} did not fit here**`;
  return `${lead} (${shown.join(", ")}): the rest is in ${rest}.`;
}
