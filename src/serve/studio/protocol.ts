// What the studio's page and its server say to each other (contract 13): shapes of JSON, and nothing that runs.

import type { AddEdit } from "./making-protocol.ts";
import type {
  BoardView,
  Box,
  ChangedLine,
  FileLine,
  Finding,
  LiveStatus,
  State,
  TemplateRow,
} from "./view-protocol.ts";

export type * from "./making-protocol.ts";
export type * from "./view-protocol.ts";

/** `POST /api/edit`. All edits of one request are one step of undo. */
export interface EditRequest {
  slug: string;
  /** Of the board that the page showed. */
  version: string;
  edits: DashboardEdit[];
  /** For a value that is shared; absent: refused with both ways out. */
  scope?: "here" | "shared";
  /** For a value of the template that a row's dashboard is of; absent: refused with both ways out. */
  rows?: ForRows;
}

/** All rows of a template, or the one whose dashboard is edited. */
export type ForRows = "all" | "one";

export type DashboardEdit = BoardEdit | AboutEdit;

export type BoardEdit =
  | { kind: "place"; widget: string; breakpoint: string; box: Box }
  | { kind: "title"; widget: string; title: string }
  | { kind: "text"; widget: string; markdown: string }
  | { kind: "delete"; widget: string }
  | { kind: "duplicate"; widget: string; boxes: Record<string, Box> }
  | AddEdit;

/** Of the dashboard itself. An empty title or folder is taken away. */
export type AboutEdit =
  | { kind: "about"; field: "name" | "title" | "folder"; text: string }
  | { kind: "publish"; publish: boolean };

/** Of `POST /api/edit`, `/api/undo` and `/api/redo`. */
export type EditAnswer =
  | { status: "saved"; board: BoardView; saved: FileLine[]; step: string }
  | { status: "nothing"; board: BoardView }
  /** The file that declared the dashboard is gone, as was wanted: its making was undone. */
  | { status: "removed"; file: string; step: string }
  | { status: "changed"; message: string; board: BoardView | null }
  | { status: "shared"; message: string; sharedWith: string[]; at: FileLine }
  | RowsQuestion
  | { status: "refused"; message: string; help: string | null };

/** Nothing was written: whether an edit is for all rows of a template is not known. */
export interface RowsQuestion {
  status: "rows";
  message: string;
  row: TemplateRow;
  /** Of the template's rows. */
  count: number;
  /** Where the row is. */
  at: FileLine;
  /** Why it cannot be for the one row; null if it can. */
  whyNotOne: string | null;
}

/** `POST /api/take`: what was made in the UI, into the files. What is live is read anew; only GET is sent. */
export interface TakeRequest {
  slug: string;
  /** Of the board that the page showed. */
  version: string;
  /** One widget; null: what is of no widget; absent: all of the dashboard, with the reports that it draws. */
  widget?: string | null;
  /** As of an edit. */
  rows?: ForRows;
  /** Answers with what would be written, and writes nothing. */
  preview?: boolean;
  /** The name of a preview: nothing else is written. */
  shown?: string;
}

export type TakeAnswer = EditAnswer | TakePreview;

export interface TakePreview {
  status: "preview";
  /** Names just this: a request with it writes this or nothing. */
  shown: string;
  files: TakenFile[];
  /** What else there is to know of it, in sentences. */
  notes: string[];
}

export interface TakenFile {
  file: string;
  /** How many lines come and go. */
  changed: number;
  lines: ChangedLine[];
}

/** `POST /api/session`: the token of the address's fragment, for a key. 204 for who has one already. */
export interface SessionRequest {
  token: string;
}

export interface SessionAnswer {
  /** Of every other request, in a header: the page keeps it in the storage of its port. */
  key: string;
}

/** `POST /api/undo` and `POST /api/redo`: of this dashboard's last step. */
export interface StepRequest {
  slug: string;
}

/** `POST /api/put-back`: makes a deleted file again, as it was. Answers as an edit of the dashboard. */
export interface PutBackRequest {
  slug: string;
}

/** `POST /api/fix`: writes the name that was meant at the place of a finding. */
export type FixRequest = Pick<Finding, "file" | "line" | "column">;

export type FixAnswer =
  | { status: "fixed"; saved: FileLine[]; step: string }
  | Extract<EditAnswer, { status: "changed" | "refused" }>;

/** `POST /api/open`: in the editor of the person who started the server. 204. (`POST /api/live`, which reads again, has an empty object.) */
export type OpenRequest = FileLine;

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
  /** What the plan says of it beside its differences, in sentences: its hazards, and why it is to be created. */
  notes: string[];
  differences: Difference[];
  /** What the terminal runs to keep what was made in the UI, and to discard it. */
  ways: {
    keep: string | null;
    discard: string | null;
    /** If both sides changed the same value, or nobody knows who did: what takes the live one, and what keeps the file's. */
    decide: { theirs: string; ours: string } | null;
  };
}

export interface Difference {
  /** Null for one of the dashboard itself. */
  widget: string | null;
  /** One word: `moved`, `resized`, `retitled`, `new`, `removed`, `edited`. */
  word: string;
  /** A sentence with titles, not ids. */
  text: string;
  origin: "git" | "ui" | "both" | "unknown";
  /** Whether taking it into the file writes something: of it alone, or together with the whole dashboard. */
  takes: "alone" | "together" | null;
  /** Its values; empty if the plan compares none of them. */
  fields: ComparedField[];
}

/** A value on every side: a text as it is, anything else as YAML; null if it is not there. */
export interface ComparedField {
  /** Within the widget, the report or the dashboard: `config.title`, `query.measures`. */
  path: string;
  /** Undefined if nobody knows: nothing of it was ever applied. */
  applied?: string | null;
  declared: string | null;
  live: string | null;
  /** The lines of the file that declare it; null if none do. */
  source: (FileLine & { lines: string[] }) | null;
}

/** `GET /api/events`, a line of JSON each as it comes: something changed, and what to read again. */
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
