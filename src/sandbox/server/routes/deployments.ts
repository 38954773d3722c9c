// Deployments, versions, environments, branches and models.

import { deleteBranch, listBranches, switchStaging } from "../../api/branches.ts";
import {
  getDeployment,
  getSettings,
  listDeployments,
  listLogs,
  listVersions,
  updateDeployment,
} from "../../api/deployments.ts";
import { listEnvironments } from "../../api/environments.ts";
import { explainQuery, loadRows } from "../../api/load.ts";
import { getMetadata } from "../../api/metadata.ts";
import { issueDataToken, issueMetadataToken } from "../../api/tokens.ts";
import { getBuildStatus, validateModel } from "../../api/validate-model.ts";
import type { OperationText } from "../../description/operation.ts";
import {
  BAD_PARAMETER,
  BOOLEAN,
  CURSOR_PARAMETERS,
  OFFSET_PARAMETERS,
  queryParameter,
  STRING,
  TOO_LARGE,
} from "../../description/write.ts";
import { BUILD, DEPLOYMENT, HOST, inDeployment, open, type Route, withKey } from "./route.ts";

export const DEPLOYMENT_ROUTES: readonly Route[] = [
  withKey("GET /api/v1/deployments", listDeployments, {
    id: "getDeployments",
    summary: "List the deployments that the key can access",
    query: OFFSET_PARAMETERS,
    answers: "DeploymentsListResponse",
    refuses: { 400: "A parameter is not a whole number", 403: "The credential is a metadata token" },
  }),
  inDeployment(`GET ${DEPLOYMENT}`, getDeployment, {
    id: "getDeployment",
    summary: "Get a deployment",
    answers: "DeploymentDetails",
  }),
  inDeployment(`PUT ${DEPLOYMENT}`, updateDeployment, {
    id: "updateDeployment",
    summary: "Switch a deployment to another version",
    body: "DeploymentInput",
    answers: "DeploymentDetails",
    refuses: { 400: "The version or the channel is not listed", ...TOO_LARGE },
  }),
  inDeployment(`GET ${DEPLOYMENT}/settings`, getSettings, {
    id: "getDeploymentSettings",
    summary: "Get the deploy branch, the version and the channel in effect",
    answers: "DeploymentSettings",
  }),
  inDeployment(`GET ${DEPLOYMENT}/build-status`, getBuildStatus, {
    id: "getBuildStatus",
    summary: "Get the state of a branch's build",
    query: [
      queryParameter("branchName", STRING, "The branch; without it, or if empty, the production branch"),
    ],
    answers: "BuildStatus",
  }),
  inDeployment(`GET ${DEPLOYMENT}/logs`, listLogs, {
    id: "getDeploymentLogs",
    summary: "List what the pods have logged last",
    query: [
      queryParameter("pod", STRING, "Only this pod"),
      queryParameter("container", STRING, "This container of it"),
      queryParameter("source", { type: "string", enum: ["production", "dev"] }, "Whose pods"),
    ],
    answers: "LogsResponse",
  }),
  inDeployment(`GET ${DEPLOYMENT}/versions`, listVersions, {
    id: "getDeploymentVersions",
    summary: "List the versions that a deployment can be switched to",
    answers: "VersionsListResponse",
  }),
  inDeployment(`GET ${DEPLOYMENT}/environments`, listEnvironments, {
    id: "getDeploymentEnvironments",
    summary: "List active environments, by ascending id",
    description: "`staging` are the shared branches whose staging environment is enabled.",
    query: [
      queryParameter(
        "type",
        { type: "string", enum: ["production", "staging", "development"] },
        "Only environments of this type",
      ),
      ...OFFSET_PARAMETERS,
    ],
    answers: "EnvironmentsListResponse",
    refuses: BAD_PARAMETER,
  }),
  inDeployment(`POST ${DEPLOYMENT}/environments/{environmentId}/tokens-for-meta-sync`, issueMetadataToken, {
    id: "createMetaSyncToken",
    summary: "Issue a token that is valid for metadata endpoints only",
    body: "MetadataTokenInput",
    bodyRequired: true,
    answers: "MetadataTokenResponse",
    refuses: { 400: "The body is not valid", ...TOO_LARGE },
  }),
  inDeployment(`POST ${DEPLOYMENT}/environments/{environmentId}/tokens`, issueDataToken, {
    id: "createDeploymentEnvironmentToken",
    summary: "Issue a token for the data API of an environment",
    body: "DataTokenInput",
    bodyRequired: true,
    answers: "DataTokenResponse",
    refuses: { 400: "The body is not valid", ...TOO_LARGE },
  }),
  inDeployment(`GET ${BUILD}/branches`, listBranches, {
    id: "getBranches",
    summary: "List branches, by ascending id",
    query: CURSOR_PARAMETERS,
    answers: "BranchesListResponse",
    refuses: BAD_PARAMETER,
  }),
  inDeployment(`DELETE ${BUILD}/branches`, deleteBranch, {
    id: "deleteBranch",
    summary: "Delete a branch with its environment",
    query: [
      queryParameter("branchName", STRING, "The branch"),
      queryParameter(
        "removeOnUpstream",
        BOOLEAN,
        "Whether to delete it at the Git provider; the sandbox has none",
      ),
    ],
    answers: "Empty",
    refuses: {
      400: "A parameter is not valid, or the branch is the production branch",
    },
  }),
  inDeployment(`PUT ${BUILD}/branches/staging-environment`, switchStaging, {
    id: "updateStagingEnvironment",
    summary: "Enable or disable the staging environment of a shared branch",
    body: "StagingEnvironmentInput",
    bodyRequired: true,
    answers: "StagingEnvironmentResponse",
    refuses: {
      400: "The body is not valid, or the branch is a personal development branch or the production branch",
      ...TOO_LARGE,
    },
  }),
  inDeployment(`GET ${BUILD}/data-model/validate`, validateModel, {
    id: "validateDataModel",
    summary: "Compile a branch's data model and report errors",
    description: "A model that does not compile is a 200 with `valid: false`.",
    query: [
      queryParameter("branchName", STRING, "The branch; by default the production branch"),
      queryParameter("devMode", BOOLEAN, "The personal development branch instead"),
    ],
    answers: "DataModelReport",
    refuses: { 400: "A parameter is not valid, or both are sent" },
  }),
  open(`GET ${HOST}/data-api/v1/meta`, getMetadata, metadata("getMetadata", "production branch")),
  open(
    `GET ${HOST}/dev-mode/{branchName}/data-api/v1/meta`,
    getMetadata,
    metadata("getBranchMetadata", "branch"),
  ),
  ...[HOST, `${HOST}/dev-mode/{branchName}`].flatMap((host, index) => {
    const [infix, whose] = index === 0 ? ["", "production branch"] : ["Branch", "branch"];
    return [
      open(`POST ${host}/data-api/v1/load`, loadRows, {
        rows: true,
        ...ofData(`load${infix}Rows`, `Get the rows of a query on the ${whose}'s data model`),
        description:
          "Under `rest.url` of the environment. The rows are made up: the same query has the same ones.",
        answers: "DataRows",
      }),
      open(`POST ${host}/data-api/v1/sql`, explainQuery, {
        ...ofData(`get${infix}Sql`, `Get a query on the ${whose}'s data model as SQL`),
        answers: "DataSql",
      }),
    ];
  }),
];

function ofData(id: string, summary: string): Omit<OperationText, "answers"> {
  return {
    id,
    summary,
    body: "DataQueryInput",
    bodyRequired: true,
    security: ["dataToken"],
    refuses: {
      400: "The query is not valid, or names what the model does not have",
      403: "The credential is an API key, a metadata token, or a token for another environment",
      404: "There is no active environment at this address",
      ...TOO_LARGE,
    },
  };
}

function metadata(id: string, whose: string): OperationText {
  return {
    id,
    summary: `Get the metadata of the ${whose}'s data model`,
    description: "Under `rest.url` of the environment. Accepts only a token of that environment.",
    security: ["metadataToken", "dataToken"],
    answers: "ModelMetadata",
    refuses: {
      403: "The credential is an API key, or a token for another environment",
      404: "There is no active environment at this address",
    },
  };
}
