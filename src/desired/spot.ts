// Where a value is written. A resolved value has layers of spots: an override over the entry, keys next to $include over
// the included file. The first layer wins.
import { CORNERS, type Diagnostic, type LocatedPart, type Path, type Span } from "../model/index.ts";
import { errorAt, type Finding, spanOf } from "./diagnose.ts";
import { findTarget, isDirectiveProblem } from "./directives.ts";
import type { Files } from "./files.ts";
import { expandText, type Variables, wholeName } from "./variables.ts";
import { offsetsAt, type TreeEntry, type TreeNode } from "./yaml/tree.ts";

/** A place in a file as written: in its document of that index, or in the one that holds an offset of the text. */
export interface Spot {
  file: string;
  doc: number | { offset: number };
  path: Path;
  /** The map whose `$include` leads to the file: its `with` has the values of `${param.x}` here. */
  from?: Spot | undefined;
  /** The row that has the values of `${row.x}` here. */
  row?: Spot | undefined;
}

export interface Placing {
  files: Files;
  variables: Variables;
}

/** Includes followed at most, one inside the other: a cycle is reported elsewhere. */
const MAX_INCLUDES = 32;
const CORNER_NAMES: readonly string[] = CORNERS;

/** The span of a spot's value or key, without following anything. A spot that is not written is its file's start. */
export function spanOfSpot(files: Files, spot: Spot, part: "key" | "value" = "value"): Span {
  const root = documentOf(files, spot);
  const at = root && offsetsAt(root, spot.path, part);
  if (at) return spanOf(spot.file, files.trees(spot.file).text, at);
  return { file: spot.file, line: 1, column: 1, endLine: 1, endColumn: 2 };
}

/** The layers of a spot: itself and, if it holds an `$include`, what that names; of a `${param.x}` those of its value. */
function layersOf(placing: Placing, spot: Spot, includes = 0): Spot[] {
  const node = nodeAt(placing.files, spot);
  const given = typeof node?.value === "string" ? givenTo(placing, spot, node.value) : undefined;
  if (given) return given;
  const named = node?.entries?.get("$include")?.node.value;
  if (typeof named !== "string" || includes > MAX_INCLUDES) return [spot];
  const path = expandAt(placing, spot, named);
  const target = findTarget(placing.files, { file: spot.file, directive: "$include", path });
  if (isDirectiveProblem(target)) return [spot];
  const doc = bodyOf(placing.files, target.name);
  return [spot, ...layersOf(placing, { file: target.name, doc, path: [], from: spot }, includes + 1)];
}

/** The document of an included file that is put in place: not one that is nothing but `params`. */
function bodyOf(files: Files, file: string): number {
  const [first, second] = files.trees(file).trees.documents;
  return second && first?.entries?.size === 1 && first.entries.has("params") ? 1 : 0;
}

/** Where the value of a text that is nothing but `${param.x}` is written; undefined for any other text, or if that is nowhere. */
function givenTo(placing: Placing, spot: Spot, text: string): Spot[] | undefined {
  const { kind, name } = wholeName(text) ?? {};
  if (name === undefined) return undefined;
  if (kind === "row") {
    const own = spot.row && stepInto(placing, layersIn(placing, spot.row), name);
    return own && own.length > 0 ? own : undefined;
  }
  if (!spot.from) return undefined;
  const values = layersOf(placing, { ...spot.from, path: [...spot.from.path, "with"] });
  const given = stepInto(placing, values, name);
  if (given.length > 0) return given;
  const byDefault: Spot = { file: spot.file, doc: 0, path: ["params", name, "default"] };
  return nodeAt(placing.files, byDefault) && [byDefault];
}

/** A text as it is read at a spot: with its variables and parameters. */
function expandAt(placing: Placing, spot: Spot, text: string): string {
  const local: Variables["local"] = ({ kind, name }) => {
    const written = `\${${kind}.${name}}`;
    const [at] = givenTo(placing, spot, written) ?? [];
    const value = at && nodeAt(placing.files, at)?.value;
    if (value === undefined) return undefined;
    return { value: typeof value === "string" ? expandAt(placing, at!, value) : value };
  };
  return expandText(text, { ...placing.variables, local }, []);
}

/** The layers one step further in; none if no layer has that key. `[x, y, w, h]` answers to x, y, w and h. */
export function stepInto(placing: Placing, layers: readonly Spot[], key: string | number): Spot[] {
  if (typeof key === "number") {
    const items = changedItems(placing, layers);
    if (items) return items[key]?.layers ?? [];
  }
  const found: Spot[] = [];
  for (const spot of layers) {
    const node = nodeAt(placing.files, spot);
    const step = node?.items && typeof key === "string" ? CORNER_NAMES.indexOf(key) : key;
    const child = typeof step === "number" ? node?.items?.[step] : entryOf(node, step)?.node;
    if (child) found.push(...layersOf(placing, { ...spot, path: [...spot.path, step] }));
    // Only maps merge: a list or a scalar hides what is under it.
    if (!node?.entries) break;
  }
  return found;
}

/** The entry of a key, unless it belongs to the `$include` beside it. */
function entryOf(node: TreeNode | undefined, key: string): TreeEntry | undefined {
  return key === "with" && node?.entries?.has("$include") ? undefined : node?.entries?.get(key);
}

/** An item of a list, and the layers that it has: a change by id over the item. */
interface Item {
  id: string | undefined;
  layers: Spot[];
}

/** Kept by the map of changes: each of a thousand findings in one list would gather them anew. */
const itemsOfChanges = new WeakMap<TreeNode, Item[]>();

/** The items of an included list with changes by id next to its `$include`; undefined for anything else. */
function changedItems(placing: Placing, layers: readonly Spot[]): Item[] | undefined {
  const [spot, ...below] = layers;
  const node = spot && nodeAt(placing.files, spot);
  if (!spot || !node?.entries?.has("$include")) return undefined;
  const changes = new Map([...node.entries].filter(([key]) => key !== "$include" && key !== "with"));
  if (changes.size === 0) return changedItems(placing, below);
  const known = spot.from ? undefined : itemsOfChanges.get(node);
  if (known) return known;
  const listed = changedItems(placing, below) ?? listedItems(placing, below);
  if (!listed) return undefined;
  const changeOf = (id: string) => layersOf(placing, { ...spot, path: [...spot.path, id] });
  const items: Item[] = [];
  for (const { id, layers: own } of listed) {
    const change = id === undefined ? undefined : changes.get(id);
    if (id === undefined || !change) items.push({ id, layers: own });
    else if (change.node.value !== null) items.push({ id, layers: [...changeOf(id), ...own] });
    if (id !== undefined) changes.delete(id);
  }
  for (const [id, { node: added }] of changes) {
    if (added.entries?.has("type") || added.entries?.has("$include"))
      items.push({ id, layers: changeOf(id) });
  }
  if (!spot.from) itemsOfChanges.set(node, items);
  return items;
}

/** The items of a list as it is written, perhaps behind includes without changes. */
function listedItems(placing: Placing, layers: readonly Spot[]): Item[] | undefined {
  const spot = layers.find((one) => nodeAt(placing.files, one)?.items);
  if (!spot) return undefined;
  return nodeAt(placing.files, spot)!.items!.map((_, index) => {
    const own = layersOf(placing, { ...spot, path: [...spot.path, index] });
    const written = stepInto(placing, own, "id")[0];
    const id = written && nodeAt(placing.files, written)?.value;
    return { id: typeof id === "string" ? expandAt(placing, written!, id) : undefined, layers: own };
  });
}

/** Where the value at `path` below the layers, or its key, is written; if it is not, the nearest enclosing value that is. */
export function locateBelow(
  placing: Placing,
  layers: readonly Spot[],
  { path, part = "value" }: { path: Path; part?: LocatedPart | undefined },
): Span {
  let at = layers;
  for (const [index, key] of path.entries()) {
    if (part === "key" && index === path.length - 1 && typeof key === "string") {
      // Of a value that was given, the key is still where the file has it.
      const holder = at.find((one) => entryOf(nodeAt(placing.files, one), key));
      if (holder) return spanOfSpot(placing.files, { ...holder, path: [...holder.path, key] }, part);
    }
    const next = stepInto(placing, at, key);
    if (next.length === 0) return spanOfSpot(placing.files, at[0]!);
    at = next;
  }
  return part === "content" ? spanOfContent(placing, at) : spanOfSpot(placing.files, at[0]!, part);
}

/** The first layer that is not just an `$include`, or the text file that it names. */
function spanOfContent(placing: Placing, layers: readonly Spot[]): Span {
  const { files } = placing;
  const isReference = (spot: Spot) => {
    const entries = nodeAt(files, spot)?.entries;
    return entries?.has("$include") && entries.size === (entries.has("with") ? 2 : 1);
  };
  const spot = layers.find((one) => !isReference(one)) ?? layers[0]!;
  const named = nodeAt(files, spot)?.entries?.get("$file")?.node.value;
  if (typeof named !== "string") return spanOfSpot(files, spot);
  const target = findTarget(files, {
    file: spot.file,
    directive: "$file",
    path: expandAt(placing, spot, named),
  });
  if (isDirectiveProblem(target)) return spanOfSpot(files, spot);
  return { file: target.name, line: 1, column: 1, endLine: 1, endColumn: 2 };
}

/** Where the value at a spot's path is written, following includes from the top of its document. */
export function locateSpot(placing: Placing, spot: Spot, part?: LocatedPart): Span {
  return locateBelow(placing, layersOf(placing, { ...spot, path: [] }), { path: spot.path, part });
}

/** A finding about the value or the key at a spot. */
export function findingAt(
  placing: Placing,
  spot: Spot,
  { part, ...finding }: Finding & { part?: "key" | "value" },
): Diagnostic {
  return errorAt(locateSpot(placing, spot, part), finding);
}

/** All layers of a spot, following includes from the top of its document; none if it is not written. */
export function layersIn(placing: Placing, spot: Spot): Spot[] {
  return stepAlong(placing, layersOf(placing, { ...spot, path: [] }), spot.path);
}

/** The layers at the end of a path; none if nothing is written there. */
export function stepAlong(placing: Placing, layers: readonly Spot[], path: Path): Spot[] {
  let at = [...layers];
  for (const key of path) at = stepInto(placing, at, key);
  return at;
}

function documentOf(files: Files, { file, doc }: Spot): TreeNode | undefined {
  const { documents } = files.trees(file).trees;
  if (typeof doc === "number") return documents[doc];
  return documents.findLast(({ start }) => start <= doc.offset);
}

export function nodeAt(files: Files, spot: Spot): TreeNode | undefined {
  let node = documentOf(files, spot);
  for (const key of spot.path) {
    node = typeof key === "number" ? node?.items?.[key] : node?.entries?.get(key)?.node;
  }
  return node;
}
