// A seed is a platform written down: what an export of a live deployment holds, with everything optional that can be
// made up. The data file has the same form, so that one sandbox's data can seed another.

import type { Json } from "../../model/index.ts";
import type { WireDashboard, WireFolder, WireReport, WireWorkbook } from "../../platform/wire/wire.ts";
import type { Access, ApiKeyRecord, AuditEvent, LoginRecord, UserRecord } from "./account-records.ts";
import type { BranchRecord, ModelError, VersionRecord } from "./build-records.ts";

/** A workbook of a seed: ids, times and owners that are not given are made up. */
export type SeedWorkbook = Partial<Omit<WireWorkbook, "publishedDashboard">> & {
  publishedDashboard?: Partial<WireDashboard> | null;
  /** Publishing is refused: "This dashboard requires review before publishing". */
  reviewRequired?: boolean;
};
export type SeedFolder = Partial<WireFolder> & { name: string };
export type SeedReport = Partial<WireReport> & {
  /** A legacy report: the publicId that reads show was made up by the platform and need not be unique. */
  publicIdSynthesized?: boolean;
};

/** A version of a seed: the first one is current and the first of a channel its latest, unless some row says that it is. */
export type SeedVersion = Partial<VersionRecord> & { version: string };
export interface SeedDeployment {
  id: number;
  name?: string;
  createdAt?: string;
  versions?: SeedVersion[];
}
/** A branch of a seed. Without a `kind`, `main` is production, `dev-…` personal, and every other one shared. */
export type SeedBranch = Partial<BranchRecord> & { name: string };
export type SeedUser = Partial<UserRecord> & { email: string };
/** A key of a seed: without more than its text it may do everything. */
export type SeedApiKey = Partial<Omit<ApiKeyRecord, "access">> & { key: string; access?: Partial<Access> };

export interface Seed {
  deployment?: SeedDeployment;
  deployments?: SeedDeployment[];
  /** Where a deployment has none here, it has those of an empty sandbox: one of each kind. */
  branches?: SeedBranch[];
  folders?: SeedFolder[];
  workbooks?: SeedWorkbook[];
  reports?: SeedReport[];
  /** The data model's cubes, kept as given: what metadata answers. */
  cubes?: Json[];
  /** The cubes of the branches whose model is another, by branch name. */
  models?: Record<string, Json[]>;
  /** The branches whose model does not compile, by branch name. */
  modelErrors?: Record<string, ModelError[]>;
  /** Beside the sandbox's own user, who has the id 1. */
  users?: SeedUser[];
  /** Keys beside the sandbox's own. */
  apiKeys?: SeedApiKey[];
  /** What data files keep. */
  logins?: LoginRecord[];
  auditEvents?: Partial<AuditEvent>[];
  /** False leaves the dashboards out of list items, as some deployments do. Default true. */
  listDrafts?: boolean;
  /** True answers the draft inside `meta` as well. Default false. */
  draftInMeta?: boolean;
  /** Where ids go on; never lower than one above the highest that is used. */
  nextId?: number;
}
