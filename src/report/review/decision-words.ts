// What waits for a decision, in a few words: what was done outside Git, and what an apply would do to it.

import {
  type Change,
  type FieldChange,
  type HazardCode,
  type Json,
  parseFieldPath,
  writeJson,
} from "../../model/index.ts";
import { ownHazards } from "../change/hazard-advice.ts";
import type { Words } from "../document/document.ts";
import { boxField } from "../fields/widget-box.ts";
import { count } from "../text/cells.ts";
import { editPhrases } from "./words.ts";

/** What was done outside Git, as those see it who did it: an apply would undo it. */
export function doneOutside(change: Change): Words[] {
  const done = change.fields.flatMap((field): FieldChange[] => {
    const { before, after, base, origin } = field;
    if (origin !== "live" && (origin !== "both" || base === undefined)) return [];
    const was = origin === "both" ? (base ?? undefined) : after;
    const names = field.names && { names: { after: field.names.before } as FieldChange["names"] };
    return [{ ...field, ...names, before: was as Json, after: before as Json }];
  });
  return editPhrases(change, done);
}

/** Conflicts whose values are said. */
const MOST_SAID = 2;

/** What each side says where both changed one value; none if the values are no short texts, or many. */
export function bothSay({ fields }: Change): Words[] {
  const both = fields.filter(({ origin }) => origin === "both");
  const isShort = (value: Json | undefined) => typeof value === "string" && value.length <= 80;
  if (both.length > MOST_SAID || !both.every(({ before, after }) => isShort(before) && isShort(after)))
    return [];
  return both.map(({ label, path, before, after, base }) => {
    const sides = ["the UI says ", { name: String(before) }, ", the files say ", { name: String(after) }];
    // Of a title that both changed only the last one that both knew is a name.
    const name = label === before && typeof base === "string" && base !== "" ? base : (label ?? path);
    return [{ name }, ": ", ...sides];
  });
}

/** What waits for a decision, as short as it can be said; none if nothing does. */
export function hazardPhrases(change: Change): Words[] {
  return ownHazards(change).flatMap(({ code }) => hazardPhrase(code, change));
}

function hazardPhrase(code: HazardCode, change: Change): Words[] {
  const fields = change.fields.filter(({ origin }) => origin === (code === "conflict" ? "both" : "live"));
  switch (code) {
    case "drift": {
      if (fields.length > 0)
        return [[`${count(places(fields), "edit")} made in the UI would be `, { strong: "discarded" }]];
      const isBoth = change.hazards.some((hazard) => hazard.code === "conflict");
      return isBoth ? [] : [["what was published in the UI would be ", { strong: "replaced" }]];
    }
    case "conflict":
      return [[`${count(places(fields), "field")} edited in Git `, { strong: "and" }, " in the UI"]];
    case "adopt":
      return [["not managed yet: what is live would be ", { strong: "overwritten" }]];
    case "takeover":
      return [["would be ", { strong: "taken over" }, " from another project"]];
    case "renamed":
      return [["was ", { strong: "renamed" }, " in the UI: this makes a second one"]];
    case "delete":
    case "mass-change":
      return [];
  }
}

/** Widgets with their fields count once for each thing that was done to them. */
function places(fields: readonly FieldChange[]): number {
  return new Set(fields.map(({ path }) => editOf(parseFieldPath(path)))).size;
}

function editOf(steps: ReturnType<typeof parseFieldPath>): string {
  const [, , third, ...rest] = steps;
  if (!third || !("widget" in third)) return writeJson(steps);
  return writeJson([third.widget, boxField(rest) ? "place" : rest]);
}
