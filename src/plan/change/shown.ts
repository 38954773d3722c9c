// What a publication changes for viewers. They do not see drafts: what was only drafted until now reaches them with it, and what they
// never saw is not taken from them.

import {
  type Change,
  type FieldChange,
  isObject,
  type JsonObject,
  parseFieldPath,
  widgetName,
  widgetsOf,
} from "../../model/index.ts";
import { compareStates } from "../stamp/three-way.ts";
import { isSame } from "../state/canonical.ts";
import type { IgnoredPath } from "../state/ignore.ts";
import { normalState } from "../state/normal-state.ts";
import type { LiveWorkbook } from "../state/state.ts";
import { seenBoard } from "./publication.ts";

export interface Shown {
  /** Of the change itself. */
  fields: readonly FieldChange[];
  /** What is published; undefined if nothing is. */
  wanted: JsonObject | undefined;
  /** What the stamp says was applied. */
  applied: JsonObject | undefined;
  scope: { ignored: readonly IgnoredPath[] };
}

/**
 * The fields in which what viewers see is going to differ from what they see now; absent if these are the fields of the dashboard that the
 * change names anyway, or if nothing was published.
 */
export function changesShown(
  live: LiveWorkbook,
  { fields, wanted, applied, scope }: Shown,
): Pick<Change, "shown"> {
  const seen = seenBoard(live, [applied, live.draft], scope);
  if (!seen || !wanted) return {};
  const before = normalState({ dashboard: seen }, scope.ignored);
  const after = normalState({ dashboard: wanted }, scope.ignored);
  const shown = compareStates(before, after, undefined).fields;
  const own = fields.filter(({ path }) => path.startsWith("dashboard"));
  const sides = (list: readonly FieldChange[]) =>
    list.map(({ path, before = null, after = null }) => ({ path, before, after }));
  if (isSame(sides(own), sides(shown))) return {};
  const names = new Map([...namesOf(seen), ...namesOf(wanted)]);
  return { shown: shown.map((field) => withName(field, names)) };
}

function namesOf(board: JsonObject): [string, string][] {
  return widgetsOf(board).flatMap((widget): [string, string][] => {
    const name = isObject(widget) ? widgetName(widget) : undefined;
    return isObject(widget) && typeof widget.id === "string" && name !== undefined ? [[widget.id, name]] : [];
  });
}

function withName(field: FieldChange, names: ReadonlyMap<string, string>): FieldChange {
  const [, , step] = parseFieldPath(field.path);
  const label = step && "widget" in step ? names.get(step.widget) : undefined;
  const { path, ...rest } = field;
  return label === undefined ? field : { path, label, ...rest };
}
