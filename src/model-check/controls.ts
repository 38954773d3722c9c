// Filters and controls whose member no chart of their dashboard uses: they change nothing that viewers see.

import { DEEPEST, eachString } from "../lint/index.ts";
import { isObject, type Json, type JsonObject, type Path } from "../model/index.ts";
import type { Mention } from "./mentions.ts";
import { baseOf, quoteMember } from "./model-index.ts";

/** The facts about a dashboard with controls. */
export interface Board {
  controls: readonly Control[];
  /** Names and ids in widgets other than controls. */
  used: ReadonlySet<string>;
  /** The reports that its charts show. */
  reports: readonly string[];
}

export interface Control {
  id: string | undefined;
  type: string;
  /** The members that it names; a finding is placed at the first. */
  members: readonly { text: string; path: Path }[];
}

/** The names of members in a report's query, pivot and drawing; undefined if its query is not known. */
export type UsedByReport = (key: string) => ReadonlySet<string> | undefined;

/** A parent switches other controls and names no member itself. */
const CONTROLS: ReadonlySet<string> = new Set(["FILTER", "TIME_GRAIN", "FIELD"]);

function isControl({ type }: JsonObject): boolean {
  return typeof type === "string" && CONTROLS.has(type);
}

/**
 * The facts that unused controls are found by; undefined if there are no controls, or if the files do not say what a chart shows:
 * a report by its number, or nothing recognizable. `mentions` are those of each widget.
 */
export function summarizeBoard(
  widgets: readonly Json[],
  mentions: readonly (readonly Mention[])[],
  reportKeys: readonly string[],
): Board | undefined {
  const controls: Control[] = [];
  const used = new Set<string>();
  const reports: string[] = [];
  for (const [index, widget] of widgets.entries()) {
    if (!isObject(widget)) continue;
    const own = mentions[index] ?? [];
    if (isControl(widget)) {
      const members = own.filter(({ role }) => role !== undefined);
      if (members.length > 0) controls.push(controlOf(widget, members));
      continue;
    }
    const shown = reportsIn(widget.config, reportKeys);
    const isUnclear = widget.type === "CHART" && shown.keys.length === 0 && own.length === 0;
    if (isUnclear || shown.numbers.length > 0) return undefined;
    eachString(widget.config, (text) => used.add(copy(text)));
    reports.push(...shown.keys);
  }
  return controls.length === 0 ? undefined : { controls, used, reports };
}

function controlOf(widget: JsonObject, members: readonly Mention[]): Control {
  return {
    id: typeof widget.id === "string" ? copy(widget.id) : undefined,
    type: String(widget.type),
    members: members.map(({ text, path }) => ({ text: copy(text), path })),
  };
}

/** The controls that nothing on the board uses. None if one of its reports is not known. */
export function unusedControls(board: Board, usedByReport: UsedByReport): Control[] {
  const texts = new Set(board.used);
  for (const key of board.reports) {
    const names = usedByReport(key);
    if (names === undefined) return [];
    for (const name of names) texts.add(name);
  }
  const bases = new Set([...texts].map(baseOf));
  return board.controls.filter(
    ({ id, members }) =>
      !(id !== undefined && texts.has(id)) && !members.some(({ text }) => texts.has(text) || bases.has(text)),
  );
}

export function wordUnused({ type, members }: Control): { message: string; help: string } {
  const kind = { FILTER: "filter", TIME_GRAIN: "time grain", FIELD: "field control" }[type] ?? "control";
  return {
    message: `No chart of this dashboard uses ${quoteMember(members[0]!.text)}, the member of this ${kind}.`,
    help: "Use it in a chart's query, map it in a chart's config, or remove the control.",
  };
}

/** The reports that a value refers to: by their keys, and by the platform's numbers with the paths at which those are. */
export function reportsIn(
  config: Json | undefined,
  reportKeys: readonly string[],
): { keys: string[]; numbers: { number: number; path: Path }[] } {
  const shown = { keys: [] as string[], numbers: [] as { number: number; path: Path }[] };
  const way: (string | number)[] = [];
  const visit = (value: Json | undefined, key: string | undefined): void => {
    if (typeof value === "number" && key !== undefined && reportKeys.includes(key))
      shown.numbers.push({ number: value, path: way.slice() });
    if (typeof value !== "object" || value === null || way.length > DEEPEST) return;
    if (!Array.isArray(value) && typeof value.$report === "string") shown.keys.push(copy(value.$report));
    for (const [name, item] of Object.entries(value)) {
      way.push(Array.isArray(value) ? Number(name) : name);
      visit(item, Array.isArray(value) ? key : name);
      way.pop();
    }
  };
  visit(config, undefined);
  return shown;
}

/** A new string: one that was cut out of a file keeps the file's whole text in memory. */
export function copy(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}
