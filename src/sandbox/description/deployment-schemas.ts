import type { JsonObject } from "../../model/index.ts";
import { listResponse } from "./common-schemas.ts";
import { BOOLEAN, INTEGER, listOf, OPEN, object, orNull, ref, STRING, TIMESTAMP } from "./write.ts";

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
export const DEPLOYMENT_SCHEMAS: JsonObject = {
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
