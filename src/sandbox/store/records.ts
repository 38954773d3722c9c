// The store's records. They are never changed in place, only replaced, so a reset to the seed costs nothing and a save sees
// one moment. Dashboards are kept as JSON text: lists are mostly dashboards, and text needs a fifth of the memory.

import type { Json, JsonObject } from "../../model/index.ts";
import type { ApiKeyRecord, AuditEvent, LoginRecord, UserRecord } from "./account-records.ts";
import type { BranchRecord, ModelError, VersionRecord } from "./build-records.ts";

export interface DeploymentRecord {
  readonly id: number;
  readonly name: string;
  readonly createdAt: string;
  /** The versions that it may run; one is current. */
  readonly versions: readonly VersionRecord[];
}

export type ContentKind = "folders" | "workbooks" | "reports";

interface ContentRecord {
  readonly id: number;
  readonly deploymentId: number;
  readonly name: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface FolderRecord extends ContentRecord {
  readonly parentId: number | null;
  readonly position: number;
}

/** The published version of a workbook; `config` is JSON text of a DashboardConfig. */
export interface PublishedRecord {
  readonly id: number;
  readonly publicId: string;
  readonly status: string;
  readonly allowEmbed: boolean;
  readonly title: string | null;
  readonly description: string | null;
  readonly versionNumber: number;
  readonly versionId: number;
  readonly reportSnapshots: readonly JsonObject[];
  readonly config: string;
}

export interface WorkbookRecord extends ContentRecord {
  /** Null for a workbook made in the UI; normalized otherwise. */
  readonly slug: string | null;
  readonly folderId: number | null;
  readonly meta: JsonObject;
  readonly calculatedFields: JsonObject;
  /** JSON text of a DashboardConfig. */
  readonly draft: string | null;
  readonly published: PublishedRecord | null;
  /** Publishing answers 400 until a review, which no API can do. */
  readonly reviewRequired: boolean;
  readonly isFavorite: boolean;
  readonly user: JsonObject;
}

export interface ReportRecord extends ContentRecord {
  readonly publicId: string;
  /** A legacy report without an id of its own: reads show a made-up one, which other reports may share. */
  readonly publicIdSynthesized: boolean;
  readonly title: string | null;
  readonly description: string | null;
  readonly workbookId: number | null;
  readonly folderId: number | null;
  readonly jsonQuery: string | null;
  readonly sqlQuery: string | null;
  readonly pivotItems: JsonObject | null;
  readonly meta: JsonObject | null;
  readonly source: string | null;
  readonly version: number;
}

/** What is only kept: a notification, a group … `deploymentId` is 0 for what belongs to the account. */
export interface ResourceRecord {
  readonly id: number;
  readonly deploymentId: number;
  readonly kind: string;
  readonly fields: JsonObject;
}

/** One moment of the whole platform. */
export interface State {
  readonly deployments: readonly DeploymentRecord[];
  readonly apiKeys: readonly ApiKeyRecord[];
  readonly users: readonly UserRecord[];
  readonly branches: readonly BranchRecord[];
  readonly logins: readonly LoginRecord[];
  readonly auditEvents: readonly AuditEvent[];
  readonly folders: readonly FolderRecord[];
  readonly workbooks: readonly WorkbookRecord[];
  readonly reports: readonly ReportRecord[];
  readonly resources: readonly ResourceRecord[];
  /** The data model's cubes as in the seed, for every branch without its own in `models`. */
  readonly cubes: readonly Json[];
  readonly models: Readonly<Record<string, readonly Json[]>>;
  /** By branch name; the models of other branches compile. */
  readonly modelErrors: Readonly<Record<string, readonly ModelError[]>>;
  readonly listDrafts: boolean;
  readonly draftInMeta: boolean;
  /** If there is one sequence, it is that of the workbooks. */
  readonly nextIds: Readonly<Record<ContentKind, number>>;
}

/** The user of the sandbox's own key, and of every key that names no other. */
export const OWNER_ID = 1;

export const OWNER: JsonObject = {
  id: OWNER_ID,
  email: "sandbox@example.com",
  firstName: "Sandbox",
  picture: null,
};
