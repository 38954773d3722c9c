// The careful way: the `yaml` package, for everything unusual and for good messages about what is wrong.
import {
  type Alias,
  isAlias,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  type Node,
  parseAllDocuments,
  type Scalar,
  type ScalarTag,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import type { Json } from "../../model/index.ts";
import type { Problem, Range } from "./problem.ts";
import { MERGE_KEY, NOT_FINITE, numberOf, plainValue } from "./scalar.ts";
import { aliasWords, mergeMark, syntaxProblems } from "./syntax-problem.ts";
import {
  addEntry,
  ambiguousKey,
  inexactNumber,
  MAX_DEPTH,
  type TreeEntry,
  type TreeNode,
  type Trees,
  tooDeep,
} from "./tree.ts";

interface Reading {
  text: string;
  problems: Problem[];
  /** The node that an anchor names by now: the package would look through the whole document for each alias. */
  named: Map<string, Node>;
  /** What anchored nodes became; null while one is being read, so that an alias to itself is seen. */
  anchored: Map<unknown, TreeNode | null>;
}

/** The package takes `!!float 1` for no float. */
const FLOAT: ScalarTag = {
  tag: "tag:yaml.org,2002:float",
  resolve(source, onError) {
    const value = plainValue(source);
    if (typeof value === "string" || typeof value === "boolean" || value === null) onError("no float");
    return Number(source);
  },
};

/** Syntax errors that are reported of one file: the later ones mostly follow from the first. */
const MAX_SYNTAX_ERRORS = 5;

export function treesFromYaml(text: string): Trees {
  const trees: Trees = { documents: [], problems: [] };
  try {
    for (const document of parseAllDocuments(text, {
      version: "1.2",
      schema: "core",
      resolveKnownTags: false,
      customTags: (tags) => [...tags, FLOAT],
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: "silent",
    })) {
      const { problems } = trees;
      problems.push(...syntaxProblems(document, text));
      if (document.errors.length > 0) continue;
      const reading: Reading = { text, problems, named: new Map(), anchored: new Map() };
      trees.documents.push(readNode(reading, document.contents, { depth: 0, missing: { start: 0, end: 0 } }));
    }
  } catch (error) {
    // The package recurses, so a text of nothing but brackets ends its stack.
    if (!(error instanceof RangeError)) throw error;
    trees.problems.push(tooDeep(0));
  }
  const mark = trees.problems.length > 0 ? mergeMark(text) : undefined;
  if (mark) return { documents: [], problems: [mark] };
  let count = 0;
  trees.problems = trees.problems.filter(({ rule }) => rule !== "yaml-syntax" || count++ < MAX_SYNTAX_ERRORS);
  return trees;
}

/** `missing`: the place of a value that is not written. */
function readNode(
  reading: Reading,
  node: unknown,
  { depth, missing }: { depth: number; missing: Range },
): TreeNode {
  if (node === null || node === undefined) return { ...missing, value: null };
  const [start, end] = (node as Node).range ?? [missing.start, missing.end];
  const range = { start, end };
  if (depth > MAX_DEPTH) {
    reading.problems.push(tooDeep(start));
    return { ...range, value: null };
  }
  if (isAlias(node)) return { ...readAlias(reading, node, range), ...range };
  const anchor = nameNode(reading, node);
  if (anchor) reading.anchored.set(node, null);
  const tree: TreeNode = isMap(node)
    ? { ...range, entries: readEntries(reading, node, depth) }
    : isSeq(node)
      ? { ...range, items: readItems(reading, node, { depth: depth + 1, missing: { start, end: start } }) }
      : { ...range, value: readScalar(reading, node as Scalar, range) };
  if (anchor) reading.anchored.set(node, tree);
  return tree;
}

/** Whether the node has an anchor, which from now on names it. To be called in the order of the text. */
function nameNode({ named }: Reading, node: unknown): boolean {
  const isNamed = (isScalar(node) || isCollection(node)) && node.anchor !== undefined;
  if (isNamed) named.set(node.anchor!, node);
  return isNamed;
}

function readItems(reading: Reading, list: YAMLSeq, below: { depth: number; missing: Range }): TreeNode[] {
  return list.items.map((item) => readNode(reading, item, below));
}

function readAlias(reading: Reading, alias: Alias, range: Range): TreeNode {
  const tree = reading.anchored.get(reading.named.get(alias.source));
  if (tree) return tree;
  const message = `\`*${alias.source}\` is inside the value it names, so it has no end.`;
  const problem =
    tree === null ? { rule: "alias-limit", message } : { rule: "yaml-syntax", ...aliasWords(alias.source) };
  reading.problems.push({ ...problem, ...range });
  return { ...range, value: null };
}

function readScalar(reading: Reading, node: Scalar, range: Range): Json {
  const { value } = node;
  if (typeof value === "number" || typeof value === "bigint") {
    const source = node.source ?? String(value);
    const exact = NOT_FINITE.test(source) ? undefined : numberOf(source);
    if (exact !== undefined) return exact;
    reading.problems.push(inexactNumber(range, source));
    return null;
  }
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  const message = "This tag makes a value that JSON cannot hold.";
  reading.problems.push({ rule: "unsupported-tag", message, ...range });
  return null;
}

function readEntries(reading: Reading, map: YAMLMap, depth: number): Map<string, TreeEntry> {
  const entries = new Map<string, TreeEntry>();
  for (const pair of map.items) {
    const key = pair.key as Node | null;
    const [keyStart, keyEnd] = key?.range ?? map.range ?? [0, 0];
    const missing = { start: keyEnd, end: keyEnd };
    const scalar = isAlias(key) ? reading.named.get(key.source) : key;
    nameNode(reading, key);
    const node = readNode(reading, pair.value, { depth: depth + 1, missing });
    const name = keyText(scalar);
    if (name !== undefined) addEntry(reading, entries, { key: name, keyStart, keyEnd, node });
    else {
      const written = reading.text.slice(keyStart, keyEnd).trim();
      reading.problems.push(ambiguousKey({ start: keyStart, end: keyEnd }, written));
    }
  }
  return entries;
}

/** The key as text, or undefined if two readers could print it differently: see plainKey. */
function keyText(key: unknown): string | undefined {
  if (!isScalar(key)) return undefined;
  if (typeof key.value === "string")
    return key.type === "PLAIN" && key.value === MERGE_KEY ? undefined : key.value;
  if (typeof key.value === "boolean") return String(key.value) === key.source ? key.source : undefined;
  const { source } = key;
  if (typeof key.value !== "number" || source === undefined || NOT_FINITE.test(source)) return undefined;
  return String(numberOf(source)) === source ? source : undefined;
}
