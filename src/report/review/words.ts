// What a change means to those who look at the dashboard, in a few words: `2 charts ask something else`, `13 of 17 widgets rearranged`.

import { type Change, type FieldChange, isObject, type JsonObject, valueAt } from "../../model/index.ts";
import { appContent } from "../../plan/index.ts";
import { draftWidgets } from "../change/field-sections.ts";
import { asViewersSee, splitFields } from "../change/seen-change.ts";
import { count } from "../text/cells.ts";
import { folderText } from "../text/folder-text.ts";
import {
  type Edits,
  howMoved,
  howResized,
  type MovedWidget,
  type Setting,
  sortEdits,
  swappedPairs,
} from "./edits.ts";
import type { Phrase, Word } from "./phrase.ts";
import { isOurs, reportPhrases } from "./report-words.ts";

/**
 * What is done to a dashboard, the most telling first. `reports`: those that it draws and that change as well. `named`: how many widgets that
 * come, go or move are named.
 */
export function changePhrases(
  change: Change | undefined,
  reports: readonly Change[],
  { key = change?.key, named }: { key?: string | undefined; named?: number | undefined } = {},
): Phrase[] {
  const drawn = reportPhrases(reports, key);
  if (!change) return drawn;
  const renamed: Phrase[] =
    change.was === undefined
      ? []
      : [[{ strong: "renamed" }, " ", { name: change.was }, " → ", { name: change.key }]];
  const code = appContent(change).length > 0 ? [[{ strong: "app code" }]] : [];
  switch (change.action) {
    case "create":
      return [creation(change, reports), ...code];
    case "delete":
      return [["would be ", { strong: "deleted" }]];
    case "publish":
      return [
        ...renamed,
        ...publication(change),
        ...drawn,
        ...editPhrases(change, change.shown ?? [], named),
      ];
    case "update":
      return [...renamed, ...code, ...updatePhrases(change, drawn, named)];
    case "rename":
      return [...renamed, ...drawn];
    case "stamp":
    case "orphaned":
      return change.reason ? [[change.reason.message]] : drawn;
  }
}

function updatePhrases(change: Change, drawn: readonly Phrase[], named: number | undefined): Phrase[] {
  const edits = (fields: readonly FieldChange[]) => editPhrases(change, fields.filter(isOurs), named);
  if (change.publish) {
    const old = change.renews?.changed.length ?? 0;
    return [
      ...drawn,
      ...edits(asViewersSee(change).fields),
      ...(old > 0 ? [[changedSince(old)]] : []),
      ...carried(change),
      ...(change.publication === null ? [["published for the first time"]] : []),
    ];
  }
  if (!change.visible) return [...drawn, ...edits(change.fields)];
  // Viewers see its name and its folder without a publication, and nothing else.
  const { seen, drafted } = splitFields(change.fields);
  const [first, ...more] = [...drawn, ...edits(drafted)];
  return [...edits(seen), ...(first ? [["in its draft only: ", ...first], ...more] : [])];
}

function creation({ folder, request, publish, reason }: Change, reports: readonly Change[]): Phrase {
  const draft = valueAt(request, ["meta", "dashboardDraft"]);
  const where = folder ?? request?.folderId;
  const place = where === undefined || where === null ? "" : ` in ${folderText(where)}`;
  const made = reports.filter(({ action }) => action === "create").length;
  const parts = isObject(draft) ? [contentOf(draft)] : [];
  if (made > 0) parts.push(count(made, "report"));
  if (!publish) parts.push("not published");
  const what = `${place}${parts.length > 0 ? `: ${parts.join(", ")}` : ""}`;
  if (reason?.code === "deleted")
    return [{ strong: "made again" }, `${what}; it was deleted on the platform`];
  if (reason?.code === "deleted-by-run") return [{ strong: "made again" }, what];
  if (reason?.code === "alike")
    return [`new${what}; or `, { strong: "renamed" }, "? Another has nearly the same content"];
  return [`new${what}`];
}

function contentOf({ kind, widgets, app }: JsonObject): string {
  if (kind === "APP") {
    const files = valueAt(app, ["files"]);
    return `an app of ${count(isObject(files) ? Object.keys(files).length : 0, "file")}`;
  }
  return count(Array.isArray(widgets) ? widgets.length : 0, "widget");
}

function publication(change: Change): Phrase[] {
  const { renews, publishConfig, publication: seen, shown } = change;
  if (publishConfig) return [["what was published before that run is published again"]];
  const old = renews?.changed.length ?? 0;
  const first = seen === null ? "its draft is published for the first time" : "its draft is published";
  return [
    [renews && !shown ? "published again" : first],
    ...(old > 0 ? [[changedSince(old)]] : []),
    ...carried(change),
  ];
}

function changedSince(reports: number, where = ""): string {
  return `${count(reports, "report")}${where} changed since the last publication`;
}

/** Edits of reports that no file declares. */
function carried({ carries = [] }: Change): Phrase[] {
  return carries.length > 0 ? [[changedSince(carries.length, " outside these files")]] : [];
}

/** How many widgets that come or go are named. */
const MOST_NAMED = 2;
/** How many kinds of widgets, and how many parts of a dashboard. */
const MOST_KINDS = 4;

/** `fields`: those of the change that are told. */
export function editPhrases(change: Change, fields: readonly FieldChange[], named = MOST_NAMED): Phrase[] {
  const edits = sortEdits(change, fields);
  const phrases: Phrase[] = [];
  if (edits.renamed) phrases.push(["renamed"]);
  if (edits.folder !== undefined)
    phrases.push([edits.folder === "" ? "moved to the root" : `moved to ${edits.folder}`]);
  phrases.push(
    ...comeOrGone(edits.removed, { strong: "removed" }, named),
    ...comeOrGone(edits.restored, { strong: "put back" }, named),
    ...comeOrGone(edits.added, "added", named),
  );
  phrases.push(...rearranged(edits.moved, draftWidgets(change).size, named));
  if (edits.titles > 0) phrases.push([count(edits.titles, "title")]);
  if (edits.lines) phrases.push([linesText(edits.lines)]);
  phrases.push(...redrawn(edits.redrawn, named));
  phrases.push(...edits.retyped.map(({ name, type }): Phrase => [{ name }, ` is a ${type} now`]));
  if (edits.defaults.length > named) phrases.push([`${edits.defaults.length} default values`]);
  else phrases.push(...edits.defaults.map(settingPhrase));
  const kinds = [...edits.widgets];
  if (edits.setting) phrases.push(settingPhrase(edits.setting));
  else if (kinds.length > MOST_KINDS)
    phrases.push([`${kinds.reduce((sum, [, number]) => sum + number, 0)} widgets changed`]);
  else phrases.push(...kinds.map(([type, number]) => [`${count(number, type)} changed`]));
  if (edits.parts.size > MOST_KINDS) phrases.push([`${edits.parts.size} settings`]);
  else phrases.push(...[...edits.parts].map((part) => [part]));
  return phrases;
}

function linesText({ added, removed }: { added: number; removed: number }): string {
  if (added + removed === 0) return "text, only in blanks";
  const parts = [...(added > 0 ? [`+${added}`] : []), ...(removed > 0 ? [`−${removed}`] : [])];
  return `text ${parts.join(" ")} ${added + removed === 1 ? "line" : "lines"}`;
}

function settingPhrase({ name, key, before, after }: Setting): Phrase {
  return [{ name }, ` ${key} `, { name: before }, " → ", { name: after }];
}

function redrawn(charts: Edits["redrawn"], named: number): Phrase[] {
  if (charts.length > named) return [[`${count(charts.length, "chart")} draw other reports`]];
  return charts.map(({ name, report }) =>
    report === undefined ? [{ name }, " draws another report"] : [{ name }, " draws ", { name: report }],
  );
}

/** `whole`: how many widgets there are. */
function rearranged(moved: readonly MovedWidget[], whole: number, named: number): Phrase[] {
  const pairs = swappedPairs(moved);
  const swapped = new Set(pairs.flat());
  const others = moved.filter((one) => !swapped.has(one));
  const resized = [...swapped].filter((one) => howResized(one) !== undefined);
  const rest = [
    ...resized.map((one): Phrase => [{ name: one.name }, ` ${howResized(one)}`]),
    ...others.map((one): Phrase => [{ name: one.name }, ` ${howMoved(one)}`]),
  ];
  const [first] = pairs;
  if (first && rest.length <= named) return [swap(first, pairs.length, others.length), ...rest];
  if (moved.length <= named) return rest;
  const of =
    whole >= moved.length ? `${moved.length} of ${count(whole, "widget")}` : `${moved.length} widgets`;
  return [[`${of} rearranged`], ...(first ? [swap(first, pairs.length, others.length)] : [])];
}

/** Two tiles by their names, unless more than these move. */
function swap([one, other]: readonly [MovedWidget, MovedWidget], pairs: number, others: number): Phrase {
  if (pairs > 1) return [`${pairs} pairs of tiles swapped`];
  return others > 0 ? ["2 tiles swapped"] : [{ name: one.name }, " and ", { name: other.name }, " swapped"];
}

function comeOrGone(names: readonly string[], word: Word, named: number): Phrase[] {
  if (names.length > named) return [[`${names.length} widgets `, word]];
  return names.map((name) => [{ name }, " ", word]);
}
