// A document in GitHub's markdown. No text of a file or of the platform has any meaning in it.

import { count } from "../text/cells.ts";
import { breakCommands } from "../text/escape.ts";
import { paintWith } from "../text/paint.ts";
import {
  type Block,
  type Document,
  type Entries,
  type FileLinks,
  type Item,
  isLeft,
  LEFT,
  type Line,
  type Results,
  sentence,
  type Words,
} from "./document.ts";
import {
  type FitOptions,
  fitSections,
  type MarkdownDocument,
  type MarkdownSection,
  writeDocument,
} from "./markdown-document.ts";
import { decisionBlocks, entrySections, overviewForms } from "./markdown-entries.ts";
import { withGround } from "./markdown-ground.ts";
import { calledText, markdownDetails, markdownPre, markdownWords } from "./markdown-text.ts";
import { codeText } from "./terminal-words.ts";

/** Items of a list that are left out together. */
const LOT = { flat: 50, folded: 25 };
/** Results that are told one by one. */
const RESULTS = 100;
/** No more than these are not folded. */
const FEW = 5;
export interface MarkdownOptions {
  links?: FileLinks | undefined;
}

/** Under its subject, if it has one, and cut to `fit`; without it nothing is left out. Ends with a line end. */
export function markdown(
  document: Document,
  { subject, links, fit }: MarkdownOptions & { subject?: string; fit?: FitOptions | undefined } = {},
): string {
  const parts = markdownParts(document, { links });
  const { ground, verdict } = document;
  if (subject !== undefined) return writeDocument(subject, ground ? withGround(parts, ground) : parts, fit);
  const said = verdict.length === 0 ? "" : `${markdownWords(sentence(verdict), links)}.`;
  return fitSections({ head: [said, ...parts.lead], tail: [] }, parts.sections, fit);
}

/** In pieces, for a text that holds several documents, and is cut as one; it says itself where they go. */
export function markdownParts(
  { light, verdict, ground, entries = [], results, rest = [], lead = [], details = [] }: Document,
  { links = {} }: MarkdownOptions = {},
): MarkdownDocument {
  const write = (words: Words) => markdownWords(words, links);
  const blocks = lead.filter((block) => !("line" in block || "advice" in block));
  const own = entrySections(entries, links);
  const others = markdownSections([...blocks, ...details], { links });
  return {
    light,
    verdict: verdict.map(write),
    lead: [
      ...(ground?.direction ? [`<sub>${write(ground.direction)}</sub>`] : []),
      ...lead.flatMap((block) => {
        if ("line" in block) return [write(block.line)];
        return "advice" in block ? decisionBlocks(block, entries) : [];
      }),
    ],
    overview: results ? resultForms(results, links) : overviews(entries, rest, links),
    sections: [...own, ...(own.some(({ heading }) => heading) ? others.map(underFindings) : others)],
  };
}

/** Nobody owns them. */
function underFindings(section: MarkdownSection): MarkdownSection {
  return { ...section, heading: "#### Findings" };
}

/** What changes, and what is left as it is, with ever fewer words. */
function overviews(entries: readonly Entries[], rest: readonly Line[], links: FileLinks): string[] {
  const write = ({ line }: Line) => markdownWords(line, links);
  const kept = rest.filter(isLeft).map(write);
  const left = [
    ...rest.filter((line) => !isLeft(line)).map((line) => `${line.sign === "+" ? "📁 " : ""}${write(line)}`),
    ...(kept.length === 0 ? [] : [`💤 <b>${LEFT}</b>: ${kept.join(" ")}`]),
  ];
  const forms = entries.length === 0 ? [[]] : overviewForms(entries, links);
  return forms.map((form) => [...form, ...left].join("\n\n")).filter((text) => text !== "");
}

/** The rows, and what is said of them where these have no room. */
function resultForms({ title, what, rows, brief }: Results, links: FileLinks): string[] {
  const shown = rows
    .slice(0, RESULTS)
    .map(({ sign, called, words }) => `| ${sign} | ${calledText(called)} | ${markdownWords(words, links)} |`);
  const more = rows.length - shown.length;
  if (more > 0) shown.push(`| | and ${more} more | |`);
  const table = [`| | ${title} | ${what} |`, "| :-: | :-- | :-- |", ...shown].join("\n");
  return rows.length === 0 ? [] : [table, markdownWords(brief, links)];
}

/** What may be cut away. */
function markdownSections(blocks: readonly Block[], { links = {} }: MarkdownOptions = {}): MarkdownSection[] {
  return blocks.flatMap((block) => sectionsOf(block, (words) => markdownWords(words, links)));
}

type Write = (words: Words) => string;

function sectionsOf(block: Block, write: Write): MarkdownSection[] {
  if ("line" in block) return [{ title: write(block.line), text: write(block.line) }];
  if ("list" in block) return listSections(block.list, write);
  if ("heading" in block) {
    const texts = block.blocks.flatMap((one) => sectionsOf(one, write)).map(({ text }) => text);
    return [{ title: block.title, text: [`#### ${write(block.heading)}`, ...texts].join("\n\n") }];
  }
  if ("code" in block) {
    const text = breakCommands(codeText(block, { paint: PLAIN }));
    return [{ title: text.split("\n")[0] ?? "", text: markdownPre(text) }];
  }
  if (!("head" in block)) return [];
  const rowOf = (row: readonly string[]) => `| ${row.join(" | ")} |`;
  const cellOf = (cell: unknown) => write([cell === undefined || cell === null ? "" : `${cell}`]);
  const rows = [
    block.head.map(cellOf),
    block.head.map(() => ":--"),
    ...block.rows.map((row) => row.map(cellOf)),
  ];
  return [{ title: count(block.rows.length, "row"), text: rows.map(rowOf).join("\n") }];
}

const PLAIN = paintWith(false);

/** Group by group, each in lots, so that a cut loses lots and not lines. */
function listSections(items: readonly Item[], write: Write): MarkdownSection[] {
  const groups = [...new Set(items.map(({ group }) => group))].sort((a, b) => a.rank - b.rank);
  return groups.flatMap((group) => {
    const own = items.filter((item) => item.group === group);
    const isFolded = group.folded === "many" ? own.length > FEW : group.folded;
    return lotsOf(own, isFolded ? LOT.folded : LOT.flat).map((lot) => {
      const title = count(lot.length, group.noun) + (group.where ?? "");
      const text = lot.map((item) => itemText(item, write)).join("\n");
      return { title, text: isFolded ? markdownDetails(title, [text]) : text };
    });
  });
}

function lotsOf<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(at * size, (at + 1) * size),
  );
}

function itemText({ head, lines = [] }: Item, write: Write): string {
  const first = `- ${head.map(write).join(" ")}`;
  return lines.length === 0 ? first : `${first}: ${lines.map(write).join(" ")}`;
}
