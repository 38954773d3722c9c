// What one template changes in many rows, put together (contract 15): what is the same for all of them is said once, and what each row has a value
// of its own for is listed by row. Nothing that asks for a decision is put together, nor a row that is not like nearly all the others.

import {
  type Change,
  type FieldChange,
  isObject,
  type Json,
  valueAt,
  widgetsOf,
  writeJson,
} from "../../model/index.ts";
import { appContent } from "../../plan/index.ts";
import type { ByRow } from "../document/document.ts";
import { ownHazards } from "./hazard-advice.ts";
import { statementOf } from "./statement.ts";

/** What a row of a template declares, with all that changes in it. */
export interface RowChanges<T> {
  item: T;
  template: string;
  row: string;
  source?: Change["source"] | undefined;
  /** Whatever else must be the same for all that are put together. */
  form: string;
  /** Its own change, if it has one, and those of the reports that it draws. */
  changes: readonly Change[];
}

export interface TemplateGroup<T> {
  template: string;
  /** At least two, in the order given, and the row of each. */
  items: readonly T[];
  rows: readonly string[];
  /** The changes of the first, with nothing but what is the same for all. */
  shared: readonly Change[];
  byRow: readonly ByRow[];
}

/** Fewer than this are no group. */
const LEAST = 2;
/** If so many of all have a value, the others are exceptions, and each of them is shown on its own. */
const NEARLY_ALL = 3 / 4;

/** A value of a row that may be another one in other rows. */
interface Aspect {
  /** Of which change. */
  name: string;
  field?: FieldChange;
  value: string;
}

interface Known<T> extends RowChanges<T> {
  /** By name: reports of the same row go by their template. */
  named: ReadonlyMap<string, Change>;
  aspects: ReadonlyMap<string, Aspect>;
}

/** Whether what the action does is different by row, and not the same for all. */
export function isActionByRow(byRow: readonly ByRow[], change: Change): boolean {
  return byRow.some(
    ({ of, values }) => of === change && values.some((one) => one.change.fields.length === 0),
  );
}

/** The groups, each where its first member is; what is in none is alike to no other row. */
export function groupRows<T>(all: readonly RowChanges<T>[]): TemplateGroup<T>[] {
  const reports = new Map(
    all.flatMap(({ changes }) =>
      changes.flatMap((one) => (one.kind === "report" && one.template !== undefined ? [[one.key, one]] : [])),
    ),
  );
  const byForm = new Map<string, Known<T>[]>();
  for (const one of all) {
    if (one.changes.length === 0 || !one.changes.every(isSummable)) continue;
    const known = readRow(one, reports);
    const form = formOf(known);
    const others = byForm.get(form);
    if (others) others.push(known);
    else byForm.set(form, [known]);
  }
  return [...byForm.values()].flatMap(divide).map(toGroup);
}

function isSummable(change: Change): boolean {
  const { action, reason, fields } = change;
  if (action === "delete" || action === "orphaned" || reason || ownHazards(change).length > 0) return false;
  // Code that viewers will run is never a value among others.
  if (appContent(change).length > 0) return false;
  // An edit made outside Git, or one that nobody knows who made, is for somebody to see.
  return fields.every(({ origin }) => origin === "git");
}

function readRow<T>(one: RowChanges<T>, reports: ReadonlyMap<string, Change>): Known<T> {
  const nameOf = (key: string): string => {
    const report = reports.get(key);
    return report?.template !== undefined && report.row === one.row ? report.template : key;
  };
  const named = new Map<string, Change>();
  const aspects = new Map<string, Aspect>();
  for (const given of one.changes) {
    const { renews } = given;
    const change = renews
      ? { ...given, renews: { ...renews, changing: renews.changing.map(nameOf) } }
      : given;
    const isOwn = change.template === one.template && change.row === one.row;
    const wanted = `${change.kind} ${isOwn ? one.template : nameOf(change.key)}`;
    // Templates of two files may have one name.
    const name = named.has(wanted) ? `${change.kind} ${change.key}` : wanted;
    named.set(name, change);
    const put = (key: string, aspect: Omit<Aspect, "name">) =>
      aspects.set(`${name}\n${key}`, { name, ...aspect });
    put("", { value: writeJson([...statementOf(change)] as Json) });
    for (const field of change.fields) put(`fields\n${field.path}`, { field, value: sidesText(field) });
    for (const field of change.shown ?? []) put(`shown\n${field.path}`, { field, value: sidesText(field) });
  }
  return { ...one, named, aspects };
}

/** Where the widgets of a new dashboard are: it is drawn once for all that have the same. */
function boardOf({ request }: Change): Json {
  const draft = valueAt(request, ["meta", "dashboardDraft"]);
  const places = widgetsOf(draft).map((one) =>
    isObject(one) ? [one.type ?? null, one.position ?? null, one.responsiveLayouts ?? null] : null,
  );
  return [valueAt(draft, ["layout"]) ?? null, places];
}

function sidesText({ before, after, base }: FieldChange): string {
  return writeJson([before ?? null, after ?? null, base ?? null]);
}

/** What must be the same for all of a group. */
function formOf<T>({ template, source, form, named, aspects }: Known<T>): string {
  const changes = [...named].map(([name, change]) => {
    const { kind, action, publish, visible, carries, publication, renews } = change;
    const renewed = renews ? [renews.changing.length, renews.changed.length] : null;
    const seen = carries?.map(({ publicId }) => publicId) ?? null;
    const board = action === "create" ? boardOf(change) : null;
    return [name, kind, action, publish, visible, seen, publication === null, renewed, board];
  });
  const fields = [...aspects].map(([key, { field }]) => `${key}\n${field?.change ?? ""}`);
  const place = source ? [source.file, source.line] : null;
  return writeJson([template, place, form, changes, fields.sort()]);
}

/** Those that have the same values but for those that each row has for itself; exceptions among themselves. */
function divide<T>(members: readonly Known<T>[]): Known<T>[][] {
  const groups: Known<T>[][] = [];
  let left = members;
  while (left.length >= LEAST) {
    let kept = left;
    for (const key of left[0]?.aspects.keys() ?? []) {
      const [most = []] = valuesOf(kept, key).sort((a, b) => b.length - a.length);
      if (most.length >= LEAST && most.length >= kept.length * NEARLY_ALL) kept = most;
    }
    groups.push([...kept]);
    const taken = new Set(kept);
    left = left.filter((one) => !taken.has(one));
  }
  return groups;
}

/** The members by the value that they have, in the order given. */
function valuesOf<T>(members: readonly Known<T>[], key: string): Known<T>[][] {
  const byValue = new Map<string, Known<T>[]>();
  for (const one of members) {
    const value = one.aspects.get(key)?.value ?? "";
    const same = byValue.get(value);
    if (same) same.push(one);
    else byValue.set(value, [one]);
  }
  return [...byValue.values()];
}

function toGroup<T>(members: readonly Known<T>[]): TemplateGroup<T> {
  const [first] = members as [Known<T>, ...Known<T>[]];
  const own = new Map<string, Known<T>[][]>();
  for (const key of first.aspects.keys()) {
    const values = valuesOf(members, key);
    if (values.length > 1) own.set(key, values);
  }
  const labelled = (change: string, field: FieldChange, at: string): FieldChange => {
    const labels = new Set(members.map(({ aspects }) => aspects.get(`${change}\n${at}`)?.field?.label));
    const { label: _, ...rest } = field;
    return labels.size > 1 ? rest : field;
  };
  const shared = new Map(
    [...first.named].map(([name, change]): [string, Change] => {
      const isShared = ({ path }: FieldChange) =>
        !own.has(`${name}\nfields\n${path}`) && !own.has(`${name}\nshown\n${path}`);
      const some = (fields: readonly FieldChange[], list: string) =>
        fields.filter(isShared).map((field) => labelled(name, field, `${list}\n${field.path}`));
      const { shown, fields, ...known } = change;
      const { template, row } = change;
      // What is the same for all is about none of them.
      const rest =
        template !== undefined && row === first.row ? { ...known, key: template, title: template } : known;
      return [
        name,
        { ...rest, fields: some(fields, "fields"), ...(shown && { shown: some(shown, "shown") }) },
      ];
    }),
  );
  const byRow = [...own].flatMap(([key, values]): ByRow[] => {
    const { name, field } = first.aspects.get(key) as Aspect;
    const of = shared.get(name) as Change;
    // What viewers get is what is written, unless that was in the draft before.
    if (field && key.startsWith(`${name}\nshown`) && own.has(`${name}\nfields\n${field.path}`)) return [];
    const said = values.map((some) => {
      const [one] = some as [Known<T>];
      const { shown: _, ...change } = one.named.get(name) as Change;
      const at = one.aspects.get(key)?.field;
      const fields = at ? [labelled(name, at, key.slice(name.length + 1))] : [];
      return { change: { ...change, fields }, said: statementOf(change), rows: some.map(({ row }) => row) };
    });
    return [{ of, values: said }];
  });
  return {
    template: first.template,
    items: members.map(({ item }) => item),
    rows: members.map(({ row }) => row),
    shared: [...shared.values()],
    byRow,
  };
}
