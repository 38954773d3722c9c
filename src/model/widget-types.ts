// What is known of each type of widget. Editors, the pages of docs/widgets/ and lint take it from here. The platform documents a
// widget's config as an open object, so a key that is not in this table is allowed: sources are the platform document, the field
// notes (B and D), and dashboards that were read from deployments.

import type { Json } from "./json.ts";

export interface ConfigKey {
  name: string;
  /** One or two sentences. */
  about: string;
  /** As it may be in a file, directives included. */
  example: Json;
}

export interface WidgetType {
  type: string;
  /** What it is, in one line. */
  summary: string;
  /** What else its author should know. */
  notes: readonly string[];
  /** The keys that its config is known to take. */
  config: readonly ConfigKey[];
}

const TITLE = (example: string): ConfigKey => ({
  name: "title",
  about: "The title above the widget.",
  example,
});

const MEMBER = (about: string, example: string): ConfigKey => ({ name: "member", about, example });

const DEFAULT = (example: string): ConfigKey => ({
  name: "defaultValue",
  about: "What is chosen when the dashboard is opened.",
  example,
});

export const WIDGET_TYPES: readonly WidgetType[] = [
  {
    type: "CHART",
    summary: "Draws a report: a chart, a table, a number or a map.",
    notes: [
      "Each deployment numbers its reports itself. A report that the files declare is named by its key with `$report`, and Boardwright puts in the number.",
      "What is drawn, and how, is in the report: its `query` and its `meta`.",
    ],
    config: [
      {
        name: "reportId",
        about: "The report that it draws: `{ $report: key }`, or the report's number in the deployment.",
        example: { $report: "revenue-by-month" },
      },
      TITLE("Revenue by month"),
      {
        name: "note",
        about: "A short text that explains the chart.",
        example: "Without canceled orders.",
      },
      {
        name: "controls",
        about:
          "For each control of the dashboard that the chart follows: its widget id, and the member it acts on.",
        example: { period: "orders.created_at" },
      },
    ],
  },
  {
    type: "TEXT",
    summary: "Shows a text in Markdown.",
    notes: ["A long text is easier to edit in a file of its own: `markdown: { $file: ./notes.md }`."],
    config: [
      {
        name: "markdown",
        about: "The text: inline, or `{ $file: path }`.",
        example: "Figures after **refunds**.",
      },
    ],
  },
  {
    type: "FILTER",
    summary: "Lets viewers filter the dashboard by the values of one member.",
    notes: ["A chart follows it if the chart's `controls` name its id, or if its query has the member."],
    config: [
      MEMBER("The member whose values are chosen, as `view.member`.", "orders.status"),
      TITLE("Status"),
      { name: "multiple", about: "Whether several values may be chosen.", example: true },
      { name: "required", about: "Whether a value must be chosen.", example: false },
      DEFAULT("last 3 months"),
    ],
  },
  {
    type: "AI",
    summary: "Answers a question about the data, in words.",
    notes: [
      "The platform adds `threadId` and `checksum` when the answer is made. They are never compared, and never belong in a file.",
    ],
    config: [
      {
        name: "prompt",
        about: "The question, or what to write about.",
        example: "Name the three products that grew most, with numbers.",
      },
      TITLE("What grew?"),
    ],
  },
  {
    type: "TIME_GRAIN",
    summary: "Lets viewers choose the granularity of a time dimension: days, weeks, months.",
    notes: [],
    config: [
      MEMBER("The time dimension, as `view.member`.", "orders.created_at"),
      TITLE("By"),
      {
        name: "grains",
        about: "The granularities that viewers may choose from.",
        example: ["week", "month", "quarter"],
      },
      DEFAULT("month"),
    ],
  },
  {
    type: "FIELD",
    summary: "Lets viewers replace a measure or a dimension in charts by another one.",
    notes: [],
    config: [
      MEMBER("The member of the charts that is replaced, as `view.member`.", "orders.channel"),
      TITLE("Broken down by"),
      {
        name: "alternatives",
        about: "The members that may take its place.",
        example: ["orders.region", "orders.category"],
      },
    ],
  },
  {
    type: "PARENT",
    summary: "Switches other controls: each option sets, clears or keeps them.",
    notes: [
      "A control has one parent at most, and no parent has a parent.",
      "Options are kept by their ids: keep an id when you change its label.",
    ],
    config: [
      TITLE("View"),
      {
        name: "options",
        about: "The options, up to 50, each with an id and a label.",
        example: [{ id: "all", label: "All sites" }],
      },
    ],
  },
  {
    type: "SPACER",
    summary: "Keeps a place on the grid empty.",
    notes: ["It needs no config."],
    config: [],
  },
  {
    type: "DIVIDER",
    summary: "Draws a line across the grid.",
    notes: ["It needs no config, and its height is fixed."],
    config: [],
  },
  {
    type: "CONTAINER",
    summary: "Holds other widgets: in tabs, in a stack or on a grid of its own.",
    notes: [
      "Containers nest at most four levels deep. A tab holds one chart or one container.",
      "How a container names its widgets is not documented: arrange it on the platform, then run `boardwright pull`.",
    ],
    config: [
      {
        name: "layout",
        about:
          "How it arranges its widgets. `tabs` is documented; stacks and grids have values of the platform's.",
        example: "tabs",
      },
      TITLE("Details"),
    ],
  },
];

const BY_TYPE: ReadonlyMap<string, WidgetType> = new Map(WIDGET_TYPES.map((each) => [each.type, each]));

/** The names of the config keys that are known of a type; none for a type that is not known. */
export function knownConfigKeys(type: string): string[] {
  return BY_TYPE.get(type)?.config.map(({ name }) => name) ?? [];
}
