// The description itself, deployments, versions, environments, branches and models, described.

import type { JsonObject } from "../../model/index.ts";
import {
  BOOLEAN,
  CURSOR_PARAMETERS,
  DEPLOYMENT,
  DEPLOYMENT_ID,
  DEPLOYMENT_REFUSALS,
  INTEGER,
  OFFSET_PARAMETERS,
  operation,
  pathParameter,
  queryParameter,
  STRING,
  TOO_LARGE,
} from "./write.ts";

const BUILD = "/build/api/v1/deployments/{deploymentId}";
const HOST = "/hosts/{deploymentId}";

export const DEPLOYMENT_PATHS: JsonObject = {
  "/api/v1/spec": {
    get: operation({
      id: "getSpec",
      tag: "Description",
      summary: "Get this description",
      answers: { type: "object", description: "An OpenAPI 3.1 document", additionalProperties: true },
      refuses: { 403: "The credential is a metadata token" },
    }),
  },
  "/api/v1/deployments": {
    get: operation({
      id: "getDeployments",
      tag: "Deployments",
      summary: "List the deployments that the key reaches",
      parameters: OFFSET_PARAMETERS,
      answers: "DeploymentsListResponse",
      refuses: { 400: "A parameter is no whole number", 403: "The credential is a metadata token" },
    }),
  },
  [DEPLOYMENT]: {
    get: operation({
      id: "getDeployment",
      tag: "Deployments",
      summary: "Get a deployment",
      parameters: [DEPLOYMENT_ID],
      answers: "DeploymentDetails",
      refuses: DEPLOYMENT_REFUSALS,
    }),
    put: operation({
      id: "updateDeployment",
      tag: "Deployments",
      summary: "Switch a deployment to another version",
      parameters: [DEPLOYMENT_ID],
      body: "DeploymentInput",
      answers: "DeploymentDetails",
      refuses: { 400: "The version or the channel is not listed", ...DEPLOYMENT_REFUSALS, ...TOO_LARGE },
    }),
  },
  [`${DEPLOYMENT}/versions`]: {
    get: operation({
      id: "getDeploymentVersions",
      tag: "Deployments",
      summary: "List the versions that a deployment can be switched to",
      parameters: [DEPLOYMENT_ID],
      answers: "VersionsListResponse",
      refuses: DEPLOYMENT_REFUSALS,
    }),
  },
  [`${DEPLOYMENT}/environments`]: {
    get: operation({
      id: "getDeploymentEnvironments",
      tag: "Environments",
      summary: "List active environments, by ascending id",
      description: "`staging` are the shared branches whose staging environment is enabled.",
      parameters: [
        DEPLOYMENT_ID,
        queryParameter(
          "type",
          { type: "string", enum: ["production", "staging", "development"] },
          "Only those of this type",
        ),
        ...OFFSET_PARAMETERS,
      ],
      answers: "EnvironmentsListResponse",
      refuses: { 400: "A parameter is not valid", ...DEPLOYMENT_REFUSALS },
    }),
  },
  [`${DEPLOYMENT}/environments/{environmentId}/tokens-for-meta-sync`]: {
    post: operation({
      id: "createMetaSyncToken",
      tag: "Environments",
      summary: "Issue a token that is valid for metadata endpoints only",
      parameters: [DEPLOYMENT_ID, pathParameter("environmentId", INTEGER, "An active environment")],
      body: "MetadataTokenInput",
      bodyRequired: true,
      answers: "MetadataTokenResponse",
      refuses: { 400: "The body is not valid", ...DEPLOYMENT_REFUSALS, ...TOO_LARGE },
    }),
  },
  [`${BUILD}/branches`]: {
    get: operation({
      id: "getBranches",
      tag: "Data model",
      summary: "List branches, by ascending id",
      parameters: [DEPLOYMENT_ID, ...CURSOR_PARAMETERS],
      answers: "BranchesListResponse",
      refuses: { 400: "A parameter is not valid", ...DEPLOYMENT_REFUSALS },
    }),
    delete: operation({
      id: "deleteBranch",
      tag: "Data model",
      summary: "Delete a branch with its environment",
      parameters: [
        DEPLOYMENT_ID,
        queryParameter("branchName", STRING, "The branch"),
        queryParameter("removeOnUpstream", BOOLEAN, "At the Git provider as well, which the sandbox has not"),
      ],
      answers: "Empty",
      refuses: {
        400: "A parameter is not valid, or the branch is the production branch",
        ...DEPLOYMENT_REFUSALS,
      },
    }),
  },
  [`${BUILD}/branches/staging-environment`]: {
    put: operation({
      id: "updateStagingEnvironment",
      tag: "Data model",
      summary: "Enable or disable the staging environment of a shared branch",
      parameters: [DEPLOYMENT_ID],
      body: "StagingEnvironmentInput",
      bodyRequired: true,
      answers: "StagingEnvironmentResponse",
      refuses: {
        400: "The body is not valid, or the branch is a personal development branch or the production branch",
        ...DEPLOYMENT_REFUSALS,
        ...TOO_LARGE,
      },
    }),
  },
  [`${BUILD}/data-model/validate`]: {
    get: operation({
      id: "validateDataModel",
      tag: "Data model",
      summary: "Compile a branch's data model and report errors",
      description: "A model that does not compile is a 200 with `valid: false`.",
      parameters: [
        DEPLOYMENT_ID,
        queryParameter("branchName", STRING, "The branch; the production branch without it"),
        queryParameter("devMode", BOOLEAN, "The personal development branch instead"),
      ],
      answers: "DataModelReport",
      refuses: { 400: "A parameter is not valid, or both are sent", ...DEPLOYMENT_REFUSALS },
    }),
  },
  [`${HOST}/data-api/v1/meta`]: { get: metadata("getMetadata", "production branch", []) },
  [`${HOST}/dev-mode/{branchName}/data-api/v1/meta`]: {
    get: metadata("getBranchMetadata", "branch", [pathParameter("branchName", STRING, "The branch")]),
  },
};

function metadata(id: string, whose: string, parameters: JsonObject[]): JsonObject {
  return operation({
    id,
    tag: "Data model",
    summary: `Get the metadata of the ${whose}'s data model`,
    description: "Under `rest.url` of the environment. Takes a metadata token of that environment only.",
    security: ["metadataToken"],
    parameters: [DEPLOYMENT_ID, ...parameters],
    answers: "ModelMetadata",
    refuses: {
      403: "The credential is an API key, or a token of another environment",
      404: "There is no active environment at this address",
    },
  });
}
