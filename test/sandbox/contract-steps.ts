// The requests of contract.test.ts: every operation for success, and every refusal that the description names, on its seed.
import type { JsonObject } from "../../src/model/index.ts";
import type { Step } from "./respect.ts";

const GRANT = "urn:ietf:params:oauth:grant-type:device_code";
const TOKEN = "$steps.token.outputs.value";
const DATA = "$steps.data.outputs.value";
const BRANCH_DATA = "$steps.branchData.outputs.value";
const valid: Record<string, Partial<Step>> = {
  getSpec: {},
  getDeployments: { query: { offset: 0, limit: 1 } },
  getDeployment: {},
  updateDeployment: { body: { releaseChannel: "latest" } },
  getDeploymentVersions: {},
  getDeploymentSettings: {},
  getBuildStatus: { query: { branchName: "b1" } },
  getDeploymentEnvironments: { query: { type: "staging" } },
  createMetaSyncToken: {
    path: { environmentId: 2002 },
    body: { security_context: { a: 1 }, expires_in: 60 },
  },
  createDeploymentEnvironmentToken: {
    path: { environmentId: 2002 },
    body: { security_context: { a: 1 }, expires_in: 60 },
  },
  getBranches: { query: { first: 2 } },
  deleteBranch: { query: { branchName: "b2", removeOnUpstream: false } },
  updateStagingEnvironment: { body: { enabled: true, branchName: "b1" } },
  validateDataModel: { query: { branchName: "b1" } },
  getWorkbooks: { query: { first: 1 } },
  getWorkbook: { path: { workbookId: 201 } },
  updateWorkbook: { path: { workbookId: 201 }, body: { name: "New" } },
  deleteWorkbook: { path: { workbookId: 202 } },
  upsertWorkbookBySlug: { path: { slug: "new" }, body: { meta: { dashboardDraft: { title: "T" } } } },
  publishDashboard: { path: { workbookId: 201 }, body: { workbookId: 201 } },
  getFolders: {},
  createFolder: { body: { name: "G" } },
  getReports: {},
  getReport: { path: { reportId: 301 } },
  deleteReport: { path: { reportId: 303 } },
  upsertReportByPublicId: { path: { publicId: "abcdefghijkl" }, body: { title: "T" } },
  createUser: { body: { email: "ann@example.com", username: "ann" } },
  getCurrentUser: {},
  exportAuditLogs: { query: { start: "2026-01-01" } },
  getScimUsers: { query: { count: 1 } },
};

const DASHBOARD = "d4shb0ard111";
Object.assign(valid, {
  getUsers: { query: { first: 1 } },
  updateUser: { path: { userId: 1 }, body: { firstName: "Ann" } },
  deleteUser: { path: { userId: 8 } },
  createWorkbook: { body: { name: "New" } },
  updateFolder: { path: { folderId: 11 }, body: { name: "F" } },
  deleteFolder: { path: { folderId: 13 } },
  workspaceObjects: { query: { search: "f" } },
  moveWorkspaceObject: { body: { type: "WORKBOOK", id: 201, folderId: 11 } },
  createReport: { body: { name: "New" } },
  updateReport: { path: { reportId: 301 }, body: { title: "U" } },
  getRecipients: { path: { id: 1 } },
  getTenantSettings: {},
  updateTenantSettings: { body: { a: 1 } },
  getAppConfig: {},
  getEnvVars: {},
  updateEnvVars: { body: { A: "1" } },
  getRegions: {},
  generateSession: { body: { deploymentId: 1, externalId: "ann" } },
  postTokenBySessionId: { body: { sessionId: "x" } },
  updateEmbedDashboard: { path: { publicId: DASHBOARD }, body: { allowEmbed: true } },
  getModelMetadata: { body: { deploymentId: 1 } },
});
const DEV = "dev-me";
const TRANSACTION = "$steps.upload.outputs.transaction";
const PARTS = { transaction: TRANSACTION, fileName: "c.md", file: "$file('./c.md')" };
/** The files of a data model and dev mode. */
Object.assign(valid, {
  createBranch: { body: { name: "b3" } },
  enterDevMode: { body: { branchName: DEV } },
  getDataModelFiles: { query: { withContent: true } },
  getDataModelFileHashes: { query: { branchName: DEV } },
  putDataModelFiles: { body: { files: [{ path: "a.md", content: "a" }], branchName: DEV } },
  renameDataModelFiles: { body: { files: [{ path: "a.md", newPath: "b.md" }], branchName: DEV } },
  deleteDataModelFiles: { body: { files: [{ path: "b.md" }], branchName: DEV } },
  startDataModelUpload: { body: { branchName: DEV } },
  uploadDataModelFile: { parts: PARTS },
  finishDataModelUpload: { body: { transaction: TRANSACTION, files: {} } },
  commitBranch: { body: { branchName: DEV, message: "m" } },
  pullBranch: { body: { branchName: DEV } },
  mergeBranch: { body: { branchName: "b1" } },
  mergeBranchToDefault: { body: { branchName: "b3" } },
  exitDevMode: {},
  startSync: { body: { ref: "main" } },
  getSync: { path: { id: 151 } },
  getSyncResult: { path: { id: 151 } },
  cancelSync: { path: { id: 150 } },
  getDeploymentLogs: { query: { source: "dev" } },
});
const CLASH = { body: { branchName: "clash" } };
const DEV_CLASH = { body: { branchName: "dev-clash" } };
const refusedModel: Step[] = [
  ...[
    "createBranch",
    "enterDevMode",
    "putDataModelFiles",
    "renameDataModelFiles",
    "deleteDataModelFiles",
  ].map((operationId) => ({ operationId, status: 400, body: {} })),
  ...["commitBranch", "pullBranch", "mergeBranch", "mergeBranchToDefault", "startDataModelUpload"].map(
    (operationId) => ({ operationId, status: 400, body: { branchName: 1 } }),
  ),
  { operationId: "startSync", status: 400, body: { ref: 1 } },
  { ...step("cancelSync", 400), path: { id: 151 } },
  { operationId: "uploadDataModelFile", status: 400, parts: { transaction: 1, fileName: "/", file: "x" } },
  { operationId: "finishDataModelUpload", status: 400, body: {} },
  { ...step("startDataModelUpload", 200), name: "again", keep: { transaction: "/transaction" } },
  {
    operationId: "finishDataModelUpload",
    status: 409,
    body: { transaction: "$steps.again.outputs.transaction", files: { "none.md": { hash: "x" } } },
  },
  { operationId: "commitBranch", status: 409, ...DEV_CLASH },
  { operationId: "pullBranch", status: 409, ...DEV_CLASH },
  { operationId: "mergeBranch", status: 409, ...CLASH },
  { operationId: "mergeBranchToDefault", status: 409, ...CLASH },
];

const OF_ACCOUNT = { auth: "Bearer two" };
const refusedOthers: Step[] = [
  { operationId: "getUsers", status: 400, query: { after: "x" } },
  { ...step("updateUser", 400), body: { email: 1 } },
  { ...step("updateUser", 404), path: { userId: 99 } },
  { ...step("deleteUser", 400), path: { userId: 1 } },
  { ...step("deleteUser", 404), path: { userId: 99 } },
  { operationId: "createWorkbook", status: 400, body: { name: 1 } },
  { ...step("updateFolder", 400), body: { name: "" } },
  { ...step("deleteFolder", 400), path: { folderId: 11 } },
  { operationId: "workspaceObjects", status: 400, query: { folderId: "x" } },
  { operationId: "moveWorkspaceObject", status: 400, body: { type: "FOLDER" } },
  { operationId: "createReport", status: 400, body: { name: 1 } },
  { operationId: "createReport", status: 409, body: { publicId: "abcdefghijkl" } },
  { ...step("updateReport", 400), body: { title: 1 } },
  { ...step("getRecipients", 400), query: { after: "x" } },
  { operationId: "updateTenantSettings", status: 400, body: {} },
  { operationId: "updateEnvVars", status: 400, body: {} },
  { operationId: "getRegions", status: 403, auth: `Bearer ${TOKEN}` },
  { operationId: "generateSession", status: 400, body: {} },
  { operationId: "postTokenBySessionId", status: 400, body: {} },
  { ...step("updateEmbedDashboard", 400), body: {} },
  { ...step("updateEmbedDashboard", 404), path: { publicId: "none" } },
  { operationId: "getModelMetadata", status: 400, body: {} },
  { operationId: "getModelMetadata", status: 404, body: { deploymentId: 9 } },
  ...[
    ...["getUsers", "updateUser", "deleteUser", "getTenantSettings", "updateTenantSettings", "getAppConfig"],
    ...["generateSession", "postTokenBySessionId", "updateEmbedDashboard", "getModelMetadata"],
  ].map((operationId) => ({ ...step(operationId, 403), ...OF_ACCOUNT })),
];

/** What the sandbox only keeps: the names of its operations, and the ids that the seed has. */
export const KEPT = [
  ...[
    ["Notification", "Notifications", "notifications"],
    ["Agent", "Agents", "agents"],
  ].map((names) => ({ names, isOfAccount: false })),
  ...[
    ["Group", "Groups", "groups"],
    ["UserAttribute", "UserAttributes", "user-attributes"],
    ["Policy", "Policies", "policies"],
    ["ApiKey", "ApiKeys", "api-keys"],
    ["OidcTokenConfig", "OidcTokenConfigs", "oidc-token-configs"],
    ["OauthIntegration", "OauthIntegrations", "oauth-integrations"],
    ["EmbedTenant", "EmbedTenants", "embed-tenants"],
  ].map((names) => ({ names, isOfAccount: true })),
].map(({ names: [one = "", many = "", kind = ""], isOfAccount }, at) => ({
  ...{ one, many, kind, isOfAccount, id: 100 + at, deleted: 200 + at },
}));

for (const { one, many, id, deleted } of KEPT)
  Object.assign(valid, {
    [`get${many}`]: { query: { first: 1 } },
    [`get${one}`]: { path: { id } },
    [`create${one}`]: { body: { name: "x" } },
    [`update${one}`]: { path: { id }, body: { name: "y" } },
    [`delete${one}`]: { path: { id: deleted } },
  });

const refusedKept: Step[] = KEPT.flatMap(({ one, many, isOfAccount }) => [
  { operationId: `get${many}`, status: 400, query: { after: "x" } },
  { operationId: `create${one}`, status: 400, body: {} },
  { ...step(`update${one}`, 400), body: {} },
  ...[`get${many}`, `get${one}`, `create${one}`, `update${one}`, `delete${one}`].flatMap((operationId) => [
    ...(isOfAccount ? [{ ...step(operationId, 403), ...OF_ACCOUNT }] : []),
    ...(isOfAccount && "path" in (valid[operationId] ?? {})
      ? [{ ...step(operationId, 404), path: { id: 999 } }]
      : []),
  ]),
]);

/** Causes each described refusal; 401 and the refusals of a deployment are added below. */
const refused: Step[] = [
  { operationId: "getSpec", status: 403, auth: `Bearer ${TOKEN}` },
  { operationId: "getDeployments", status: 403, auth: `Bearer ${TOKEN}` },
  { operationId: "getCurrentUser", status: 403, auth: `Bearer ${TOKEN}` },
  { operationId: "getDeployments", status: 400, query: { limit: "x" } },
  { operationId: "updateDeployment", status: 400, body: { releaseChannelVersion: "0" } },
  { operationId: "getDeploymentEnvironments", status: 400, query: { type: "x" } },
  { ...step("createMetaSyncToken", 400), body: { security_context: {}, expires_in: 0 } },
  { ...step("createDeploymentEnvironmentToken", 400), body: { security_context: {}, expires_in: 3601 } },
  { operationId: "getBranches", status: 400, query: { first: 0 } },
  { operationId: "deleteBranch", status: 400, query: { branchName: "main" } },
  { operationId: "updateStagingEnvironment", status: 400, body: { enabled: true, branchName: "main" } },
  { operationId: "validateDataModel", status: 400, query: { devMode: "x" } },
  { operationId: "getWorkbooks", status: 400, query: { after: "x" } },
  { ...step("updateWorkbook", 400), body: { slug: " " } },
  { ...step("updateWorkbook", 409), body: { slug: "new" } },
  { ...step("upsertWorkbookBySlug", 400), body: { name: 1 } },
  { ...step("upsertWorkbookBySlug", 403), path: { slug: "none" }, auth: "Bearer viewer" },
  { ...step("upsertWorkbookBySlug", 409), path: { slug: "raced" } },
  { ...step("publishDashboard", 400), body: { workbookId: 1 } },
  { operationId: "getFolders", status: 400, query: { parentId: "x" } },
  { operationId: "createFolder", status: 400, body: {} },
  { operationId: "getReports", status: 400, query: { folderId: "x" } },
  { ...step("upsertReportByPublicId", 400), path: { publicId: "x" } },
  { ...step("upsertReportByPublicId", 409), path: { publicId: "oftwooftwooo" } },
  { operationId: "createUser", status: 400, body: { email: "ann" } },
  { operationId: "createUser", status: 409, body: { email: "ann@example.com", username: "other" } },
  { operationId: "createUser", status: 403, body: {}, auth: "Bearer two" },
  { operationId: "exportAuditLogs", status: 400, query: { start: "x" } },
  { operationId: "exportAuditLogs", status: 403, auth: "Bearer viewer" },
  { operationId: "getScimUsers", status: 403, auth: "Bearer two" },
  { operationId: "beginDeviceLogin", status: 400, form: { scope: "x" }, auth: null },
  { operationId: "pollDeviceLogin", status: 400, form: { grant_type: "x" }, auth: null },
  { operationId: "refreshLogin", status: 400, form: { refresh_token: "x" }, auth: null },
  { operationId: "showDeviceLogin", status: 404, query: { user_code: "x" }, auth: null },
  { operationId: "decideDeviceLogin", status: 400, form: { action: "x" }, auth: null },
  { operationId: "decideDeviceLogin", status: 404, form: { action: "deny", user_code: "x" }, auth: null },
];

const metadata: Step[] = [
  { operationId: "getMetadata", status: 200, auth: "$steps.production.outputs.value" },
  { operationId: "getMetadata", status: 403 },
  { operationId: "getMetadata", status: 404, path: { deploymentId: 9 }, auth: TOKEN },
  ...[
    { status: 200, auth: `Bearer ${TOKEN}` },
    { status: 200, auth: TOKEN },
    { status: 403, auth: "$steps.production.outputs.value" },
  ].map((it) => ({ operationId: "getBranchMetadata", path: { branchName: "b1" }, ...it })),
  { operationId: "getBranchMetadata", status: 404, path: { branchName: "gone" }, auth: TOKEN },
  { operationId: "getMetadata", status: 401, auth: "x" },
  { operationId: "getBranchMetadata", status: 401, path: { branchName: "b1" }, auth: "x" },
];

const QUERY = { query: { measures: ["orders.count"], dimensions: ["orders.region"] } };
const rows: Step[] = ["", "Branch"].flatMap((infix) =>
  [`load${infix}Rows`, `get${infix}Sql`].flatMap((operationId) => {
    const path: Step["path"] = infix === "" ? {} : { branchName: "b1" };
    const [own, other] = infix === "" ? [DATA, BRANCH_DATA] : [BRANCH_DATA, DATA];
    return [
      { operationId, status: 200, path, body: QUERY, auth: own },
      { operationId, status: 400, path, body: { query: {} }, auth: own },
      { operationId, status: 401, path, body: QUERY, auth: "x" },
      { operationId, status: 403, path, body: QUERY, auth: other },
      { operationId, status: 404, path: { ...path, deploymentId: 9 }, body: QUERY, auth: own },
    ];
  }),
);

const begun = "$steps.begun.outputs";
const login: Step[] = [
  {
    operationId: "beginDeviceLogin",
    status: 200,
    form: { client_id: "c" },
    auth: null,
    name: "begun",
    keep: { device: "/device_code", user: "/user_code" },
  },
  { operationId: "showDeviceLogin", status: 200, query: { user_code: `${begun}.user` }, auth: null },
  {
    operationId: "decideDeviceLogin",
    status: 200,
    form: { action: "approve", user_code: `${begun}.user` },
    auth: null,
  },
  {
    operationId: "pollDeviceLogin",
    status: 200,
    form: { grant_type: GRANT, client_id: "c", device_code: `${begun}.device` },
    auth: null,
    name: "tokens",
    keep: { refresh: "/refreshToken" },
  },
  {
    operationId: "refreshLogin",
    status: 200,
    form: { refresh_token: "$steps.tokens.outputs.refresh" },
    auth: null,
  },
];

function step(operationId: string, status: number): Step {
  return { operationId, status, ...valid[operationId] };
}

export interface Described {
  operationId: string;
  shape: string;
  responses: Record<string, { description: string }>;
}

export function operationsOf(description: JsonObject): Described[] {
  const paths = description.paths as Record<string, Record<string, Omit<Described, "shape">>>;
  return Object.entries(paths).flatMap(([shape, methods]) =>
    Object.values(methods).map(({ operationId, responses }) => ({ operationId, shape, responses })),
  );
}

/** Every step, including those that all operations of a kind have in common. */
export function allSteps(operations: readonly Described[]): Step[] {
  const keyed = operations.filter(({ operationId }) => operationId in valid);
  const ofDeployment = keyed.filter(({ shape }) => shape.includes("{deploymentId}"));
  const steps: Step[] = [
    { ...step("createMetaSyncToken", 200), name: "token", keep: { value: "/data/token" } },
    {
      ...step("createMetaSyncToken", 200),
      path: { environmentId: 2001 },
      name: "production",
      keep: { value: "/data/token" },
    },
    {
      ...step("createDeploymentEnvironmentToken", 200),
      path: { environmentId: 2001 },
      name: "data",
      keep: { value: "/data/token" },
    },
    {
      ...step("createDeploymentEnvironmentToken", 200),
      name: "branchData",
      keep: { value: "/data/token" },
    },
    { ...step("startDataModelUpload", 200), name: "upload", keep: { transaction: "/transaction" } },
    ...Object.keys(valid).map((operationId) => step(operationId, 200)),
    ...keyed.map(({ operationId }) => ({ ...step(operationId, 401), auth: "Bearer wrong" })),
    ...ofDeployment.map(({ operationId }) => ({ ...step(operationId, 403), auth: "Bearer two" })),
    ...ofDeployment.map(({ operationId }) => {
      const { path, ...rest } = step(operationId, 404);
      return { ...rest, path: { ...path, deploymentId: 9 } };
    }),
    ...refused,
    ...refusedOthers,
    ...refusedKept,
    ...refusedModel,
    ...metadata,
    ...rows,
    ...login,
  ];
  const shapes = new Map(operations.map(({ operationId, shape }) => [operationId, shape]));
  // Not every kind has every verb.
  const there = steps.filter(({ operationId }) => shapes.has(operationId));
  return there.map((it) =>
    shapes.get(it.operationId)?.includes("{deploymentId}")
      ? { ...it, path: { deploymentId: 1, ...it.path } }
      : it,
  );
}
