// Desired state: what the files say about one workbook or report, resolved for one target.

import type { Place, Span } from "./diagnostic.ts";
import { isObject, type Json, type JsonObject, type Path } from "./json.ts";
import { blankSecrets } from "./secret.ts";

/** The widgets of a dashboard, whatever they are; none if it has no list of them. */
export function widgetsOf(dashboard: Json | undefined): Json[] {
  return isObject(dashboard) && Array.isArray(dashboard.widgets) ? dashboard.widgets : [];
}

/** The fields of a dashboard and of a widget in the order of contract 2. */
export const DASHBOARD_FIELDS = [
  "kind",
  "title",
  "description",
  "layout",
  "theme",
  "settings",
  "app",
  "widgets",
];
export const WIDGET_FIELDS = ["id", "type", "position", "responsiveLayouts", "style", "config"];

/** The numbers of a position, in the order of its shorthand `[x, y, w, h]`. */
export const CORNERS = ["x", "y", "w", "h"] as const;

/** `{ x, y, w, h }` with numbers, and nothing else. */
export function isPosition(value: Json | undefined): value is JsonObject {
  if (!isObject(value) || Object.keys(value).length !== CORNERS.length) return false;
  return CORNERS.every((corner) => typeof value[corner] === "number");
}

/** `[x, y, w, h]` of a position. */
export function cornersOf(position: JsonObject): Json[] {
  return CORNERS.map((corner) => position[corner]!);
}

/**
 * Who looks after a workbook, as its `owner` says it, each once; undefined if it says nothing. An empty list says that nobody does. Copies,
 * because strings that were cut out of a file keep the whole text of it in memory.
 */
export function writtenOwners(owner: Json | undefined): readonly string[] | undefined {
  if (owner === undefined || owner === null) return undefined;
  const names = (Array.isArray(owner) ? owner : [owner]).filter(isText).map((name) => name.trim());
  return JSON.parse(JSON.stringify([...new Set(names)])) as string[];
}

/** The paths that a workbook ignores for itself alone. Copies, because strings that were cut out of a file keep the whole text of it in memory. */
export function ownIgnored({ ignore }: JsonObject): string[] {
  return Array.isArray(ignore) ? (JSON.parse(JSON.stringify(ignore.filter(isText))) as string[]) : [];
}

/** A folder path, outermost name first (the root is []), or the id of a folder. */
export type FolderRef = string[] | { id: number };

/** What a project manages of a workbook. Absent means "not managed"; a dashboard is managed whole (contract 2). */
export interface ManagedState {
  name?: string;
  folder?: FolderRef;
  meta?: JsonObject;
  /** The platform's DashboardConfig; numbers of reports may be `{ $report: key }`. */
  dashboard?: JsonObject;
}

/** What of a value to locate: its key, itself, or the text that its own `$include` or `$file` takes in. */
export type LocatedPart = "key" | "value" | "content";

/**
 * A workbook as the files declare it, with includes, variables, layouts and the target's overrides resolved.
 * `entry` has the shape of contract 2 without `overrides`: name, folder or folderId, publish, meta, dashboard; and `owner`.
 * Widget positions are objects `{ x, y, w, h }`, unless they are written wrong.
 */
export interface ResolvedWorkbook {
  slug: string;
  /** The slug as written. */
  writtenSlug: string;
  /** The file that defines it, relative to the project's folder. */
  file: string;
  entry: JsonObject;
  /**
   * Where the value at `path` of `entry` is written, through includes, layouts and overrides; if that exact path is not
   * written, the nearest enclosing value that is. `part` asks for another place than the value's.
   * Computed on demand: costs a parse of the file, save for the place of the slug in a plain file.
   */
  locate(path: Path, part?: LocatedPart): Span;
  /** The files in which `layouts` names it; absent if none does. Costs a parse of each. */
  layoutFiles?(): string[];
  /** The entry as a target of each deployment gets it, without layouts. */
  deployments?(): JsonObject[];
  /** The key of its template, if a row of that declares it: then it is not written by itself, and cannot be edited so. */
  template?: string;
  /** The `key` of that row. */
  row?: string;
  /** That row, for findings. */
  ofRow?: OfRow;
}

/** A report as the files declare it (contract 2), for the chosen target. */
export interface ResolvedReport {
  key: string;
  file: string;
  entry: JsonObject;
  locate(path: Path, part?: LocatedPart): Span;
  /** The key of its template, if a row of that declares it. */
  template?: string;
  /** The `key` of that row. */
  row?: string;
  /** That row, for findings. */
  ofRow?: OfRow;
}

/** The row that declares a workbook or a report. */
export interface OfRow {
  /** The key of the template as written. */
  template: string;
  /** The row's `key`. */
  row: string;
  /** How many rows the template is for. */
  all: number;
  place(): Place;
  /**
   * Where that value of the row is written which the text at a path (or the key there) names, if it names just one beside other text. What is
   * nothing but a value of a row is located there anyway.
   */
  valueAt?(path: Path, part?: "key" | "value"): Span | undefined;
}

// What people call a widget: its id is made by a machine, and its title is what viewers know.

/** Characters. */
const MOST = 80;

/**
 * The title, else the first words of a text, else what `titleOf` says of the report that it draws; undefined if nobody calls it anything.
 * One line of at most 80 characters.
 */
export function widgetName(
  { config }: JsonObject,
  titleOf: (reference: Json) => string | undefined = () => undefined,
): string | undefined {
  if (!isObject(config)) return undefined;
  const { title, markdown, reportId } = config;
  if (isText(title)) return shortName(title);
  if (isText(markdown)) return firstWords(markdown);
  const reference = isObject(reportId) ? reportId.$report : reportId;
  const said = reference === undefined ? undefined : titleOf(reference);
  return said === undefined ? undefined : shortName(said);
}

/** The first line of a markdown text that says anything, without its marks. */
function firstWords(markdown: string): string | undefined {
  for (const line of markdown.slice(0, 2000).split(/\r?\n/)) {
    const words = line
      .replace(/!?\[([^\]]{0,200})\]\([^)]{0,500}\)/g, "$1")
      .replace(/<[^>]{0,500}>/g, "")
      .replace(/^[\s#>*+-]+|[*_`~]+/g, "")
      .trim();
    if (words !== "") return shortName(words);
  }
  return undefined;
}

export function shortName(text: string): string {
  // Before it is cut: a part of a secret is no secret that anybody knows.
  const line = blankSecrets(text).replace(/\s+/g, " ").trim();
  const characters = [...line.slice(0, 4 * MOST)];
  return characters.length <= MOST
    ? line
    : `${characters
        .slice(0, MOST - 1)
        .join("")
        .trimEnd()}…`;
}

export function isText(value: Json | undefined): value is string {
  return typeof value === "string" && value.trim() !== "";
}
