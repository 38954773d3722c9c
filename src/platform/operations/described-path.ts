// Where a described path is on the platform. Descriptions split it differently between the path and the server's URL.

import { isObject, type Json, valueAt } from "../../model/index.ts";
import { readAddress } from "../http/address.ts";
import type { WireDescription } from "../wire/wire.ts";

/**
 * The path of a described operation as it is requested below `baseUrl`, its parameters still in braces: `/v1/deployments` under a
 * server that ends in `/api` → `/api/v1/deployments`. `method` is in lower case, as the description has it.
 */
export function pathBelow(
  description: WireDescription,
  operation: { method: string; path: string },
  baseUrl: string,
): string {
  const { method, path } = operation;
  const item = description.paths[path];
  const paths = description as unknown as Json;
  const servers =
    valueAt(paths, ["paths", path, method, "servers"]) ?? item?.servers ?? valueAt(paths, ["servers"]);
  const prefix = Array.isArray(servers) && servers.length > 0 ? readPrefix(servers[0]!) : "";
  const isWhole = /^(\/build)?\/api\//.test(path);
  const full = isWhole ? path : prefix + (isSilent([prefix], path) ? `/api${path}` : path);
  const { basePath } = readAddress(baseUrl);
  return basePath !== "" && full.startsWith(`${basePath}/`) ? full.slice(basePath.length) : full;
}

/** The shapes that a described path may mean: `/v1/deployments/{deploymentId}/` under `…/api` → `/api/v1/deployments/{}`. */
export function shapesOf(path: string, servers: Json | undefined): Set<string> {
  const prefixes = Array.isArray(servers) ? servers.map(readPrefix) : [];
  // The path alone counts too: a server's URL may be that of the gateway, without the path's prefix.
  const shapes = new Set([path, ...prefixes.map((prefix) => prefix + path)].map(normalizeShape));
  if (isSilent(prefixes, path)) shapes.add(normalizeShape(`/api${path}`));
  return shapes;
}

/** Neither the servers nor the path contain `/api`. */
function isSilent(prefixes: string[], path: string): boolean {
  return prefixes.every((prefix) => prefix === "") && path.startsWith("/v1/");
}

/** Without the names of parameters: `/v1/deployments/{id}/` → `/v1/deployments/{}`. */
export function normalizeShape(path: string): string {
  return path
    .replace(/\{[^/{}]*\}/g, "{}")
    .replace(/\/{2,}/g, "/")
    .replace(/\/$/, "");
}

/** The path of a server's URL, its variables replaced by their defaults, without a trailing slash. */
function readPrefix(server: Json): string {
  if (!isObject(server) || typeof server.url !== "string") return "";
  const url = server.url.replace(/\{([^{}]*)\}/g, (whole, name: string) => {
    const value = valueAt(server.variables, [name, "default"]);
    return typeof value === "string" ? value : whole;
  });
  return url
    .replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, "")
    .replace(/[?#].*$/, "")
    .replace(/\/+$/, "");
}
