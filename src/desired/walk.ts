// The state of resolving one document or included file, and how a directive in it fails.
import type { Diagnostic, Json, JsonObject, Path } from "../model/index.ts";
import { errorAt, type Finding } from "./diagnose.ts";
import type { Directive, DirectiveProblem } from "./directives.ts";
import type { Files } from "./files.ts";
import { type Spot, spanOfSpot } from "./spot.ts";
import type { Use, Uses } from "./uses.ts";
import type { Variables } from "./variables.ts";

export interface Resolver {
  files: Files;
  variables: Variables;
  /** Set when anything depends on the target. */
  dependsOnTarget: boolean;
  /** By real path and, if they were given any, by values. */
  included: Map<string, Included>;
  /** Real path → the documents of files that were given values, as they are written. */
  templates: Map<string, readonly Json[]>;
  /** UTF-16 units of included files so far, each as often as it was read. */
  read: number;
  /** Real paths of all files that were included, kept or not. */
  fragments: Set<string>;
  /** The files that `include` matches. */
  matched: ReadonlySet<string>;
  /** Included files that cannot be read, are not matched and hold no section: nobody knows what they are, and nothing of them is shown. */
  unquoted: Set<string>;
  /** Real path of each file or folder that a directive names → the places that name it. */
  named: Map<string, Set<string>>;
  /** What directives lead to; only if what was made of files is kept. */
  uses: Uses | undefined;
  /** What was spent of MOST. */
  spent: { nodes: number; text: number };
  budget: Budget;
  /** The files for which more is allowed. */
  earned: Set<string>;
  /** Whether it was said that there is no more room. */
  hasRunOut: boolean;
}

/** What directives, variables and rows may bring in for one target: values, and UTF-16 units of text. Each file counts as often as it is used. */
const MOST = { nodes: 20_000_000, text: 500_000_000 };

/** The work of a run, for all of its targets, in units of a value that is put in place. */
export interface Budget {
  done: number;
  /** Grows with what is read, so that a large project may do much. Only what multiplies runs out. */
  allowed: number;
}

const UNITS = { text: 1 / 25, step: 100 };
/** Units for each UTF-16 unit of a file that is read, once for each target. */
const EARNED = 300;

export function openBudget(): Budget {
  return { done: 0, allowed: 2_000_000 };
}

/** To be called for each file that is read; again for one that was makes no difference. */
export function earn({ budget, earned }: Resolver, file: string, length: number): void {
  if (!earned.has(file)) budget.allowed += EARNED * length;
  earned.add(file);
}

/** A step is an inclusion, a row, an override; the start of a target is hundreds. */
export interface Cost {
  nodes?: number;
  text?: number;
  steps?: number;
}

/**
 * Whether there was still room for a cost. Said once for each target, where it ran out; whatever comes after that is not put in place, so
 * that nothing that multiplies goes on for ever.
 */
export function pay(resolver: Resolver, cost: Cost, say: (finding: Finding) => void): boolean {
  const { nodes = 0, text = 0, steps = 0 } = cost;
  resolver.spent.nodes += nodes;
  resolver.spent.text += text;
  resolver.budget.done += nodes + text * UNITS.text + steps * UNITS.step;
  if (!isSpent(resolver)) return true;
  if (!resolver.hasRunOut) say(TOO_MUCH);
  resolver.hasRunOut = true;
  return false;
}

const TOO_MUCH: Finding = {
  rule: "include-invalid",
  message: "The files include and repeat too much, and here the budget of the run is spent.",
  help: "Files that include others several times multiply, and so do rows, overrides and targets. Look at what this includes.",
};

/** The same for what a directive puts in place. */
export function spend(walk: Walk, directive: Directive | undefined, cost: Cost): boolean {
  const { resolver, file, doc, path } = walk;
  const isRoom = pay(resolver, cost, (finding) => {
    const spot: Spot = { file, doc, path: directive ? [...path, directive] : [...path] };
    walk.diagnostics.push(errorAt(spanOfSpot(resolver.files, spot), finding));
  });
  if (!isRoom) walk.failed.push([...path]);
  return isRoom;
}

export function isSpent({ spent: { nodes, text }, budget }: Pick<Resolver, "spent" | "budget">): boolean {
  return nodes > MOST.nodes || text > MOST.text || isOver(budget);
}

export function isOver({ done, allowed }: Budget): boolean {
  return done > allowed;
}

/** Known for objects that were measured before: what is included is shared, not copied. */
const sizes = new WeakMap<object, { nodes: number; text: number }>();

/** How large a value is when it is written out. */
export function sizeOf(value: Json): { nodes: number; text: number } {
  if (typeof value === "string") return { nodes: 1, text: value.length };
  if (typeof value !== "object" || value === null) return { nodes: 1, text: 0 };
  const known = sizes.get(value);
  if (known) return known;
  const size = { nodes: 1, text: 0 };
  for (const [key, item] of Object.entries(value)) {
    const inner = sizeOf(item);
    size.nodes += inner.nodes;
    size.text += key.length + inner.text;
  }
  sizes.set(value, size);
  return size;
}

/** What `with` gives to an included file, and what that file does with it. */
export interface Given {
  values: ReadonlyMap<string, Json>;
  used: Set<string>;
  /** The names that have no value → where the first of them is. */
  missing: Map<string, Spot>;
}

/** A row of `each`. */
export interface Row {
  /** Its `key`. */
  name: string;
  values: JsonObject;
  spot: Spot;
  /** Where it is in a table: its spot is written nowhere then. */
  table?: TableLine | undefined;
  /** The spot, for messages. */
  place(): string;
}

/** The place of a row in a file of comma-separated values; the line, from 1, is where the row begins. */
export interface TableLine {
  file: string;
  line: number;
}

/** Where something comes from that a row makes of a template. */
export interface RowOrigin {
  /** The key as written. */
  template: string;
  row: Row;
  /** How many rows the template is for. */
  all: number;
  /** The ids of the widgets before and after the row's `override`, if it has one. */
  ids?: { before: readonly string[]; after: readonly string[] } | undefined;
  /** The entry before that. */
  own?: JsonObject | undefined;
}

/** A finding in what a row makes of a template. */
export interface RowFinding {
  row: Row;
  one: Diagnostic;
}

/** A parameter that an included file declares. */
export interface Declared {
  type: ParameterType;
  /** Undefined: it must be given. */
  byDefault: Json | undefined;
  spot: Spot;
}

export type ParameterType = "string" | "integer" | "number" | "boolean" | "list" | "map";

/** An included file, resolved: shared by all files that include it with the same values, so never changed. */
export interface Included {
  value: Json;
  diagnostics: Diagnostic[];
  ok: boolean;
  uses: readonly Use[];
  dependsOnTarget: boolean;
  given: Given;
  /** Undefined if the file declares no parameters: then it takes those that it names. */
  declared: ReadonlyMap<string, Declared> | undefined;
}

export interface Walk {
  resolver: Resolver;
  file: string;
  doc: number;
  path: (string | number)[];
  /** What the file was given; undefined if nothing includes it. */
  given: Given | undefined;
  /** The row that the file is read for; undefined outside of what `each` is for. */
  row: Row | undefined;
  /** Real paths of the files being included, outermost first. */
  chain: readonly string[];
  diagnostics: Diagnostic[];
  /** The paths that have no value because a directive failed. */
  failed: Path[];
}

/** The value of a directive that cannot be put in place. */
export function refuse(walk: Walk, directive: Directive, message: string): null {
  return fail(walk, directive, { rule: "include-invalid", message });
}

export function fail(walk: Walk, directive: Directive, problem: DirectiveProblem): null {
  const spot: Spot = { file: walk.file, doc: walk.doc, path: [...walk.path, directive] };
  walk.diagnostics.push(errorAt(spanOfSpot(walk.resolver.files, spot), problem));
  walk.failed.push([...walk.path]);
  return null;
}
