// Every operation of router.ts, described. A test holds the two together.

import type { JsonObject } from "../../model/index.ts";
import {
  CURSOR_PARAMETERS,
  DEPLOYMENT_ID,
  DEPLOYMENT_REFUSALS,
  INTEGER,
  operation,
  pathParameter,
  queryParameter,
  STRING,
} from "./write.ts";

const DEP = "/api/v1/deployments/{deploymentId}";
const COUNT: JsonObject = { type: "integer", minimum: 0 };
const WORKBOOK_ID = pathParameter("workbookId", INTEGER, "The workbook");
const FOLDER_FILTER = queryParameter(
  "folderId",
  COUNT,
  "Only what lies directly in this folder; 0 is the root",
);
const WORKBOOK_FILTER = queryParameter("workbookId", COUNT, "Only the reports of this workbook");
const TOO_LARGE = { 413: "The body is too large" };
const CONFLICT =
  "Another writer created or deleted it between decision and application; the body's code is `upsert_branch_changed`: retry";

export const PATHS: JsonObject = {
  "/api/v1/spec": {
    get: operation({
      id: "getSpec",
      tag: "Description",
      summary: "Get this description",
      answers: { type: "object", description: "An OpenAPI 3.1 document", additionalProperties: true },
      refuses: {},
    }),
  },
  "/api/v1/deployments": {
    get: operation({
      id: "getDeployments",
      tag: "Deployments",
      summary: "List the deployments that the key reaches",
      parameters: [
        queryParameter("offset", { ...COUNT, default: 0 }, "How many to leave out"),
        queryParameter("limit", { ...COUNT, default: 20 }, "How many to answer"),
      ],
      answers: "DeploymentsListResponse",
      refuses: { 400: "A parameter is no whole number" },
    }),
  },
  [`${DEP}/workbooks`]: {
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
  [`${DEP}/workbooks/{workbookId}`]: {
    get: operation({
      id: "getWorkbook",
      tag: "Workbooks",
      summary: "Get a workbook",
      parameters: [DEPLOYMENT_ID, WORKBOOK_ID],
      answers: "Workbook",
      refuses: DEPLOYMENT_REFUSALS,
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
  [`${DEP}/workbooks/by-slug/{slug}`]: {
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
  [`${DEP}/workbooks/{workbookId}/publish`]: {
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
  [`${DEP}/folders`]: {
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
  [`${DEP}/reports`]: {
    get: operation({
      id: "getReports",
      tag: "Reports",
      summary: "List reports, by ascending id",
      parameters: [DEPLOYMENT_ID, WORKBOOK_FILTER, FOLDER_FILTER, ...CURSOR_PARAMETERS],
      answers: "ReportsListResponse",
      refuses: { 400: "A parameter is not valid", ...DEPLOYMENT_REFUSALS },
    }),
  },
  [`${DEP}/reports/{reportId}`]: {
    get: operation({
      id: "getReport",
      tag: "Reports",
      summary: "Get a report",
      parameters: [DEPLOYMENT_ID, pathParameter("reportId", INTEGER, "The report")],
      answers: "Report",
      refuses: DEPLOYMENT_REFUSALS,
    }),
  },
  [`${DEP}/reports/by-public-id/{publicId}`]: {
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
