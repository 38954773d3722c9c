// The table of everything the sandbox serves: method and path shape to handler. description/ describes the same table;
// a test holds the two together.

import { decideApproval, showApproval } from "../account/approval-page.ts";
import { exportAuditLog } from "../account/audit-log.ts";
import {
  beginDeviceLogin,
  DEVICE_PAGE,
  loginError,
  pollDeviceLogin,
  refreshLogin,
} from "../account/login.ts";
import { listScimUsers, scimError } from "../account/scim.ts";
import { createUser, getMe } from "../account/users.ts";
import { authenticate, authorize } from "../api/auth.ts";
import { deleteBranch, listBranches, switchStaging } from "../api/branches.ts";
import type { DeploymentHandler, Handler, OpenHandler } from "../api/context.ts";
import { getDeployment, listDeployments } from "../api/deployments.ts";
import { listEnvironments } from "../api/environments.ts";
import { createFolder, listFolders } from "../api/folders.ts";
import { getMetadata } from "../api/metadata.ts";
import { publishDashboard } from "../api/publish.ts";
import { json, Refusal, type Reply } from "../api/reply.ts";
import { deleteReport, getReport, listReports, upsertReport } from "../api/reports.ts";
import { issueMetadataToken } from "../api/tokens.ts";
import { updateWorkbook } from "../api/update-workbook.ts";
import { upsertWorkbook } from "../api/upsert-workbook.ts";
import { validateModel } from "../api/validate-model.ts";
import { listVersions, updateDeployment } from "../api/versions.ts";
import { deleteWorkbook, getWorkbook, listWorkbooks } from "../api/workbooks.ts";
import { describe } from "../description/index.ts";

export interface Route {
  method: string;
  /** Like an OpenAPI path: `{name}` stands for one segment. */
  path: string;
  handler: OpenHandler;
  /** A create-or-update by an identity of the client's choosing: what the fault `conflict` hits. */
  upsert?: true;
  /** How a refusal is written; as the platform's other errors without it. */
  errors?: (refusal: Refusal) => Reply;
}

export const SPEC_PATH = "/api/v1/spec";
const DEP = "/api/v1/deployments/{deploymentId}";
const BUILD = "/build/api/v1/deployments/{deploymentId}";
const HOST = "/hosts/{deploymentId}";

export const ROUTES: readonly Route[] = [
  route(
    `GET ${SPEC_PATH}`,
    withKey(({ origin }) => json(describe(origin))),
  ),
  route("GET /api/v1/deployments", withKey(listDeployments)),
  route(`GET ${DEP}`, inDeployment(getDeployment)),
  route(`PUT ${DEP}`, inDeployment(updateDeployment)),
  route(`GET ${DEP}/versions`, inDeployment(listVersions)),
  route(`GET ${DEP}/environments`, inDeployment(listEnvironments)),
  route(`POST ${DEP}/environments/{environmentId}/tokens-for-meta-sync`, inDeployment(issueMetadataToken)),
  route(`GET ${DEP}/workbooks`, inDeployment(listWorkbooks)),
  route(`GET ${DEP}/workbooks/{workbookId}`, inDeployment(getWorkbook)),
  route(`PUT ${DEP}/workbooks/{workbookId}`, inDeployment(updateWorkbook)),
  route(`DELETE ${DEP}/workbooks/{workbookId}`, inDeployment(deleteWorkbook)),
  route(`PUT ${DEP}/workbooks/by-slug/{slug}`, inDeployment(upsertWorkbook), { upsert: true }),
  route(`POST ${DEP}/workbooks/{workbookId}/publish`, inDeployment(publishDashboard)),
  route(`GET ${DEP}/folders`, inDeployment(listFolders)),
  route(`POST ${DEP}/folders`, inDeployment(createFolder)),
  route(`GET ${DEP}/reports`, inDeployment(listReports)),
  route(`GET ${DEP}/reports/{reportId}`, inDeployment(getReport)),
  route(`DELETE ${DEP}/reports/{reportId}`, inDeployment(deleteReport)),
  route(`PUT ${DEP}/reports/by-public-id/{publicId}`, inDeployment(upsertReport), { upsert: true }),
  route("POST /api/v1/users", withKey(createUser)),
  route("GET /api/v1/users/me", withKey(getMe)),
  route("GET /api/v1/audit-logs/export", withKey(exportAuditLog)),
  route("GET /api/scim/v2/Users", withKey(listScimUsers), { errors: scimError }),
  route(`GET ${BUILD}/branches`, inDeployment(listBranches)),
  route(`DELETE ${BUILD}/branches`, inDeployment(deleteBranch)),
  route(`PUT ${BUILD}/branches/staging-environment`, inDeployment(switchStaging)),
  route(`GET ${BUILD}/data-model/validate`, inDeployment(validateModel)),
  route(`GET ${HOST}/data-api/v1/meta`, getMetadata),
  route(`GET ${HOST}/dev-mode/{branchName}/data-api/v1/meta`, getMetadata),
  route("POST /auth/device/code", beginDeviceLogin, { errors: loginError }),
  route("POST /auth/device/token", pollDeviceLogin, { errors: loginError }),
  route("POST /auth/oauth2/refresh", refreshLogin, { errors: loginError }),
  route(`GET ${DEVICE_PAGE}`, showApproval),
  route(`POST ${DEVICE_PAGE}`, decideApproval),
];

function route(shape: string, handler: OpenHandler, more: Partial<Route> = {}): Route {
  const [method = "", path = ""] = shape.split(" ");
  return { method, path, handler, ...more };
}

const SHAPES = ROUTES.map((route) => ({ route, segments: route.path.split("/") }));

/** The route of a request and its parameters, still percent-encoded. A trailing slash is the same path (field notes C). */
export function findRoute(
  method: string,
  path: string,
): { route: Route; params: Record<string, string> } | undefined {
  const segments = path.replace(/(?<=.)\/$/, "").split("/");
  for (const { route, segments: shape } of SHAPES) {
    if (route.method !== method || shape.length !== segments.length) continue;
    const params: Record<string, string> = {};
    const fits = shape.every((part, index) => {
      const segment = segments[index]!;
      if (!part.startsWith("{")) return part === segment;
      params[part.slice(1, -1)] = segment;
      return segment !== "";
    });
    if (fits) return { route, params };
  }
  return undefined;
}

/** Percent-decodes the parameters; throws a 400 Refusal where one is no valid encoding. */
export function decodeParams(params: Record<string, string>): Record<string, string> {
  try {
    return Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]),
    );
  } catch {
    throw new Refusal(400, "The path is not valid percent-encoding");
  }
}

/** Lets in whoever has a key or a login. */
function withKey(handler: Handler): OpenHandler {
  return async (context) => {
    const { authorization, store, now } = context;
    return handler({ ...context, key: await authenticate(authorization, store, now) });
  };
}

/** 403 for a key scoped to other deployments comes before 404: such a key does not learn which deployments exist. */
function inDeployment(handler: DeploymentHandler): OpenHandler {
  return withKey((context) => {
    const written = context.params.deploymentId!;
    const id = /^\d+$/.test(written) ? Number(written) : undefined;
    authorize(context.key, id);
    const deployment = id === undefined ? undefined : context.store.deployments.get(id);
    if (!deployment) throw new Refusal(404, `Deployment ${written} does not exist`);
    return handler({ ...context, deployment });
  });
}
