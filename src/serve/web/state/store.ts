// What the page knows. One value, replaced whole; whoever shows it draws again.
import { useEffect, useReducer } from "preact/hooks";
import type {
  BoardView,
  Box,
  Choices,
  DashboardEdit,
  ForRows,
  Hit,
  Inspection,
  LiveBoard,
  ProjectView,
  RowsAnswer,
  RowsQuestion,
  TakePreview,
} from "../../protocol.ts";
import type { Filter } from "./tree-rows.ts";

/** What the server did not write, with all that is needed to try again. */
export type Problem =
  | { kind: "refused"; message: string; help: string | null }
  | { kind: "changed"; message: string; retry: readonly DashboardEdit[]; mine: string }
  | { kind: "shared"; message: string; retry: readonly DashboardEdit[]; count: number; rows?: ForRows }
  | {
      kind: "rows";
      message: string;
      question: RowsQuestion;
      /** Does it again, now that somebody has said for whom. */
      retry(rows: ForRows): void;
    }
  | { kind: "silent"; message: string; retry: (() => void) | null };

/** Of the moves of a widget: for which rows of the template they are, until another widget is selected. */
export interface RowsChoice {
  slug: string;
  widget: string;
  rows: ForRows;
  /** As a person reads it. */
  said: string;
}

/** Of one question; absent while nobody asks. */
export type RowsState = { status: "reading" } | RowsAnswer;

/** What is about to be taken from live into the file. */
export interface Taking {
  slug: string;
  /** Its id; null: what is of no widget; undefined: everything. */
  widget: string | null | undefined;
  /** For which rows of the template; absent: not known, or of none. */
  rows?: ForRows;
  /** What is taken, for people. */
  name: string;
  /** The board on which the person began. */
  since: { epoch: number; version: string };
  /** Null while it is asked for. */
  preview: TakePreview | null;
}

export interface Step {
  slug: string;
  text: string;
  at: number;
}

export interface Studio {
  /** `stale`: the page is from an earlier run. `lost`: the server does not answer. */
  phase: "starting" | "open" | "stale" | "lost";
  /** Why this page is let in no more, while it is stale. */
  stale: { title: string; text: string };
  project: ProjectView | null;
  /** Why there is no project. */
  noProject: string | null;
  slug: string | null;
  board: BoardView | null;
  boardFailure: string | null;
  /** The key of the open tab; `all` for every one at once. */
  tab: string;
  selected: string | null;
  /** The widget whose title or text is being written. */
  writing: string | null;
  /** Where a widget was before the last edit. */
  was: { widget: string; key: string; box: Box } | null;
  rowsChoice: RowsChoice | null;
  inspection: { widget: string; at: Inspection; before: string[] | null } | null;
  view: "board" | "compare";
  /** Whether Compare draws one board, with the places of the other side dashed. */
  isOverlay: boolean;
  live: LiveBoard | null;
  /** Of the differences, in Compare. */
  difference: number;
  taking: Taking | null;
  /** The last board that loaded, of a file that does not load now. */
  isLastShown: boolean;
  problem: Problem | null;
  steps: Step[];
  isSaving: boolean;
  saved: { file: string; line: number; at: number } | null;
  /** What the live region says. */
  said: string;
  query: string;
  /** What the server found for it on dashboards. */
  hits: readonly Hit[];
  filter: Filter;
  folded: ReadonlySet<string>;
  unfolded: ReadonlySet<string>;
  isTreeOpen: boolean;
  isHelpOpen: boolean;
  /** What is being made, in its dialog. */
  making: "widget" | "dashboard" | null;
  /** As the files offered when a dialog was opened last. */
  choices: Choices | null;
  theme: "auto" | "light" | "dark";
  /** Of the open board; `fit` is as large as there is room. */
  zoom: "fit" | number;
  /** What charts asked for, by its name. */
  rows: Readonly<Record<string, RowsState>>;
}

let state: Studio = {
  phase: "starting",
  stale: { title: "", text: "" },
  project: null,
  noProject: null,
  slug: null,
  board: null,
  boardFailure: null,
  tab: "default",
  selected: null,
  writing: null,
  was: null,
  rowsChoice: null,
  inspection: null,
  view: "board",
  isOverlay: false,
  live: null,
  difference: 0,
  taking: null,
  isLastShown: false,
  problem: null,
  steps: [],
  isSaving: false,
  saved: null,
  said: "",
  query: "",
  hits: [],
  filter: "all",
  folded: new Set(),
  unfolded: new Set(),
  isTreeOpen: false,
  isHelpOpen: false,
  making: null,
  choices: null,
  theme: "auto",
  zoom: "fit",
  rows: {},
};
const listeners = new Set<() => void>();

export const read = (): Studio => state;

export function update(patch: Partial<Studio>): void {
  state = { ...state, ...patch };
  for (const listener of listeners) listener();
}

export function useStudio(): Studio {
  const [, redraw] = useReducer((count: number, _: undefined) => count + 1, 0);
  useEffect(() => {
    const listener = () => redraw(undefined);
    listeners.add(listener);
    // Something may have changed between drawing and this.
    listener();
    return () => {
      listeners.delete(listener);
    };
  }, []);
  return state;
}

export const canEdit = ({ project, isLastShown, phase }: Studio) =>
  project !== null && !project.isReadOnly && !isLastShown && phase !== "stale";
