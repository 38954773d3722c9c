// Changes of one plan that are alike, told once: 200 workbooks that include one theme change in the same field.

import { type Change, type FieldChange, type Json, writeJson } from "../../model/index.ts";
import { appContent } from "../../plan/index.ts";
import { statementOf } from "./change-body.ts";
import { ownHazards } from "./hazard-advice.ts";

/** Changes that are shown as the first of them; `others` is empty if there is nothing alike. */
export interface ChangeGroup {
  first: Change;
  others: readonly Change[];
  /** Paths of the fields whose values are not the same in all of them: each has its own. */
  differing: ReadonlySet<string>;
}

/** Fewer with the same values are shown one by one. */
const SAME = 4;
/** The same for changes whose values are only of the same form: a reviewer reads a few renamed workbooks one by one. */
const SIMILAR = 20;

/**
 * The changes in groups, each where its first one is. Alike are changes of one kind and action with the same fields and the same values,
 * and what is left then if there is much with the same form of values. A deletion is never summed up, and what asks for a decision
 * only if the values are the same.
 */
export function groupAlike(changes: readonly Change[]): ChangeGroup[] {
  const groups = new Map<Change, readonly Change[]>();
  const gather = (left: readonly Change[], least: number, write: ValueWriter): void => {
    const byForm = new Map<string, Change[]>();
    for (const change of left) {
      const form = formOf(change, write);
      const group = byForm.get(form);
      if (group) group.push(change);
      else byForm.set(form, [change]);
    }
    for (const group of byForm.values()) {
      if (group.length >= least) for (const change of group) groups.set(change, group);
    }
  };
  const some = changes.filter(({ action }) => action !== "delete" && action !== "orphaned");
  const whole: ValueWriter = (value) => value ?? null;
  // What has no fields is a line or two anyway, and its name says the most.
  gather(
    some.filter(({ fields }) => fields.length > 0),
    SAME,
    whole,
  );
  gather(
    some.filter(({ fields }) => fields.length === 0),
    SIMILAR,
    whole,
  );
  const rest = some.filter(
    (change) => !groups.has(change) && ownHazards(change).length === 0 && appContent(change).length === 0,
  );
  // Of code each is shown: one that is harmless must not stand for another.
  gather(rest, SIMILAR, formOfValue);
  return changes.flatMap((change): ChangeGroup[] => {
    const [first = change, ...others] = groups.get(change) ?? [];
    if (first !== change) return [];
    return [{ first, others, differing: differingPaths([first, ...others]) }];
  });
}

type ValueWriter = (value: Json | undefined) => Json;

function formOf(change: Change, write: ValueWriter): string {
  const { kind, action, publish } = change;
  const hazards = ownHazards(change).map(({ code, message }) => [code, message]);
  const fields = change.fields.map(({ path, change: how, origin, before, after, base }) => {
    return [path, how, origin, write(before), write(after), write(base)];
  });
  return writeJson([
    kind,
    action,
    publish,
    hazards,
    statementOf(change, Number.MAX_SAFE_INTEGER),
    reasonForm(change, write),
    fields,
  ]);
}

/** What is live under another slug, and which one, is read one by one. */
function reasonForm({ reason }: Change, write: ValueWriter): Json {
  if (!reason) return null;
  const { code, message } = reason;
  return [code, code === "deleted" ? write(message) : message];
}

function formOfValue(value: Json | undefined): string {
  return Array.isArray(value) ? "list" : value === null ? "null" : typeof value;
}

function differingPaths([first, ...others]: readonly Change[]): Set<string> {
  const valuesOf = ({ before, after, base }: FieldChange) => writeJson([before, after, base]);
  const values = (first?.fields ?? []).map((field) => [field.path, valuesOf(field)] as const);
  const differs = ([, text]: readonly [string, string], index: number) =>
    others.some(({ fields: { [index]: field } }) => field === undefined || valuesOf(field) !== text);
  return new Set(values.filter(differs).map(([path]) => path));
}

/** `200 workbooks`, `12 reports`. */
export function groupTitle({ first, others }: ChangeGroup): string {
  return `${others.length + 1} ${first.kind}s`;
}
