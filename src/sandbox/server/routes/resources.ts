// What the sandbox only keeps, as collections and as single settings, and what of it has a word of its own.

import { allowEmbedding, beginSession, listRegions, showModel, tokenOfSession } from "../../api/embed.ts";
import { keep, keepOne, listVariables } from "../../api/resources.ts";
import { BAD_PARAMETER, CURSOR_PARAMETERS, TOO_LARGE } from "../../description/write.ts";
import { DEPLOYMENT, inDeployment, type Route, withKey } from "./route.ts";

const ACCOUNT_ONLY = { 403: "The API key is scoped to deployments, or its role is not Admin" };
const NO_SUCH = { 404: "There is none with this id" };
const BAD_BODY = { 400: "The body is not valid", ...TOO_LARGE };

/** The routes of one kind. `name` is that of its operations: `Notification`. */
function collection(
  at: string,
  name: string,
  plural = `${name}s`,
  can = ["list", "get", "create", "update", "delete"],
): Route[] {
  const kind = at.split("/").at(-1)!;
  const handlers = keep(kind);
  const isOfAccount = !at.startsWith(DEPLOYMENT);
  const route = isOfAccount ? withKey : inDeployment;
  const refuses = isOfAccount ? ACCOUNT_ONLY : {};
  const words = plural.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
  const all = {
    list: route(`GET ${at}`, handlers.list, {
      id: `get${plural}`,
      summary: `List ${words}`,
      query: CURSOR_PARAMETERS,
      answers: "ResourcesListResponse",
      refuses: { ...refuses, ...BAD_PARAMETER },
    }),
    get: route(`GET ${at}/{id}`, handlers.get, {
      id: `get${name}`,
      summary: `Get one of the ${words}`,
      answers: "Resource",
      refuses: { ...refuses, ...NO_SUCH },
    }),
    create: route(`POST ${at}`, handlers.create, {
      id: `create${name}`,
      summary: `Create one of the ${words}`,
      body: "ResourceInput",
      bodyRequired: true,
      answers: "Resource",
      refuses: { ...refuses, ...BAD_BODY },
    }),
    update: route(`PUT ${at}/{id}`, handlers.update, {
      id: `update${name}`,
      summary: `Update one of the ${words}`,
      body: "ResourceInput",
      bodyRequired: true,
      answers: "Resource",
      refuses: { ...refuses, ...BAD_BODY, ...NO_SUCH },
    }),
    delete: route(`DELETE ${at}/{id}`, handlers.delete, {
      id: `delete${name}`,
      summary: `Delete one of the ${words}`,
      answers: "Empty",
      refuses: { ...refuses, ...NO_SUCH },
    }),
  };
  return can.map((verb) => all[verb as keyof typeof all]);
}

const TENANT = keepOne("tenant-settings");
const VARIABLES = keepOne("env-vars");

export const RESOURCE_ROUTES: readonly Route[] = [
  ...collection(`${DEPLOYMENT}/notifications`, "Notification"),
  inDeployment(`GET ${DEPLOYMENT}/notifications/{id}/recipients`, keep("recipients").list, {
    id: "getRecipients",
    summary: "List who gets a notification; the sandbox sends none",
    query: CURSOR_PARAMETERS,
    answers: "ResourcesListResponse",
    refuses: BAD_PARAMETER,
  }),
  ...collection(`${DEPLOYMENT}/agents`, "Agent"),
  ...collection("/api/v1/groups", "Group"),
  ...collection("/api/v1/user-attributes", "UserAttribute"),
  ...collection("/api/v1/policies", "Policy", "Policies"),
  ...collection("/api/v1/api-keys", "ApiKey", "ApiKeys", ["list", "get", "create", "delete"]),
  ...collection("/api/v1/oidc-token-configs", "OidcTokenConfig"),
  ...collection("/api/v1/oauth-integrations", "OauthIntegration"),
  ...collection("/api/v1/embed-tenants", "EmbedTenant", "EmbedTenants", ["list"]),
  withKey("GET /api/v1/tenant/settings", TENANT.get, {
    id: "getTenantSettings",
    summary: "Get the account's settings",
    answers: "Settings",
    refuses: ACCOUNT_ONLY,
  }),
  withKey("PUT /api/v1/tenant/settings", TENANT.update, {
    id: "updateTenantSettings",
    summary: "Update the account's settings",
    body: "ResourceInput",
    bodyRequired: true,
    answers: "Settings",
    refuses: { ...ACCOUNT_ONLY, ...BAD_BODY },
  }),
  withKey("GET /api/v1/app-config", keepOne("app-config").get, {
    id: "getAppConfig",
    summary: "Get the configuration of the app",
    answers: "Settings",
    refuses: ACCOUNT_ONLY,
  }),
  inDeployment(`GET ${DEPLOYMENT}/env-vars`, listVariables, {
    id: "getEnvVars",
    summary: "List the environment variables; secrets are hidden",
    answers: "VariablesResponse",
  }),
  inDeployment(`PUT ${DEPLOYMENT}/env-vars`, VARIABLES.update, {
    id: "updateEnvVars",
    summary: "Set environment variables",
    body: "ResourceInput",
    bodyRequired: true,
    answers: "Settings",
    refuses: BAD_BODY,
  }),
  withKey("GET /api/v1/regions", listRegions, {
    id: "getRegions",
    summary: "List where deployments can run",
    answers: "ResourcesListResponse",
    refuses: { 403: "The credential is a metadata token" },
  }),
  withKey("POST /api/v1/embed/generate-session", beginSession, {
    id: "generateSession",
    summary: "Begin the session of an embedded user",
    body: "EmbedSessionInput",
    bodyRequired: true,
    answers: "Settings",
    refuses: { ...ACCOUNT_ONLY, ...BAD_BODY },
  }),
  withKey("POST /api/v1/embed/session/token", tokenOfSession, {
    id: "postTokenBySessionId",
    summary: "Exchange a session for a token; the sandbox accepts it nowhere",
    body: "EmbedTokenInput",
    bodyRequired: true,
    answers: "Settings",
    refuses: { ...ACCOUNT_ONLY, ...BAD_BODY },
  }),
  withKey("PATCH /api/v1/embed/dashboard/{publicId}", allowEmbedding, {
    id: "updateEmbedDashboard",
    summary: "Allow or forbid embedding a published dashboard",
    body: "EmbedDashboardInput",
    bodyRequired: true,
    answers: "Settings",
    refuses: { ...ACCOUNT_ONLY, ...BAD_BODY, 404: "No published dashboard has this id" },
  }),
  withKey("POST /api/v1/meta", showModel, {
    id: "getModelMetadata",
    summary: "Get the metadata of a deployment's model",
    body: "ModelQuestion",
    bodyRequired: true,
    answers: "Settings",
    refuses: {
      403: "The API key is scoped to other deployments",
      404: "The deployment does not exist",
      ...BAD_BODY,
    },
  }),
];
