// What the studio's page and its server say to each other (contract 13): shapes of JSON, and nothing that runs.

/** A place on a grid, in columns and rows. */
export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** Project-relative path and 1-based line. */
export interface Place {
  file: string;
  line: number;
}

export interface Finding extends Place {
  column: number;
  severity: "error" | "warning";
  rule: string;
  message: string;
  help: string | null;
  /** The widget that it is about; null if it is about the dashboard or a file. */
  widget: string | null;
}

/** How a dashboard compares with what is live; null while that is not known. */
export type State = "same" | "pending" | "new" | "drift" | "conflict";

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

export interface DashboardEntry extends Place {
  slug: string;
  title: string;
  /** Names from the outermost on; empty at the root. */
  folder: string[];
  widgets: number;
  errors: number;
  warnings: number;
  isBroken: boolean;
  state: State | null;
}

export interface BrokenFile extends Place {
  findings: Finding[];
  /** The lines around the error. */
  frame: string;
  /** When it last loaded, in milliseconds; null if it never did while this server ran. */
  loadedAt: number | null;
}

export interface GoneFile {
  file: string;
  /** The dashboards that were looked at. */
  slugs: string[];
}

export type LiveStatus =
  | { status: "off" | "reading" }
  | { status: "read"; at: number; host: string; counts: Record<State, number>; summary: string }
  | { status: "silent"; host: string; message: string };

/** `GET /api/board?slug=…`: a dashboard as its files say. */
export interface BoardView extends Place {
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
  widgets: WidgetView[];
  findings: Finding[];
  canUndo: boolean;
  canRedo: boolean;
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
      members: string[];
      report: string | null;
      format: string | null;
      /** Names what it asks for: rows of the same name are the same. Null if nothing is known to ask for. */
      rows: string | null;
    }
  | { kind: "text"; markdown: string }
  | { kind: "filter"; member: string | null }
  | { kind: "container"; children: string[] }
  | { kind: "app" }
  | { kind: "other" };

/** `GET /api/inspect?slug=…&widget=…`: where a widget's values are written. */
export interface Inspection {
  /** The lines that declare it. */
  source: Place & { lines: string[] };
  /** Where its position comes from, by name of the breakpoint. */
  positions: Record<string, Origin>;
  title: Origin | null;
  /** Its text, if it has one. */
  text: Origin | null;
}

export interface Origin extends Place {
  from: "file" | "layouts" | "override" | "include" | "text-file" | "variable";
  /** The slugs of the other dashboards that take it from there. */
  sharedWith: string[];
}

/** `POST /api/edit`. All edits of one request are one step of undo. */
export interface EditRequest {
  slug: string;
  /** Of the board that the page showed. */
  version: string;
  edits: Edit[];
  /** For a value that is shared; absent: refused with both ways out. */
  scope?: "here" | "shared";
}

export type Edit =
  | { kind: "place"; widget: string; breakpoint: string; box: Box }
  | { kind: "title"; widget: string; title: string }
  | { kind: "text"; widget: string; markdown: string }
  | { kind: "delete"; widget: string }
  | { kind: "duplicate"; widget: string; boxes: Record<string, Box> };

/** Of `POST /api/edit`, `/api/undo` and `/api/redo`. */
export type EditAnswer =
  | { status: "saved"; board: BoardView; saved: Place[]; step: string }
  | { status: "nothing"; board: BoardView }
  | { status: "changed"; message: string; board: BoardView | null }
  | { status: "shared"; message: string; sharedWith: string[]; at: Place }
  | { status: "refused"; message: string; help: string | null };

/** `POST /api/session`: the token of the address's fragment, for a cookie. 204. */
export interface SessionRequest {
  token: string;
}

/** `POST /api/undo` and `POST /api/redo`: of this dashboard's last step. */
export interface StepRequest {
  slug: string;
}

/** `POST /api/put-back`: makes a deleted file again, as it was. Answers as an edit of the dashboard. */
export interface PutBackRequest {
  slug: string;
}

/** `POST /api/open`: in the editor of the person who started the server. 204. (`POST /api/live`, which reads again, has an empty object.) */
export type OpenRequest = Place;

/** Of each request that fails: status 400 and above. */
export interface Failure {
  error: { code: string; message: string; help: string | null };
}

/** `GET /api/live?slug=…`: a dashboard as it is live, and its difference. */
export interface LiveBoard {
  /** Null if it is not live. */
  live: BoardView | null;
  /** Null if it was never published. */
  published: BoardView | null;
  state: State;
  differences: Difference[];
  /** What the terminal runs to keep what was made in the UI, and to discard it. */
  ways: { keep: string | null; discard: string | null };
}

export interface Difference {
  /** Null for one of the dashboard itself. */
  widget: string | null;
  /** One word: `moved`, `resized`, `retitled`, `new`, `removed`, `edited`. */
  word: string;
  /** A sentence with titles, not ids. */
  text: string;
  origin: "git" | "ui" | "both";
}

/** `GET /api/events`, server-sent: something changed, and what to read again. */
export type StudioEvent =
  | { kind: "project"; revision: number }
  | { kind: "board"; slug: string; version: string | null }
  | { kind: "live"; status: LiveStatus["status"] };

export type Cell = string | number | boolean | null;

/** A member that was asked for. */
export interface Column {
  name: string;
  title: string;
  kind: "dimension" | "time" | "measure";
  /** Of a time. */
  granularity: string | null;
  /** `percent`, `currency`, or what else the model says. */
  format: string | null;
}

/** `GET /api/rows?slug=…&widget=…`, with `--data` alone. `waiting`: ask again, the platform is still at it. */
export type RowsAnswer =
  | {
      status: "rows";
      columns: Column[];
      rows: Cell[][];
      /** There are more. */
      isCut: boolean;
      /** Which chart the report draws, if the files do not say. */
      chart: string | null;
    }
  | { status: "waiting" }
  | { status: "failed"; message: string; help: string | null };
