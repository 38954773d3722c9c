// Which fields of a live workbook or report go into the files: the table of contract 5, read for a pull.

import { type Change, widgetPath } from "../model/index.ts";

/** Whose value wins if both sides edited, or nobody knows who did; undefined leaves it undecided. */
export type Resolution = "theirs" | "ours" | undefined;

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
  for (const { path, origin } of change.fields) {
    if (part && !isOfPart(change, path, part)) continue;
    if (origin === "live") taken.add(path);
    else if (origin === "git") continue;
    else if (resolution === "ours") kept.add(path);
    else (resolution === "theirs" ? taken : undecided).add(path);
  }
  return { taken, kept, undecided };
}

function isOfPart({ kind }: Change, path: string, { widget }: Part): boolean {
  if (kind !== "workbook") return false;
  return widget === null ? !path.startsWith("dashboard.widgets[") : isWithin(path, widgetPath(widget));
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
  return { ...change, fields, publish: false, hazards: [] };
}

/** The change as a pull shows a conflict: the undecided fields. */
export function conflictChange(change: Change, undecided: ReadonlySet<string>): Change {
  const fields = change.fields.filter(({ path }) => undecided.has(path));
  // The live edits that nobody disputes are taken, so `drift` says nothing of these.
  const hazards = change.hazards.filter(({ code }) => code !== "drift");
  return { ...change, fields, publish: false, hazards };
}
