// What a change means to those who look at the dashboard, in a few words: `2 charts ask something else`, `13 of 17 widgets rearranged`.

import {
  type Change,
  type FieldChange,
  type HazardCode,
  isObject,
  type Json,
  type JsonObject,
  keyOf,
  parseFieldPath,
  valueAt,
  writeJson,
} from "../../model/index.ts";
import { appContent } from "../../plan/index.ts";
import { draftWidgets } from "../change/field-sections.ts";
import { ownHazards } from "../change/hazard-advice.ts";
import { boxField } from "../change/widget-box.ts";
import { count } from "../text/cells.ts";
import { folderText } from "../text/folder-text.ts";
import { areSwapped, howMoved, type MovedWidget, sortEdits } from "./edits.ts";

/** A piece of a sentence, not escaped: plain, a name that people gave, or a word that must not be missed. */
export type Word = string | { name: string } | { strong: string };

/** Words that belong together; a list of them is read with commas. */
export type Phrase = readonly Word[];

/** What is done to a dashboard, the most telling first. `reports`: those that it draws and that change as well. */
export function changePhrases(change: Change | undefined, reports: readonly Change[]): Phrase[] {
  const drawn = reportPhrases(reports);
  if (!change) return drawn;
  const code = appContent(change).length > 0 ? [[{ strong: "app code" }]] : [];
  switch (change.action) {
    case "create":
      return [creation(change, reports), ...code];
    case "delete":
      return [["would be ", { strong: "deleted" }]];
    case "publish":
      return [...publication(change), ...drawn];
    case "update":
      return [
        ...code,
        ...drawn,
        ...editPhrases(change, change.fields.filter(isOurs)),
        ...(change.publish ? [["published after"]] : []),
      ];
    case "stamp":
    case "orphaned":
      return change.reason ? [[change.reason.message]] : drawn;
  }
}

/** Whether it brings something, and does not only take away what was done outside Git. */
function isOurs({ origin }: FieldChange): boolean {
  return origin === "git" || origin === "unknown";
}

/** What was done outside Git, as those see it who did it: an apply would undo it. */
export function doneOutside(change: Change): Phrase[] {
  const done = change.fields.flatMap((field): FieldChange[] => {
    const { before, after, base, origin } = field;
    if (origin !== "live" && (origin !== "both" || base === undefined)) return [];
    const was = origin === "both" ? (base ?? undefined) : after;
    return [{ ...field, before: was as Json, after: before as Json }];
  });
  return [
    ...retitled(done),
    ...editPhrases(
      change,
      done.filter((field) => !isRetitled(field)),
    ),
  ];
}

/** Titles that are named with both texts. */
const MOST_TITLES = 3;

function isRetitled({ path, before, after }: FieldChange): boolean {
  const [, , , config, title, ...more] = parseFieldPath(path);
  const isTitle = keyOf(config) === "config" && keyOf(title) === "title" && more.length === 0;
  return isTitle && typeof before === "string" && typeof after === "string";
}

function retitled(fields: readonly FieldChange[]): Phrase[] {
  const titles = fields.filter(isRetitled);
  if (titles.length > MOST_TITLES) return [[count(titles.length, "title")]];
  return titles.map(({ before, after }) => [{ name: String(before) }, " → ", { name: String(after) }]);
}

/** Conflicts whose values are said. */
const MOST_SAID = 2;

/** What each side says where both changed one value; none if the values are no short texts, or many. */
export function bothSay({ fields }: Change): Phrase[] {
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
export function hazardPhrases(change: Change): Phrase[] {
  return ownHazards(change).flatMap(({ code }) => hazardPhrase(code, change));
}

function hazardPhrase(code: HazardCode, change: Change): Phrase[] {
  const fields = change.fields.filter(({ origin }) => origin === (code === "conflict" ? "both" : "live"));
  switch (code) {
    case "drift": {
      if (fields.length > 0)
        return [[`${count(places(fields), "edit")} made in the UI would be `, { strong: "discarded" }]];
      const isBoth = change.hazards.some((hazard) => hazard.code === "conflict");
      return isBoth ? [] : [["what was published in the UI would be ", { strong: "replaced" }]];
    }
    case "conflict":
      return [[`${count(places(fields), "edit")} made in Git `, { strong: "and" }, " in the UI"]];
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

function creation({ folder, request, publish }: Change, reports: readonly Change[]): Phrase {
  const draft = valueAt(request, ["meta", "dashboardDraft"]);
  const where = folder ?? request?.folderId;
  const place = where === undefined || where === null ? "" : ` in ${folderText(where)}`;
  const made = reports.filter(({ action }) => action === "create").length;
  const parts = isObject(draft) ? [contentOf(draft)] : [];
  if (made > 0) parts.push(count(made, "report"));
  if (!publish) parts.push("not published");
  return [`new${place}${parts.length > 0 ? `: ${parts.join(", ")}` : ""}`];
}

function contentOf({ kind, widgets, app }: JsonObject): string {
  if (kind === "APP") {
    const files = valueAt(app, ["files"]);
    return `an app of ${count(isObject(files) ? Object.keys(files).length : 0, "file")}`;
  }
  return count(Array.isArray(widgets) ? widgets.length : 0, "widget");
}

function publication({ renews, publishConfig }: Change): Phrase[] {
  if (publishConfig) return [["what was published before that run is published again"]];
  if (!renews) return [["its draft is published"]];
  const old = renews.changed.length;
  return [["published again"], ...(old > 0 ? [[`${count(old, "report")} changed since`]] : [])];
}

/** The reports that a dashboard draws, as charts: what people see. */
function reportPhrases(reports: readonly Change[]): Phrase[] {
  // What an apply would only take away is said as what waits for a decision.
  const updated = reports.filter(
    ({ action, fields }) => action === "update" && (fields.length === 0 || fields.some(isOurs)),
  );
  const asking = updated.filter(({ fields }) =>
    fields.some((field) => isOurs(field) && QUERY.test(field.path)),
  );
  const parts: Phrase[] = [];
  if (asking.length > 0)
    parts.push([`${count(asking.length, "chart")} ${asking.length === 1 ? "asks" : "ask"} something else`]);
  const others = updated.length - asking.length;
  if (others > 0) parts.push([`${count(others, "chart")} ${others === 1 ? "looks" : "look"} different`]);
  const made = reports.filter(({ action }) => action === "create").length;
  if (made > 0) parts.push([count(made, "new report")]);
  const gone = reports.filter(({ action }) => action === "delete").length;
  if (gone > 0) parts.push([`${count(gone, "report")} `, { strong: "deleted" }]);
  return parts;
}

const QUERY = /^(?:query|sqlQuery|pivotItems)\b/;

/** How many widgets that come or go are named. */
const MOST_NAMED = 2;
/** How many kinds of widgets, and how many parts of a dashboard. */
const MOST_KINDS = 4;

/** `fields`: those of the change that are told. */
function editPhrases(change: Change, fields: readonly FieldChange[]): Phrase[] {
  const edits = sortEdits(change, fields);
  const phrases: Phrase[] = [];
  if (edits.renamed) phrases.push(["renamed"]);
  if (edits.folder !== undefined)
    phrases.push([edits.folder === "" ? "moved to the root" : `moved to ${edits.folder}`]);
  phrases.push(...comeOrGone(edits.removed, { strong: "removed" }), ...comeOrGone(edits.added, "added"));
  phrases.push(...rearranged(edits.moved, draftWidgets(change).size));
  if (edits.titles > 0) phrases.push([count(edits.titles, "title")]);
  const { added, removed } = edits.lines;
  if (added + removed > 0)
    phrases.push([`text +${added} −${removed} ${added + removed === 1 ? "line" : "lines"}`]);
  if (edits.redrawn > 0)
    phrases.push([
      `${count(edits.redrawn, "chart")} ${edits.redrawn === 1 ? "draws another report" : "draw other reports"}`,
    ]);
  const kinds = [...edits.widgets];
  if (kinds.length > MOST_KINDS)
    phrases.push([`${kinds.reduce((sum, [, number]) => sum + number, 0)} widgets changed`]);
  else phrases.push(...kinds.map(([type, number]) => [`${count(number, type)} changed`]));
  if (edits.parts.size > MOST_KINDS) phrases.push([`${edits.parts.size} settings`]);
  else phrases.push(...[...edits.parts].map((part) => [part]));
  return phrases;
}

/** `whole`: how many widgets there are. */
function rearranged(moved: readonly MovedWidget[], whole: number): Phrase[] {
  const [first, second] = moved;
  if (first && second && moved.length === 2 && areSwapped(first, second))
    return [[{ name: first.name }, " and ", { name: second.name }, " swapped"]];
  if (moved.length <= MOST_NAMED) return moved.map((one) => [{ name: one.name }, ` ${howMoved(one)}`]);
  const of =
    whole >= moved.length ? `${moved.length} of ${count(whole, "widget")}` : `${moved.length} widgets`;
  return [[`${of} rearranged`]];
}

function comeOrGone(names: readonly string[], word: Word): Phrase[] {
  if (names.length > MOST_NAMED) return [[`${names.length} widgets `, word]];
  return names.map((name) => [{ name }, " ", word]);
}
