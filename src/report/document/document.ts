// What a command says, once for every medium: a verdict, what the reader does next, and the details. Nothing in it is escaped,
// coloured, wrapped or cut: that is the work of the printers, each of which knows one medium.

import { capital } from "../../model/index.ts";
import type { Cell } from "../text/table.ts";

/** How it stands at a glance: nothing to do, all is well, somebody must decide, something is wrong. */
export type Light = "none" | "go" | "decide" | "wrong";

export interface Document {
  light: Light;
  /** What it came to, in phrases: the first is the subject, the others say more about it. */
  verdict: readonly Words[];
  /** What the reader needs to know or to do next. Its lines are never cut away. */
  lead?: readonly Block[];
  /** All the rest. A page has it last, and cuts it first; a terminal is read from its end, and has it first. */
  details?: readonly Block[];
}

export type Words = readonly Inline[];

/** A piece of a sentence. A plain string is words; the platform's messages are words, too. */
export type Inline =
  | string
  | number
  /** What somebody named, or a slug or key: set off if `code`. */
  | { name: string }
  | { code: string }
  | { strong: string }
  | { command: string }
  | { place: Place }
  /** `text`, opened by `url`; without an address `instead` says how else it is found. */
  | { text: string; url: string | undefined; instead?: string }
  /** As many as the medium has room for, and a count of the others. */
  | { names: readonly Inline[] }
  | { tone: Tone; text: string };

export type Tone = "red" | "yellow" | "green" | "dim";

export interface Place {
  file: string;
  line: number;
  column: number;
  endLine?: number;
  endColumn?: number;
}

export type Block = Line | List | Table | Section;

export interface Line {
  line: Words;
}

export interface List {
  list: readonly Item[];
  /** A count of what is not shown, as a sentence without its full stop; default: "and 3 more". */
  left?(items: readonly Item[]): Words;
}

export interface Item {
  /** The parts of its first line. */
  head: readonly Words[];
  /** Sentences about it. */
  lines?: readonly Words[];
  /** The lines of a file, of which `place` is shown. */
  source?: { lines(): readonly string[]; place: Place; tone: Tone };
  group: Group;
}

/** Items that a page counts, folds and cuts together. Where there are too many, those of a lower rank are kept. */
export interface Group {
  noun: string;
  /** Of which the count is: " on lines that …". */
  where?: string;
  rank: number;
  /** Whether a page folds them: always, never, or if there are more than a few. */
  folded: boolean | "many";
}

export interface Table {
  head: readonly string[];
  rows: readonly (readonly Cell[])[];
}

/** Blocks under a heading, which are left out together. */
export interface Section {
  /** Named if it does not fit. */
  title: string;
  heading: Words;
  blocks: readonly Block[];
}

/** The tag of a sentence. */
export function say(texts: TemplateStringsArray, ...inserted: readonly (Inline | Words)[]): Words {
  const words = texts.flatMap((text, at) => [text, ...inserted.slice(at, at + 1).flat()]);
  return words.filter((word) => word !== "");
}

/** `Preview pr-1 is taken down: 2 workbooks removed, the staging environment is off`. */
export function sentence(phrases: readonly Words[]): Words {
  const [first = [], ...more] = phrases;
  const [start = "", ...rest] = first;
  const tail = more.flatMap((words, at) => [at === 0 ? ": " : ", ", ...words]);
  return [typeof start === "string" ? capital(start) : start, ...rest, ...tail];
}

/** A sentence of its own. */
export function line(texts: TemplateStringsArray, ...inserted: readonly (Inline | Words)[]): Line {
  return { line: say(texts, ...inserted) };
}

/** Slugs and keys in a sentence. */
export function codes(keys: readonly string[]): Inline {
  return { names: keys.map((code) => ({ code })) };
}
