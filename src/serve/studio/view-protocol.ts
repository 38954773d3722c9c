// What the studio's server shows its page (contract 13): shapes of JSON, and nothing that runs.

/** A place on a grid, in columns and rows. */
export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** Project-relative path and 1-based line. */
export interface FileLine {
  file: string;
  line: number;
}

/** The row of a template that declares a dashboard. Its place is the template's. */
export interface TemplateRow {
  /** The key of the template as written. */
  template: string;
  /** The `key` of the row. */
  key: string;
}

export interface Finding extends FileLine {
  column: number;
  severity: "error" | "warning";
  rule: string;
  message: string;
  help: string | null;
  /** The widget that it is about; null if it is about the dashboard or a file. */
  widget: string | null;
  /** The name that was meant at this place, if one is likely. */
  meant: string | null;
}

/** How a dashboard compares with what is live; null while that is not known. */
export type State =
  | "same"
  | "pending"
  | "new"
  /** Was live. */
  | "deleted"
  /** As the hazards of a plan; `conflict` also if each side changed something else. */
  | "takeover"
  | "adopt"
  | "renamed"
  | "conflict"
  | "drift";

/** `GET /api/project`: all that the tree shows. */
export interface ProjectView {
  name: string;
  target: string | null;
  isReadOnly: boolean;
  /** Whether charts may ask for rows (`--data`). */
  hasData: boolean;
  /** Grows with each change of the files, and each new look at the live platform. */
  revision: number;
  /** Sorted by folder, then by title. */
  dashboards: DashboardEntry[];
  /** Files that do not load; the dashboards they declared when they last did are in `dashboards`. */
  broken: BrokenFile[];
  /** Files that were deleted since somebody looked at a board of theirs: they can be put back. */
  gone: GoneFile[];
  /** Findings of no dashboard. */
  findings: Finding[];
  live: LiveStatus;
}

export interface DashboardEntry extends FileLine {
  slug: string;
  title: string;
  /** Names from the outermost on; empty at the root. */
  folder: string[];
  widgets: number;
  errors: number;
  warnings: number;
  isBroken: boolean;
  state: State | null;
  /** Null if it is declared by itself. */
  row: TemplateRow | null;
}

export interface BrokenFile extends FileLine {
  findings: Finding[];
  /** The lines around the error. */
  frame: string;
  /** When it last loaded, in milliseconds; null if it never did while this server ran. */
  loadedAt: number | null;
  /** What changed in it since; empty if it never loaded. */
  changes: ChangedLine[];
}

/** `cut` stands for lines that are left out; `number` is that of the new file, and null for what is not in it. */
export interface ChangedLine {
  number: number | null;
  text: string;
  kind: "" | "gone" | "new" | "cut";
}

export interface GoneFile {
  file: string;
  /** The dashboards that were looked at. */
  slugs: string[];
}

export type LiveStatus =
  | { status: "off" | "reading" }
  | { status: "read"; at: number; host: string; summary: string }
  /** `files`: they have errors, so nothing was asked. `refused`: it answered, or no credential is there. */
  | { status: "silent"; why: "no-answer" | "files" | "refused"; host: string; message: string };

/** `GET /api/board?slug=…`: a dashboard as its files say. */
export interface BoardView extends FileLine {
  slug: string;
  title: string;
  /** Digest of what the files say of it: an edit names the one that it was made on. */
  version: string;
  /** `default` is `position`; the others are the names under `responsiveLayouts` and `cols`, widest first. */
  breakpoints: BreakpointView[];
  rowHeight: number;
  /** Between two widgets, across and down, in pixels. */
  margin: [number, number];
  /** Between the grid's edge and its widgets, across and down: `containerPadding`, else `margin`. */
  padding: [number, number];
  /** `APP` has no widgets. */
  kind: "CLASSIC" | "APP";
  /** Of an `APP`: its sources. */
  app?: { name: string; text: string }[];
  widgets: WidgetView[];
  findings: Finding[];
  /** What undo takes back, and redo does again, as a sentence; null if there is nothing. */
  undo: string | null;
  redo: string | null;
  /** With the number of the template's rows that are dashboards here; null if it is declared by itself. */
  row: (TemplateRow & { count: number }) | null;
  /** Null of live. */
  about: About | null;
}

/** What the files say of a dashboard beside its board. */
export interface About {
  name: string | null;
  /** The dashboard's own, which viewers see above it. */
  title: string | null;
  /** As a path; empty at the root, null for a folder that no path can name: one by its number, or with a slash in a name. */
  folder: string | null;
  publish: boolean;
  /** Who looks after it. */
  owners: string[];
  /** What the terminal runs for it; none without a target. */
  commands: string[];
}

export interface BreakpointView {
  name: string;
  columns: number;
  /** The screen width from which it is used, in pixels; null if the files do not say. */
  width: number | null;
  /** Widgets that have a position of their own here. */
  placed: number;
}

export interface WidgetView {
  id: string;
  /** `CHART`, as the file says; null if it says nothing. */
  type: string | null;
  title: string | null;
  /** What a person calls it: its title, the start of its text, or its id. For reading, never for writing. */
  label: string;
  /** By name of the breakpoint; only what the files say. */
  boxes: Record<string, Box>;
  /** What its drawing needs, by type. */
  drawing: Drawing;
  /** The id of the container that it is in; null if it is in none. */
  container: string | null;
}

export type Drawing =
  | {
      kind: "chart";
      chart: string | null;
      /** Times first, then dimensions, then measures. */
      members: string[];
      /** The first one; null if it asks for none. */
      measure: string | null;
      report: string | null;
      format: string | null;
      /** Names what it asks for: rows of the same name are the same. Null if nothing is known to ask for. */
      rows: string | null;
    }
  /** `text` is what is drawn of `markdown`, with what is invisible made visible. */
  | { kind: "text"; markdown: string; text: string }
  | { kind: "filter"; member: string | null }
  | { kind: "container"; children: string[] }
  | { kind: "app" }
  | { kind: "other" };

/** `GET /api/find?query=…`: a widget that is called so, or that asks for what is. */
export interface Hit {
  slug: string;
  widget: string;
  label: string;
  /** The member or the report that was found; null if it was the widget's own name. */
  by: string | null;
}

/** `GET /api/inspect?slug=…&widget=…`: where a widget's values are written. */
export interface Inspection {
  /** The lines that declare it. */
  source: FileLine & { lines: string[] };
  /** Where its position comes from, by name of the breakpoint. */
  positions: Record<string, Origin>;
  title: Origin | null;
  /** Its text, if it has one. */
  text: Origin | null;
}

export interface Origin extends FileLine {
  from: "file" | "layouts" | "override" | "include" | "text-file" | "variable";
  /** The slugs of the other dashboards that take it from there; the rows of one template are none. */
  sharedWith: string[];
  /** Only of a dashboard that a row of a template declares. */
  row?: RowOrigin;
}

/** Whose a value is: the template's, for all rows; one that the row gives whole; or one of the row's `override`. */
export interface RowOrigin {
  of: "template" | "row" | "override";
  /** What the row fills in, by the names that it has for it. */
  filled: (FileLine & { name: string })[];
}
