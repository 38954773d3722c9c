// A report in markdown before it is cut to GitHub's limit: parts that are always shown, and sections that may be left out.

import { count } from "../text/cells.ts";
import { NAME_ROOM } from "../text/value-text.ts";
import type { Light } from "./document.ts";
import { markdownName } from "./markdown-text.ts";

const LIGHTS: Readonly<Record<Light, string>> = { none: "⚪", go: "🟢", decide: "🟡", wrong: "🔴" };
/** Of several the last counts. */
const ORDER: readonly Light[] = ["none", "go", "decide", "wrong"];

export interface MarkdownSection {
  /** Its subject, not escaped: named if the section does not fit. */
  title: string;
  text: string;
  /** The same with drawings, which are the first to go where there is too much. */
  drawn?: string;
  /** Markdown above it, and above those that follow with the same one. */
  heading?: string;
}

export interface MarkdownDocument {
  /** How it stands at a glance. */
  light: Light;
  /** Of the first line after the target, joined by ` · `. */
  verdict: string[];
  /** Paragraphs that are always shown: limited, whatever was reported. */
  lead: string[];
  /**
   * A row for each thing that changes, as it is said with the most and with ever fewer words: the first that fits is shown, below `lead`. The
   * last is short, however much there is.
   */
  overview?: string[];
  sections: MarkdownSection[];
}

export interface FitOptions {
  limit: number;
  /** The length of a text as the medium counts it. */
  measure: (text: string) => number;
  /** Where the rest can be read: markdown, after "the rest is in". */
  rest: string;
}

const WHOLE: FitOptions = { limit: Infinity, measure: ({ length }) => length, rest: "" };

const NAMED = 12;

/** A document under its subject, which is cut if `fit` says so. Ends with a line end. */
export function writeDocument(subject: string, document: MarkdownDocument, fit?: FitOptions): string {
  const { verdict, lead, overview, sections } = document;
  const head = [headline(subject, [document], verdict), ...lead];
  return fitSections({ head, overview, tail: [] }, sections, fit);
}

export function worstOf(documents: readonly Pick<MarkdownDocument, "light">[]): Light {
  const worst = Math.max(0, ...documents.map(({ light }) => ORDER.indexOf(light)));
  return ORDER[worst] ?? "none";
}

/** `### 🟡 Boardwright · production: viewers see <b>3</b> dashboards change · …`. */
export function headline(
  subject: string,
  documents: readonly Pick<MarkdownDocument, "light">[],
  verdict: readonly string[],
): string {
  return `### ${LIGHTS[worstOf(documents)]} Boardwright · ${markdownName(subject, NAME_ROOM)}: ${verdict.join(" · ")}`;
}

/** Blocks with a blank line between them. Ends with a line end. */
function joinBlocks(blocks: readonly string[]): string {
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

export interface Frame {
  head: readonly string[];
  /** As in MarkdownDocument. */
  overview?: readonly string[] | undefined;
  tail: readonly string[];
}

/**
 * `head`, the overview, as many sections as fit, whole or not at all, in their order, and `tail`; sections that do not fit are named. Where not everything
 * fits, the drawings are the first to go, and come back as far as there is room. Head and tail are never cut.
 */
export function fitSections(
  { head: above, overview = [], tail }: Frame,
  sections: readonly MarkdownSection[],
  { limit, measure, rest }: FitOptions = WHOLE,
): string {
  const all = joinBlocks([
    ...[...above, ...overview.slice(0, 1)],
    ...withHeadings(sections.map((section) => [section, section.drawn ?? section.text])),
    ...tail,
  ]);
  if (measure(all) <= limit) return all;
  const names = new Map(sections.map((section) => [section, markdownName(section.title, 60)]));
  // It is not known yet which sections are left out: room for the longest names.
  const longest = [...names.values()].sort((a, b) => measure(b) - measure(a));
  const note = leftOut(longest, rest, sections.length);
  const sizeOf = (rows: readonly string[]) => measure(joinBlocks([...above, ...rows, note, ...tail]));
  const fitting = overview.find((rows) => sizeOf([rows]) <= limit) ?? overview.at(-1);
  const rows = fitting === undefined ? [] : [fitting];
  const head = [...above, ...rows];
  let room = limit - sizeOf(rows);
  const kept = new Map<MarkdownSection, string>();
  let under: string | undefined;
  for (const section of sections) {
    const { text, heading } = section;
    const head = heading === undefined || heading === under ? 0 : measure(heading) + 2;
    const size = head + measure(text) + 2;
    if (size > room) continue;
    under = heading;
    room -= size;
    kept.set(section, text);
  }
  let undrawn = 0;
  for (const [section, text] of kept) {
    if (section.drawn === undefined) continue;
    const more = measure(section.drawn) - measure(text);
    if (more > room) undrawn += 1;
    else {
      room -= more;
      kept.set(section, section.drawn);
    }
  }
  const left = sections.flatMap((section) => (kept.has(section) ? [] : [names.get(section) ?? ""]));
  return joinBlocks([...head, ...withHeadings([...kept]), leftOut(left, rest, undrawn), ...tail]);
}

/** Each heading once, above the first of the sections that follow each other under it. */
function withHeadings(sections: readonly (readonly [MarkdownSection, string])[]): string[] {
  let under: string | undefined;
  return sections.flatMap(([{ heading }, text]) => {
    const isNew = heading !== undefined && heading !== under;
    under = heading;
    return isNew ? [heading, text] : [text];
  });
}

function leftOut(names: readonly string[], rest: string, undrawn: number): string {
  const drawings = undrawn === 0 ? "" : `**${count(undrawn, "layout is", "layouts are")} not drawn here**`;
  if (names.length === 0) return drawings === "" ? "" : `${drawings}: ${rest} has the rest.`;
  const shown = names.slice(0, NAMED);
  if (names.length > NAMED) shown.push(`${names.length - NAMED} more`);
  const lead = `**${count(names.length, "section")} did not fit here** (${shown.join(", ")})`;
  return `${drawings === "" ? "" : `${drawings}, and `}${lead}: the rest is in ${rest}.`;
}
