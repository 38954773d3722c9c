// What a change means to those who look at the dashboard, in a few words: `2 charts ask something else`, `13 of 17 widgets rearranged`.

import {
  type Change,
  type FieldChange,
  formatFieldPath,
  isObject,
  type Json,
  type JsonObject,
  keyOf,
  parseFieldPath,
  valueAt,
} from "../../model/index.ts";
import { appContent } from "../../plan/index.ts";
import { asViewersSee, splitFields } from "../change/seen-change.ts";
import { contentText } from "../change/statement.ts";
import type { Inline, Words } from "../document/document.ts";
import { draftWidgets } from "../fields/field-sections.ts";
import { type Box, boxField, boxOf, type Side } from "../fields/widget-box.ts";
import { count } from "../text/cells.ts";
import { folderText } from "../text/folder-text.ts";
import { countLines } from "../text/line-diff.ts";
import { isOurs, reportPhrases } from "./report-words.ts";

// The fields of a change sorted by what they do to a dashboard: what comes and goes, what moves, what is called or drawn otherwise.

/** A widget whose place changes. */
interface MovedWidget {
  name: string;
  /** Of the default layout, from and to; only the sides that change. */
  steps: Map<Side, readonly [from: number, to: number]>;
  /** Where it is in the draft, if that can be read. */
  box: Box | undefined;
}

/** The one field of a widget that is no place, title or text, where both values are short. */
interface Setting {
  name: string;
  key: string;
  before: string;
  after: string;
}

interface Edits {
  renamed: boolean;
  /** Where to; undefined if it stays. */
  folder: string | undefined;
  added: string[];
  /** Deleted outside Git, and brought back by it. */
  restored: string[];
  removed: string[];
  moved: MovedWidget[];
  /** What widgets are called, and will be. */
  titles: Pick<FieldChange, "before" | "after">[];
  /** Charts that draw another report, and what that is called, if it is known. */
  redrawn: { name: string; report: string | undefined }[];
  /** Widgets that are of another type now. */
  retyped: { name: string; type: string }[];
  /** Of all texts; undefined if none changes. */
  lines: { added: number; removed: number } | undefined;
  /** Widgets that are changed in any other way, by their kind. */
  widgets: Map<string, number>;
  /** Default values of filters, which change every figure below; only those that are short on both sides. */
  defaults: Setting[];
  /** Undefined unless it is all that `widgets` counts. */
  setting: Setting | undefined;
  /** Other parts of the dashboard, by name. */
  parts: Set<string>;
}

/** A map, because a key of a dashboard may be called `constructor`. */
const PART_NAMES: ReadonlyMap<string, string> = new Map([
  ["layout", "grid"],
  ["title", "dashboard title"],
  ["settings", "dashboard settings"],
  ["widgets", "order of widgets"],
]);

const DEFAULTS: ReadonlySet<string> = new Set(["defaultValue", "defaultValues"]);

/** What `fields` of a change come to. */
function sortEdits(change: Change, fields: readonly FieldChange[]): Edits {
  const moved = new Map<string, MovedWidget>();
  const others = new Map<string, string>();
  const settings: (Setting | undefined)[] = [];
  const edits: Edits = {
    renamed: false,
    folder: undefined,
    ...{ added: [], restored: [], removed: [], moved: [], titles: [], redrawn: [], retyped: [] },
    lines: undefined,
    widgets: new Map(),
    defaults: [],
    setting: undefined,
    parts: new Set(),
  };
  const draft = draftWidgets(change);
  for (const field of fields) {
    const { path, label, before, after } = field;
    const [first, second, third, ...rest] = parseFieldPath(path);
    if (third && "widget" in third && keyOf(first) === "dashboard") {
      const { widget: id } = third;
      const name = label ?? id;
      const key = keyOf(rest[1]);
      const inConfig = keyOf(rest[0]) === "config" && rest.length === 2;
      // The project may name other keys whose values are reports.
      const isReport = field.names !== undefined || (inConfig && key === "reportId");
      if (rest.length === 0 && before === undefined)
        (isDeletedOutside(change, field) ? edits.restored : edits.added).push(name);
      else if (rest.length === 0 && after === undefined) edits.removed.push(name);
      else if (boxField(rest) || keyOf(rest[0]) === "responsiveLayouts") {
        const one = moved.get(id) ?? { name, steps: new Map(), box: boxOf(draft.get(id), undefined) };
        const at = boxField(rest);
        if (at?.side && at.breakpoint === undefined) one.steps.set(at.side, [Number(before), Number(after)]);
        moved.set(id, one);
      } else if (inConfig && key === "title") edits.titles.push({ before, after } as Edits["titles"][number]);
      else if (isReport && before !== undefined && after !== undefined)
        edits.redrawn.push({ name, report: field.names?.after });
      else if (keyOf(rest[0]) === "type" && rest.length === 1 && typeof after === "string")
        edits.retyped.push({ name, type: kindOf({ type: after }) });
      else if (inConfig && key === "markdown" && typeof (after ?? before) === "string") {
        const { added, removed } = countLines(textOf(before), textOf(after));
        const sum = edits.lines ?? { added: 0, removed: 0 };
        edits.lines = { added: sum.added + added, removed: sum.removed + removed };
      } else {
        const setting = settingOf(name, formatFieldPath(inConfig ? rest.slice(1) : rest), field);
        if (setting && inConfig && key !== undefined && DEFAULTS.has(key)) edits.defaults.push(setting);
        else {
          others.set(id, kindOf(draft.get(id)));
          settings.push(setting);
        }
      }
    } else if (keyOf(first) === "name") edits.renamed = true;
    else if (keyOf(first) === "folder")
      edits.folder = after === undefined || after === null ? "" : folderText(after);
    else {
      const part = keyOf(second ?? first) ?? path;
      edits.parts.add((keyOf(first) === "dashboard" ? PART_NAMES.get(part) : undefined) ?? part);
    }
  }
  for (const type of others.values()) edits.widgets.set(type, (edits.widgets.get(type) ?? 0) + 1);
  const setting = settings.length === 1 ? settings[0] : undefined;
  return { ...edits, moved: [...moved.values()], setting };
}

/** A text without its last line end, and none at all where it is empty: the end of a line is no line. */
/** What viewers see does not say whose a difference is; the change itself does. */
function isDeletedOutside({ fields }: Change, { path }: FieldChange): boolean {
  const own = fields.find((field) => field.path === path && field.before === undefined);
  return own?.origin === "live" || own?.origin === "both";
}

function textOf(value: FieldChange["before"]): string | undefined {
  return typeof value === "string" && value !== "" ? `${value.replace(/\n$/, "")}\n` : undefined;
}

/** Characters of a value that a row says. */
const SHORT = 40;

function settingOf(name: string, key: string, { before, after }: FieldChange): Setting | undefined {
  const from = shortText(before);
  const to = shortText(after);
  return from === undefined || to === undefined ? undefined : { name, key, before: from, after: to };
}

/** A plain value, or a list of one. */
function shortText(value: Json | undefined): string | undefined {
  const only = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (only === undefined || only === null || typeof only === "object") return undefined;
  const text = String(only);
  return text !== "" && text.length <= SHORT && !text.includes("\n") ? text : undefined;
}

/** Plain words for the types that people know. */
function kindOf(widget: JsonObject | undefined): string {
  const type = widget?.type;
  return typeof type === "string" && /^[A-Z]{3,12}$/.test(type) ? type.toLowerCase() : "widget";
}

/** `wider`, `moved and shorter`. */
function howMoved(one: MovedWidget): string {
  const size = howResized(one);
  if (size === undefined) return one.steps.size > 0 ? "moved" : "rearranged on small screens";
  return hasShifted(one) ? `moved, ${size}` : size;
}

/** Undefined if it keeps its size. */
function howResized({ steps }: MovedWidget): string | undefined {
  const wide = steps.get("w");
  const high = steps.get("h");
  if (wide && high) return "resized";
  if (wide) return wide[1] > wide[0] ? "wider" : "narrower";
  return high && (high[1] > high[0] ? "taller" : "shorter");
}

/** Whether it is elsewhere, and not only wider or narrower by its left or upper edge. */
function hasShifted({ steps }: MovedWidget): boolean {
  return (
    [
      ["x", "w"],
      ["y", "h"],
    ] as const
  ).some(([at, size]) => {
    const place = steps.get(at);
    const length = steps.get(size);
    if (!place) return false;
    return !length || place[0] + length[0] !== place[1] + length[1];
  });
}

/** The pairs of widgets each of which is now where the other was, whatever their sizes. */
function swappedPairs(moved: readonly MovedWidget[]): [MovedWidget, MovedWidget][] {
  const pairs: [MovedWidget, MovedWidget][] = [];
  const paired = new Set<MovedWidget>();
  for (const [at, one] of moved.entries()) {
    if (paired.has(one)) continue;
    const other = moved.slice(at + 1).find((next) => !paired.has(next) && areSwapped(one, next));
    if (!other) continue;
    paired.add(one).add(other);
    pairs.push([one, other]);
  }
  return pairs;
}

function areSwapped(one: MovedWidget, other: MovedWidget): boolean {
  const end = ({ steps, box }: MovedWidget, side: Side, of: 0 | 1) => steps.get(side)?.[of] ?? box?.[side];
  const isMoved = (["x", "y"] as const).some((side) => one.steps.has(side));
  return (
    isMoved &&
    (["x", "y"] as const).every(
      (side) => end(one, side, 0) === end(other, side, 1) && end(one, side, 1) === end(other, side, 0),
    )
  );
}

/**
 * What is done to a dashboard, the most telling first. `reports`: those that it draws and that change as well. `key`: of the dashboard.
 */
export function changePhrases(
  change: Change | undefined,
  reports: readonly Change[],
  key = change?.key,
): Words[] {
  const drawn = reportPhrases(reports, key);
  if (!change) return drawn;
  const renamed: Words[] =
    change.was === undefined
      ? []
      : [[{ strong: "renamed" }, " ", { name: change.was }, " → ", { name: change.key }]];
  const code = appContent(change).length > 0 ? [[{ strong: "app code" }]] : [];
  switch (change.action) {
    case "create":
      return [creation(change, reports), ...code];
    case "delete":
      return [
        [
          "would be ",
          { strong: "deleted" },
          ...(reports.length > 0 ? [` with ${count(reports.length, "report")}`] : []),
        ],
      ];
    case "publish":
      return [...renamed, ...publication(change), ...drawn, ...editPhrases(change, change.shown ?? [])];
    case "update":
      return [...renamed, ...code, ...updatePhrases(change, drawn)];
    case "rename":
      return [...renamed, ...drawn];
    case "stamp":
    case "orphaned":
      return change.reason ? [[change.reason.message]] : drawn;
  }
}

function updatePhrases(change: Change, drawn: readonly Words[]): Words[] {
  const edits = (fields: readonly FieldChange[]) => editPhrases(change, fields.filter(isOurs));
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

function creation({ folder, request, publish, reason }: Change, reports: readonly Change[]): Words {
  const draft = valueAt(request, ["meta", "dashboardDraft"]);
  const where = folder ?? request?.folderId;
  const place = where === undefined || where === null ? "" : ` in ${folderText(where)}`;
  const made = reports.filter(({ action }) => action === "create").length;
  const parts = isObject(draft) ? [contentText(draft)] : [];
  if (made > 0) parts.push(count(made, "report"));
  if (!publish) parts.push("not published");
  const what = `${place}${parts.length > 0 ? `: ${parts.join(", ")}` : ""}`;
  if (reason?.code === "deleted")
    return [{ strong: "made again" }, `${what}; it was deleted on the platform`];
  if (reason?.code === "deleted-by-run") return [{ strong: "made again" }, what];
  if (reason?.code === "alike") return [`new${what}; or `, { strong: "renamed" }, "? Another looks like it"];
  return [`new${what}`];
}

function publication(change: Change): Words[] {
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
function carried({ carries = [] }: Change): Words[] {
  return carries.length > 0 ? [[changedSince(carries.length, " outside these files")]] : [];
}

/** How many widgets that come or go are named. */
const MOST_NAMED = 2;
/** How many kinds of widgets, and how many parts of a dashboard. */
const MOST_KINDS = 4;

/** `fields`: those of the change that are told. */
export function editPhrases(change: Change, fields: readonly FieldChange[]): Words[] {
  const edits = sortEdits(change, fields);
  const phrases: Words[] = [];
  if (edits.renamed) phrases.push(["renamed"]);
  if (edits.folder !== undefined)
    phrases.push([edits.folder === "" ? "moved to the root" : `moved to ${edits.folder}`]);
  phrases.push(
    ...comeOrGone(edits.removed, { strong: "removed" }),
    ...comeOrGone(edits.restored, { strong: "put back" }),
    ...comeOrGone(edits.added, "added"),
  );
  phrases.push(...rearranged(edits.moved, draftWidgets(change).size));
  phrases.push(...retitled(edits.titles));
  if (edits.lines) phrases.push([linesText(edits.lines)]);
  phrases.push(...redrawn(edits.redrawn));
  phrases.push(...edits.retyped.map(({ name, type }): Words => [{ name }, ` is a ${type} now`]));
  if (edits.defaults.length > MOST_NAMED) phrases.push([`${edits.defaults.length} default values`]);
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

/** A few with both texts. */
function retitled(titles: Edits["titles"]): Words[] {
  const isNamed = ({ before, after }: Edits["titles"][number]) =>
    typeof before === "string" && typeof after === "string";
  if (titles.length === 0) return [];
  if (titles.length > MOST_NAMED || !titles.every(isNamed)) return [[count(titles.length, "title")]];
  return titles.map(({ before, after }) => [{ name: String(before) }, " → ", { name: String(after) }]);
}

function linesText({ added, removed }: { added: number; removed: number }): string {
  if (added + removed === 0) return "text, only in blanks";
  const parts = [...(added > 0 ? [`+${added}`] : []), ...(removed > 0 ? [`−${removed}`] : [])];
  return `text ${parts.join(" ")} ${added + removed === 1 ? "line" : "lines"}`;
}

function settingPhrase({ name, key, before, after }: Setting): Words {
  return [{ name }, ` ${key} `, { name: before }, " → ", { name: after }];
}

function redrawn(charts: Edits["redrawn"]): Words[] {
  if (charts.length > MOST_NAMED) return [[`${count(charts.length, "chart")} draw other reports`]];
  return charts.map(({ name, report }) =>
    report === undefined ? [{ name }, " draws another report"] : [{ name }, " draws ", { name: report }],
  );
}

/** `whole`: how many widgets there are. */
function rearranged(moved: readonly MovedWidget[], whole: number): Words[] {
  const pairs = swappedPairs(moved);
  const swapped = new Set(pairs.flat());
  const others = moved.filter((one) => !swapped.has(one));
  const resized = [...swapped].filter((one) => howResized(one) !== undefined);
  const rest = [
    ...resized.map((one): Words => [{ name: one.name }, ` ${howResized(one)}`]),
    ...others.map((one): Words => [{ name: one.name }, ` ${howMoved(one)}`]),
  ];
  const [first] = pairs;
  if (first && rest.length <= MOST_NAMED) return [swap(first, pairs.length, others.length), ...rest];
  if (moved.length <= MOST_NAMED) return rest;
  const of =
    whole >= moved.length ? `${moved.length} of ${count(whole, "widget")}` : `${moved.length} widgets`;
  return [[`${of} rearranged`], ...(first ? [swap(first, pairs.length, others.length)] : [])];
}

/** Two tiles by their names, unless more than these move. */
function swap([one, other]: readonly [MovedWidget, MovedWidget], pairs: number, others: number): Words {
  if (pairs > 1) return [`${pairs} pairs of tiles swapped`];
  return others > 0 ? ["2 tiles swapped"] : [{ name: one.name }, " and ", { name: other.name }, " swapped"];
}

function comeOrGone(names: readonly string[], word: Inline): Words[] {
  if (names.length > MOST_NAMED) return [[`${names.length} widgets `, word]];
  return names.map((name) => [{ name }, " ", word]);
}
