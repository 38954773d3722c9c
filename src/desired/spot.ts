// Where a value is written. A resolved value has layers of spots: an override over the entry, keys next to $include over
// the included file. The first layer wins.
import { CORNERS, type Diagnostic, type LocatedPart, type Path, type Span } from "../model/index.ts";
import { errorAt, type Finding, spanOf } from "./diagnose.ts";
import { findTarget, isDirectiveProblem } from "./directives.ts";
import type { Files } from "./files.ts";
import { expandText, type Variables } from "./variables.ts";
import { offsetsAt, type TreeNode } from "./yaml/tree.ts";

/** A place in a file as written: in its document of that index, or in the one that holds an offset of the text. */
export interface Spot {
  file: string;
  doc: number | { offset: number };
  path: Path;
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

/** The layers of a spot: itself and, if it holds an `$include`, what that names. */
function layersOf(placing: Placing, spot: Spot, includes = 0): Spot[] {
  const named = nodeAt(placing.files, spot)?.entries?.get("$include")?.node.value;
  if (typeof named !== "string" || includes > MAX_INCLUDES) return [spot];
  const path = expandText(named, placing.variables, []);
  const target = findTarget(placing.files, { file: spot.file, directive: "$include", path });
  if (isDirectiveProblem(target)) return [spot];
  return [spot, ...layersOf(placing, { file: target.name, doc: 0, path: [] }, includes + 1)];
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
    const child = typeof step === "number" ? node?.items?.[step] : node?.entries?.get(step)?.node;
    if (child) found.push(...layersOf(placing, { ...spot, path: [...spot.path, step] }));
    // Only maps merge: a list or a scalar hides what is under it.
    if (!node?.entries) break;
  }
  return found;
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
  if (node.entries.size === 1) return changedItems(placing, below);
  const known = itemsOfChanges.get(node);
  if (known) return known;
  const listed = changedItems(placing, below) ?? listedItems(placing, below);
  if (!listed) return undefined;
  const changeOf = (id: string) => layersOf(placing, { ...spot, path: [...spot.path, id] });
  const changes = new Map([...node.entries].filter(([key]) => key !== "$include"));
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
  itemsOfChanges.set(node, items);
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
    return { id: typeof id === "string" ? expandText(id, placing.variables, []) : undefined, layers: own };
  });
}

/** Where the value at `path` below the layers, or its key, is written; if it is not, the nearest enclosing value that is. */
export function locateBelow(
  placing: Placing,
  layers: readonly Spot[],
  { path, part = "value" }: { path: Path; part?: LocatedPart | undefined },
): Span {
  let at = layers;
  for (const key of path) {
    const next = stepInto(placing, at, key);
    if (next.length === 0) return spanOfSpot(placing.files, at[0]!);
    at = next;
  }
  return part === "content" ? spanOfContent(placing, at) : spanOfSpot(placing.files, at[0]!, part);
}

/** The first layer that is not just an `$include`, or the text file that it names. */
function spanOfContent(placing: Placing, layers: readonly Spot[]): Span {
  const { files, variables } = placing;
  const isReference = (spot: Spot) => {
    const entries = nodeAt(files, spot)?.entries;
    return entries?.size === 1 && entries.has("$include");
  };
  const spot = layers.find((one) => !isReference(one)) ?? layers[0]!;
  const named = nodeAt(files, spot)?.entries?.get("$file")?.node.value;
  if (typeof named !== "string") return spanOfSpot(files, spot);
  const target = findTarget(files, {
    file: spot.file,
    directive: "$file",
    path: expandText(named, variables, []),
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

function nodeAt(files: Files, spot: Spot): TreeNode | undefined {
  let node = documentOf(files, spot);
  for (const key of spot.path) {
    node = typeof key === "number" ? node?.items?.[key] : node?.entries?.get(key)?.node;
  }
  return node;
}
