// Workbook files that are alike → one template and its rows: pure, from the values that the files write.

import { isObject, type Json, type JsonObject, type Path, valueAt, widgetsOf } from "../../model/index.ts";
import { alignWorkbooks, countPlaces } from "./align-workbooks.ts";
import { chooseColumns } from "./choose-columns.ts";
import { alignWhole, fillHoles, Hole, holesOf, type Pattern, type PatternMap } from "./pattern.ts";
import { splitTexts } from "./split-texts.ts";

/** A file of one workbook and its reports, as it writes them. */
export interface PlainFile {
  file: string;
  slug: string;
  workbook: JsonObject;
  /** Key → entry. */
  reports: Readonly<Record<string, JsonObject>>;
}

export interface Folded {
  /** The template's key: `sales-${row.key}`. */
  key: string;
  /** What the keys of its workbooks share, for the name of its file; "" if nothing. */
  stem: string;
  /** As the template's file writes them. `each` is not in it: it names a file that has no name yet. */
  workbook: JsonObject;
  /** Template's key → entry. */
  reports: JsonObject;
  /** Reports of single rows, by key. */
  plainReports: JsonObject;
  /** In the order of the files. */
  rows: JsonObject[];
  /** The names of the values that each row has. */
  columns: string[];
  /** How many places the override of each row changes. */
  overridden: number[];
}

/** One template for the files; none of them has a key with `$`. */
export function foldFiles(files: readonly PlainFile[]): Folded {
  const { pattern, overrides } = alignWorkbooks(files.map(({ workbook }) => workbook));
  const reports = alignReports(files);
  const slugs = files.map(({ slug }) => slug);
  const { prefix, suffix, cores } = splitTexts(slugs);
  const holes = [
    ...holesOf(pattern),
    ...reports.aligned.flatMap(({ key, entry }) => [key, ...holesOf(entry)]),
  ];
  const memberOf = (path: Path) => memberAt(files[0] as PlainFile, path);
  const { columns, textOf } = chooseColumns(cores, holes, memberOf);
  const fill = (value: Pattern) => fillHoles(value, textOf) as JsonObject;
  return {
    key: `${prefix}\${row.key}${suffix}`,
    stem: `${prefix}${suffix}`,
    workbook: fill(pattern),
    reports: Object.fromEntries(reports.aligned.map(({ key, entry }) => [textOf(key), fill(entry)])),
    plainReports: Object.assign({}, ...reports.plain) as JsonObject,
    rows: files.map((_, index) => ({
      ...Object.fromEntries(columns.map(({ name, values }) => [name, values[index] as Json])),
      ...(Object.keys(overrides[index] as JsonObject).length > 0 && {
        override: overrides[index] as JsonObject,
      }),
    })),
    columns: columns.map(({ name }) => name),
    overridden: overrides.map((override) => (Object.keys(override).length > 0 ? countPlaces(override) : 0)),
  };
}

interface AlignedReports {
  aligned: { key: Hole; entry: PatternMap }[];
  /** One map for each file. */
  plain: JsonObject[];
}

/** Reports that the same place draws are one report of the template, if all files have one there. */
function alignReports(files: readonly PlainFile[]): AlignedReports {
  const placed = files.map(reportsByPlace);
  const found: AlignedReports = { aligned: [], plain: files.map(({ reports }) => ({ ...reports })) };
  for (const place of placed[0]?.keys() ?? []) {
    const keys = placed.map((byPlace) => byPlace.get(place));
    const known = keys.filter((key) => key !== undefined);
    if (known.length < files.length) continue;
    const entries = known.map((key, index) => files[index]?.reports[key] as JsonObject);
    const entry = alignWhole(entries, ["reports", shortName(place)]);
    if (entry === undefined || entry instanceof Hole) continue;
    found.aligned.push({
      key: new Hole(["reports", shortName(place), "report"], known),
      entry: entry as PatternMap,
    });
    for (const [index, key] of known.entries()) delete found.plain[index]?.[key];
  }
  return found;
}

/** Where each report is drawn first → its key; what no widget draws is known by its key without the slug. */
function reportsByPlace({ slug, workbook, reports }: PlainFile): Map<string, string> {
  const byPlace = new Map<string, string>();
  const seen = new Set<string>();
  const look = (value: Json, path: string): void => {
    if (isObject(value) && typeof value.$report === "string") {
      const key = value.$report;
      if (seen.has(key) || !Object.hasOwn(reports, key)) return;
      seen.add(key);
      byPlace.set(path, key);
    } else if (typeof value === "object" && value !== null) {
      for (const [key, item] of Object.entries(value)) look(item, `${path}\n${key}`);
    }
  };
  for (const widget of widgetsOf(workbook.dashboard)) if (isObject(widget)) look(widget, String(widget.id));
  for (const key of Object.keys(reports)) if (!seen.has(key)) byPlace.set(`\n${key.replace(slug, "")}`, key);
  return byPlace;
}

function shortName(place: string): string {
  return place.split("\n").find((word) => word !== "") ?? "report";
}

/** `orders.region`, of the values of a filter. */
function memberAt({ workbook, reports }: PlainFile, path: Path): string | undefined {
  const at = path.findIndex((step) => step === "values" || step === "defaultValue");
  if (at < 0) return undefined;
  const holder = path.slice(0, at);
  const inside = path[0] === "reports" ? holder.slice(2) : holder.slice(3);
  const widgets = widgetsOf(workbook.dashboard).filter((widget) => isObject(widget) && widget.id === path[2]);
  const holders = path[0] === "reports" ? Object.values(reports) : widgets;
  return holders.map((one) => memberIn(valueAt(one, inside))).find((member) => member !== undefined);
}

function memberIn(value: Json | undefined): string | undefined {
  return isObject(value) && typeof value.member === "string" ? value.member : undefined;
}
