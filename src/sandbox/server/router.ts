// The table of all routes of the sandbox. The description is generated from it, so the two cannot differ.

import type { JsonObject } from "../../model/index.ts";
import { json, Refusal } from "../api/reply.ts";
import { describeApi } from "../description/index.ts";
import { ACCOUNT_ROUTES } from "./routes/account.ts";
import { CONTENT_ROUTES } from "./routes/content.ts";
import { DATA_MODEL_ROUTES } from "./routes/data-model.ts";
import { DEPLOYMENT_ROUTES } from "./routes/deployments.ts";
import { LOGIN_ROUTES } from "./routes/login.ts";
import { RESOURCE_ROUTES } from "./routes/resources.ts";
import { type Route, withKey } from "./routes/route.ts";

export const SPEC_PATH = "/api/v1/spec";

const ROUTES: readonly Route[] = [
  withKey(`GET ${SPEC_PATH}`, ({ origin }) => json(describePlatform(origin)), {
    id: "getSpec",
    summary: "Get this description",
    answers: { type: "object", description: "An OpenAPI 3.1 document", additionalProperties: true },
    refuses: { 403: "The credential is a metadata token" },
  }),
  ...DEPLOYMENT_ROUTES,
  ...DATA_MODEL_ROUTES,
  ...CONTENT_ROUTES,
  ...ACCOUNT_ROUTES,
  ...RESOURCE_ROUTES,
  ...LOGIN_ROUTES,
];

/** The description as the sandbox at `origin` serves it. */
export function describePlatform(origin: string): JsonObject {
  return describeApi(origin, ROUTES);
}

const SHAPES = ROUTES.map((route) => ({ route, segments: route.path.split("/") }));

/** The route of a request and its parameters, still percent-encoded. A trailing slash is the same path (field notes C). */
export function findRoute(
  method: string,
  path: string,
): { route: Route; params: Record<string, string> } | undefined {
  const segments = path.replace(/(?<=.)\/$/, "").split("/");
  for (const { route, segments: shape } of SHAPES) {
    if (route.method !== method || shape.length !== segments.length) continue;
    const params: Record<string, string> = {};
    const fits = shape.every((part, index) => {
      const segment = segments[index]!;
      if (!part.startsWith("{")) return part === segment;
      params[part.slice(1, -1)] = segment;
      return segment !== "";
    });
    if (fits) return { route, params };
  }
  return undefined;
}

/** Percent-decodes the parameters; throws a 400 Refusal if one is not validly encoded. */
export function decodeParams(params: Record<string, string>): Record<string, string> {
  try {
    return Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]),
    );
  } catch {
    throw new Refusal(400, "The path is not valid percent-encoding");
  }
}
