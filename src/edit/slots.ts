// Where a value is written: a slot in a file, and under it what `$include` and aliases put in its place. Like desired/spot.ts, but
// with the nodes of the text, so that they can be edited, and whether others read the same text.
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import {
  expandText,
  type Files,
  findTarget,
  isDirectiveProblem,
  nameOf,
  type Spot,
  type Variables,
  wholeName,
} from "../desired/index.ts";
import { type JsonObject, ownValue } from "../model/index.ts";
import { evenOffset } from "./form/line-ends.ts";
import { anchorsOf, keyOf, openSource, rangeOf, type Source } from "./form/source.ts";

/** The container of a value. */
export type Holder =
  | { in: "document" }
  | { in: "map"; map: YAMLMap; pair: Pair }
  | { in: "list"; list: YAMLSeq; index: number };

export interface Slot {
  source: Source;
  document: Document;
  holder: Holder;
  /** Others read this very text, so that it cannot be replaced for one of them. */
  locked: boolean;
  /** The map whose `$include` leads to the file: its `with` has the values of `${param.x}` here. */
  from?: Slot | undefined;
  /** The row that has the values of `${row.x}` here. */
  row?: RowOfSlot | undefined;
  /** The name that a row has for this value, if that is what gives it. */
  column?: string | undefined;
}

/** A row of a template. */
export interface RowOfSlot {
  values: JsonObject;
  /** Where its values are edited, if they may be; a table has no nodes there. Undefined: what names them is replaced. */
  spot: Spot | undefined;
}

/** A text that several places read: an anchored node with aliases, or a file. */
export interface Share {
  name: string;
  /** How many places read it. */
  count: number;
}

/** The project as it is on the disk. */
export interface Setting {
  files: Files;
  /** The project's folder, symbolic links resolved. */
  realRoot: string;
  variables: Variables;
  /** Real path of each file or folder that a directive names → the places that name it. */
  named: ReadonlyMap<string, ReadonlySet<string>>;
}

/** The project as one round of an attempt reads it. */
export interface Reading extends Setting {
  /** By the real file's name in the project. */
  sources: Map<string, Source>;
  /** Texts that differ from the disk: aliases written out. */
  overlay: Map<string, string>;
  /** Shares whose readers all want the same: each is edited once, for all. */
  agreed: ReadonlySet<string>;
}

/** The node as written: an alias is itself. */
export function writtenNode({ document, holder }: Slot): Node | undefined {
  const node =
    holder.in === "document"
      ? document.contents
      : holder.in === "map"
        ? holder.pair.value
        : holder.list.items[holder.index];
  return isNode(node) ? node : undefined;
}

/** The node of a slot's value; of an alias, the node that it names. */
export function contentOf(slot: Slot): Node | undefined {
  const node = writtenNode(slot);
  return isAlias(node) ? (node.resolve(slot.document) ?? undefined) : node;
}

/** The pair of a key in a map node. */
export function pairOf(node: unknown, key: string): Pair | undefined {
  if (!isMap(node)) return undefined;
  return node.items.find(({ key: one }) => isScalar(one) && keyOf(one) === key) as Pair | undefined;
}

/** Where a node holds the value of a key, or an item. */
export function holderOf(node: Node | undefined, key: string | number): Holder | undefined {
  if (typeof key === "number") {
    return isSeq(node) && key < node.items.length ? { in: "list", list: node, index: key } : undefined;
  }
  const pair = pairOf(node, key);
  return pair && isMap(node) ? { in: "map", map: node, pair } : undefined;
}

const MAX_INCLUDES = 32;

/** The text of a file of the project, as this round has it; undefined if it cannot be read. */
export function sourceOf(reading: Reading, file: string): Source | undefined {
  const found = reading.files.follow(`${reading.files.root}/${file}`);
  if (typeof found === "string") return undefined;
  const name = nameOf(reading.realRoot, found.real);
  const known = reading.sources.get(name);
  if (known) return known;
  const text = reading.overlay.get(name) ?? reading.files.read(name);
  if (typeof text !== "string") return undefined;
  const source = openSource(name, text);
  reading.sources.set(name, source);
  return source;
}

/** The share that the content of a slot is, by its anchor. */
export function anchorShare(slot: Slot): Share | undefined {
  const node = contentOf(slot);
  if (!node) return undefined;
  const aliases = anchorsOf(slot.document).get(node);
  return aliases && { name: `${slot.source.file}&${rangeOf(node)[0]}`, count: aliases.length + 1 };
}

/** Whether the inside of a slot's value cannot be edited for its own sake. */
export function isLockedInside(reading: Reading, slot: Slot): boolean {
  if (slot.locked) return true;
  const share = anchorShare(slot);
  return share !== undefined && !reading.agreed.has(share.name);
}

/** The file that directives name, as a share. */
export function fileShare({ named }: Reading, real: string): Share {
  return { name: real, count: named.get(real)?.size ?? 1 };
}

/** The file or folder that a map's directive names; undefined if there is no such directive or it names nothing usable. */
export function namedBy(
  reading: Reading,
  slot: Slot,
  directive: "$include" | "$file" | "$dir",
): { name: string; real: string } | undefined {
  const node = contentOf(slot);
  if (!isMap(node) || !node.has(directive)) return undefined;
  const path = node.get(directive);
  if (typeof path !== "string") return undefined;
  const expanded = expandText(path, variablesAt(reading, slot), []);
  const target = findTarget(reading.files, { file: slot.source.file, directive, path: expanded });
  return isDirectiveProblem(target) ? undefined : target;
}

/** Where the value of a slot that is nothing but `${param.x}` or `${row.x}` is given; undefined for any other slot, or if that is nowhere. */
function givenTo(reading: Reading, slot: Slot, text: unknown): Slot[] | undefined {
  const { kind, name } = (typeof text === "string" ? wholeName(text) : undefined) ?? {};
  if (kind === "row") {
    const at = slot.row?.spot;
    const own = at && name !== undefined ? stepInto(reading, rowLayers(reading, at), name) : [];
    return own.length > 0 ? own.map((one) => ({ ...one, column: name })) : undefined;
  }
  const map = slot.from && contentOf(slot.from);
  const pair = pairOf(map, "with");
  if (!slot.from || name === undefined || !pair || !isMap(map)) return undefined;
  const { source, document, from, row } = slot.from;
  const locked = isLockedInside(reading, slot.from);
  const values = layersOf(reading, { source, document, holder: { in: "map", map, pair }, locked, from, row });
  const given = stepInto(reading, values, name);
  return given.length > 0 ? given : undefined;
}

/** The variables as a text in a slot reads them: with what was given to its file. */
export function variablesAt(reading: Reading, slot: Slot): Variables {
  const local: Variables["local"] = ({ kind, name }) => {
    const own = kind === "row" && slot.row ? ownValue(slot.row.values, name) : undefined;
    if (own !== undefined) return { value: own };
    const [at] = givenTo(reading, slot, `\${${kind}.${name}}`) ?? [];
    const node = at && contentOf(at);
    if (!at || !isScalar(node)) return undefined;
    const { value } = node;
    if (typeof value === "string") return { value: expandText(value, variablesAt(reading, at), []) };
    return typeof value === "number" || typeof value === "boolean" ? { value } : undefined;
  };
  return { ...reading.variables, local };
}

/** The layers of a slot: itself and what its `$include` names, the first winning; of a `${param.x}` those of its value. */
function layersOf(reading: Reading, slot: Slot, depth = 0): Slot[] {
  const node = contentOf(slot);
  if (isScalar(node) && typeof node.value === "string" && wholeName(node.value)) {
    // A default is for all that do not give the value, and a table has no nodes: it stays, and so does what names it.
    const isOfAll = slot.from !== undefined || slot.row?.spot !== undefined;
    return givenTo(reading, slot, node.value) ?? [{ ...slot, locked: slot.locked || isOfAll }];
  }
  const target = namedBy(reading, slot, "$include");
  if (!target || depth > MAX_INCLUDES) return [slot];
  const source = sourceOf(reading, target.name);
  const document = source && bodyOf(source);
  if (!source || !document) return [slot];
  const share = fileShare(reading, target.real);
  const locked = isLockedInside(reading, slot) || (share.count > 1 && !reading.agreed.has(share.name));
  const below: Slot = { source, document, holder: { in: "document" }, locked, from: slot };
  return [slot, ...layersOf(reading, below, depth + 1)];
}

/** The document of an included file that is put in place: not one that is nothing but `params`. */
function bodyOf({ documents: [first, second] }: Source): Document | undefined {
  const isParams =
    isMap(first?.contents) && first.contents.items.length === 1 && first.contents.has("params");
  return second && isParams ? second : first;
}

function isIncluding(slot: Slot): boolean {
  const node = contentOf(slot);
  return isMap(node) && node.has("$include");
}

/** Whether a map is an include with no other key. */
export function isOnlyInclude(slot: Slot): boolean {
  const node = contentOf(slot);
  return isMap(node) && node.has("$include") && node.items.length === (node.has("with") ? 2 : 1);
}

/** The layer that gives a value that is not a map: below the includes. */
export function ownerOf(layers: readonly Slot[]): Slot {
  return layers.find((slot) => !isIncluding(slot)) ?? layers.at(-1)!;
}

/** The layers of the value under a key, or of an item of a list. */
export function stepInto(reading: Reading, layers: readonly Slot[], key: string | number): Slot[] {
  const changed = typeof key === "number" ? changedItems(reading, layers) : undefined;
  if (changed) return changed[key as number]?.layers ?? [];
  const found: Slot[] = [];
  for (const slot of layers) {
    const node = contentOf(slot);
    const isDirective = key === "with" && isIncluding(slot);
    const holder = isDirective ? undefined : holderOf(node, key);
    const { source, document, from, row } = slot;
    const locked = isLockedInside(reading, slot);
    if (holder) found.push(...layersOf(reading, { source, document, holder, locked, from, row }));
    if (!isMap(node)) break;
  }
  return found;
}

/** An item of an included list that may be changed by id next to its `$include`. */
export interface ChangedItem {
  id: string | undefined;
  layers: Slot[];
  /** Whether the list itself does not have it. */
  isAdded: boolean;
}

/** The items of an included list as the keys next to the `$include` change it; undefined if nothing includes a list here. */
export function changedItems(reading: Reading, layers: readonly Slot[]): ChangedItem[] | undefined {
  const [slot, ...below] = layers;
  if (!slot || !isIncluding(slot)) return undefined;
  const map = contentOf(slot) as YAMLMap;
  const listed = changedItems(reading, below) ?? listedItems(reading, below);
  if (!listed) return undefined;
  const own = map.items.map(({ key }) => keyOf(key)).filter((key) => key !== "$include" && key !== "with");
  const isGone = (id: string) => {
    const change = pairOf(map, id)?.value;
    return isScalar(change) && change.value === null;
  };
  const items: ChangedItem[] = listed
    .filter(({ id }) => id === undefined || !isGone(id))
    .map((item) => {
      const change = item.id === undefined ? [] : stepInto(reading, [slot], item.id);
      return { ...item, isAdded: false, layers: [...change, ...item.layers] };
    });
  const known = new Set(listed.map(({ id }) => id));
  for (const id of own) {
    if (!known.has(id)) items.push({ id, isAdded: true, layers: stepInto(reading, [slot], id) });
  }
  return items;
}

function listedItems(reading: Reading, layers: readonly Slot[]): ChangedItem[] | undefined {
  const slot = layers.find((one) => isSeq(contentOf(one)));
  const list = slot && contentOf(slot);
  if (!slot || !isSeq(list)) return undefined;
  return list.items.map((_, index) => {
    const item = stepInto(reading, [slot], index);
    const named = stepInto(reading, item, "id")[0];
    const id = named && contentOf(named);
    const isText = isScalar(id) && typeof id.value === "string";
    return {
      id: isText ? expandText(String(id.value), variablesAt(reading, named!), []) : undefined,
      layers: item,
      isAdded: false,
    };
  });
}

/** The layers of a row. Several templates may read it: whether it can be edited for one of them only the edited files say. */
export function rowLayers(reading: Reading, spot: Spot): Slot[] {
  return layersAt(reading, spot).map((slot) => ({ ...slot, locked: false }));
}

/** The layers of a spot of the project's files, of a template those that the row has; none if it is not written. */
export function layersAt(reading: Reading, spot: Spot, row?: RowOfSlot): Slot[] {
  const source = sourceOf(reading, spot.file);
  if (!source) return [];
  const { doc } = spot;
  const document =
    typeof doc === "number"
      ? source.documents[doc]
      : source.documents.findLast((one) => one.range![0] <= evenOffset(source, doc.offset));
  if (!document) return [];
  let layers = layersOf(reading, { source, document, holder: { in: "document" }, locked: false, row });
  for (const key of spot.path) layers = stepInto(reading, layers, key);
  return layers;
}
