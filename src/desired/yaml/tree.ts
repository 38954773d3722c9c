// A tree of nodes with their places: the careful way reads it, and places are looked up in it. It costs more than
// values alone, so it is built only for a file with a doubt or a question.
import { type Json, type JsonObject, lineAndColumn, type Path, shorten } from "../../model/index.ts";
import type { Problem, Range } from "./problem.ts";
import { MERGE_KEY } from "./scalar.ts";

export interface TreeEntry {
  keyStart: number;
  keyEnd: number;
  node: TreeNode;
}

/** A scalar has `value`, a list `items`, a map `entries`. */
export interface TreeNode extends Range {
  value?: Json;
  items?: TreeNode[];
  entries?: Map<string, TreeEntry>;
}

/** One text as trees, one per document, and what is wrong with it. */
export interface Trees {
  documents: TreeNode[];
  problems: Problem[];
}

/** Levels of nesting that are read; real dashboards have about ten. */
export const MAX_DEPTH = 100;

/** Also of a key that rows or variables make, and of a slug in its normal form. */
export const UNSAFE_KEY = "`__proto__` cannot be a key: JavaScript programs that read it could be misled.";

/** Adds an entry to a map, or a problem if its key cannot be there. */
export function addEntry(
  { text, problems }: { text: string; problems: Problem[] },
  entries: Map<string, TreeEntry>,
  { key, ...entry }: TreeEntry & { key: string },
): void {
  const at = { start: entry.keyStart, end: entry.keyEnd };
  const first = entries.get(key);
  if (key === "__proto__") problems.push({ rule: "unsafe-key", message: UNSAFE_KEY, ...at });
  else if (first) {
    const { line, column } = lineAndColumn(text, first.keyStart);
    const message = `\`${key}\` appears twice in this map, first at line ${line}, column ${column}.`;
    problems.push({ rule: "duplicate-key", message, ...at });
  } else entries.set(key, entry);
}

export function ambiguousKey(range: Range, written: string): Problem {
  if (written === MERGE_KEY) {
    const help = "Use `$include` to share values.";
    return { rule: "ambiguous-key", message: "Merge keys (`<<`) are not part of YAML 1.2.", help, ...range };
  }
  const shown = written === "" ? "an empty one" : `\`${shorten(written, 40)}\``;
  const message = `A key must be plain text, but ${shown} is not. Put it in quotes.`;
  return { rule: "ambiguous-key", message, ...range };
}

export function inexactNumber(range: Range, shown: string): Problem {
  const message = `${shown} is not a number that JSON can hold. Put it in quotes to keep it as text.`;
  return { rule: "not-json", message, ...range };
}

export function tooDeep(start: number): Problem {
  const message = `This is nested deeper than ${MAX_DEPTH} levels.`;
  return { rule: "nesting-limit", message, start, end: start };
}

/** The value of a tree, or undefined if it has more than `limit` nodes (aliases share subtrees). */
export function valueOfTree(node: TreeNode, limit: number): Json | undefined {
  let left = limit;
  const build = (from: TreeNode): Json => {
    left--;
    if (from.items) {
      const list: Json[] = [];
      for (const item of from.items) {
        if (left < 0) break;
        list.push(build(item));
      }
      return list;
    }
    if (from.entries) {
      const object: JsonObject = {};
      for (const [key, entry] of from.entries) {
        if (left < 0) break;
        object[key] = build(entry.node);
      }
      return object;
    }
    return from.value ?? null;
  };
  const value = build(node);
  return left < 0 ? undefined : value;
}

/** The offsets of the value at `path`, or of its key; undefined if the path is not written. */
export function offsetsAt(root: TreeNode, path: Path, part: "key" | "value"): Range | undefined {
  let at = root;
  let offsets: Range = root;
  for (const key of path) {
    const child = typeof key === "number" ? at.items?.[key] : at.entries?.get(key);
    if (child === undefined) return undefined;
    at = "node" in child ? child.node : child;
    offsets = part === "key" && "node" in child ? { start: child.keyStart, end: child.keyEnd } : at;
  }
  return offsets;
}
