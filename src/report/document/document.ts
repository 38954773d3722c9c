// What a command says, once for every medium: a verdict, what the reader does next, and the details. Nothing in it is escaped,
// coloured, wrapped or cut: that is the work of the printers, each of which knows one medium.

import { type Change, type ChangeKind, capital, type HazardCode, type Plan } from "../../model/index.ts";
import type { SectionOptions } from "../fields/field-sections.ts";
import type { LayoutDrawing } from "../fields/layout-drawing.ts";
import type { LayoutState } from "../fields/layout-states.ts";
import type { Cell } from "../text/table.ts";

/** How it stands at a glance: nothing to do, all is well, somebody must decide, something is wrong. */
export type Light = "none" | "go" | "decide" | "wrong";

export interface Document {
  light: Light;
  /** What it came to, in phrases: the first is the subject, the others say more about it. */
  verdict: readonly Words[];
  /** Where it goes, and under which policy: in the first lines. */
  ground?: Ground;
  /** What changes, thing by thing: a page has a row for each, which is never cut away, and all about it below. */
  entries?: readonly Entries[];
  /** What became of things in another way than was meant. Never cut away. */
  results?: Results;
  /** What is left as it is. Never cut away. */
  rest?: readonly Line[];
  /** The counts of actions, which end what a terminal shows of the entries. */
  totals?: Words;
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
  | { called: Called }
  | { strong: string }
  | { command: string }
  | { place: Place }
  /** `text`, opened by `url`; without an address `instead` says how else it is found. */
  | { text: string; url: string | undefined; instead?: string }
  /** As many as the medium has room for, and a count of the others. */
  | { names: readonly Inline[] }
  | { tone: Tone; text: string };

export type Tone = "red" | "yellow" | "green" | "dim";

/** Where a reader can go. */
export interface FileLinks {
  file?(file: string, line: number): string | undefined;
}

/** A thing that a file declares or the platform has: a terminal calls it by its key, a page by its title. */
export interface Called {
  kind: ChangeKind;
  /** `old → new` for one that gets another. */
  key: string;
  title: string;
  /** What it will be called, if that is something else. */
  newTitle?: string | undefined;
  /** Others read the same: the key tells them apart. */
  isNamesake?: boolean | undefined;
  /** What is around it says of which kind it is. */
  isBare?: boolean | undefined;
  url?: string | undefined;
}

/** `report `, `folder `; nothing for a workbook, which plans are about. */
export function kindOf({ kind, isBare = false }: Called): string {
  return kind === "workbook" || isBare ? "" : `${kind} `;
}

export interface Place {
  file: string;
  line: number;
  column: number;
  endLine?: number;
  endColumn?: number;
}

export type Block =
  | Line
  | List
  | Table
  | Section
  | Code
  | Advice
  | Fields
  | Layouts
  | Content
  | ByRowValues
  | Within;

export interface Line {
  line: Words;
  /** What it is about, at a glance; `!`: nobody may miss it. */
  sign?: "!" | "+" | "=" | "·";
  /** How many things it is about, if a page counts them. */
  count?: number;
  /** Of pages: a terminal says it elsewhere. */
  isOfPages?: true;
}

export interface List {
  list: readonly Item[];
  /** A count of what is not shown, as a sentence without its full stop; default: "and 3 more". */
  left?(items: readonly Item[]): Words;
  /** All that a terminal says of them, because a command of its own shows them; without its full stop. */
  brief?: Words;
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

/** Lines that are shown as they are. */
export interface Code {
  code: readonly Words[];
}

export interface Ground {
  target: Plan["target"];
  policy?: Plan["policy"];
  /** What it was made from. */
  source?: Words;
  /** What is there besides. */
  notes?: readonly Words[];
  /** Which way its values read, for who has no plan beside it. */
  direction?: Words;
}

/** Whether it is of what stays as it is, and not of what is there besides. */
export function isLeft({ sign }: Line): boolean {
  return sign === "=" || sign === "·";
}

export interface Entries {
  /** The end of its anchor. */
  id: string;
  title: string;
  entries: readonly Entry[];
}

/** Pages alone have them: a terminal has seen them happen. */
export interface Results {
  title: string;
  what: string;
  rows: readonly { sign: string; called: Called; words: Words }[];
  /** What is said of them if there is no room for rows. */
  brief: Words;
}

/** What happens to it, at a glance. */
export type Sign =
  | "decide"
  | "delete"
  | "create"
  | "publish"
  | "charts"
  | "layout"
  | "edit"
  | "rename"
  | "stamp";

/** One thing that changes, or several that are alike. */
export interface Entry {
  /** Kind and key. */
  id: string;
  sign: Sign;
  called: Called;
  /** Of several, of which it is the first. */
  alike?: Alike;
  source?: Change["source"];
  /** Where its copy can be looked at. */
  preview?: string | undefined;
  owners?: readonly string[] | undefined;
  /** Whether viewers see it: `in draft only`. */
  reach: string;
  /** What happens to it, in few words. */
  said: readonly Words[];
  /** What stops an apply of it. */
  hazards: readonly { code: HazardCode; words: Words; edits: readonly Words[] }[];
  /** The ways out; none if nothing waits for a decision. */
  ways: readonly Words[];
  body: readonly Block[];
}

export interface Alike {
  /** Whether one template declares them, at the place of the entry. */
  isTemplate: boolean;
  /** The first part is stressed. */
  title: readonly [string, string];
  names: readonly Inline[];
  each: readonly Entry[];
}

/** The hazards of a plan, each with what it is about and the ways out. */
export interface Advice {
  advice: readonly { title: string; ways: readonly Words[]; isAccepted: boolean; isOfPlan: boolean }[];
  /** How to accept all of them at once. */
  all: readonly Words[];
}

/** The fields of a change: as much of their values as there is room for. */
export interface Fields {
  fields: Change;
  options: SectionOptions;
}

/** The layouts that change, or that are new, drawn. */
export interface Layouts {
  layouts: readonly { state: LayoutState; drawing: LayoutDrawing; notes: readonly string[] }[];
  /** Of the whole dashboard, for who asks for it alone. */
  of: Change;
}

/** All that is created, for media that have room for it. */
export interface Content {
  content: Change;
}

export interface ByRowValues {
  byRow: ByRow;
}

/** Something that rows of one template have several values for. */
export interface ByRow {
  /** What all of them change. */
  of: Change;
  /** A change with that field alone; or without any, if it is `said` of the change as a whole. */
  values: readonly { change: Change; said: Words; rows: readonly string[] }[];
}

/** A part of the entry that changes by itself, such as a report that a dashboard draws. */
export interface Within {
  entry: Entry;
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

/** Phrases in a row. */
export function phrases(all: readonly Words[], join = ", "): Words {
  return all.flatMap((words, at) => (at === 0 ? words : [join, ...words]));
}

/** Slugs and keys in a sentence. */
export function codes(keys: readonly string[]): Inline {
  return { names: keys.map((code) => ({ code })) };
}

// The headings of a plan: every medium says them with these words.

export const DECIDE = "Needs a decision";
export const SEEN = "Viewers see";
export const DRAFTS = "In draft only, until somebody publishes";
export const RENAMED = "Renamed, and nothing else";
/** The same within a line. */
export const SEEN_SHORT = "viewers see";
export const DRAFTS_SHORT = "in draft only";
export const RENAMED_SHORT = "a new slug only";
export const LEFT = "Left as it is";

export const UNDECIDED = "Nothing is applied until these are decided.";
