// The data model's records: branches with their environments, and software versions.

/** Production is deployed, people work together on shared branches, personal ones are the `dev-…` of dev mode. */
export const BRANCH_KINDS = ["production", "shared", "personal"] as const;
export type BranchKind = (typeof BRANCH_KINDS)[number];

export type ModelFiles = Readonly<Record<string, string>>;

/** A branch of the data model. Every branch has one environment, which is not always active. */
export interface BranchRecord {
  readonly id: number;
  readonly deploymentId: number;
  readonly name: string;
  readonly kind: BranchKind;
  readonly parentBranch: string | null;
  readonly lastHash: string | null;
  readonly isStagingEnvironmentEnabled: boolean;
  /** A user is viewing it in the UI, so its environment is active even if it is not enabled. */
  readonly viewed: boolean;
  /** The files of its data model: path → text. */
  readonly files: ModelFiles;
  /** Those of its parent when the two were last the same: what differs from them has changed on this branch. */
  readonly base: ModelFiles;
  /** The credentials whose dev mode is on it. */
  readonly sessions: readonly string[];
  /** The same each time the environment is enabled. */
  readonly environmentId: number;
}

/** A software version that a deployment may run: an entry of the versions list, as it travels. */
export interface VersionRecord {
  /** `<image>:v<version>` */
  readonly releaseChannelVersion: string;
  readonly version: string;
  readonly releaseChannel: string;
  readonly isLatestInChannel: boolean;
  readonly isCurrent: boolean;
}

/** An error of a data model that does not compile. */
export interface ModelError {
  readonly message: string;
  readonly fileName?: string;
}
