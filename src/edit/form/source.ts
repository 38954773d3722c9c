// A file as text with the nodes of its YAML and their places, from which text edits are computed. JSON is read as YAML.

import {
  type Document,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  Lexer,
  type Node,
  type Pair,
  parseAllDocuments,
  type Scalar,
  visit,
  type YAMLSeq,
} from "yaml";
import { formatOf } from "../../desired/index.ts";
import { columnOf, lineStart } from "../../model/index.ts";
import { type EvenText, evenText } from "./line-ends.ts";

export interface Source extends EvenText {
  /** The real file's name in the project. */
  file: string;
  documents: Document[];
  /** Whether it is JSON, by its name or by what it says. */
  json: boolean;
  /** Spaces of one level. */
  step: number;
  /** Whether lists are indented deeper than their key. */
  indentSeq: boolean;
  singleQuote: boolean;
  /** Spaces inside of the braces of flow maps. */
  padding: boolean;
}

/** `written`: the text of the file, without a byte order mark. */
export function openSource(file: string, written: string): Source {
  const even = evenText(written);
  const { text } = even;
  // Parsed when it is asked for: a scalar at a known place is renamed without. A table of rows has no nodes.
  const documents = once(() => (isTable(file) ? [] : readDocuments(text)));
  const style = once(() => styleOf(text, documents()));
  return {
    file,
    ...even,
    json: formatOf(file) === "json" || isJson(text),
    get documents() {
      return documents();
    },
    get step() {
      return style().step;
    },
    get indentSeq() {
      return style().indentSeq;
    },
    get singleQuote() {
      return style().singleQuote;
    },
    get padding() {
      return style().padding;
    },
  };
}

export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Whether a file holds rows as comma-separated values, by its name. */
function isTable(file: string): boolean {
  return /\.csv$/i.test(file);
}

/** Whether a text is JSON whatever its file is called, and is to stay so. */
function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The documents of a text with their places. */
export function readDocuments(text: string): Document[] {
  const documents = parseAllDocuments(text, {
    version: "1.2",
    schema: "core",
    resolveKnownTags: false,
    uniqueKeys: false,
    keepSourceTokens: true,
    logLevel: "silent",
  });
  return Array.isArray(documents) ? [...documents] : [];
}

function styleOf(text: string, documents: readonly Document[]) {
  const steps = new Map<number, number>();
  const seqs = { deeper: 0, level: 0 };
  for (const document of documents) {
    visit(document, {
      Pair(_, pair) {
        const { key, value } = pair;
        if (!isNode(key) || !isCollection(value) || value.flow || !key.range || !value.range) return;
        const deeper = columnOf(text, value.range[0]) - columnOf(text, key.range[0]);
        if (isSeq(value)) seqs[deeper > 0 ? "deeper" : "level"]++;
        if (deeper > 0) steps.set(deeper, (steps.get(deeper) ?? 0) + 1);
      },
    });
  }
  const [step = 2] = [...steps].sort((a, b) => b[1] - a[1])[0] ?? [];
  return {
    step: /^[[{]/.test(text.trimStart()) ? (/^[ ]+(?=")/m.exec(text)?.[0].length ?? step) : step,
    indentSeq: seqs.deeper >= seqs.level,
    singleQuote: (text.match(/[:\-,[] '/g)?.length ?? 0) > (text.match(/[:\-,[] "/g)?.length ?? 0),
    padding: (text.match(/[:\-,[] \{ /g)?.length ?? 0) >= (text.match(/[:\-,[] \{[^\s}]/g)?.length ?? 0),
  };
}

/** The spaces that the line of an offset begins with. */
export function indentAt(text: string, offset: number): number {
  const start = lineStart(text, offset);
  return /^ */.exec(text.slice(start, start + 1000))![0].length;
}

/** What a key says: a plain one is taken as it is written, whatever it could be as a value. */
export function keyOf(key: unknown): string {
  if (!isScalar(key)) return "";
  return key.type === "PLAIN" && key.source !== undefined ? key.source : String(key.value);
}

/** The offsets of a node of a source, without what is behind it: the parser gives them to each, also to what is not written. */
export function rangeOf(node: unknown): readonly [start: number, end: number] {
  const [start, end] = (node as Node).range!;
  return [start, end];
}

/** The offset of the dash of an item of a block list. */
export function dashOf(list: YAMLSeq, index: number): number | undefined {
  const token = list.srcToken;
  if (token?.type !== "block-seq") return undefined;
  return token.items[index]?.start.find(({ type }) => type === "seq-item-ind")?.offset;
}

/** The end of a value's own text, without the blank lines and comments behind it. */
export function contentEnd(text: string, node: unknown, fallback: number): number {
  if (isCollection(node) && !node.flow && node.items.length > 0) {
    const index = node.items.length - 1;
    if (isMap(node)) return pairEnd(text, node.items[index] as Pair);
    if (isSeq(node)) return contentEnd(text, node.items[index], (dashOf(node, index) ?? fallback) + 1);
  }
  if (!isNode(node) || !node.range) return fallback;
  const [start, end] = node.range;
  if (start === end) return fallback;
  if (isScalar(node) && isBlockScalar(node)) {
    const written = text.slice(start, end);
    // Blank lines are all that an empty text has, and the package does not count the last of them.
    if (/^[^\n]*\s*$/.test(written)) return endOfBlankLines(text, start);
    if (/^[|>][^\n]*\+/.test(written)) return start + written.replace(/\r?\n$/, "").length;
    return start + written.trimEnd().length;
  }
  return end;
}

const HEADER_AND_BLANKS = /[^\n]*(?:\n[ \t]*(?=\r?\n))*/y;

function endOfBlankLines(text: string, start: number): number {
  HEADER_AND_BLANKS.lastIndex = start;
  const header = HEADER_AND_BLANKS.exec(text)?.[0] ?? "";
  return start + header.replace(/\r$/, "").length;
}

/** Where a pair begins: at its key, or at the `?`, anchor or tag before that. */
export function pairStart({ key, srcToken }: Pair): number {
  const before = srcToken?.start.find(({ type }) => BEFORE_KEY.has(type));
  return before?.offset ?? rangeOf(key)[0];
}

const BEFORE_KEY: ReadonlySet<string> = new Set(["explicit-key-ind", "anchor", "tag"]);

export function pairEnd(text: string, pair: Pair): number {
  return contentEnd(text, pair.value, colonEnd(pair) ?? contentEnd(text, pair.key, rangeOf(pair.key)[1]));
}

/** The offset behind the colon of a pair. */
export function colonEnd(pair: Pair): number | undefined {
  const colon = pair.srcToken?.sep?.find(({ type }) => type === "map-value-ind");
  return colon && colon.offset + 1;
}

/** Whether a scalar is written as a block behind `|` or `>`. */
export function isBlockScalar({ type }: Scalar): boolean {
  return type === "BLOCK_LITERAL" || type === "BLOCK_FOLDED";
}

const anchored = new WeakMap<Document, ReadonlyMap<Node, Node[]>>();

/** The nodes with anchors in a document and the aliases of each. */
export function anchorsOf(document: Document): ReadonlyMap<Node, Node[]> {
  const known = anchored.get(document);
  if (known) return known;
  const found = new Map<Node, Node[]>();
  visit(document, {
    Alias(_, alias) {
      const target = alias.resolve(document);
      if (target) found.set(target, [...(found.get(target) ?? []), alias]);
    },
  });
  anchored.set(document, found);
  return found;
}

// Where the comments of a YAML text are.

export interface Comment {
  offset: number;
  /** From the `#` on. */
  text: string;
}

/** What the package's lexer puts between the tokens, before documents and scalars: they stand for no character. */
const MARKS = new Set(["\u0002", "\u001f"]);

/** All comments of a text without errors, in their order. */
export function commentsOf(text: string): Comment[] {
  const comments: Comment[] = [];
  let offset = 0;
  for (const token of new Lexer().lex(text)) {
    if (token.startsWith("#")) comments.push({ offset, text: token.trimEnd() });
    if (!MARKS.has(token)) offset += token.length;
  }
  return comments;
}
