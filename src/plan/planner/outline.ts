// A declared workbook outside the work, as far as a plan speaks of it: it may draw a report that is changed.

import {
  type CarriedReport,
  isObject,
  type JsonObject,
  type ResolvedWorkbook,
  widgetsOf,
} from "../../model/index.ts";
import { identify } from "../change/workbook-change.ts";
import { defaultName } from "../stamp/request.ts";
import { type Declared, resolveDeclared } from "../state/declared.ts";
import { openReferences } from "../state/references.ts";

export interface Outline extends Pick<Declared, "slug" | "file" | "line" | "references"> {
  /** What its files call it; may cost a parse. */
  title(): string;
  /** How many of its widgets draw each report, by key; may cost a parse. Absent where its files are not kept. */
  charts?(): ReadonlyMap<string, number>;
}

/** `version`: the one that a publication must hold for viewers to see it as it is; null if the platform does not say. */
export interface ListedReport extends Omit<CarriedReport, "version"> {
  version: number | null;
}

export interface Surroundings {
  /** The declared workbooks that the command line does not select, if it narrows the work. */
  unselected?: ReadonlyMap<string, Outline> | undefined;
  /** What the list says of the live reports, declared or not, by their ids. */
  listedReports?: ReadonlyMap<number, ListedReport> | undefined;
}

export function outlineOf({ slug, file, entry, locate }: ResolvedWorkbook): Outline {
  const { name, dashboard } = entry;
  const title = typeof name === "string" ? name : defaultName(slug, isObject(dashboard) ? { dashboard } : {});
  const references = [...openReferences(entry as JsonObject)];
  return { slug, file, line: () => locate([], "key").line, references, title: () => title };
}

export function outlineDeclared(declared: Declared): Outline {
  const { slug, file, line, references } = declared;
  // One that draws no report is named by what is live: its text need not be kept.
  if (references.length === 0) return { slug, file, line, references, title: () => slug };
  return {
    ...{ slug, file, line, references },
    title: () => titleOf(declared),
    charts: () => chartsOf(declared),
  };
}

function chartsOf(declared: Declared): Map<string, number> {
  const charts = new Map<string, number>();
  const { dashboard } = resolveDeclared(declared, new Map()).state();
  for (const widget of widgetsOf(dashboard))
    for (const key of openReferences(widget)) charts.set(key, (charts.get(key) ?? 0) + 1);
  return charts;
}

function titleOf(declared: Declared): string {
  return identify(declared, resolveDeclared(declared, new Map()).state(), undefined).title;
}
