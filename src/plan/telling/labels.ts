// What people call the widgets that a plan changes: a widget's id is made by a machine, and its title is what viewers know.

import {
  type Change,
  type FieldChange,
  type FieldStep,
  isObject,
  isText,
  type Json,
  keyOf,
  parseFieldPath,
  shortName,
  valueAt,
  widgetName,
  widgetsOf,
} from "../../model/index.ts";
import type { DeclaredReport, LiveReport } from "../state/report-state.ts";

/** A declared report, and what is live of it. */
export interface ReportPair {
  declared: DeclaredReport;
  live: LiveReport | undefined;
}

export interface KnownReports {
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
  const [before, after] = [nameOf(field.before), nameOf(field.after)];
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
