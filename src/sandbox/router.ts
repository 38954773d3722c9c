// The table of everything the sandbox serves: method and path shape to handler. description/ describes the same table;
// a test holds the two together.

import { authorize } from "./auth.ts";
import type { DeploymentHandler, Handler } from "./context.ts";
import { listDeployments } from "./deployments.ts";
import { describe } from "./description/index.ts";
import { createFolder, listFolders } from "./folders.ts";
import { publishDashboard } from "./publish.ts";
import { json, Refusal } from "./reply.ts";
import { getReport, listReports, upsertReport } from "./reports.ts";
import { upsertWorkbook } from "./upsert-workbook.ts";
import { deleteWorkbook, getWorkbook, listWorkbooks } from "./workbooks.ts";

export interface Route {
  method: string;
  /** Like an OpenAPI path: `{name}` stands for one segment. */
  path: string;
  handler: Handler;
  /** A create-or-update by an identity of the client's choosing: what the fault `conflict` hits. */
  upsert?: true;
}

export const SPEC_PATH = "/api/v1/spec";
const DEP = "/api/v1/deployments/{deploymentId}";

export const ROUTES: readonly Route[] = [
  { method: "GET", path: SPEC_PATH, handler: ({ origin }) => json(describe(origin)) },
  { method: "GET", path: "/api/v1/deployments", handler: listDeployments },
  { method: "GET", path: `${DEP}/workbooks`, handler: inDeployment(listWorkbooks) },
  { method: "GET", path: `${DEP}/workbooks/{workbookId}`, handler: inDeployment(getWorkbook) },
  { method: "DELETE", path: `${DEP}/workbooks/{workbookId}`, handler: inDeployment(deleteWorkbook) },
  {
    method: "PUT",
    path: `${DEP}/workbooks/by-slug/{slug}`,
    handler: inDeployment(upsertWorkbook),
    upsert: true,
  },
  { method: "POST", path: `${DEP}/workbooks/{workbookId}/publish`, handler: inDeployment(publishDashboard) },
  { method: "GET", path: `${DEP}/folders`, handler: inDeployment(listFolders) },
  { method: "POST", path: `${DEP}/folders`, handler: inDeployment(createFolder) },
  { method: "GET", path: `${DEP}/reports`, handler: inDeployment(listReports) },
  { method: "GET", path: `${DEP}/reports/{reportId}`, handler: inDeployment(getReport) },
  {
    method: "PUT",
    path: `${DEP}/reports/by-public-id/{publicId}`,
    handler: inDeployment(upsertReport),
    upsert: true,
  },
];

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

/** 403 for a key scoped to other deployments comes before 404: such a key does not learn which deployments exist. */
function inDeployment(handler: DeploymentHandler): Handler {
  return (context) => {
    const written = context.params.deploymentId!;
    const id = /^\d+$/.test(written) ? Number(written) : undefined;
    authorize(context.key, id);
    const deployment = id === undefined ? undefined : context.store.deployments.get(id);
    if (!deployment) throw new Refusal(404, `Deployment ${written} does not exist`);
    return handler({ ...context, deployment });
  };
}
