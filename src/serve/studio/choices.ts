// What a new widget can show, and where a new dashboard can go.

import { posix } from "node:path";
import { placeNewFiles } from "../../features/pull/place-new-files.ts";
import {
  compareText,
  isObject,
  type Json,
  type JsonObject,
  type Project,
  type ResolvedReport,
  widgetsOf,
} from "../../model/index.ts";
import { openReferences } from "../../plan/index.ts";
import { drawingOf } from "./drawing.ts";
import type { Choices, ReportChoice } from "./making-protocol.ts";
import type { Reading } from "./read-files.ts";

const COLLATOR = new Intl.Collator("en");

export function choicesOf(project: Project, reading: Reading): Choices {
  const drawnBy = drawnByOf(reading);
  const reports = [...reading.reports.values()].map((one) => choiceOf(one, drawnBy.get(one.key) ?? []));
  const asked = [...reading.reports.values()].flatMap(({ entry }) => dimensionsOf(entry.query));
  const filtered = [...reading.boards.values()].flatMap(({ workbook }) => filteredOn(workbook.entry));
  return {
    reports: reports.sort((a, b) => COLLATOR.compare(a.title, b.title) || COLLATOR.compare(a.key, b.key)),
    members: [...new Set([...asked, ...filtered])].sort(COLLATOR.compare),
    newFile: newFileOf(project, reading),
  };
}

/** As the drawing of a chart of it would have it. */
function choiceOf(report: ResolvedReport, drawnBy: string[]): ReportChoice {
  const { key } = report;
  const widget = { type: "CHART", config: { reportId: { $report: key } } };
  const drawing = drawingOf(widget, [], (wanted) => (wanted === key ? report : undefined));
  if (drawing.kind !== "chart") throw new TypeError("a chart is drawn as a chart");
  const { report: title, chart, members, measure } = drawing;
  return { key, title: title ?? key, chart, members, measure, drawnBy };
}

/** Report key → the slugs of the dashboards that draw it, sorted. */
function drawnByOf({ boards }: Reading): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const slug of [...boards.keys()].sort(compareText))
    for (const key of openReferences(boards.get(slug)!.workbook.entry))
      found.set(key, [...(found.get(key) ?? []), slug]);
  return found;
}

function dimensionsOf(query: Json | undefined): string[] {
  if (!isObject(query)) return [];
  const times = Array.isArray(query.timeDimensions) ? query.timeDimensions : [];
  const named = times.map((one) => (isObject(one) ? one.dimension : one));
  return [...(Array.isArray(query.dimensions) ? query.dimensions : []), ...named].filter(isMember);
}

function filteredOn({ dashboard }: JsonObject): string[] {
  return widgetsOf(dashboard)
    .map((one) => (isObject(one) && one.type === "FILTER" && isObject(one.config) ? one.config.member : null))
    .filter(isMember);
}

const isMember = (value: Json | undefined): value is string => typeof value === "string" && value !== "";

function newFileOf(project: Project, reading: Reading): Choices["newFile"] {
  const { into, isIncluded } = placingOf(project, reading);
  const ending = [".yaml", ".yml"].find((one) => isIncluded(posix.join(into, `workbook${one}`)));
  return { folder: into, ending: ending ?? ".yaml" };
}

export const placingOf = (project: Project, reading: Pick<Reading, "names" | "text">) =>
  placeNewFiles(project, {
    cwd: project.root,
    into: undefined,
    mirrorFolders: false,
    share: false,
    isDry: false,
    checked: reading,
  });
