// Text → values. The fast way (js-yaml's events, 1.2 core values) answers for plain files; on any doubt the `yaml` package
// decides. test/desired/parse.test.ts holds that both ways give the same value wherever the fast one answers.
import { type Event, parseEvents, YAMLException } from "js-yaml";
import type { Json } from "../../model/index.ts";
import { constructPlain, type KeyPlaces } from "./construct.ts";
import { treesFromEvents } from "./event-tree.ts";
import { jsonEvents } from "./json-events.ts";
import { misreadScalars } from "./misread.ts";
import type { Problem } from "./problem.ts";
import { mergeMark } from "./syntax-problem.ts";
import { MAX_DEPTH, type Trees, tooDeep, valueOfTree } from "./tree.ts";
import { treesFromYaml } from "./yaml-tree.ts";

export interface Parsed {
  /** One value per document; what could be read if there are problems. */
  documents: Json[];
  problems: Problem[];
  /** What is not what it looks like, of a YAML text without problems. */
  misread: Problem[];
  /** For each document where the keys of its sections are written, as far as that cost nothing. */
  places: readonly KeyPlaces[];
}

/** Nodes that aliases may add to a file of any size. */
const ALIAS_LIMIT = 100_000;

const NO_PROBLEMS: Problem[] = [];
const NO_PLACES: KeyPlaces[] = [];

/** Reads a text. Never throws: everything wrong with it is among the problems. */
export function parseText(text: string, format: "yaml" | "json"): Parsed {
  const events = format === "json" ? jsonEvents(text) : plainEvents(text);
  if (Array.isArray(events)) {
    const places: KeyPlaces[] = [];
    const documents = constructPlain(events, text, places);
    const misread = documents && format === "yaml" ? misreadScalars(text, events) : NO_PROBLEMS;
    if (documents) return { documents, problems: NO_PROBLEMS, misread, places };
  } else if (events)
    return { documents: [], problems: [mergeMark(text) ?? events], misread: NO_PROBLEMS, places: NO_PLACES };
  const { documents: trees, problems } = parseTrees(text, format);
  const documents: Json[] = [];
  for (const tree of trees) {
    const value = valueOfTree(tree, text.length + ALIAS_LIMIT);
    if (value !== undefined) documents.push(value);
    else {
      const message = "The aliases of this document expand to far more than was written.";
      problems.push({ rule: "alias-limit", message, start: tree.start, end: tree.start });
    }
  }
  const misread = format === "yaml" && problems.length === 0 ? misreadScalars(text) : NO_PROBLEMS;
  return { documents, problems, misread, places: NO_PLACES };
}

/** Reads a text with the place of every node. Several times slower than parseText. */
export function parseTrees(text: string, format: "yaml" | "json"): Trees {
  const events = format === "json" ? jsonEvents(text) : plainEvents(text);
  if (events === undefined) return treesFromYaml(text);
  if (!Array.isArray(events)) return { documents: [], problems: [mergeMark(text) ?? events] };
  const plain = format === "json" || constructPlain(events, text) !== undefined;
  return plain ? treesFromEvents(events, text) : treesFromYaml(text);
}

/** The format that a file's name says. JSON is nearly YAML, but a `.json` file should be JSON for everyone else too. */
export function formatOf(file: string): "yaml" | "json" {
  return file.toLowerCase().endsWith(".json") ? "json" : "yaml";
}

/** What js-yaml and `yaml` are known to read differently: a text with it is not plain. */
const UNCOMMON = /\t|\r(?!\n)|\uFEFF|^(?:\.\.\.| *%)/m;
/** No such text is without one of these, and looking for them takes an eighth of the time. */
const MARKS: readonly string[] = ["\t", "\r", "\uFEFF", "...", "%"];

/** The events of a YAML text, or undefined if js-yaml objects or might read it unlike `yaml`. */
export function plainEvents(text: string): Event[] | Problem | undefined {
  if (MARKS.some((mark) => text.includes(mark)) && UNCOMMON.test(text)) return undefined;
  try {
    return parseEvents(text, { maxDepth: MAX_DEPTH });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    // The one objection that is final: `yaml` would recurse until its stack ends.
    return error.reason.startsWith("nesting exceeded") ? tooDeep(error.mark?.position ?? 0) : undefined;
  }
}
