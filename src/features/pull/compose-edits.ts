// The edits of what files already declare: decided field by field, merged into the entries.

import { folderText, type Wanted } from "../../edit/index.ts";
import {
  type Change,
  type FieldChange,
  isObject,
  isPlainSlug,
  type Json,
  type JsonObject,
  joinPath,
  type Project,
  type Pulled,
  type PullNote,
  type ResolvedReport,
  type ResolvedWorkbook,
  widgetPath,
  withoutNulls,
} from "../../model/index.ts";
import {
  type ComparedState,
  canonical,
  type IgnoredPath,
  type LiveWorkbook,
  livePartsOf,
  managedState,
  normalState,
  pairWidgets,
  REPORT_FIELDS,
  withLiveIgnored,
  withNewWidgets,
  withOwnPaths,
  withoutIgnored,
} from "../../plan/index.ts";
import {
  conflictChange,
  type Decision,
  decide,
  type Part,
  type Resolution,
  takenChange,
  touches,
} from "./decide.ts";
import { mergeKeys, mergeValue, mergeWidgets, withKey } from "./merge-taken.ts";
import type { ReportScope } from "./new-reports.ts";
import type { Survey } from "./survey.ts";
import { type ReportKeys, symbolicDashboard } from "./symbolic.ts";
import { type Unholdable, unholdableDraft, unholdableValue } from "./unholdable.ts";

// A report's entry with the live fields that are taken.

/** `live`: the live values of the fields that the entry manages, in normal form, the workbook as a slug. */
function mergeReport(entry: JsonObject, live: ComparedState, taken: ReadonlySet<string>): JsonObject {
  let merged = entry;
  for (const field of REPORT_FIELDS) {
    const own = entry[field];
    const value = mergeValue(field, { own, live: live[field] }, taken);
    if (value !== own) merged = withKey(merged, field, value);
  }
  if (!isObject(entry.meta)) return merged;
  const meta = mergeKeys("meta", { own: entry.meta, live: live.meta ?? {} }, taken);
  return meta === entry.meta ? merged : withKey(merged, "meta", meta);
}

const ELSEWHERE = "Change it on the platform, or apply the file.";

/** Why no file can hold the live values of these fields; undefined if one can. */
function unholdableReport(live: ComparedState, taken: ReadonlySet<string>): Unholdable | undefined {
  if (taken.has("query") && typeof live.query === "string")
    return { message: "its query is not a JSON object", help: ELSEWHERE };
  if (taken.has("workbook") && isObject(live.workbook))
    return { message: "its workbook has no slug", help: ELSEWHERE };
  const parts: [string, Json | undefined][] = REPORT_FIELDS.map((field) => [
    field,
    live[field] as Json | undefined,
  ]);
  for (const [key, value] of Object.entries(live.meta ?? {})) parts.push([joinPath("meta", [key]), value]);
  const taking = parts.filter(([part]) => touches(taken, part));
  return taking.map(([part, value]) => unholdableValue(part, value)).find((why) => why !== undefined);
}

export interface ComposeOptions extends ReportScope {
  survey: Survey;
  /** The declared workbooks that differ, by slug. */
  entries: ReadonlyMap<string, ResolvedWorkbook>;
  /** All declared reports, by key. */
  reports: ReadonlyMap<string, ResolvedReport>;
  /** Report key → live id, of those that are declared and live. */
  reportIds: ReadonlyMap<string, number>;
  /** All slugs that files declare. */
  declared: ReadonlySet<string>;
  ignored: readonly IgnoredPath[];
  reportKeys: string[];
  targets: Project["targets"];
  resolution: Resolution;
  /** Absent: all of each workbook. */
  part?: Part | undefined;
  /** The end of the commands that notes show, so that they mean this target. */
  flag: string;
  /** `workbook slug`, `report key`: left out, because no file can hold it. */
  excluded: ReadonlySet<string>;
}

export interface Composed {
  wanted: Wanted[];
  pulled: Pulled[];
  notes: PullNote[];
}

/** `byId`: live id → key of every report that is declared or being pulled. */
export function composeEdits(options: ComposeOptions, byId: ReportKeys): Composed {
  const composed: Composed = { wanted: [], pulled: [], notes: [] };
  for (const { declared, live, change } of options.survey.edits) {
    const workbook = options.entries.get(live.slug);
    if (!workbook) continue;
    const { ignored } = withOwnPaths(options, declared);
    const decision = decide(change, options);
    const merge = () => {
      const compared = withoutNulls(livePartsOf(live, declared.shape) as JsonObject) as ComparedState;
      const { entry } = workbook;
      const own = isObject(entry.dashboard) ? entry.dashboard : undefined;
      const { dashboard, ...state }: ComparedState = withNewWidgets(compared, own, ignored);
      if (dashboard) state.dashboard = symbolicDashboard(dashboard, byId, options.reportKeys);
      const folder = folderFields(live.folderId, live.folderPath);
      const sides = { own: entry.dashboard, live: state.dashboard };
      const taken = withLeftDefaults(decision.taken, change.fields, sides);
      return mergeWorkbook({ entry, live: state, folder, taken, ignored });
    };
    const why = unholdableEdit(decision, live);
    const declaration = { kind: "workbook", key: live.slug, id: live.id, declared: workbook } as const;
    addEdit(composed, options, { ...declaration, change, decision, why, merge });
  }
  const slugs = new Map([...options.survey.slugs].map(([slug, id]) => [id, slug]));
  for (const { declared, live, change, slug } of options.survey.reportEdits) {
    const report = options.reports.get(declared.key);
    if (!report) continue;
    const state = normalState(livePartsOf(live, declared.state, slugs), []);
    const decision = decide(change, options);
    const merge = () => mergeReport(report.entry, state, decision.taken);
    const why = unholdableReport(state, decision.taken);
    const declaration = { kind: "report", key: declared.key, id: live.id, slug, declared: report } as const;
    addEdit(composed, options, { ...declaration, change, decision, why, merge });
  }
  return composed;
}

/** Why no file can hold what is taken of a workbook; nothing else in it matters. */
export function unholdableEdit({ taken }: Decision, live: LiveWorkbook): TakenEdit["why"] {
  if (touches(taken, "dashboard.widgets")) return unholdableDraft(live.draft);
  for (const [base, values] of [["dashboard", live.draft ?? {}] as const, ["meta", live.meta] as const]) {
    for (const [key, value] of Object.entries(values)) {
      const why = touches(taken, joinPath(base, [key])) ? unholdableValue(key, value) : undefined;
      if (why) return why;
    }
  }
  return undefined;
}

interface TakenEdit {
  declared: ResolvedWorkbook | ResolvedReport;
  kind: "workbook" | "report";
  key: string;
  id: number;
  slug?: string | undefined;
  change: Change;
  decision: Decision;
  /** Why no file can hold what is taken. */
  why: Unholdable | undefined;
  /** The entry with what is taken. */
  merge(): JsonObject;
}

/** Adds the outcome of one declaration: an edit, a conflict, both if other fields are in conflict than were edited live alone, or nothing. */
function addEdit(composed: Composed, { excluded, flag }: ComposeOptions, edit: TakenEdit): void {
  const { kind, key, id, slug, change, decision, declared } = edit;
  const { file, line } = declared.locate([], "key");
  const base = { kind, key, id, name: change.title, file, line, slug };
  const called = `${kind === "report" ? "report " : ""}${key}`;
  if (decision.kept.size > 0 && edit.why === undefined) {
    composed.notes.push({ key, file, line, ...keptNote(called, edit, flag) });
  }
  if (decision.undecided.size > 0)
    composed.pulled.push({ ...base, action: "conflict", change: conflictChange(change, decision.undecided) });
  if (decision.taken.size === 0) {
    if (decision.undecided.size === 0) composed.pulled.push({ ...base, action: "unchanged" });
  } else if (edit.why) {
    const message = `${called} is left as it is: ${edit.why.message}`;
    composed.notes.push({ code: "cannot-hold", key, file, line, message, help: edit.why.help });
    composed.pulled.push({ ...base, action: "skipped" });
  } else if (excluded.has(`${kind} ${key}`)) {
    composed.pulled.push({ ...base, action: "skipped" });
  } else {
    composed.wanted.push({ kind, key, entry: edit.merge() });
    composed.pulled.push({ ...base, action: "edited", change: takenChange(change, decision.taken) });
  }
}

/** The stamp is unchanged, so the next plan shows the same again. */
function keptNote(called: string, { change, decision }: TakenEdit, flag: string): Omit<PullNote, "key"> {
  const parts = [...decision.kept].sort().join(", ");
  const codes = change.hazards.map(({ code }) => code).filter((code) => code !== "drift");
  const one = change.kind === "workbook" && isPlainSlug(change.key) ? `:${change.key}` : "";
  const allow = (codes.length > 0 ? codes : ["conflict"]).map((code) => code + one).join(",");
  return {
    code: "kept",
    message: `${called} keeps the file's value of ${parts}`,
    help: `\`boardwright apply --allow ${allow}${flag}\` replaces the live value.`,
  };
}

// A widget that was made one of another type in the UI keeps there what the platform had filled in for the old one. Nothing fills that in for the
// new one, so a file that does not say it takes it away with its next apply: it is taken with the type.

/**
 * `taken`, with the paths of what only live has in a widget whose type is taken. What the change lists is decided as it is: somebody
 * edited it, or the files dropped it. The sides are dashboards, without what is never compared.
 */
function withLeftDefaults(
  taken: ReadonlySet<string>,
  fields: readonly FieldChange[],
  sides: { own: Json | undefined; live: Json | undefined },
): ReadonlySet<string> {
  const all = new Set(taken);
  const listed = fields.map(({ path }) => path);
  const add = (path: string, own: Json | undefined, live: Json): void => {
    if (listed.includes(path)) return;
    const isListedIn = listed.some(
      (other) => other.startsWith(path) && /^[.[]/.test(other.slice(path.length)),
    );
    if (own == null && !isListedIn) all.add(path);
    else if (isObject(live) && (own == null || isObject(own)))
      for (const [key, value] of Object.entries(live)) add(joinPath(path, [key]), own?.[key], value);
  };
  const [ours, theirs = []] = pairWidgets([sides.own, sides.live]);
  for (const [id, widget] of theirs) {
    const path = widgetPath(id);
    const own = ours?.get(id);
    if (own !== undefined && taken.has(joinPath(path, ["type"]))) add(path, own, widget);
  }
  return all;
}

// A workbook's entry with the live fields that are taken; all else as the file has it.

interface Merging {
  /** As the files declare it, resolved. */
  entry: JsonObject;
  /** The live values of the fields that the entry manages, in normal form, without ignored paths, reports by key. */
  live: ComparedState;
  /** The live folder as a file names it: see folderFields. */
  folder: JsonObject;
  taken: ReadonlySet<string>;
  ignored: readonly IgnoredPath[];
}

/** The entry with the taken fields. Ignored paths stay as in the file, and nothing becomes managed that was not. */
function mergeWorkbook({ entry, live, folder, taken, ignored }: Merging): JsonObject {
  let merged = { ...entry };
  if (taken.has("name")) merged = withKey(merged, "name", live.name);
  if (taken.has("folder")) merged = moveTo(merged, folder);
  if (isObject(entry.meta))
    merged.meta = mergeKeys("meta", { own: entry.meta, live: live.meta ?? {} }, taken);
  if (isObject(entry.dashboard)) {
    const sides = { own: entry.dashboard, live: live.dashboard ?? {} };
    const dashboard = mergeKeys("dashboard", sides, taken);
    merged.dashboard = withKey(dashboard, "widgets", mergeWidgets(sides.own, sides.live, taken));
  }
  return keepIgnored(merged, entry, ignored);
}

/** In the place of the old one: a path may become an id, and the reverse. */
function moveTo(entry: JsonObject, folder: JsonObject): JsonObject {
  const fields = Object.entries(folder);
  const places = Object.keys(entry).filter((key) => key === "folder" || key === "folderId");
  return Object.fromEntries(
    Object.entries(entry).flatMap(([key, value]) => {
      if (key === places[0]) return fields;
      return places.some((place) => place === key) ? [] : [[key, value]];
    }),
  ) as JsonObject;
}

function keepIgnored(merged: JsonObject, entry: JsonObject, ignored: readonly IgnoredPath[]): JsonObject {
  const own = managedState(entry) as ComparedState;
  const state = managedState(merged) as ComparedState;
  const kept = withLiveIgnored(state, own, ignored);
  const text = (value: ComparedState) => canonical(withoutIgnored(value, ignored) as JsonObject);
  // If the live container of an ignored value is of another kind, it has no room for that value.
  if (text(kept) !== text(state)) return merged;
  let result = merged;
  if (kept.meta !== state.meta) result = withKey(result, "meta", kept.meta);
  if (kept.dashboard !== state.dashboard) result = withKey(result, "dashboard", kept.dashboard);
  return result;
}

// Folders as a file names them.

/** `folder` as a path; `folderId` if its names are not known or cannot be in a file (contract 2). */
export function folderFields(folderId: number | null, path: readonly string[] | undefined): JsonObject {
  if (folderId === null) return { folder: "/" };
  // No file can hold a blank name.
  const isNameable = path?.every((name) => name.trim() !== "");
  return path && isNameable ? { folder: folderText(path) } : { folderId };
}
