// The few shapes that every part of the description is written with.

import type { Json, JsonObject } from "../../model/index.ts";

export const INTEGER: JsonObject = { type: "integer" };
export const STRING: JsonObject = { type: "string" };
export const BOOLEAN: JsonObject = { type: "boolean" };
export const TIMESTAMP: JsonObject = { type: "string", format: "date-time" };
/** A free-form object. */
export const OPEN: JsonObject = { type: "object", additionalProperties: true };

export function ref(schema: string): JsonObject {
  return { $ref: `#/components/schemas/${schema}` };
}

/** The schema, or null. */
export function orNull(schema: JsonObject): JsonObject {
  if (typeof schema.type !== "string") return { oneOf: [schema, { type: "null" }] };
  const nullable: JsonObject = { ...schema, type: [schema.type, "null"] };
  if (Array.isArray(schema.enum)) nullable.enum = [...schema.enum, null];
  return nullable;
}

export function listOf(items: JsonObject): JsonObject {
  return { type: "array", items };
}

export function object(description: string, required: string[], properties: JsonObject): JsonObject {
  return { type: "object", description, ...(required.length > 0 ? { required } : {}), properties };
}

interface Operation {
  id: string;
  tag: string;
  summary: string;
  description?: string;
  parameters?: JsonObject[];
  body?: string;
  /** Whether the operation cannot work without a body. */
  bodyRequired?: boolean;
  /** The content type of the body; JSON without it. */
  bodyAs?: string;
  /** The schema of the 200, by name; or written out. */
  answers: string | JsonObject;
  /** The content type of the 200; JSON without it. */
  answersAs?: string;
  /** What else it answers beside 401, and 400 for a path that cannot be read: status to reason. */
  refuses: Record<number, string>;
  /** The schema of a refusal and its content type, where it is not the platform's usual one. */
  refusesWith?: { schema: string | JsonObject; as: string };
  /** The names of the schemes that let in; the description's own without it. None: nobody is asked. */
  security?: string[];
}

export function operation(it: Operation): JsonObject {
  const refuses = {
    ...(it.parameters?.some((parameter) => parameter.in === "path") ? BAD_PATH : {}),
    ...(it.security?.length === 0 ? {} : NOT_LET_IN),
    ...it.refuses,
  };
  const refusal = it.refusesWith ?? { schema: "Error", as: JSON_TYPE };
  return {
    operationId: it.id,
    tags: [it.tag],
    summary: it.summary,
    ...(it.description ? { description: it.description } : {}),
    ...(it.security ? { security: it.security.map((name) => ({ [name]: [] })) } : {}),
    ...(it.parameters ? { parameters: it.parameters } : {}),
    ...(it.body
      ? { requestBody: { required: it.bodyRequired === true, content: content(it.body, it.bodyAs) } }
      : {}),
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

const BAD_PATH = { 400: "The path is not valid percent-encoding" };
const NOT_LET_IN = { 401: "The credential is missing, malformed, unknown or expired" };
const JSON_TYPE = "application/json";

const REQUEST_ID: JsonObject = {
  "x-request-id": { description: "Names this request", schema: { type: "string" } },
};

function content(schema: string | JsonObject, type = JSON_TYPE): JsonObject {
  return { [type]: { schema: typeof schema === "string" ? ref(schema) : schema } };
}

export function pathParameter(name: string, schema: JsonObject, description: string): JsonObject {
  return { in: "path", name, required: true, schema, description };
}

export function queryParameter(name: string, schema: JsonObject, description: string): JsonObject {
  return { in: "query", name, required: false, schema, description };
}

/** Where everything of a deployment is. */
export const DEPLOYMENT = "/api/v1/deployments/{deploymentId}";
export const COUNT: JsonObject = { type: "integer", minimum: 0 };
export const TOO_LARGE = { 413: "The body is too large" };

export const DEPLOYMENT_ID = pathParameter("deploymentId", INTEGER, "The deployment");

export const CURSOR_PARAMETERS = [
  queryParameter(
    "first",
    { type: "integer", minimum: 1 },
    "Size of the page; everything without it. A page holds at most 1000 items.",
  ),
  queryParameter("after", STRING, "`pageInfo.endCursor` of the page before"),
];

export const OFFSET_PARAMETERS = [
  queryParameter("offset", { ...COUNT, default: 0 }, "How many to leave out"),
  queryParameter("limit", { ...COUNT, default: 20 }, "How many to answer"),
];

export const DEPLOYMENT_REFUSALS = {
  403: "The API key is scoped to other deployments, or it may see but not do this",
  404: "The deployment, or what the path or the body names in it, does not exist",
};
