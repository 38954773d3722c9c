// What people call the widgets that a plan changes: a widget's id is made by a machine, and its title is what viewers know.

import {
  type Change,
  type FieldChange,
  type FieldStep,
  isObject,
  type Json,
  type JsonObject,
  parseFieldPath,
  valueAt,
  widgetsOf,
} from "../../model/index.ts";
import type { ReportPair } from "./shard.ts";

/** Characters. */
const MOST = 80;

/**
 * The changes, whose fields say what their widgets are called: the title as it is live, else the one that it is given; where there is
 * none the first words of a text, or the name of the report that it draws.
 */
export function withLabels(changes: readonly Change[], reports: readonly ReportPair[]): Change[] {
  const titles = new Map<Json, string>();
  for (const { declared, live } of reports) {
    const { title, name } = declared.state;
    const said = [title, name, live?.title, live?.name].find(isSaid);
    if (said === undefined) continue;
    titles.set(declared.key, said);
    if (live) titles.set(live.id, said);
  }
  return changes.map((change) => {
    if (change.kind !== "workbook" || change.fields.length === 0) return change;
    const labels = labelsOf(change, (reference) => titles.get(reference));
    return { ...change, fields: change.fields.map((field) => labelled(field, labels)) };
  });
}

function labelled(field: FieldChange, labels: ReadonlyMap<string, string>): FieldChange {
  const label = labels.get(widgetOf(parseFieldPath(field.path)) ?? "");
  if (label === undefined) return field;
  const { path, ...rest } = field;
  return { path, label, ...rest };
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
    if (isTitle && isSaid(before)) live.set(id, before);
    const widget = steps.length === 3 ? (before ?? after) : sent.get(id);
    const label = isObject(widget) ? nameOf(widget, titleOf) : undefined;
    if (label !== undefined) labels.set(id, label);
  }
  for (const [id, title] of live) labels.set(id, shorten(String(title)));
  return labels;
}

function widgetOf(steps: readonly FieldStep[]): string | undefined {
  const step = steps[2];
  return step && "widget" in step ? step.widget : undefined;
}

function nameOf(
  { config }: JsonObject,
  titleOf: (reference: Json) => string | undefined,
): string | undefined {
  if (!isObject(config)) return undefined;
  const { title, markdown, reportId } = config;
  if (isSaid(title)) return shorten(title);
  if (isSaid(markdown)) return firstWords(markdown);
  const reference = isObject(reportId) ? reportId.$report : reportId;
  const said = reference === undefined ? undefined : titleOf(reference);
  return said === undefined ? undefined : shorten(said);
}

/** The first line of a markdown text that says anything, without its marks. */
function firstWords(markdown: string): string | undefined {
  for (const line of markdown.slice(0, 2000).split(/\r?\n/)) {
    const words = line
      .replace(/!?\[([^\]]{0,200})\]\([^)]{0,500}\)/g, "$1")
      .replace(/<[^>]{0,500}>/g, "")
      .replace(/^[\s#>*+-]+|[*_`~]+/g, "")
      .trim();
    if (words !== "") return shorten(words);
  }
  return undefined;
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  const characters = [...line.slice(0, 4 * MOST)];
  return characters.length <= MOST
    ? line
    : `${characters
        .slice(0, MOST - 1)
        .join("")
        .trimEnd()}…`;
}

function isSaid(value: Json | undefined): value is string {
  return typeof value === "string" && value.trim() !== "";
}
