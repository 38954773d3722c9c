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
  /** The schema of the 200, by name; or written out. */
  answers: string | JsonObject;
  /** What else it answers beside 401 and 403: status to reason. */
  refuses: Record<number, string>;
}

export function operation(it: Operation): JsonObject {
  const refuses = { 401: "The credential is missing, malformed or unknown", ...it.refuses };
  const body: JsonObject = it.body
    ? { requestBody: { required: it.bodyRequired === true, content: content(ref(it.body)) } }
    : {};
  return {
    operationId: it.id,
    tags: [it.tag],
    summary: it.summary,
    ...(it.description ? { description: it.description } : {}),
    ...(it.parameters ? { parameters: it.parameters } : {}),
    ...body,
    responses: {
      "200": {
        description: "Successful response",
        headers: REQUEST_ID,
        content: content(typeof it.answers === "string" ? ref(it.answers) : it.answers),
      },
      ...Object.fromEntries(
        Object.entries(refuses).map(([status, description]): [string, Json] => [
          status,
          { description, headers: REQUEST_ID, content: content(ref("Error")) },
        ]),
      ),
    },
  };
}

const REQUEST_ID: JsonObject = {
  "x-request-id": { description: "Names this request", schema: { type: "string" } },
};

function content(schema: JsonObject): JsonObject {
  return { "application/json": { schema } };
}

export function pathParameter(name: string, schema: JsonObject, description: string): JsonObject {
  return { in: "path", name, required: true, schema, description };
}

export function queryParameter(name: string, schema: JsonObject, description: string): JsonObject {
  return { in: "query", name, required: false, schema, description };
}

export const DEPLOYMENT_ID = pathParameter("deploymentId", INTEGER, "The deployment");

export const CURSOR_PARAMETERS = [
  queryParameter(
    "first",
    { type: "integer", minimum: 1 },
    "Size of the page; everything without it. A page holds at most 1000 items.",
  ),
  queryParameter("after", STRING, "`pageInfo.endCursor` of the page before"),
];

export const DEPLOYMENT_REFUSALS = {
  403: "The API key is scoped to other deployments",
  404: "The deployment, or what the path or the body names in it, does not exist",
};
