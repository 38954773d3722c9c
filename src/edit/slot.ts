// What a place in the files is, and what is known of the files around it.
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
import type { Files, Spot, Variables } from "../desired/index.ts";
import type { JsonObject } from "../model/index.ts";
import { keyOf, type Source } from "./form/source.ts";

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
