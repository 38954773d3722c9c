// A seed describes a platform: like an export of a live deployment, with everything optional that can be made up. The data
// file has the same form, so that one sandbox's data can seed another.

import type { Json } from "../../model/index.ts";
import type { WireDashboard, WireFolder, WireReport, WireWorkbook } from "../../platform/wire/wire.ts";
import type { Access, ApiKeyRecord, AuditEvent, LoginRecord, UserRecord } from "./account-records.ts";
import type { BranchRecord, ModelError, VersionRecord } from "./build-records.ts";

/** A workbook of a seed: missing ids, times and owners are made up. */
export type SeedWorkbook = Partial<Omit<WireWorkbook, "publishedDashboard">> & {
  publishedDashboard?: Partial<WireDashboard> | null;
  /** Publishing is refused: "This dashboard requires review before publishing". */
  reviewRequired?: boolean;
};
export type SeedFolder = Partial<WireFolder> & { name: string };
export type SeedReport = Partial<WireReport> & {
  /** A legacy report: the platform made up the publicId that reads show, and it need not be unique. */
  publicIdSynthesized?: boolean;
};

/** A version of a seed: by default the first one is current, and the first of a channel its latest. */
export type SeedVersion = Partial<VersionRecord> & { version: string };
export interface SeedDeployment {
  id: number;
  name?: string;
  createdAt?: string;
  versions?: SeedVersion[];
}
/** A branch of a seed. Without a `kind`, `main` is production, `dev-…` personal, any other shared. */
export type SeedBranch = Partial<BranchRecord> & { name: string };
export type SeedUser = Partial<UserRecord> & { email: string };
/** A key of a seed: with only its text it may do everything. */
export type SeedApiKey = Partial<Omit<ApiKeyRecord, "access">> & { key: string; access?: Partial<Access> };

export interface Seed {
  deployment?: SeedDeployment;
  deployments?: SeedDeployment[];
  /** A deployment without branches here has those of an empty sandbox: one of each kind. */
  branches?: SeedBranch[];
  folders?: SeedFolder[];
  workbooks?: SeedWorkbook[];
  reports?: SeedReport[];
  /** What is only kept, by the last part of its path: `{ kind: "notifications", deploymentId: 1 }`; without a deployment, of the account. */
  resources?: { kind: string; id?: number; deploymentId?: number; [field: string]: Json | undefined }[];
  /** The data model's cubes as metadata returns them. */
  cubes?: Json[];
  /** The cubes of branches with a different model, by branch name. */
  models?: Record<string, Json[]>;
  /** Compile errors, by branch name. */
  modelErrors?: Record<string, ModelError[]>;
  /** Besides the sandbox's own user, who has the id 1. */
  users?: SeedUser[];
  /** Besides the sandbox's own key. */
  apiKeys?: SeedApiKey[];
  /** Kept by data files. */
  logins?: LoginRecord[];
  auditEvents?: Partial<AuditEvent>[];
  /** False leaves the dashboards out of list items, as some deployments do. Default true. */
  listDrafts?: boolean;
  /** True also returns the draft inside `meta`. Default false. */
  draftInMeta?: boolean;
  /** The next id; at least one above the highest in use. */
  nextId?: number;
}
