// The OpenAPI description of exactly what the sandbox serves (platform document, "OpenAPI description").

import type { JsonObject } from "../../model/index.ts";
import { describeOperation, type OperationText } from "./operation.ts";
import { SCHEMAS } from "./schemas.ts";

/** What is served at `origin`, operation by operation. */
export function describeApi(
  origin: string,
  operations: readonly { method: string; path: string; text: OperationText }[],
): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const { method, path, text } of operations) {
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeOperation(path, text) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Platform API",
      version: "1.0.0",
      description: "The analytics platform, as the Boardwright sandbox plays it. Nothing in it is real data.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: origin, description: "This sandbox" }],
    security: [{ bearerAuth: [] }, { apiKeyAuth: [] }],
    tags: [
      { name: "Description", description: "This document" },
      { name: "Deployments", description: "What the key reaches, and the software that it runs" },
      { name: "Environments", description: "Where a data model is served, and tokens for its metadata" },
      { name: "Data model", description: "Branches, staging environments, validation, metadata" },
      { name: "Workbooks", description: "Dashboards, as drafts and as published" },
      { name: "Folders", description: "Where workbooks lie" },
      { name: "Reports", description: "What charts draw" },
      { name: "Account", description: "Users, provisioning, audit log" },
      { name: "Login", description: "The device flow (RFC 8628)" },
    ],
    paths,
    components: {
      securitySchemes: {
        bearerAuth: { type: "http", scheme: "bearer", description: "Authorization: Bearer KEY" },
        apiKeyAuth: {
          type: "apiKey",
          in: "header",
          name: "Authorization",
          description: "Authorization: Api-Key KEY",
        },
        metadataToken: {
          type: "apiKey",
          in: "header",
          name: "Authorization",
          description: "The token bare, or `Bearer TOKEN`",
        },
      },
      schemas: SCHEMAS,
    },
  };
}
