// What the studio's page and its server say to each other of new widgets and new dashboards: shapes of JSON, and nothing that runs.

import type { Box } from "./view-protocol.ts";

export type Template = "chart" | "text" | "filter" | "divider";

/** A new widget, at the end of the list. */
export interface AddEdit {
  kind: "add";
  /** Its id, which no widget of the board has. */
  widget: string;
  template: Template;
  /** Of a text its Markdown. Of a divider nothing. */
  title: string;
  /** Of a chart: the key of a report that the files declare. */
  report?: string;
  /** Of a filter: `view.member`. */
  member?: string;
  /** By name of the breakpoint; `default` is always among them. */
  boxes: Record<string, Box>;
}

/** `GET /api/choices`: what a new widget can show, and where a new dashboard can go. */
export interface Choices {
  /** What the files declare, by title. */
  reports: ReportChoice[];
  /** For filters: the dimensions that the files name, sorted. */
  members: string[];
  /** A new file is proposed as `folder`, a slash, a name and `ending`; the folder is empty at the root. */
  newFile: { folder: string; ending: string };
}

export interface ReportChoice {
  key: string;
  title: string;
  /** As the report says it; null if it says nothing. */
  chart: string | null;
  /** As a drawing has them. */
  members: string[];
  measure: string | null;
  /** The slugs of the dashboards that draw it, sorted. */
  drawnBy: string[];
}

/** `POST /api/create`: a new dashboard, in a file of its own that is not there yet. Answers as an edit of that dashboard. */
export interface CreateRequest {
  /** Relative to the project's folder, with forward slashes. */
  file: string;
  slug: string;
  title: string;
  /** A path of names, empty for the root; null: as the original has it, or the root. */
  folder: string | null;
  /** The slug of the dashboard that it begins as a copy of; null: it begins empty. */
  from: string | null;
}
