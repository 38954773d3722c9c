// What a place in the files is, and what is known of the files around it.
import type { Document, Pair, YAMLMap, YAMLSeq } from "yaml";
import type { Files, Variables } from "../desired/index.ts";
import type { Source } from "./form/source.ts";

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
