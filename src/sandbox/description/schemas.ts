// All component schemas, by name.

import type { JsonObject } from "../../model/index.ts";
import { POLL_ERRORS } from "../store/device-logins.ts";
import { SNAPSHOT_KINDS } from "../store/snapshot-reports.ts";
import { COMMON_SCHEMAS, CONTENT, listResponse } from "./common-schemas.ts";
import { WORKBOOK_SCHEMAS } from "./workbook-schemas.ts";
import { BOOLEAN, COUNT, INTEGER, listOf, OPEN, object, orNull, ref, STRING, TIMESTAMP } from "./write.ts";

const PUBLIC_ID: JsonObject = { type: "string", pattern: "^[0-9A-Za-z]+$", minLength: 12, maxLength: 12 };
const HASH: JsonObject = object("The hash of a file", ["hash"], { hash: STRING });
const SOURCE: JsonObject = { type: "string", enum: ["GOOGLE_SHEETS", "EXCEL", "PLAYGROUND", "D3"] };
const QUERY_TEXT: JsonObject = { ...orNull(STRING), description: "The query, as JSON text" };

/** Reports, as in live descriptions (field notes B); spreadsheet fields are left out. */
const REPORT_SCHEMAS: JsonObject = {
  Report: object(
    "A query and its visualization",
    [
      "id",
      "publicId",
      "name",
      "deploymentId",
      "userId",
      "user",
      "refreshedByUser",
      "createdAt",
      "updatedAt",
      "type",
    ],
    {
      ...CONTENT,
      publicId: PUBLIC_ID,
      title: orNull(STRING),
      description: orNull(STRING),
      workbookId: orNull(INTEGER),
      folderId: orNull(INTEGER),
      jsonQuery: QUERY_TEXT,
      sqlQuery: orNull(STRING),
      pivotItems: orNull(ref("PivotItems")),
      meta: orNull(OPEN),
      source: orNull(SOURCE),
      version: { ...orNull(INTEGER), description: "Increases with every change" },
      userId: INTEGER,
      user: ref("ResourceOwner"),
      refreshedByUser: ref("ResourceOwner"),
    },
  ),
  CreateReportInput: object("The fields to set; only those sent change", [], {
    name: orNull({ type: "string", maxLength: 255 }),
    title: orNull({ type: "string", maxLength: 255 }),
    jsonQuery: QUERY_TEXT,
    sqlQuery: orNull(STRING),
    pivotItems: orNull(ref("PivotItems")),
    meta: { ...orNull(OPEN), description: "Replaced as a whole" },
    folderId: orNull(INTEGER),
    workbookId: orNull(INTEGER),
    publicId: orNull(PUBLIC_ID),
    source: { ...orNull(SOURCE), description: "Set on create, ignored on update" },
  }),
  PivotItems: object("How a table is pivoted", ["columns", "rows", "measures", "filters"], {
    columns: listOf(STRING),
    rows: listOf(STRING),
    measures: listOf(STRING),
    filters: listOf(STRING),
  }),
  ReportsListResponse: listResponse("Report"),
};

const PUBLISH_SCHEMAS: JsonObject = {
  Dashboard: object(
    "The published version of a workbook",
    [
      "id",
      "publicId",
      "deploymentId",
      "workbookId",
      "status",
      "allowEmbed",
      "config",
      "versionNumber",
      "versionId",
      "reportSnapshots",
    ],
    {
      id: INTEGER,
      publicId: STRING,
      deploymentId: INTEGER,
      workbookId: INTEGER,
      status: { type: "string", enum: ["draft", "published", "archived"] },
      allowEmbed: BOOLEAN,
      config: ref("DashboardConfig"),
      versionNumber: { ...INTEGER, description: "Increases when a publication changes what viewers see" },
      versionId: INTEGER,
      reportSnapshots: listOf(ref("ReportSnapshot")),
      title: orNull(STRING),
      description: orNull(STRING),
      createdBy: orNull(INTEGER),
    },
  ),
  ReportSnapshot: object("A report as it was when it was published", ["id", "reportId", "versionNumber"], {
    id: INTEGER,
    reportId: INTEGER,
    versionNumber: INTEGER,
    name: orNull(STRING),
    title: orNull(STRING),
    description: orNull(STRING),
    kind: orNull({ type: "string", enum: SNAPSHOT_KINDS }),
    meta: orNull(OPEN),
    sqlQuery: orNull(STRING),
  }),
  PublishDashboardInput: object("The dashboard to publish", ["workbookId"], {
    workbookId: { ...INTEGER, description: "The same as in the path" },
    config: { ...orNull(ref("DashboardConfig")), description: "The saved draft if omitted" },
    dashboardId: orNull(INTEGER),
    title: orNull(STRING),
    description: orNull(STRING),
    allowEmbed: orNull(BOOLEAN),
  }),
};

const DEPLOYMENT_ITEM: JsonObject = {
  id: { type: "string", description: "A number in paths" },
  name: STRING,
  created_at: TIMESTAMP,
};
const ENVIRONMENT_TYPE: JsonObject = { type: "string", enum: ["production", "staging", "development"] };
const ISSUED = object("The token", ["token", "created_at", "expires_at"], {
  token: { type: "string", description: "A JWT" },
  created_at: TIMESTAMP,
  expires_at: TIMESTAMP,
});

/** Deployments, their versions, environments and branches (platform document, "Resources and their fields"). */
const DEPLOYMENT_SCHEMAS: JsonObject = {
  Deployment: object("A deployment", ["id", "name", "created_at"], DEPLOYMENT_ITEM),
  DeploymentsListResponse: object("The deployments that the key can access", ["data", "pagination"], {
    data: object("The slice", ["deployments"], { deployments: listOf(ref("Deployment")) }),
    pagination: ref("Pagination"),
  }),
  DeploymentDetails: object(
    "A deployment with its address and version",
    ["id", "name", "created_at", "deploymentUrl", "releaseChannel", "releaseChannelVersion"],
    { ...DEPLOYMENT_ITEM, deploymentUrl: STRING, releaseChannel: STRING, releaseChannelVersion: STRING },
  ),
  DeploymentInput: object("The version to run; without either field nothing changes", [], {
    releaseChannelVersion: {
      type: "string",
      description: "A listed version as `<version>`, `v<version>` or `<image>:v<version>`",
    },
    releaseChannel: {
      type: "string",
      description: "Alone: the channel's latest version. With a version: the channel that it belongs to",
    },
  }),
  VersionEntry: object(
    "A version that the deployment can be switched to",
    ["releaseChannelVersion", "version", "releaseChannel", "isLatestInChannel", "isCurrent"],
    {
      releaseChannelVersion: { type: "string", description: "`<image>:v<version>`" },
      version: STRING,
      releaseChannel: STRING,
      isLatestInChannel: BOOLEAN,
      isCurrent: BOOLEAN,
    },
  ),
  DeploymentSettings: object(
    "What is in effect",
    ["deployBranchName", "releaseChannel", "releaseChannelVersion"],
    { deployBranchName: STRING, releaseChannel: STRING, releaseChannelVersion: STRING },
  ),
  BuildStatus: object("The state of a build", ["deploymentId", "branchName", "mode", "status"], {
    deploymentId: INTEGER,
    branchName: STRING,
    mode: { type: "string", enum: ["production", "dev_mode"] },
    status: { type: "string", enum: ["built", "building", "failed"] },
    errorText: orNull(STRING),
    lastHash: orNull(STRING),
  }),
  VersionsListResponse: object("The versions that the deployment can be switched to", ["data"], {
    data: listOf(ref("VersionEntry")),
  }),
  Environment: object("An active environment", ["id", "name", "type", "api_credentials"], {
    id: { type: "string", description: "A number in paths" },
    name: STRING,
    type: ENVIRONMENT_TYPE,
    branch: { type: "string", description: "The branch whose data model it serves" },
    api_credentials: object("The addresses of its data API", ["rest", "sql"], {
      rest: object("Over HTTP", ["url"], {
        url: { type: "string", description: "Append `/v1/meta` for metadata, `/v1/load` for rows" },
      }),
      sql: object("Over SQL", ["host", "port"], { host: STRING, port: INTEGER }),
    }),
  }),
  EnvironmentsListResponse: object("Active environments", ["data", "pagination"], {
    data: object("The slice", ["environments"], { environments: listOf(ref("Environment")) }),
    pagination: ref("Pagination"),
  }),
  MetadataTokenInput: object("The token to issue", ["security_context"], {
    security_context: { ...OPEN, description: "Embedded in the token" },
    expires_in: {
      type: "number",
      exclusiveMinimum: 0,
      maximum: 3_153_600_000,
      default: 86_400,
      description: "Seconds",
    },
  }),
  MetadataTokenResponse: object("A metadata-only token", ["data"], { data: ISSUED }),
  DataTokenInput: object("The token to issue", ["security_context"], {
    security_context: { ...OPEN, description: "Embedded in the token" },
    expires_in: { type: "integer", minimum: 1, maximum: 3600, default: 3600, description: "Seconds" },
  }),
  DataTokenResponse: object("A token for metadata and data", ["data"], { data: ISSUED }),
  Branch: object("A branch of the data model", ["id", "name"], {
    id: INTEGER,
    name: STRING,
    parentBranch: orNull(STRING),
    lastHash: orNull(STRING),
    isStagingEnvironmentEnabled: orNull(BOOLEAN),
  }),
  BranchesListResponse: listResponse("Branch"),
  StagingEnvironmentInput: {
    ...object("The branch: exactly one of branchName and branchId", ["enabled"], {
      enabled: BOOLEAN,
      branchName: STRING,
      branchId: INTEGER,
    }),
    oneOf: [{ required: ["branchName"] }, { required: ["branchId"] }],
  },
  StagingEnvironmentResponse: object("The branch as it is now", ["data"], { data: ref("Branch") }),
  CreateBranchInput: object("The branch to create", ["name"], {
    name: { type: "string", minLength: 1 },
    from: { ...orNull(STRING), description: "The branch to start from; without it, the production branch" },
    activate: { ...BOOLEAN, description: "Whether to point the session at it" },
    enterDevMode: { ...BOOLEAN, description: "The same" },
  }),
  DevModeInput: object("The branch to fork", ["branchName"], {
    branchName: { type: "string", minLength: 1 },
  }),
  DevModeState: object("The session", ["active"], {
    active: BOOLEAN,
    branchName: orNull(STRING),
    parentBranch: orNull(STRING),
  }),
  BranchWorkInput: object("The branch; without it or if empty, that of the session", [], {
    branchName: STRING,
    message: { ...STRING, description: "The message of the commit" },
    removeBranchAfterMerge: { ...BOOLEAN, default: true, description: "Only for a merge to the default" },
  }),
  ModelFile: object("A file or a folder of a data model", ["path", "type"], {
    path: STRING,
    type: { type: "string", enum: ["file", "directory"] },
    content: { ...STRING, description: "Only with `withContent`" },
    // A schema that names itself is checked by no validator of the tests.
    children: { ...listOf(OPEN), description: "What is in the folder, in the same form" },
  }),
  ModelFilesResponse: object("What is at the top", ["items", "data"], {
    items: listOf(ref("ModelFile")),
    data: listOf(ref("ModelFile")),
  }),
  FileHashesResponse: object("SHA-1 of each file", ["files"], {
    branchName: STRING,
    files: { type: "object", additionalProperties: HASH },
  }),
  PutFilesInput: changedFiles({ content: STRING }),
  DeleteFilesInput: changedFiles({}),
  RenameFilesInput: changedFiles({ newPath: STRING }),
  UploadStartInput: object("The branch; without it or if empty, that of the session", [], {
    branchName: STRING,
  }),
  UploadStarted: object("The upload", ["transaction"], { transaction: INTEGER }),
  UploadFileInput: object("A file", ["transaction", "fileName", "file"], {
    transaction: { ...INTEGER, description: "That of the start" },
    fileName: { ...STRING, description: "Its path in the data model" },
    file: { ...STRING, format: "binary" },
  }),
  UploadFinishInput: object("All files, uploaded or there already", ["transaction", "files"], {
    transaction: INTEGER,
    files: { type: "object", additionalProperties: HASH },
    autoRemoveFiles: { ...BOOLEAN, default: true, description: "Whether to remove all others" },
    branchName: STRING,
  }),
  UploadFinished: object("The branch as it is now", ["branchName"], {
    branchName: STRING,
    lastHash: orNull(STRING),
  }),
  SyncInput: object("What to sync", [], {
    ref: { ...STRING, description: "A branch or a tag of the project" },
    branchName: { ...STRING, description: "The branch to create; without it, one is named" },
  }),
  SyncStarted: object("The job", ["syncJobId", "branchName"], { syncJobId: STRING, branchName: STRING }),
  SyncState: object("How far the job is", ["syncJobId", "status"], {
    syncJobId: STRING,
    status: { type: "string", enum: ["RUNNING", "COMPLETED", "FAILED", "CANCELLED"] },
    error: orNull(STRING),
    progress: object("The work at this moment", [], { stage: STRING }),
  }),
  SyncResult: object("What was generated", ["cubeCount", "generatedFiles"], {
    cubeCount: INTEGER,
    generatedFiles: listOf(object("A file", ["path"], { path: STRING })),
    durationMs: INTEGER,
  }),
  LogsResponse: object("Lines of the logs, oldest first", ["items"], {
    items: listOf(object("A line", ["date", "message"], { date: TIMESTAMP, pod: STRING, message: STRING })),
  }),
  DataModelReport: object(
    "Whether a data model compiles",
    ["deploymentId", "branchName", "mode", "valid", "errors"],
    {
      deploymentId: INTEGER,
      branchName: STRING,
      mode: { type: "string", enum: ["production", "dev_mode"] },
      valid: BOOLEAN,
      errors: listOf(object("A compile error", ["message"], { message: STRING, fileName: orNull(STRING) })),
      cubesCount: { ...orNull(INTEGER), description: "Only if the model compiles" },
    },
  ),
  ModelMetadata: {
    description: "The cubes and views of a data model, or the answer that it is not ready yet",
    oneOf: [
      object("The model", ["cubes"], { cubes: listOf({}) }),
      object("Not yet: send the same request again", ["error"], {
        error: { type: "string", const: "Continue wait" },
      }),
    ],
  },
};

function changedFiles(fields: JsonObject): JsonObject {
  const file = object("A file", ["path", ...Object.keys(fields)], { path: STRING, ...fields });
  return object("The files to change", ["files"], { files: listOf(file), branchName: STRING });
}

const WAIT: JsonObject = object("Not yet: send the same request again", ["error"], {
  error: { type: "string", const: "Continue wait" },
});

/** The data API's queries and their answers (field notes, A.10). */
const DATA_SCHEMAS: JsonObject = {
  DataQuery: object("A query of the data API", [], {
    measures: listOf(STRING),
    dimensions: listOf(STRING),
    segments: listOf(STRING),
    timeDimensions: listOf(
      object("A time dimension", ["dimension"], {
        dimension: STRING,
        granularity: { type: ["string", "null"], description: "Without it, only `dateRange` counts" },
        dateRange: { description: "`last 12 months`, one day, or two" },
      }),
    ),
    filters: { ...listOf(OPEN), description: "The sandbox looks at `equals` alone" },
    order: { description: "An object, or a list of pairs: a member, and `asc` or `desc`" },
    limit: { ...COUNT, maximum: 50_000, default: 10_000 },
    offset: { ...COUNT, default: 0 },
  }),
  DataQueryInput: object("What to ask", ["query"], { query: ref("DataQuery") }),
  DataRows: {
    description: "The rows, or the answer that they are not ready yet",
    oneOf: [
      object("The rows", ["query", "data", "annotation"], {
        query: OPEN,
        data: listOf({ ...OPEN, description: "By member; numbers are text" }),
        annotation: { ...OPEN, description: "Title and type of each member, by kind" },
      }),
      WAIT,
    ],
  },
  DataSql: object("The query as SQL", ["sql"], {
    sql: object("Its text and parameters", ["sql"], { status: STRING, sql: { type: "array", items: {} } }),
  }),
};

const SIZES = ["lg", "md", "sm", "xs", "xxs"];

function bySize(schema: JsonObject): JsonObject {
  return Object.fromEntries(SIZES.map((size) => [size, orNull(schema)]));
}

const APP_FILES: JsonObject = { type: "object", additionalProperties: { type: "string" } };

/**
 * DashboardConfig and everything below it (platform document, "Resources and their fields"). FIELD among the widget types and
 * the length of a widget's id are from field notes B. No object forbids other keys, as in live descriptions.
 */
const DASHBOARD_SCHEMAS: JsonObject = {
  DashboardConfig: object("The content of a dashboard", [], {
    kind: orNull({ type: "string", enum: ["CLASSIC", "APP"] }),
    title: orNull(STRING),
    description: orNull(STRING),
    app: orNull(ref("DashboardAppSource")),
    layout: orNull(ref("DashboardLayout")),
    settings: orNull(OPEN),
    theme: orNull(OPEN),
    widgets: orNull(listOf(ref("DashboardWidget"))),
  }),
  DashboardAppSource: object("The source of a dashboard of kind APP", [], {
    entry: orNull({ type: "string", maxLength: 255 }),
    files: { ...orNull(APP_FILES), description: "Path to content" },
    html: orNull(STRING),
    manifest: orNull(
      object("The requirements of the source", [], {
        dependencies: orNull(APP_FILES),
        version: orNull(INTEGER),
      }),
    ),
  }),
  DashboardLayout: object("The grid", [], {
    breakpoints: orNull(object("The widths at which the sizes start", [], bySize(INTEGER))),
    cols: orNull(object("Columns per size", [], bySize(INTEGER))),
    containerPadding: orNull(listOf(INTEGER)),
    margin: orNull(listOf(INTEGER)),
    rowHeight: orNull(INTEGER),
  }),
  DashboardWidget: object("One thing on the grid", ["id", "type", "position"], {
    id: { type: "string", maxLength: 128 },
    type: {
      type: "string",
      enum: [
        "CHART",
        "TEXT",
        "FILTER",
        "AI",
        "TIME_GRAIN",
        "FIELD",
        "PARENT",
        "SPACER",
        "DIVIDER",
        "CONTAINER",
      ],
    },
    position: ref("WidgetPosition"),
    config: orNull(OPEN),
    style: orNull(OPEN),
    responsiveLayouts: orNull(object("Positions per size", [], bySize(ref("WidgetPosition")))),
  }),
  WidgetPosition: object("Place and size, in cells of the grid", ["x", "y", "w", "h"], {
    x: INTEGER,
    y: INTEGER,
    w: INTEGER,
    h: INTEGER,
  }),
};

/** Users, SCIM, and the requests and answers of the device flow. */
const ACCOUNT_SCHEMAS: JsonObject = {
  User: object("A user", ["id", "email", "username", "isAdmin", "notifications"], {
    id: INTEGER,
    email: STRING,
    username: STRING,
    isAdmin: BOOLEAN,
    notifications: OPEN,
    activeRoleId: INTEGER,
    aliases: listOf(ref("UserAlias")),
    createdAt: TIMESTAMP,
    updatedAt: TIMESTAMP,
    lastLogin: TIMESTAMP,
    defaultRoles: listOf(STRING),
    externalId: STRING,
    firstName: STRING,
    gitUser: STRING,
    isDeactivated: BOOLEAN,
    picture: STRING,
    samlId: STRING,
    settings: OPEN,
    title: STRING,
    tosAccepted: OPEN,
  }),
  UserAlias: object("Another name of a user", ["id", "userId", "username", "source"], {
    id: INTEGER,
    userId: INTEGER,
    username: STRING,
    source: STRING,
    createdAt: TIMESTAMP,
    updatedAt: TIMESTAMP,
  }),
  UserInput: object("A user to create", ["email", "username"], {
    email: {
      type: "string",
      pattern: "^[^\\s@]+@[^\\s@]+$",
      maxLength: 255,
      description: "An email address",
    },
    username: { type: "string", pattern: "\\S", maxLength: 255, description: "A name that is not blank" },
    defaultRoles: listOf(STRING),
    externalId: STRING,
    firstName: STRING,
    isAdmin: BOOLEAN,
    isExternal: orNull(BOOLEAN),
    password: STRING,
    picture: orNull(STRING),
    settings: OPEN,
  }),
  UsersListResponse: listResponse("User"),
  ScimUsersResponse: object(
    "A list of users (RFC 7644, 3.4.2)",
    ["schemas", "totalResults", "startIndex", "itemsPerPage", "Resources"],
    {
      schemas: listOf(STRING),
      totalResults: INTEGER,
      startIndex: INTEGER,
      itemsPerPage: { ...INTEGER, description: "The requested number" },
      Resources: listOf(ref("ScimUser")),
    },
  ),
  ScimUser: object("A user (RFC 7643, 4.1)", ["schemas", "id", "userName"], {
    schemas: listOf(STRING),
    id: STRING,
    externalId: STRING,
    userName: STRING,
    displayName: STRING,
    name: object("The parts of the name", [], { givenName: STRING }),
    emails: listOf(object("An email address", ["value"], { value: STRING, type: STRING, primary: BOOLEAN })),
    active: BOOLEAN,
    meta: object("Its times and its address", [], {
      resourceType: STRING,
      created: TIMESTAMP,
      lastModified: TIMESTAMP,
      location: STRING,
    }),
  }),
  ScimError: object("Why a request was refused (RFC 7644, 3.12)", ["schemas", "status"], {
    schemas: listOf(STRING),
    status: STRING,
    detail: STRING,
  }),
  DeviceCodeInput: object("The client that asks for a login", ["client_id"], {
    client_id: STRING,
    scope: STRING,
    client_secret: STRING,
  }),
  DeviceCode: object(
    "A login that waits for approval",
    ["device_code", "user_code", "verification_uri", "expires_in"],
    {
      device_code: STRING,
      user_code: STRING,
      verification_uri: STRING,
      verification_uri_complete: STRING,
      expires_in: { ...INTEGER, description: "Seconds" },
      interval: { ...INTEGER, description: "Seconds between two polls" },
    },
  ),
  DeviceTokenInput: object("The login to poll", ["grant_type", "device_code", "client_id"], {
    grant_type: { type: "string", const: "urn:ietf:params:oauth:grant-type:device_code" },
    device_code: STRING,
    client_id: STRING,
  }),
  RefreshInput: object("The refresh token", ["refresh_token"], {
    grant_type: { type: "string", const: "refresh_token" },
    refresh_token: STRING,
    client_id: STRING,
  }),
  Tokens: object("A pair of tokens", ["accessToken"], {
    accessToken: STRING,
    refreshToken: { type: "string", description: "Works once" },
    tokenType: STRING,
    expiresIn: { type: "number", description: "Seconds" },
    tenantUrl: STRING,
  }),
  DeviceDecisionInput: object("The user's decision", ["user_code", "action"], {
    user_code: STRING,
    action: { type: "string", enum: ["approve", "deny"] },
  }),
  OAuthError: object("Why a login was refused", ["error"], {
    error: {
      type: "string",
      enum: ["invalid_request", "unsupported_grant_type", ...Object.keys(POLL_ERRORS)],
    },
    error_description: STRING,
  }),
};

/** What is only kept: its fields are those that were sent. */
const RESOURCE_SCHEMAS: JsonObject = {
  Resource: { ...OPEN, description: "One of what the sandbox keeps as it was sent" },
  ResourceInput: { ...OPEN, description: "The fields to set", minProperties: 1 },
  ResourcesListResponse: object("A page of a list", ["items"], {
    items: listOf(ref("Resource")),
    data: { ...listOf(ref("Resource")), deprecated: true, description: "The same as `items`" },
    count: { ...INTEGER, deprecated: true, description: "The number of items on all pages" },
    pageInfo: orNull(ref("PageInfo")),
  }),
  Settings: { ...OPEN, description: "Whatever is set" },
  VariablesResponse: object("Environment variables", ["items"], {
    items: listOf(object("One of them", ["name"], { name: STRING, value: {} })),
  }),
  EmbedSessionInput: object("The user to embed for", ["deploymentId"], {
    deploymentId: INTEGER,
    externalId: orNull(STRING),
    internalId: orNull(STRING),
  }),
  EmbedTokenInput: object("The session", ["sessionId"], { sessionId: STRING }),
  EmbedDashboardInput: object("Whether it may be embedded", ["allowEmbed"], { allowEmbed: BOOLEAN }),
  ModelQuestion: object("Whose model", ["deploymentId"], { deploymentId: INTEGER }),
  UpdateUserInput: object("The fields to set", [], {
    email: STRING,
    username: STRING,
    firstName: STRING,
    isAdmin: BOOLEAN,
    isDeactivated: BOOLEAN,
    defaultRoles: listOf(STRING),
  }),
  UpdateFolderInput: object("The fields to set", [], {
    name: { type: "string", minLength: 1, maxLength: 255 },
    position: orNull(INTEGER),
  }),
  MoveInput: object("The item and its folder; the root without one", ["type", "id"], {
    type: { type: "string", enum: ["FOLDER", "WORKBOOK", "REPORT"] },
    id: INTEGER,
    folderId: orNull(INTEGER),
  }),
};

export const SCHEMAS: JsonObject = {
  ...ACCOUNT_SCHEMAS,
  ...COMMON_SCHEMAS,
  ...DASHBOARD_SCHEMAS,
  ...DATA_SCHEMAS,
  ...DEPLOYMENT_SCHEMAS,
  ...PUBLISH_SCHEMAS,
  ...REPORT_SCHEMAS,
  ...RESOURCE_SCHEMAS,
  ...WORKBOOK_SCHEMAS,
};
