// What a plan says for people alone: nothing of it decides what an apply does.

import {
  type CarriedReport,
  type Change,
  compareText,
  type DrawingWorkbook,
  type FieldChange,
  type FieldStep,
  isObject,
  isText,
  type Json,
  type JsonObject,
  keyOf,
  parseFieldPath,
  shortName,
  valueAt,
  widgetName,
  widgetsOf,
} from "../../model/index.ts";
import type { DeclaredReport } from "../state/report-state.ts";
import type { LiveReport } from "../state/state.ts";
import type { Comparison } from "./comparison.ts";
import type { PlannerInput } from "./input.ts";
import { type LiveIndex, reportsDrawnBy } from "./live-index.ts";
import { type ListedReport, type Outline, outlineDeclared } from "./outline.ts";

/**
 * The changes, with what people call their widgets, with the dashboards that draw their reports, and with the reports outside the files
 * that a publication brings to viewers.
 */
export function forReaders(changes: readonly Change[], { input, index }: Comparison): Change[] {
  const { reports, project } = input;
  const reportKeys = project.reportKeys ?? ["reportId"];
  return withDependents(
    withLabels(withCarried(changes, input, index), { reports, reportKeys }),
    input,
    index,
  );
}

// Which declared workbooks draw a report: people know dashboards, and a report is what they see in them.

/** Slug of a declared workbook outside narrowed work → the keys of the reports that it draws live: viewers see those there, whatever the files say. */
function drawnUnselected({ reports, unselected = new Map() }: PlannerInput, index: LiveIndex) {
  const keys = new Map(reports.map(({ declared, live }) => [live?.id, declared.key]));
  return new Map(
    [...unselected.keys()].map((slug) => {
      const [row] = index.holders(slug);
      // A publication knows its reports under whatever key they are drawn.
      const ids = row ? [...row.draws, ...row.shows, ...row.frozen.keys()] : [];
      return [slug, ids.flatMap((id) => keys.get(id) ?? [])] as const;
    }),
  );
}

/** The changes; those of reports, but for stamps, say which declared workbooks draw them. */
function withDependents(changes: readonly Change[], input: PlannerInput, index: LiveIndex): Change[] {
  const { declared, unselected = new Map<string, Outline>() } = input;
  const wanted = new Map<string, Set<Outline>>();
  for (const { kind, key, action } of changes)
    if (kind === "report" && action !== "stamp" && action !== "orphaned") wanted.set(key, new Set());
  if (wanted.size === 0) return [...changes];
  for (const workbook of declared.values()) {
    if (!workbook.references.some((key) => wanted.has(key))) continue;
    const outline = outlineDeclared(workbook);
    for (const key of workbook.references) wanted.get(key)?.add(outline);
  }
  const drawnLive = drawnUnselected(input, index);
  for (const outline of unselected.values())
    for (const key of [...outline.references, ...(drawnLive.get(outline.slug) ?? [])])
      wanted.get(key)?.add(outline);
  const planned = new Map(
    changes.flatMap(({ kind, key, title }) => (kind === "workbook" ? [[key, title]] : [])),
  );
  const described = new Map<Outline, DrawingWorkbook>();
  const describe = (workbook: Outline): DrawingWorkbook => {
    const known = described.get(workbook);
    if (known) return known;
    const { slug } = workbook;
    // Its files are read again for a name that nothing else says.
    const [row] = index.holders(slug);
    const title = planned.get(slug) ?? row?.name ?? workbook.title();
    const source = { file: workbook.file, line: workbook.line() };
    const made = { key: slug, title, id: row?.id ?? null, source };
    described.set(workbook, made);
    return made;
  };
  const counted = new Map<Outline, ReadonlyMap<string, number> | undefined>();
  const dependent = (workbook: Outline, key: string): DrawingWorkbook => {
    if (!counted.has(workbook)) counted.set(workbook, workbook.charts?.());
    const charts = counted.get(workbook);
    return charts ? { ...describe(workbook), charts: charts.get(key) ?? 0 } : describe(workbook);
  };
  return changes.map((change) => {
    const dependents = change.kind === "report" ? wanted.get(change.key) : undefined;
    if (!dependents || dependents.size === 0 || change.action === "stamp") return change;
    return {
      ...change,
      drawnBy: [...dependents]
        .map((one) => dependent(one, change.key))
        .sort((a, b) => compareText(a.key, b.key)),
    };
  });
}

// What people call the widgets that a plan changes: a widget's id is made by a machine, and its title is what viewers know.

/** A declared report, and what is live of it. */
interface ReportPair {
  declared: DeclaredReport;
  live: LiveReport | undefined;
}

interface KnownReports {
  reports: readonly ReportPair[];
  /** The keys of a widget's config whose numbers are reports. */
  reportKeys: readonly string[];
}

/**
 * The changes, whose fields say what their widgets are called: the title as it is live, else the one that it is given; where there is
 * none the first words of a text, or the name of the report that it draws.
 */
export function withLabels(changes: readonly Change[], { reports, reportKeys }: KnownReports): Change[] {
  const titles = new Map<Json, string>();
  for (const { declared, live } of reports) {
    const { title, name } = declared.state;
    const said = [title, name, live?.title, live?.name].find(isText);
    if (said === undefined) continue;
    titles.set(declared.key, said);
    if (live) titles.set(live.id, said);
  }
  return changes.map((change) => {
    const { kind, fields, shown } = change;
    if (kind !== "workbook" || fields.length + (shown?.length ?? 0) === 0) return change;
    const titleOf = (reference: Json) => titles.get(reference);
    const withNames = (list: FieldChange[]) => {
      const labels = labelsOf({ ...change, fields: list }, titleOf);
      return list.map((field) => withReports(labelled(field, labels), { reportKeys, titleOf }));
    };
    return { ...change, fields: withNames(fields), ...(shown && { shown: withNames(shown) }) };
  });
}

function labelled(field: FieldChange, labels: ReadonlyMap<string, string>): FieldChange {
  const label = labels.get(widgetOf(parseFieldPath(field.path)) ?? "");
  if (label === undefined) return field;
  const { path, ...rest } = field;
  return { path, label, ...rest };
}

/** A field that names a report says what that is called: nobody knows reports by their numbers. */
function withReports(
  field: FieldChange,
  { reportKeys, titleOf }: { reportKeys: readonly string[]; titleOf(reference: Json): string | undefined },
): FieldChange {
  const steps = parseFieldPath(field.path);
  const key = keyOf(steps.at(-1));
  if (widgetOf(steps) === undefined || key === undefined || !reportKeys.includes(key)) return field;
  const nameOf = (value: Json | undefined) => {
    const reference = isObject(value) ? value.$report : value;
    return reference === undefined ? undefined : titleOf(reference);
  };
  const before = nameOf(field.before);
  const after = nameOf(field.after);
  if (before === undefined && after === undefined) return field;
  const names = { ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
  return { ...field, names };
}

/** By widget id. */
function labelsOf(
  { fields, request }: Change,
  titleOf: (reference: Json) => string | undefined,
): Map<string, string> {
  const draft = valueAt(request, ["meta", "dashboardDraft"]);
  const sent = new Map(widgetsOf(draft).flatMap((widget) => (isObject(widget) ? [[widget.id, widget]] : [])));
  const labels = new Map<string, string>();
  const live = new Map<string, Json>();
  for (const { path, before, after } of fields) {
    const steps = parseFieldPath(path);
    const id = widgetOf(steps);
    if (id === undefined) continue;
    const isTitle = steps.length === 5 && path.endsWith("].config.title");
    if (isTitle && isText(before)) live.set(id, before);
    const widget = steps.length === 3 ? (before ?? after) : sent.get(id);
    const label = isObject(widget) ? widgetName(widget, titleOf) : undefined;
    if (label !== undefined) labels.set(id, label);
  }
  for (const [id, title] of live) labels.set(id, shortName(String(title)));
  return labels;
}

function widgetOf(steps: readonly FieldStep[]): string | undefined {
  const step = steps[2];
  return step && "widget" in step ? step.widget : undefined;
}

// What reaches viewers with a publication though no file declares it: a publication freezes every report that its dashboard draws, so an edit
// of one that nobody manages is seen from then on.

/** Of the reports that a publication holds those that are not declared, and that are live in a later version; sorted by id. */
function editedSince(
  snapshots: ReadonlyMap<number, number>,
  {
    keys,
    listedReports,
  }: {
    /** Of the declared ones, by live id. */
    keys: ReadonlyMap<number | undefined, string>;
    listedReports: ReadonlyMap<number, ListedReport>;
  },
): CarriedReport[] {
  const old = [...snapshots].flatMap(([id, frozen]): CarriedReport[] => {
    const listed = keys.has(id) ? undefined : listedReports.get(id);
    const { version = null } = listed ?? {};
    return listed && version !== null && version > frozen ? [{ ...listed, version }] : [];
  });
  return old.sort((a, b) => a.id - b.id);
}

/** The changes; those that publish say which such reports they bring to viewers. */
function withCarried(
  changes: readonly Change[],
  { declared, reports, listedReports = new Map(), project }: PlannerInput,
  index: LiveIndex,
): Change[] {
  const { reportKeys = ["reportId"] } = project;
  const keys = new Map(reports.map(({ declared, live }) => [live?.id, declared.key]));
  return changes.map((change) => {
    const isShown = change.kind === "workbook" && publishes(change) && declared.get(change.key)?.publish;
    const [row] = isShown ? index.holders(change.key) : [];
    const old = row ? editedSince(row.frozen, { keys, listedReports }) : [];
    if (!row || old.length === 0) return change;
    const board = change.publishConfig ?? draftOf(change.request);
    const wanted = board ? reportsDrawnBy(board, reportKeys) : row.draws;
    // A number in a place that nobody told us of may draw it as well: then the publication alone says that it is drawn.
    const carries = old.filter(({ id }) => wanted.has(id) || !row.shows.has(id));
    return carries.length > 0 ? { ...change, carries } : change;
  });
}

/** Whether an apply publishes: not where viewers are given the dashboard already, whatever else changes. */
function publishes({ action, publish, renews, draws = [], shown, fields }: Change): boolean {
  if (!publish || (action !== "update" && action !== "publish")) return false;
  const seen = shown ?? fields.filter(({ path }) => path.startsWith("dashboard"));
  return action === "publish" || renews !== undefined || draws.length > 0 || seen.length > 0;
}

function draftOf(request: JsonObject | undefined): JsonObject | undefined {
  const draft: Json | undefined = valueAt(request, ["meta", "dashboardDraft"]);
  return isObject(draft) ? draft : undefined;
}
