// The edits of what files already declare: decided field by field, merged into the entries.

import type { Wanted } from "../edit/index.ts";
import {
  type Change,
  isObject,
  isPlainSlug,
  type JsonObject,
  joinPath,
  type Project,
  type Pulled,
  type PullNote,
  type ResolvedReport,
  type ResolvedWorkbook,
  withoutNulls,
} from "../model/index.ts";
import {
  type ComparedState,
  type IgnoredPath,
  type LiveWorkbook,
  liveReportState,
  liveState,
  withNewWidgets,
} from "../plan/index.ts";
import {
  conflictChange,
  type Decision,
  decide,
  type Part,
  type Resolution,
  takenChange,
  touches,
} from "./decide.ts";
import { folderFields } from "./folder.ts";
import { withLeftDefaults } from "./left-defaults.ts";
import { mergeReport, unholdableReport } from "./merge-report.ts";
import { mergeWorkbook } from "./merge-workbook.ts";
import type { ReportScope } from "./new-reports.ts";
import type { Survey } from "./survey/survey.ts";
import { type ReportKeys, symbolicDashboard } from "./symbolic.ts";
import { type Unholdable, unholdableDraft, unholdableValue } from "./unholdable.ts";

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
    const decision = decide(change, options);
    const merge = () => {
      const compared = withoutNulls(liveState(declared.shape, live) as JsonObject) as ComparedState;
      const { entry } = workbook;
      const own = isObject(entry.dashboard) ? entry.dashboard : undefined;
      const { dashboard, ...state }: ComparedState = withNewWidgets(compared, own, options.ignored);
      if (dashboard) state.dashboard = symbolicDashboard(dashboard, byId, options.reportKeys);
      const folder = folderFields(live.folderId, live.folderPath);
      const sides = { own: entry.dashboard, live: state.dashboard };
      const taken = withLeftDefaults(decision.taken, change.fields, sides);
      return mergeWorkbook({ entry, live: state, folder, taken, ignored: options.ignored });
    };
    const why = unholdableEdit(decision, live);
    const declaration = { kind: "workbook", key: live.slug, id: live.id, declared: workbook } as const;
    addEdit(composed, options, { ...declaration, change, decision, why, merge });
  }
  const slugs = new Map([...options.survey.slugs].map(([slug, id]) => [id, slug]));
  for (const { declared, live, change, slug } of options.survey.reportEdits) {
    const report = options.reports.get(declared.key);
    if (!report) continue;
    const state = liveReportState(declared.state, live, slugs);
    const decision = decide(change, options);
    const merge = () => mergeReport(report.entry, state, decision.taken);
    const why = unholdableReport(state, decision.taken);
    const declaration = { kind: "report", key: declared.key, id: live.id, slug, declared: report } as const;
    addEdit(composed, options, { ...declaration, change, decision, why, merge });
  }
  return composed;
}

/** Why no file can hold what is taken of a workbook; nothing else in it matters. */
export function unholdableEdit({ taken }: Decision, live: LiveWorkbook): Edit["why"] {
  if (touches(taken, "dashboard.widgets")) return unholdableDraft(live.draft);
  for (const [base, values] of [["dashboard", live.draft ?? {}] as const, ["meta", live.meta] as const]) {
    for (const [key, value] of Object.entries(values)) {
      const why = touches(taken, joinPath(base, [key])) ? unholdableValue(key, value) : undefined;
      if (why) return why;
    }
  }
  return undefined;
}

interface Edit {
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
function addEdit(composed: Composed, { excluded, flag }: ComposeOptions, edit: Edit): void {
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
function keptNote(called: string, { change, decision }: Edit, flag: string): Omit<PullNote, "key"> {
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
