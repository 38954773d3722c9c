// The OpenAPI description of exactly what the sandbox serves (platform document, "OpenAPI description").

import type { JsonObject } from "../../model/index.ts";
import { describeOperation, describeTags, type OperationText } from "./operation.ts";
import { SCHEMAS } from "./schemas.ts";

const TOKEN_OF_ENVIRONMENT: JsonObject = {
  type: "apiKey",
  in: "header",
  name: "Authorization",
  description: "The token alone, or `Bearer TOKEN`",
};

/** The description of what is served at `origin`. */
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
      description:
        "The analytics platform, as the Boardwright sandbox emulates it. None of its data is real.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: origin, description: "This sandbox" }],
    security: [{ bearerAuth: [] }, { apiKeyAuth: [] }],
    tags: describeTags(),
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
        metadataToken: TOKEN_OF_ENVIRONMENT,
        dataToken: TOKEN_OF_ENVIRONMENT,
      },
      schemas: SCHEMAS,
    },
  };
}
