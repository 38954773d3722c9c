// One operation of the description.

import type { Json, JsonObject } from "../../model/index.ts";
import { INTEGER, ref, STRING } from "./write.ts";

/** The description of an operation besides its method and path, from which the path parameters are taken. */
export interface OperationText {
  id: string;
  summary: string;
  description?: string;
  query?: JsonObject[];
  body?: string;
  /** Whether the operation cannot work without a body. */
  bodyRequired?: boolean;
  /** The content type of the body; JSON without it. */
  bodyAs?: string;
  /** The schema of the 200, by name or in full. */
  answers: string | JsonObject;
  /** The content type of the 200; JSON without it. */
  answersAs?: string;
  /** Its other statuses besides 401, and 400 for a path that cannot be decoded: status to reason. */
  refuses?: Record<number, string>;
  /** The schema of a refusal and its content type, if they are not the platform's usual ones. */
  refusesWith?: { schema: string | JsonObject; as: string };
  /** The names of the accepted security schemes; the description's own without it. Empty: no credential is needed. */
  security?: string[];
}

const BAD_PATH = { 400: "The path is not valid percent-encoding" };
const NOT_LET_IN = { 401: "The credential is missing, malformed, unknown or expired" };
const JSON_TYPE = "application/json";
const REQUEST_ID: JsonObject = {
  "x-request-id": { description: "Names this request", schema: { type: "string" } },
};

/** The path parameters, by name. */
const PATH_PARAMETERS: Record<string, [JsonObject, string]> = {
  deploymentId: [INTEGER, "The deployment"],
  environmentId: [INTEGER, "An active environment"],
  branchName: [STRING, "The branch"],
  workbookId: [INTEGER, "The workbook"],
  slug: [STRING, "Trimmed and lower-cased before matching"],
  folderId: [INTEGER, "The folder"],
  userId: [INTEGER, "The user"],
  id: [INTEGER, "The one that is meant"],
  reportId: [INTEGER, "The report"],
  publicId: [STRING, "12 characters of 0-9A-Za-z, unique per account"],
};

/** The groups of operations, and the paths that belong to each. */
const TAGS: readonly { name: string; description: string; paths: RegExp }[] = [
  { name: "Description", description: "This document", paths: /\/spec$/ },
  {
    name: "Deployments",
    description: "The deployments that the key can access, and their versions",
    paths: /^\/api\/v1\/deployments(\/\{deploymentId\}(\/(versions|settings|build-status|logs))?)?$/,
  },
  {
    name: "Environments",
    description: "Where a data model is served, and tokens for it",
    paths: /\/environments\b/,
  },
  {
    name: "Data model",
    description: "Branches, staging environments, validation, syncs, metadata, rows",
    paths: /^\/(build|hosts)\/|\/dbt-sync\b/,
  },
  { name: "Workbooks", description: "Dashboards, as drafts and as published", paths: /\/workbooks\b/ },
  {
    name: "Folders",
    description: "Where workbooks are kept, and the workspace that shows them",
    paths: /\/(folders|workspace)\b/,
  },
  { name: "Reports", description: "The queries that charts draw", paths: /\/reports\b/ },
  { name: "Account", description: "Users, provisioning, audit log", paths: /\/(users|audit-logs|scim)\b/ },
  {
    name: "Others",
    description: "What the sandbox keeps as it was sent",
    paths:
      /\/(notifications|agents|groups|user-attributes|policies|api-keys|oauth-integrations|oidc-token-configs|embed\S*|tenant|app-config|env-vars|regions|meta)\b/,
  },
  { name: "Login", description: "The device flow (RFC 8628)", paths: /^\/auth\// },
];

export function describeTags(): JsonObject[] {
  return TAGS.map(({ name, description }) => ({ name, description }));
}

/** In the form of OpenAPI. */
export function describeOperation(path: string, it: OperationText): JsonObject {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => pathParameter(name));
  const parameters = [...inPath, ...(it.query ?? [])];
  const refuses = {
    ...(inPath.length > 0 && BAD_PATH),
    ...(it.security?.length !== 0 && NOT_LET_IN),
    ...it.refuses,
  };
  const refusal = it.refusesWith ?? { schema: "Error", as: JSON_TYPE };
  return {
    operationId: it.id,
    tags: TAGS.filter(({ paths }) => paths.test(path)).map(({ name }) => name),
    summary: it.summary,
    ...(it.description && { description: it.description }),
    ...(it.security && { security: it.security.map((name) => ({ [name]: [] })) }),
    ...(parameters.length > 0 && { parameters }),
    ...(it.body && {
      requestBody: { required: it.bodyRequired === true, content: content(it.body, it.bodyAs) },
    }),
    responses: {
      "200": {
        description: "Successful response",
        headers: REQUEST_ID,
        content: content(it.answers, it.answersAs),
      },
      ...Object.fromEntries(
        Object.entries(refuses).map(([status, description]): [string, Json] => [
          status,
          { description, headers: REQUEST_ID, content: content(refusal.schema, refusal.as) },
        ]),
      ),
    },
  };
}

function content(schema: string | JsonObject, type = JSON_TYPE): JsonObject {
  return { [type]: { schema: typeof schema === "string" ? ref(schema) : schema } };
}

function pathParameter(name: string): JsonObject {
  const [schema, description] = PATH_PARAMETERS[name]!;
  return { in: "path", name, required: true, schema, description };
}
