// A document in GitHub's markdown. No text of a file or of the platform has any meaning in it.

import { count } from "../text/cells.ts";
import { excerpt, NAME_ROOM } from "../text/value-text.ts";
import { type Block, type Document, type Inline, type Item, sentence, type Words } from "./document.ts";
import {
  type FitOptions,
  fitSections,
  type MarkdownDocument,
  type MarkdownSection,
  writeDocument,
} from "./markdown-document.ts";
import { linkTo, markdownCode, markdownDetails, markdownName } from "./markdown-text.ts";

/** Items of a list that are left out together. */
const LOT = { flat: 50, folded: 25 };
/** No more than these are not folded. */
const FEW = 5;
/** Names in a sentence. */
const NAMED = 20;
/** Characters. */
const ROOM = { words: 600, code: 120, command: 400, path: 60 };

/** Where a reader can go. */
interface FileLinks {
  file?(file: string, line: number): string | undefined;
}

export interface MarkdownOptions {
  links?: FileLinks | undefined;
}

/** Under its subject, if it has one, and cut to `fit`; without it nothing is left out. Ends with a line end. */
export function markdown(
  document: Document,
  { subject, links, fit }: MarkdownOptions & { subject?: string; fit?: FitOptions | undefined } = {},
): string {
  const parts = markdownParts(document, { links });
  if (subject !== undefined) return writeDocument(subject, parts, fit);
  const said = document.verdict.length === 0 ? "" : `${markdownWords(sentence(document.verdict), links)}.`;
  return fitSections({ head: [said, ...parts.lead], tail: [] }, parts.sections, fit);
}

/** In pieces, for a text that holds several documents, and is cut as one. */
export function markdownParts(
  { light, verdict, lead = [], details = [] }: Document,
  { links = {} }: MarkdownOptions = {},
): MarkdownDocument {
  const write = (words: Words) => markdownWords(words, links);
  return {
    light,
    verdict: verdict.map(write),
    lead: lead.flatMap((block) => ("line" in block ? [write(block.line)] : [])),
    sections: markdownSections([...lead.filter((block) => !("line" in block)), ...details], { links }),
  };
}

/** What may be cut away. */
export function markdownSections(
  blocks: readonly Block[],
  { links = {} }: MarkdownOptions = {},
): MarkdownSection[] {
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
  const rowOf = (row: readonly string[]) => `| ${row.join(" | ")} |`;
  const cellOf = (cell: unknown) => write([cell === undefined || cell === null ? "" : `${cell}`]);
  const rows = [
    block.head.map(cellOf),
    block.head.map(() => ":--"),
    ...block.rows.map((row) => row.map(cellOf)),
  ];
  return [{ title: count(block.rows.length, "row"), text: rows.map(rowOf).join("\n") }];
}

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

/** A sentence. */
export function markdownWords(words: Words, links: FileLinks = {}): string {
  return words.map((word) => wordText(word, links)).join("");
}

function wordText(word: Inline, links: FileLinks): string {
  if (typeof word === "string") return markdownName(word, ROOM.words);
  if (typeof word === "number") return `${word}`;
  if ("name" in word) return `<i>${markdownName(word.name, NAME_ROOM)}</i>`;
  if ("code" in word) return markdownCode(word.code, ROOM.code);
  if ("strong" in word) return `<b>${markdownName(word.strong, ROOM.words)}</b>`;
  if ("command" in word) return markdownCode(word.command, ROOM.command);
  if ("names" in word) {
    const more = word.names.length - NAMED;
    const some = word.names.slice(0, NAMED).map((name) => wordText(name, links));
    return `${some.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  }
  if ("tone" in word) return markdownName(word.text, ROOM.code);
  if ("url" in word)
    return word.url === undefined ? markdownName(word.text, ROOM.code) : linkTo(word.url, word.text);
  const { file, line, column } = word.place;
  const address = links.file?.(file, line);
  return address === undefined
    ? `<code>${markdownName(file, ROOM.code)}:${line}:${column}</code>`
    : linkTo(address, `${excerpt(file, 0, ROOM.path)}:${line}:${column}`);
}
