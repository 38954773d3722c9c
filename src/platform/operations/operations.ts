// The operations that Boardwright knows, in one table: the served description is searched for them, and the client's methods are
// made from them. Each row is in the file of its subject.

import type { CallOptions } from "../http/transport.ts";
import type {
  WireDashboard,
  WireDescription,
  WireReport,
  WireReportInput,
  WireWorkbook,
  WireWorkbookInput,
} from "../wire/wire.ts";
import type { WireUser, WireUserInput } from "../wire/wire-users.ts";
import { deletion, object, objectOrNone, pages } from "./answers.ts";
import { AUDIT_LOG_OPERATIONS } from "./audit-logs.ts";
import { BRANCH_OPERATIONS } from "./branches.ts";
import { DEPLOYMENT_OPERATIONS } from "./deployments.ts";
import { ENVIRONMENT_OPERATIONS } from "./environments.ts";
import { FOLDER_OPERATIONS } from "./folders.ts";
import { DEPLOYMENT, type Operation, operation, reads } from "./operation.ts";
import { SCIM_OPERATIONS } from "./scim.ts";

// Workbooks: list, get, upsert by slug, rename, publish, delete.

interface WorkbookFilter {
  /** Only the workbooks of this folder. Whether a list without it goes through all folders is not documented. */
  folderId?: number;
}

interface PublishInput {
  /** Instead of the saved draft; deployments before 0.16 need it. */
  config?: WireDashboard["config"];
}

/** Of something in a deployment, by its id. */
type One = [deploymentId: number, id: number, call?: CallOptions];

const WORKBOOK_OPERATIONS = {
  /** As far as the credential sees them. Drafts may be left out of list items. */
  listWorkbooks: operation({
    method: "GET",
    path: `${DEPLOYMENT}/workbooks`,
    ask: (deploymentId: number, filter: WorkbookFilter = {}, call?: CallOptions) => ({
      params: [deploymentId],
      does: `list the workbooks of deployment ${deploymentId}`,
      query: { ...filter },
      ...call,
    }),
    answer: pages<WireWorkbook>("workbooks"),
  }),
  /** One workbook with its draft, or undefined if the deployment has none with this id (404). */
  getWorkbook: operation({
    method: "GET",
    path: `${DEPLOYMENT}/workbooks/{workbook}`,
    ask: reads<One>("read workbook {workbook}", { part: "workbook {workbook}" }),
    answer: objectOrNone<WireWorkbook>(),
  }),
  /**
   * Creates the workbook with this slug or changes what `input` names ("Create or update a workbook by slug"). A 409
   * `upsert_branch_changed` is thrown, not retried: only the caller knows whether the slug is still its own.
   */
  upsertWorkbook: operation({
    method: "PUT",
    path: `${DEPLOYMENT}/workbooks/by-slug/{slug}`,
    shown: true,
    ask: (deploymentId: number, slug: string, input: WireWorkbookInput, call?: CallOptions) => ({
      params: [deploymentId, slug],
      does: `write workbook ${slug}`,
      alsoNames: typeof input.folderId === "number" ? `folder ${input.folderId}` : undefined,
      needs:
        input.folderId === undefined
          ? "Changing a workbook needs edit access to it; creating one needs the role AI BI User or higher."
          : "Moving a workbook needs manage access to it and edit access to the folder; creating one needs the role AI BI User or higher.",
      body: input,
      ...call,
    }),
    answer: object<WireWorkbook>(),
  }),
  /** Publishes the draft, or `config` if given. Never sent twice. */
  publishWorkbook: operation({
    method: "POST",
    path: `${DEPLOYMENT}/workbooks/{workbook}/publish`,
    ask: (deploymentId: number, id: number, input: PublishInput = {}, call?: CallOptions) => ({
      params: [deploymentId, id],
      does: `publish workbook ${id}`,
      needs: "Publishing a workbook needs edit access to it.",
      // The body repeats the id of the path: it is required there (field notes, A.1).
      body: { workbookId: id, ...input },
      ...call,
    }),
    answer: object<WireDashboard>(),
  }),
  /** Gives the workbook another slug and leaves all else (field notes, A.1 and F.15). A slug that another has is refused with 409. */
  renameWorkbook: operation({
    method: "PUT",
    path: `${DEPLOYMENT}/workbooks/{workbook}`,
    takes: "slug",
    ask: (deploymentId: number, id: number, slug: string, call?: CallOptions) => ({
      params: [deploymentId, id],
      does: `give workbook ${id} the slug ${slug}`,
      needs: "Renaming a workbook needs edit access to it.",
      body: { slug },
      ...call,
    }),
    // The answer is empty (field notes, A.1).
    answer: async ({ transport, prepare }): Promise<void> => void (await transport.send(await prepare())),
  }),
  /** One that is gone already counts as deleted. */
  deleteWorkbook: operation({
    method: "DELETE",
    path: `${DEPLOYMENT}/workbooks/{workbook}`,
    ask: reads<One>("delete workbook {workbook}", {
      needs: "Deleting a workbook needs manage access to it.",
    }),
    answer: deletion,
  }),
};

// Users of the account: creating one, and who the credential belongs to.

const USER_OPERATIONS = {
  /** "Create user". Required fields are not shown: the platform says which are missing. Never sent twice. */
  createUser: operation({
    method: "POST",
    path: "/api/v1/users",
    shown: true,
    ask: (body: WireUserInput, call?: CallOptions) => ({
      does: `create user ${body.email ?? body.username ?? "without a name"}`,
      needs: "Creating a user needs an administrator.",
      body,
      secrets: typeof body.password === "string" ? [body.password] : [],
      ...call,
    }),
    answer: object<WireUser>(),
  }),
  /** Who the credential belongs to. Described only (field notes, A.9). */
  currentUser: operation({
    method: "GET",
    path: "/api/v1/users/me",
    ask: (call?: CallOptions) => ({ does: "read who the credential belongs to", ...call }),
    answer: object<WireUser>(),
  }),
};

// Reports: list, get, upsert by publicId, delete.

const REPORT_OPERATIONS = {
  /** As far as the credential sees them. */
  listReports: operation({
    method: "GET",
    path: `${DEPLOYMENT}/reports`,
    ask: reads("list the reports of deployment {deployment}"),
    answer: pages<WireReport>("reports"),
  }),
  /** One report, or undefined if the deployment has none with this id (404). */
  getReport: operation({
    method: "GET",
    path: `${DEPLOYMENT}/reports/{report}`,
    ask: reads<One>("read report {report}"),
    answer: objectOrNone<WireReport>(),
  }),
  /**
   * Creates the report with this publicId or changes the fields in `input` (field notes, A.2). Of its three 409s only
   * `upsert_branch_changed` goes away by itself; none is retried here.
   */
  upsertReport: operation({
    method: "PUT",
    path: `${DEPLOYMENT}/reports/by-public-id/{publicId}`,
    ask: (deploymentId: number, publicId: string, input: WireReportInput, call?: CallOptions) => ({
      params: [deploymentId, publicId],
      does: `write report ${publicId}`,
      needs: "Changing a report needs edit access to it; creating one needs the role AI BI User or higher.",
      body: input,
      ...call,
    }),
    answer: object<WireReport>(),
  }),
  /** One that is gone already counts as deleted. */
  deleteReport: operation({
    method: "DELETE",
    path: `${DEPLOYMENT}/reports/{report}`,
    ask: reads<One>("delete report {report}", {
      needs: "Deleting a report needs edit access to it and the permission to manage reports.",
    }),
    answer: deletion,
  }),
};

export const OPERATIONS = {
  ...DEPLOYMENT_OPERATIONS,
  ...ENVIRONMENT_OPERATIONS,
  ...BRANCH_OPERATIONS,
  ...USER_OPERATIONS,
  ...AUDIT_LOG_OPERATIONS,
  ...SCIM_OPERATIONS,
  /** The served description itself, JSON or YAML ("OpenAPI description"); read once. */
  readDescription: operation({
    method: "GET",
    path: "/api/v1/spec",
    shown: true,
    ask: () => ({ does: "read the API description of the deployment" }),
    answer: ({ readDescription }): Promise<WireDescription> => readDescription(),
  }),
  ...WORKBOOK_OPERATIONS,
  ...FOLDER_OPERATIONS,
  ...REPORT_OPERATIONS,
};

export type OperationName = keyof typeof OPERATIONS;

/** The client's methods, one for each row, with its arguments and its result. */
export type OperationMethods = {
  [Name in OperationName]: (typeof OPERATIONS)[Name] extends Operation<infer Args, infer Result>
    ? (...args: Args) => Result
    : never;
};
