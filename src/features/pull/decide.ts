// Which fields of a live workbook or report go into the files: the table of contract 5, read for a pull.

import { type Change, widgetPath } from "../../model/index.ts";

/** Whose value wins if both sides edited, or nobody knows who did; undefined leaves it undecided. */
export type Resolution = "theirs" | "ours" | undefined;

/** The path of the order of widgets. */
const WIDGETS = "dashboard.widgets";

/** Paths of fields, as a plan spells them. */
export interface Decision {
  /** Those whose live value is taken. */
  taken: ReadonlySet<string>;
  /** Those whose file value `ours` keeps. */
  kept: ReadonlySet<string>;
  /** Those that are not decided: they stay as the file has them, and somebody is asked. */
  undecided: ReadonlySet<string>;
}

/** What of each workbook is pulled: one widget by its id, or, with null, what is of no widget. Its reports are left as they are. */
export interface Part {
  widget: string | null;
}

/** `change`: as a plan has it, each field with its origin. Without a part, all of it is decided. */
export function decide(
  change: Change,
  { resolution, part }: { resolution: Resolution; part?: Part | undefined },
): Decision {
  const taken = new Set<string>();
  const kept = new Set<string>();
  const undecided = new Set<string>();
  const isWanted = part ? partOf(change, part) : () => true;
  for (const { path, origin } of change.fields) {
    if (!isWanted(path)) continue;
    if (origin === "live") taken.add(path);
    else if (origin === "git") continue;
    else if (resolution === "ours") kept.add(path);
    else (resolution === "theirs" ? taken : undecided).add(path);
  }
  return { taken, kept, undecided };
}

/** Whether a field is of the part. */
function partOf({ kind, fields }: Change, { widget }: Part): (path: string) => boolean {
  if (kind !== "workbook") return () => false;
  if (widget === null) return (path) => !path.startsWith(`${WIDGETS}[`);
  const own = widgetPath(widget);
  // One that only live has gets its place among the others there, so it comes with their order: else both sides had ordered them.
  const isNew = fields.some(({ path, change }) => path === own && change === "removed");
  return (path) => isWithin(path, own) || (isNew && path === WIDGETS);
}

/** Whether anything at `path` or in it is taken. */
export function touches(taken: ReadonlySet<string>, path: string): boolean {
  return [...taken].some((field) => isWithin(field, path));
}

const isWithin = (field: string, path: string) =>
  field === path || field.startsWith(`${path}.`) || field.startsWith(`${path}[`);

const REVERSE = { added: "removed", removed: "added", changed: "changed", reordered: "reordered" } as const;

/** The change as a pull shows it: what was taken, from the file's value to the live one. */
export function takenChange(change: Change, taken: ReadonlySet<string>): Change {
  const fields = change.fields
    .filter(({ path }) => taken.has(path))
    .map((field) => ({ ...field, change: REVERSE[field.change], before: field.after, after: field.before }));
  return { ...ofDraft(change), fields, hazards: [] };
}

/** The change as a pull shows a conflict: the undecided fields. */
export function conflictChange(change: Change, undecided: ReadonlySet<string>): Change {
  const fields = change.fields.filter(({ path }) => undecided.has(path));
  // The live edits that nobody disputes are taken, so `drift` says nothing of these.
  const hazards = change.hazards.filter(({ code }) => code !== "drift");
  return { ...ofDraft(change), fields, hazards };
}

/** Without what an apply would publish: a pull is of the draft, and what viewers would see also holds what only Git changed. */
function ofDraft({ shown: _, publication: __, renews: ___, carries: ____, ...change }: Change): Change {
  return { ...change, publish: false };
}
