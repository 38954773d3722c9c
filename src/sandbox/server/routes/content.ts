// Workbooks, folders and reports.

import { createFolder, deleteFolder, listFolders, updateFolder } from "../../api/folders.ts";
import { listWorkbooks } from "../../api/list-workbooks.ts";
import { publishDashboard } from "../../api/publish.ts";
import {
  createReport,
  deleteReport,
  getReport,
  listReports,
  updateReportById,
  upsertReport,
} from "../../api/reports.ts";
import { updateWorkbook } from "../../api/update-workbook.ts";
import { createWorkbook, upsertWorkbook } from "../../api/upsert-workbook.ts";
import { deleteWorkbook, getWorkbook } from "../../api/workbooks.ts";
import { listWorkspace, moveItem } from "../../api/workspace.ts";
import {
  BAD_PARAMETER,
  COUNT,
  CURSOR_PARAMETERS,
  queryParameter,
  STRING,
  TOO_LARGE,
} from "../../description/write.ts";
import { DEPLOYMENT, inDeployment, type Route } from "./route.ts";

const FOLDER_FILTER = queryParameter("folderId", COUNT, "Only items directly in this folder; 0 is the root");
const WORKBOOK_FILTER = queryParameter("workbookId", COUNT, "Only the reports of this workbook");
const CONFLICT =
  "Another writer created or deleted it meanwhile; the body's code is `upsert_branch_changed`: retry";

export const CONTENT_ROUTES: readonly Route[] = [
  inDeployment(`GET ${DEPLOYMENT}/workbooks`, listWorkbooks, {
    id: "getWorkbooks",
    summary: "List workbooks, by ascending id",
    description: "Items may omit the dashboards; get a single workbook to read them.",
    query: [FOLDER_FILTER, ...CURSOR_PARAMETERS],
    answers: "WorkbooksListResponse",
    refuses: BAD_PARAMETER,
  }),
  inDeployment(`POST ${DEPLOYMENT}/workbooks`, createWorkbook, {
    id: "createWorkbook",
    summary: "Create a workbook without a slug",
    body: "WorkbookInput",
    answers: "Workbook",
    refuses: { 400: "The body is not valid", ...TOO_LARGE },
  }),
  inDeployment(`GET ${DEPLOYMENT}/workbooks/{workbookId}`, getWorkbook, {
    id: "getWorkbook",
    summary: "Get a workbook",
    answers: "Workbook",
  }),
  inDeployment(`PUT ${DEPLOYMENT}/workbooks/{workbookId}`, updateWorkbook, {
    id: "updateWorkbook",
    summary: "Update a workbook by id",
    description:
      "Unlike in the upsert by slug, `meta` replaces the existing metadata, and the answer is empty.",
    body: "UpdateWorkbookInput",
    answers: "Empty",
    refuses: {
      400: "The body is not valid",
      409: "The slug is taken, and `slugTakeover` is not sent",
      ...TOO_LARGE,
    },
  }),
  inDeployment(`DELETE ${DEPLOYMENT}/workbooks/{workbookId}`, deleteWorkbook, {
    id: "deleteWorkbook",
    summary: "Delete a workbook",
    description: "Its reports stay, without a workbook.",
    answers: "Empty",
  }),
  inDeployment(`PUT ${DEPLOYMENT}/workbooks/by-slug/{slug}`, upsertWorkbook, {
    id: "upsertWorkbookBySlug",
    summary: "Create or update a workbook by slug",
    description: "Idempotent: re-applying the same request changes nothing.",
    body: "WorkbookInput",
    answers: "Workbook",
    refuses: { 400: "The body is not valid", 409: CONFLICT, ...TOO_LARGE },
    upsert: true,
  }),
  inDeployment(`POST ${DEPLOYMENT}/workbooks/{workbookId}/publish`, publishDashboard, {
    id: "publishDashboard",
    summary: "Publish a workbook's dashboard",
    description: "Publishing the same dashboard again creates no new version.",
    body: "PublishDashboardInput",
    bodyRequired: true,
    answers: "Dashboard",
    refuses: {
      400: "The body is not valid, there is nothing to publish, or the dashboard requires review",
      ...TOO_LARGE,
    },
  }),
  inDeployment(`GET ${DEPLOYMENT}/folders`, listFolders, {
    id: "getFolders",
    summary: "List one level of folders, by ascending id",
    query: [
      queryParameter("parentId", COUNT, "The parent folder; the root without it or with 0"),
      ...CURSOR_PARAMETERS,
    ],
    answers: "FoldersListResponse",
    refuses: BAD_PARAMETER,
  }),
  inDeployment(`POST ${DEPLOYMENT}/folders`, createFolder, {
    id: "createFolder",
    summary: "Create a folder",
    body: "CreateFolderInput",
    bodyRequired: true,
    answers: "Folder",
    refuses: {
      400: "The body is not valid, the name is taken within the parent, or the folder would be more than ten levels deep",
      ...TOO_LARGE,
    },
  }),
  inDeployment(`PUT ${DEPLOYMENT}/folders/{folderId}`, updateFolder, {
    id: "updateFolder",
    summary: "Update a folder; it is moved in the workspace",
    body: "UpdateFolderInput",
    answers: "Folder",
    refuses: { 400: "The body is not valid, or the name is taken within the parent", ...TOO_LARGE },
  }),
  inDeployment(`DELETE ${DEPLOYMENT}/folders/{folderId}`, deleteFolder, {
    id: "deleteFolder",
    summary: "Delete a folder; what is in it goes to the root",
    answers: "Empty",
    refuses: { 400: "The folder has folders in it" },
  }),
  inDeployment(`GET ${DEPLOYMENT}/workspace`, listWorkspace, {
    id: "workspaceObjects",
    summary: "List a folder's folders, workbooks and reports",
    query: [
      FOLDER_FILTER,
      queryParameter("search", STRING, "In all folders, only names that contain this"),
      ...CURSOR_PARAMETERS,
    ],
    answers: "ResourcesListResponse",
    refuses: BAD_PARAMETER,
  }),
  inDeployment(`POST ${DEPLOYMENT}/workspace/move`, moveItem, {
    id: "moveWorkspaceObject",
    summary: "Move an item into a folder",
    body: "MoveInput",
    bodyRequired: true,
    answers: "Resource",
    refuses: { 400: "The body is not valid, or a folder would be in itself", ...TOO_LARGE },
  }),
  inDeployment(`GET ${DEPLOYMENT}/reports`, listReports, {
    id: "getReports",
    summary: "List reports, by ascending id",
    query: [WORKBOOK_FILTER, FOLDER_FILTER, ...CURSOR_PARAMETERS],
    answers: "ReportsListResponse",
    refuses: BAD_PARAMETER,
  }),
  inDeployment(`POST ${DEPLOYMENT}/reports`, createReport, {
    id: "createReport",
    summary: "Create a report",
    body: "CreateReportInput",
    answers: "Report",
    refuses: { 400: "The body is not valid", 409: "The publicId belongs to another report", ...TOO_LARGE },
  }),
  inDeployment(`PUT ${DEPLOYMENT}/reports/{reportId}`, updateReportById, {
    id: "updateReport",
    summary: "Update a report",
    body: "CreateReportInput",
    answers: "Report",
    refuses: { 400: "The body is not valid", ...TOO_LARGE },
  }),
  inDeployment(`GET ${DEPLOYMENT}/reports/{reportId}`, getReport, {
    id: "getReport",
    summary: "Get a report",
    answers: "Report",
  }),
  inDeployment(`DELETE ${DEPLOYMENT}/reports/{reportId}`, deleteReport, {
    id: "deleteReport",
    summary: "Delete a report",
    description: "Its published snapshots stay.",
    answers: "Empty",
  }),
  inDeployment(`PUT ${DEPLOYMENT}/reports/by-public-id/{publicId}`, upsertReport, {
    id: "upsertReportByPublicId",
    summary: "Create or update a report by publicId",
    body: "CreateReportInput",
    answers: "Report",
    refuses: {
      400: "The publicId or the body is not valid",
      409: "The body's code says why: `upsert_branch_changed`: retry; `ambiguous_legacy_id`: several legacy reports show this id; none: the publicId belongs to another deployment",
      ...TOO_LARGE,
    },
    upsert: true,
  }),
];
