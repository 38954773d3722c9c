// Workbooks, folders and reports, described.

import type { JsonObject } from "../../model/index.ts";
import {
  COUNT,
  CURSOR_PARAMETERS,
  DEPLOYMENT,
  DEPLOYMENT_ID,
  DEPLOYMENT_REFUSALS,
  INTEGER,
  operation,
  pathParameter,
  queryParameter,
  STRING,
  TOO_LARGE,
} from "./write.ts";

const WORKBOOK_ID = pathParameter("workbookId", INTEGER, "The workbook");
const FOLDER_FILTER = queryParameter(
  "folderId",
  COUNT,
  "Only what lies directly in this folder; 0 is the root",
);
const REPORT_ID = pathParameter("reportId", INTEGER, "The report");
const WORKBOOK_FILTER = queryParameter("workbookId", COUNT, "Only the reports of this workbook");
const CONFLICT =
  "Another writer created or deleted it between decision and application; the body's code is `upsert_branch_changed`: retry";

export const CONTENT_PATHS: JsonObject = {
  [`${DEPLOYMENT}/workbooks`]: {
    get: operation({
      id: "getWorkbooks",
      tag: "Workbooks",
      summary: "List workbooks, by ascending id",
      description: "Items may come without the dashboards, which a single read answers.",
      parameters: [DEPLOYMENT_ID, FOLDER_FILTER, ...CURSOR_PARAMETERS],
      answers: "WorkbooksListResponse",
      refuses: { 400: "A parameter is not valid", ...DEPLOYMENT_REFUSALS },
    }),
  },
  [`${DEPLOYMENT}/workbooks/{workbookId}`]: {
    get: operation({
      id: "getWorkbook",
      tag: "Workbooks",
      summary: "Get a workbook",
      parameters: [DEPLOYMENT_ID, WORKBOOK_ID],
      answers: "Workbook",
      refuses: DEPLOYMENT_REFUSALS,
    }),
    put: operation({
      id: "updateWorkbook",
      tag: "Workbooks",
      summary: "Update a workbook by id",
      description: "Unlike the upsert by slug, `meta` replaces what is there, and nothing is answered.",
      parameters: [DEPLOYMENT_ID, WORKBOOK_ID],
      body: "UpdateWorkbookInput",
      answers: "Empty",
      refuses: {
        400: "The body is not valid",
        ...DEPLOYMENT_REFUSALS,
        409: "The slug is taken, and `slugTakeover` is not sent",
        ...TOO_LARGE,
      },
    }),
    delete: operation({
      id: "deleteWorkbook",
      tag: "Workbooks",
      summary: "Delete a workbook",
      description: "Its reports stay, without a workbook.",
      parameters: [DEPLOYMENT_ID, WORKBOOK_ID],
      answers: "Empty",
      refuses: DEPLOYMENT_REFUSALS,
    }),
  },
  [`${DEPLOYMENT}/workbooks/by-slug/{slug}`]: {
    put: operation({
      id: "upsertWorkbookBySlug",
      tag: "Workbooks",
      summary: "Create or update a workbook by slug",
      description: "Idempotent: re-applying the same request changes nothing.",
      parameters: [DEPLOYMENT_ID, pathParameter("slug", STRING, "Trimmed and lower-cased before matching")],
      body: "WorkbookInput",
      answers: "Workbook",
      refuses: { 400: "The body is not valid", ...DEPLOYMENT_REFUSALS, 409: CONFLICT, ...TOO_LARGE },
    }),
  },
  [`${DEPLOYMENT}/workbooks/{workbookId}/publish`]: {
    post: operation({
      id: "publishDashboard",
      tag: "Workbooks",
      summary: "Publish a workbook's dashboard",
      description: "Publishing what is published already makes no new version.",
      parameters: [DEPLOYMENT_ID, WORKBOOK_ID],
      body: "PublishDashboardInput",
      bodyRequired: true,
      answers: "Dashboard",
      refuses: {
        400: "The body is not valid, there is nothing to publish, or the dashboard requires review",
        ...DEPLOYMENT_REFUSALS,
        ...TOO_LARGE,
      },
    }),
  },
  [`${DEPLOYMENT}/folders`]: {
    get: operation({
      id: "getFolders",
      tag: "Folders",
      summary: "List one level of folders, by ascending id",
      parameters: [
        DEPLOYMENT_ID,
        queryParameter(
          "parentId",
          COUNT,
          "The folder whose children are listed; the root without it or with 0",
        ),
        ...CURSOR_PARAMETERS,
      ],
      answers: "FoldersListResponse",
      refuses: { 400: "A parameter is not valid", ...DEPLOYMENT_REFUSALS },
    }),
    post: operation({
      id: "createFolder",
      tag: "Folders",
      summary: "Create a folder",
      parameters: [DEPLOYMENT_ID],
      body: "CreateFolderInput",
      bodyRequired: true,
      answers: "Folder",
      refuses: {
        400: "The body is not valid, the name is taken within the parent, or ten levels would be exceeded",
        ...DEPLOYMENT_REFUSALS,
        ...TOO_LARGE,
      },
    }),
  },
  [`${DEPLOYMENT}/reports`]: {
    get: operation({
      id: "getReports",
      tag: "Reports",
      summary: "List reports, by ascending id",
      parameters: [DEPLOYMENT_ID, WORKBOOK_FILTER, FOLDER_FILTER, ...CURSOR_PARAMETERS],
      answers: "ReportsListResponse",
      refuses: { 400: "A parameter is not valid", ...DEPLOYMENT_REFUSALS },
    }),
  },
  [`${DEPLOYMENT}/reports/{reportId}`]: {
    get: operation({
      id: "getReport",
      tag: "Reports",
      summary: "Get a report",
      parameters: [DEPLOYMENT_ID, REPORT_ID],
      answers: "Report",
      refuses: DEPLOYMENT_REFUSALS,
    }),
    delete: operation({
      id: "deleteReport",
      tag: "Reports",
      summary: "Delete a report",
      description: "What was published of it stays published.",
      parameters: [DEPLOYMENT_ID, REPORT_ID],
      answers: "Empty",
      refuses: DEPLOYMENT_REFUSALS,
    }),
  },
  [`${DEPLOYMENT}/reports/by-public-id/{publicId}`]: {
    put: operation({
      id: "upsertReportByPublicId",
      tag: "Reports",
      summary: "Create or update a report by publicId",
      parameters: [
        DEPLOYMENT_ID,
        pathParameter("publicId", STRING, "12 characters of 0-9A-Za-z, unique per account"),
      ],
      body: "CreateReportInput",
      answers: "Report",
      refuses: {
        400: "The publicId or the body is not valid",
        ...DEPLOYMENT_REFUSALS,
        409: "By the body's code: `upsert_branch_changed`: retry; `ambiguous_legacy_id`: several legacy reports show this id; none: the publicId belongs to another deployment",
        ...TOO_LARGE,
      },
    }),
  },
};
