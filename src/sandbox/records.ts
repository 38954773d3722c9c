// What the store holds. Records are never changed in place, only replaced: so a reset to the seed costs nothing, and a
// save sees one moment. Dashboards are kept as JSON text: lists are mostly dashboards, and text is a fifth of the objects.

import type { Json, JsonObject } from "../model/index.ts";

export interface DeploymentRecord {
  readonly id: number;
  readonly name: string;
  readonly createdAt: string;
}

export interface FolderRecord {
  readonly id: number;
  readonly deploymentId: number;
  readonly name: string;
  readonly parentId: number | null;
  readonly position: number;
  readonly createdAt: string;
  readonly updatedAt: string;
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

export interface WorkbookRecord {
  readonly id: number;
  readonly deploymentId: number;
  /** Null for a workbook made in the UI; normalized otherwise. */
  readonly slug: string | null;
  readonly name: string;
  readonly folderId: number | null;
  readonly meta: JsonObject;
  readonly calculatedFields: JsonObject;
  /** JSON text of a DashboardConfig. */
  readonly draft: string | null;
  readonly published: PublishedRecord | null;
  /** Publishing answers 400 until somebody reviews, which no API does. */
  readonly reviewRequired: boolean;
  readonly isFavorite: boolean;
  readonly user: JsonObject;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface ReportRecord {
  readonly id: number;
  readonly deploymentId: number;
  readonly publicId: string;
  /** A legacy report without an id of its own: what reads show was made up, and other reports may show the same. */
  readonly publicIdSynthesized: boolean;
  readonly name: string;
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
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface ApiKeyRecord {
  readonly key: string;
  /** Undefined: every deployment of the account. */
  readonly deployments?: readonly number[];
}

/** One moment of the whole platform. */
export interface State {
  readonly deployments: readonly DeploymentRecord[];
  readonly apiKeys: readonly ApiKeyRecord[];
  readonly folders: readonly FolderRecord[];
  readonly workbooks: readonly WorkbookRecord[];
  readonly reports: readonly ReportRecord[];
  /** The data model's cubes, as the seed gave them. */
  readonly cubes: readonly Json[];
  readonly listDrafts: boolean;
  readonly draftInMeta: boolean;
  readonly nextId: number;
}

/** The user whom every sandbox key belongs to. */
export const OWNER: JsonObject = { id: 1, email: "sandbox@example.com", firstName: "Sandbox", picture: null };
