// Wire types: the data between client and platform, as the platform document ("Resources and their fields") has it and,
// for "not shown", as live deployments describe it. Every optional field may also be null on the wire.

import type { JsonObject } from "../../model/index.ts";

export interface WireFolderPathEntry {
  id: number;
  name: string;
}

/** Workbook, as lists and single reads answer it. Lists may leave `dashboardDraft` and `dashboardPublished` out. */
export interface WireWorkbook {
  id: number;
  deploymentId: number;
  name: string;
  meta: JsonObject;
  calculatedFields: JsonObject;
  createdAt: string;
  updatedAt: string;
  type: "FOLDER" | "WORKBOOK" | "REPORT";
  slug?: string | null;
  folderId?: number | null;
  folderPath?: WireFolderPathEntry[] | null;
  dashboardDraft?: JsonObject | null;
  dashboardPublished?: JsonObject | null;
  publishedDashboard?: WireDashboard | null;
  createdBy?: number | null;
  isFavorite?: boolean | null;
  user?: JsonObject | null;
  userId?: number | null;
}

/** WorkbookInput, the body of the upsert: only the fields sent change, `meta` is merged into what is there. */
export interface WireWorkbookInput {
  name?: string | null;
  folderId?: number | null;
  meta?: JsonObject | null;
}

/** Dashboard, the published version of a workbook. */
export interface WireDashboard {
  id: number;
  publicId: string;
  deploymentId: number;
  workbookId: number;
  status: "draft" | "published" | "archived";
  allowEmbed: boolean;
  config: JsonObject;
  versionNumber: number;
  versionId: number;
  reportSnapshots: JsonObject[];
  title?: string | null;
  description?: string | null;
  createdBy?: number | null;
}

export interface WireFolder {
  id: number;
  name: string;
  parentId?: number | null;
  deploymentId: number;
  position: number;
  createdAt: string;
  updatedAt: string;
  type: "FOLDER";
  folderPath?: WireFolderPathEntry[] | null;
}

/** Report: a query and how it is drawn. `jsonQuery` is a string that holds JSON. */
export interface WireReport {
  id: number;
  publicId: string;
  name: string;
  deploymentId: number;
  workbookId?: number | null;
  folderId?: number | null;
  title?: string | null;
  description?: string | null;
  jsonQuery?: string | null;
  sqlQuery?: string | null;
  pivotItems?: JsonObject | null;
  meta?: JsonObject | null;
  source?: string | null;
  version?: number | null;
  createdAt: string;
  updatedAt: string;
  type: "REPORT";
}

/** CreateReportInput, the body of the report upsert: only the fields sent change. */
export interface WireReportInput {
  name?: string;
  title?: string | null;
  jsonQuery?: string | null;
  sqlQuery?: string | null;
  pivotItems?: JsonObject | null;
  meta?: JsonObject | null;
  folderId?: number | null;
  workbookId?: number | null;
}

/** The served API description (OpenAPI 3.x), read for what it offers. */
export interface WireDescription extends JsonObject {
  paths: JsonObject;
}

export type * from "./wire-deployments.ts";
export type * from "./wire-users.ts";
