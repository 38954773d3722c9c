// What a change means to those who look at the dashboard, in a few words: `2 charts ask something else`, `13 of 17 widgets rearranged`.

import { type Change, type FieldChange, isObject, type JsonObject, valueAt } from "../../model/index.ts";
import { appContent } from "../../plan/index.ts";
import { draftWidgets } from "../change/field-sections.ts";
import { asViewersSee, splitFields } from "../change/seen-change.ts";
import { count } from "../text/cells.ts";
import { folderText } from "../text/folder-text.ts";
import { areSwapped, howMoved, type MovedWidget, sortEdits } from "./edits.ts";

/** A piece of a sentence, not escaped: plain, a name that people gave, or a word that must not be missed. */
export type Word = string | { name: string } | { strong: string };

/** Words that belong together; a list of them is read with commas. */
export type Phrase = readonly Word[];

/** What is done to a dashboard, the most telling first. `reports`: those that it draws and that change as well. */
export function changePhrases(
  change: Change | undefined,
  reports: readonly Change[],
  slug = change?.key,
): Phrase[] {
  const drawn = reportPhrases(reports, slug);
  if (!change) return drawn;
  const code = appContent(change).length > 0 ? [[{ strong: "app code" }]] : [];
  switch (change.action) {
    case "create":
      return [creation(change, reports), ...code];
    case "delete":
      return [["would be ", { strong: "deleted" }]];
    case "publish":
      return [...publication(change), ...drawn, ...editPhrases(change, change.shown ?? [])];
    case "update":
      return [...code, ...updatePhrases(change, drawn)];
    case "stamp":
    case "orphaned":
      return change.reason ? [[change.reason.message]] : drawn;
  }
}

function updatePhrases(change: Change, drawn: readonly Phrase[]): Phrase[] {
  const edits = (fields: readonly FieldChange[]) => editPhrases(change, fields.filter(isOurs));
  if (change.publish && change.visible) {
    const old = change.renews?.changed.length ?? 0;
    return [
      ...drawn,
      ...edits(asViewersSee(change).fields),
      ...(old > 0 ? [[changedSince(old)]] : []),
      ...(change.publication === null ? [["published for the first time"]] : []),
    ];
  }
  if (!change.visible) return [...drawn, ...edits(change.fields)];
  // Viewers see its name and its folder without a publication, and nothing else.
  const { seen, drafted } = splitFields(change.fields);
  const [first, ...more] = [...drawn, ...edits(drafted)];
  return [...edits(seen), ...(first ? [["in its draft only: ", ...first], ...more] : [])];
}

/** Whether it brings something, and does not only take away what was done outside Git. */
function isOurs({ origin }: FieldChange): boolean {
  return origin === "git" || origin === "unknown";
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

function publication({ renews, publishConfig, publication: seen, shown }: Change): Phrase[] {
  if (publishConfig) return [["what was published before that run is published again"]];
  const old = renews?.changed.length ?? 0;
  const first = seen === null ? "its draft is published for the first time" : "its draft is published";
  return [[renews && !shown ? "published again" : first], ...(old > 0 ? [[changedSince(old)]] : [])];
}

function changedSince(reports: number): string {
  return `${count(reports, "report")} changed since the last publication`;
}

const EDITS = { asking: "asks something else", looking: "looks different", renamed: "renamed" };

/** What is done to a report that no declared dashboard draws. */
export function lonePhrases(report: Change): Phrase[] {
  const { action, fields } = report;
  const isEdited = action === "update" && (fields.length === 0 || fields.some(isOurs));
  const own: Phrase[] = isEdited ? [[EDITS[kindOfEdit(report)]]] : reportPhrases([report]);
  return [...own, ["no declared dashboard draws it"]];
}

/** The reports that a dashboard draws, as charts: what people see. */
function reportPhrases(reports: readonly Change[], slug?: string): Phrase[] {
  // What an apply would only take away is said as what waits for a decision.
  const updated = reports.filter(
    ({ action, fields }) => action === "update" && (fields.length === 0 || fields.some(isOurs)),
  );
  const kinds = { asking: 0, looking: 0, renamed: 0 };
  for (const report of updated) kinds[kindOfEdit(report)] += chartsOf(report, slug);
  const parts: Phrase[] = [];
  if (kinds.asking > 0)
    parts.push([`${count(kinds.asking, "chart")} ${kinds.asking === 1 ? "asks" : "ask"} something else`]);
  if (kinds.looking > 0)
    parts.push([`${count(kinds.looking, "chart")} ${kinds.looking === 1 ? "looks" : "look"} different`]);
  const renamed = updated.filter((report) => kindOfEdit(report) === "renamed").length;
  if (renamed > 0) parts.push([`${count(renamed, "report")} renamed`]);
  const made = reports.filter(({ action }) => action === "create").length;
  if (made > 0) parts.push([count(made, "new report")]);
  const gone = reports.filter(({ action }) => action === "delete").length;
  if (gone > 0) parts.push([`${count(gone, "report")} `, { strong: "deleted" }]);
  return parts;
}

/** What those see who look at a chart of the report; its name is what lists of reports show. */
function kindOfEdit({ fields }: Change): "asking" | "looking" | "renamed" {
  const ours = fields.filter(isOurs);
  if (ours.some(({ path }) => QUERY.test(path))) return "asking";
  return ours.length > 0 && ours.every(({ path }) => path === "name") ? "renamed" : "looking";
}

function chartsOf({ drawnBy = [] }: Change, slug: string | undefined): number {
  return drawnBy.find(({ key }) => key === slug)?.charts ?? 1;
}

const QUERY = /^(?:query|sqlQuery|pivotItems)\b/;

/** How many widgets that come or go are named. */
const MOST_NAMED = 2;
/** How many kinds of widgets, and how many parts of a dashboard. */
const MOST_KINDS = 4;

/** `fields`: those of the change that are told. */
export function editPhrases(change: Change, fields: readonly FieldChange[]): Phrase[] {
  const edits = sortEdits(change, fields);
  const phrases: Phrase[] = [];
  if (edits.renamed) phrases.push(["renamed"]);
  if (edits.folder !== undefined)
    phrases.push([edits.folder === "" ? "moved to the root" : `moved to ${edits.folder}`]);
  phrases.push(...comeOrGone(edits.removed, { strong: "removed" }), ...comeOrGone(edits.added, "added"));
  phrases.push(...rearranged(edits.moved, draftWidgets(change).size));
  if (edits.titles > 0) phrases.push([count(edits.titles, "title")]);
  const { added, removed } = edits.lines;
  const lines = [...(added > 0 ? [`+${added}`] : []), ...(removed > 0 ? [`−${removed}`] : [])];
  if (lines.length > 0) phrases.push([`text ${lines.join(" ")} ${added + removed === 1 ? "line" : "lines"}`]);
  const { redrawn } = edits;
  if (redrawn.length > MOST_NAMED) phrases.push([`${redrawn.length} charts draw other reports`]);
  else phrases.push(...redrawn.map((name) => [{ name }, " draws another report"]));
  phrases.push(...[...edits.retyped].map(([name, kind]) => [{ name }, ` becomes a ${kind}`]));
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
  const pairs = swaps(moved);
  const others = moved.filter((one) => !pairs.flat().includes(one));
  if (pairs.length <= MOST_NAMED && others.length <= MOST_NAMED)
    return [
      ...pairs.map(([one, other]) => [{ name: one.name }, " and ", { name: other.name }, " swapped"]),
      ...others.map((one) => [{ name: one.name }, ` ${howMoved(one)}`]),
    ];
  const of =
    whole >= moved.length ? `${moved.length} of ${count(whole, "widget")}` : `${moved.length} widgets`;
  return [[`${of} rearranged`]];
}

/** Those that changed places, each in one pair. */
function swaps(moved: readonly MovedWidget[]): [MovedWidget, MovedWidget][] {
  const [first, ...rest] = moved;
  if (!first) return [];
  const other = rest.find((one) => areSwapped(first, one));
  if (!other) return swaps(rest);
  return [[first, other], ...swaps(rest.filter((one) => one !== other))];
}

function comeOrGone(names: readonly string[], word: Word): Phrase[] {
  if (names.length > MOST_NAMED) return [[`${names.length} widgets `, word]];
  return names.map((name) => [{ name }, " ", word]);
}
