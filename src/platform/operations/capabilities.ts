// What a deployment offers, read from the description it serves. Pure: the description is given.

import { isObject, type Json, type JsonObject, valueAt } from "../../model/index.ts";
import { shapesOf } from "./described-path.ts";
import { OPERATIONS, type OperationName } from "./operations.ts";

export interface Capabilities {
  /** The description could be read. If not, `has` answers true: the usual shapes are tried. */
  described: boolean;
  /** Why it could not be read. */
  describedWhy?: string;
  has(operation: OperationName): boolean;
  /** Names of the query parameters described for the operation; empty if none are. */
  parameters(operation: OperationName): ReadonlySet<string>;
}

/** For a deployment whose description cannot be read. */
export function assumeCapabilities(why: string): Capabilities {
  return { described: false, describedWhy: why, has: () => true, parameters: () => new Set() };
}

/** Looks operations up by method and path shape. `basePath` is the path of `{base_url}`, which servers may repeat. */
export function readCapabilities(description: JsonObject, basePath: string): Capabilities {
  const wanted = new Map<string, OperationName>();
  for (const name of Object.keys(OPERATIONS) as OperationName[]) {
    const { method, path } = OPERATIONS[name];
    wanted.set(`${method} ${path}`, name);
    wanted.set(`${method} ${basePath}${path}`, name);
  }
  const found = new Map<OperationName, ReadonlySet<string>>();
  const paths = isObject(description.paths) ? description.paths : {};
  for (const [path, written] of Object.entries(paths)) {
    const item = resolve(written, description);
    if (!isObject(item)) continue;
    for (const method of ["GET", "PUT", "POST", "DELETE"]) {
      const operation = item[method.toLowerCase()];
      if (!isObject(operation)) continue;
      for (const shape of shapesOf(path, operation.servers ?? item.servers ?? description.servers)) {
        const name = wanted.get(`${method} ${shape}`);
        if (name !== undefined && takes(operation, OPERATIONS[name], description))
          found.set(name, readParameters([item, operation], description));
      }
    }
  }
  return {
    described: true,
    has: (operation) => found.has(operation),
    parameters: (operation) => found.get(operation) ?? new Set(),
  };
}

function takes(operation: JsonObject, row: { takes?: string }, description: JsonObject): boolean {
  if (row.takes === undefined) return true;
  const body = resolve(operation.requestBody, description);
  const contents = Object.values(isObject(body) && isObject(body.content) ? body.content : {});
  return contents.some((content) => {
    const schema = isObject(content) ? resolve(content.schema, description) : undefined;
    return (
      isObject(schema) && isObject(schema.properties) && Object.hasOwn(schema.properties, row.takes ?? "")
    );
  });
}

function readParameters(holders: JsonObject[], description: JsonObject): Set<string> {
  const names = new Set<string>();
  for (const holder of holders) {
    for (const written of Array.isArray(holder.parameters) ? holder.parameters : []) {
      const parameter = resolve(written, description);
      if (isObject(parameter) && parameter.in === "query" && typeof parameter.name === "string") {
        names.add(parameter.name);
      }
    }
  }
  return names;
}

const MOST_HOPS = 8;

/** Follows local `$ref`s (RFC 6901 pointers); undefined for one that leads nowhere or in a circle. */
function resolve(value: Json | undefined, description: JsonObject): Json | undefined {
  let at = value;
  for (let hops = 0; hops < MOST_HOPS; hops++) {
    if (!isObject(at) || typeof at.$ref !== "string") return at;
    if (!at.$ref.startsWith("#/")) return undefined;
    const path = at.$ref.slice(2).split("/").map(unescapePointer);
    at = valueAt(description, path);
  }
  return undefined;
}

/** A token of an RFC 6901 pointer in a fragment. */
export function unescapePointer(token: string): string {
  let plain = token;
  try {
    plain = decodeURIComponent(token);
  } catch {
    // Not percent-encoded after all: taken as it is.
  }
  return plain.replaceAll("~1", "/").replaceAll("~0", "~");
}
