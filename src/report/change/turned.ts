// Edits made outside Git in the direction in which they were made: from what Git says to what is live.

import { type Change, type FieldChange, followsDeletion } from "../../model/index.ts";
import { isKnownConflict } from "../fields/conflict-values.ts";

const TURNED = { added: "removed", removed: "added", changed: "changed", reordered: "reordered" } as const;

/** A conflict has names for its three sides, and what only gives back what was deleted has one: these stay. */
export function turned(change: Change): Change {
  const stays = (field: FieldChange) => isKnownConflict(field) || followsDeletion(change, field);
  return { ...change, fields: change.fields.map((field) => (stays(field) ? field : turnedField(field))) };
}

/** The same of edits that a pull request takes in, which are Git's then. */
export function taken(change: Change): Change {
  return {
    ...change,
    hazards: [],
    fields: change.fields.map(({ base: _, ...field }) => ({ ...turnedField(field), origin: "git" })),
  };
}

function turnedField({ before, after, names, ...field }: FieldChange): FieldChange {
  return {
    ...field,
    change: TURNED[field.change],
    ...(names && { names: { before: names.after, after: names.before } as FieldChange["names"] }),
    ...(after !== undefined && { before: after }),
    ...(before !== undefined && { after: before }),
  };
}
