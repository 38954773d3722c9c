// The building blocks of the description.

import type { JsonObject } from "../../model/index.ts";

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

export function queryParameter(name: string, schema: JsonObject, description: string): JsonObject {
  return { in: "query", name, required: false, schema, description };
}

export const COUNT: JsonObject = { type: "integer", minimum: 0 };
export const TOO_LARGE = { 413: "The body is too large" };
export const BAD_PARAMETER = { 400: "A parameter is not valid" };

export const CURSOR_PARAMETERS = [
  queryParameter("first", { type: "integer", minimum: 1 }, "Page size, at most 1000; without it, all items."),
  queryParameter("after", STRING, "`pageInfo.endCursor` of the previous page"),
];

export const OFFSET_PARAMETERS = [
  queryParameter("offset", { ...COUNT, default: 0 }, "How many to skip"),
  queryParameter("limit", { ...COUNT, default: 20 }, "How many to return"),
];
