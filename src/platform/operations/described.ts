// The operations of a served description: where they are asked for, their parameters, and the references inside it (RFC 6901 pointers).
// Descriptions split a path differently between the path and the server's URL, and name its parameters as they like.

import { isObject, type Json, valueAt } from "../../model/index.ts";
import { readAddress } from "../http/address.ts";
import type { WireDescription } from "../wire/wire.ts";

/** Where something is in the description: keys, outermost first. */
export type DescriptionPath = readonly string[];

export interface DescribedOperation {
  /** In upper case. */
  method: string;
  /** As the description has it. */
  path: string;
  /** Where the description describes it. */
  place: DescriptionPath;
  /** As it is asked for below the platform's address, parameters in braces. */
  fullPath: string;
  /** Empty if it has none. */
  id: string;
  summary: string;
  /** The servers that it is on, as they are written. */
  servers: Json | undefined;
}

export interface DescribedParameter {
  name: string;
  in: string;
  required: boolean;
  /** Lists are repeated, unless the description says that they are joined with commas. */
  joined: boolean;
  schema: DescriptionPath | undefined;
}

export const METHODS = ["get", "put", "post", "patch", "delete", "head", "options", "trace"];

/** All of them, by path and then by method. `baseUrl` is the platform's address. */
export function listOperations(description: WireDescription, baseUrl: string): DescribedOperation[] {
  const { basePath } = readAddress(baseUrl);
  return Object.keys(description.paths)
    .sort()
    .flatMap((path) => {
      const item = follow(description, ["paths", path]);
      return METHODS.flatMap((method): DescribedOperation[] => {
        const operation = valueAt(item?.value, [method]);
        if (!item || !isObject(operation)) return [];
        const servers = operation.servers ?? valueAt(item.value, ["servers"]) ?? description.servers;
        const { operationId: id, summary } = operation;
        return [
          {
            method: method.toUpperCase(),
            path,
            place: [...item.place, method],
            fullPath: pathBelow(path, servers, basePath),
            id: typeof id === "string" ? id : "",
            summary: typeof summary === "string" ? summary : "",
            servers,
          },
        ];
      });
    });
}

/** Those of the path item and those of the operation, which come before them (OpenAPI 3.1, "Path Item Object"). */
export function parametersOf(
  description: WireDescription,
  { place }: Pick<DescribedOperation, "place">,
): DescribedParameter[] {
  const found = new Map<string, DescribedParameter>();
  for (const holder of [place.slice(0, -1), place]) {
    const list = follow(description, [...holder, "parameters"])?.value;
    for (const index of Array.isArray(list) ? list.keys() : []) {
      const at = follow(description, [...holder, "parameters", String(index)]);
      if (!at || !isObject(at.value)) continue;
      const { name, in: where, required, schema, style, explode } = at.value;
      if (typeof name !== "string" || typeof where !== "string") continue;
      found.set(`${where} ${name}`, {
        name,
        in: where,
        required: required === true || where === "path",
        joined: explode === false && (style === undefined || style === "form"),
        schema: isObject(schema) ? [...at.place, "schema"] : undefined,
      });
    }
  }
  return [...found.values()];
}

const MOST_HOPS = 16;

/** The value at a place, `$ref`s followed, and the place where it really is; undefined if that leads nowhere. */
export function follow(
  description: WireDescription,
  place: DescriptionPath,
): { value: Json; place: DescriptionPath } | undefined {
  let at = place;
  for (let hops = 0; hops < MOST_HOPS; hops++) {
    const value = at.reduce<Json | undefined>(
      (from, key) => valueAt(from, [Array.isArray(from) ? Number(key) : key]),
      description,
    );
    if (value === undefined) return undefined;
    const next = isObject(value) && typeof value.$ref === "string" ? readRef(value.$ref) : undefined;
    if (next === undefined) return { value, place: at };
    at = next;
  }
  return undefined;
}

/** The place that a local reference names; undefined for one that leads out of the document. */
export function readRef(ref: string): string[] | undefined {
  if (!ref.startsWith("#/")) return undefined;
  return ref
    .slice(2)
    .split("/")
    .map((token) => {
      let plain = token;
      try {
        plain = decodeURIComponent(token);
      } catch {
        // Not percent-encoded after all: taken as it is.
      }
      return plain.replaceAll("~1", "/").replaceAll("~0", "~");
    });
}

/** `/v1/deployments/{deploymentId}/` under a server that ends in `/api` → `/api/v1/deployments/{deploymentId}/`. */
function pathBelow(path: string, servers: Json | undefined, basePath: string): string {
  const [prefix = ""] = prefixesOf(servers);
  const isWhole = /^(\/build)?\/api\//.test(path);
  const full = isWhole ? path : prefix + (isSilent([prefix], path) ? `/api${path}` : path);
  return basePath !== "" && full.startsWith(`${basePath}/`) ? full.slice(basePath.length) : full;
}

/** The shapes that a described path may mean: `/v1/deployments/{deploymentId}/` under `…/api` → `/api/v1/deployments/{}`. */
export function shapesOf(path: string, servers: Json | undefined): Set<string> {
  const prefixes = prefixesOf(servers);
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

/** The paths of servers' URLs, their variables replaced by the defaults, without a trailing slash. */
function prefixesOf(servers: Json | undefined): string[] {
  return (Array.isArray(servers) ? servers : []).map((server) => {
    if (!isObject(server) || typeof server.url !== "string") return "";
    const url = server.url.replace(/\{([^{}]*)\}/g, (whole, name: string) => {
      const value = valueAt(server.variables, [name, "default"]);
      return typeof value === "string" ? value : whole;
    });
    return url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*|[?#].*$/gi, "").replace(/\/+$/, "");
  });
}
