// The data model that queries are asked of: cubes and views with their members, as one environment serves them.

export type MemberKind = "measure" | "dimension" | "segment" | "hierarchy";

export interface ModelMember {
  /** The whole name, `orders.revenue`. */
  name: string;
  kind: MemberKind;
  /** The type of its values, `time` for a time dimension; absent where the platform does not say. */
  type?: string;
  /** Granularities of the model's own, beside those that every time dimension has. */
  granularities: readonly string[];
}

/** A cube or a view. */
export interface ModelCube {
  name: string;
  members: readonly ModelMember[];
}

/** Members that are private, or hidden from whoever asked, are not in it. */
export interface DataModel {
  /** Whose it is, for messages: `production`, `branch feature-x`. */
  of: string;
  cubes: readonly ModelCube[];
}
