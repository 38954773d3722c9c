// The data model that queries run on: cubes and views with their members, as one environment serves them.

export type MemberKind = "measure" | "dimension" | "segment" | "hierarchy";

export interface ModelMember {
  /** The whole name, `orders.revenue`. */
  name: string;
  kind: MemberKind;
  /** The type of its values, `time` for a time dimension; absent if the platform does not say. */
  type?: string;
  /** The model's own granularities, besides those that every time dimension has. */
  granularities: readonly string[];
  /** What people call it, and what it computes; each absent if the platform does not say. */
  title?: string;
  sql?: string;
}

/** A cube or a view. */
export interface ModelCube {
  name: string;
  members: readonly ModelMember[];
}

/** It has no members that are private, or hidden from the user who asked. */
export interface DataModel {
  /** Whose it is, for messages: `production`, `branch feature-x`. */
  of: string;
  cubes: readonly ModelCube[];
}

/** The granularities of every time dimension; a data model may define more. */
export const GRANULARITIES: readonly string[] = [
  "second",
  "minute",
  "hour",
  "day",
  "week",
  "month",
  "quarter",
  "year",
];
