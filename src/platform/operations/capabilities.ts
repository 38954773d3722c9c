// What a deployment offers, read from the description it serves. Pure: the description is given.

import { isObject, type Json, type JsonObject, valueAt } from "../../model/index.ts";
import { normalizeShape, shapesOf } from "./described-path.ts";
import type { Operation } from "./operation.ts";
import { OPERATIONS, type OperationName } from "./operations.ts";

/** A row of the table by its name, or any other operation. */
type Sought = OperationName | Pick<Operation<never, unknown>, "method" | "path" | "takes">;

export interface Capabilities {
  /** The description could be read. If not, `has` answers true: the usual shapes are tried. */
  described: boolean;
  /** Why it could not be read. */
  describedWhy?: string;
  has(operation: Sought): boolean;
  /** Names of the query parameters described for the operation; empty if none are. */
  parameters(operation: Sought): ReadonlySet<string>;
}

/** For a deployment whose description cannot be read. */
export function assumeCapabilities(why: string): Capabilities {
  return { described: false, describedWhy: why, has: () => true, parameters: () => new Set() };
}

/** Looks operations up by method and path shape. `basePath` is the path of `{base_url}`, which servers may repeat. */
export function readCapabilities(description: JsonObject, basePath: string): Capabilities {
  /** The operation and the path item that holds it, by `METHOD shape`. */
  const described = new Map<string, [operation: JsonObject, item: JsonObject][]>();
  const paths = isObject(description.paths) ? description.paths : {};
  for (const [path, written] of Object.entries(paths)) {
    const item = resolve(written, description);
    if (!isObject(item)) continue;
    for (const method of ["GET", "PUT", "POST", "PATCH", "DELETE"]) {
      const operation = item[method.toLowerCase()];
      if (!isObject(operation)) continue;
      for (const shape of shapesOf(path, operation.servers ?? item.servers ?? description.servers)) {
        const key = `${method} ${shape}`;
        described.set(key, [...(described.get(key) ?? []), [operation, item]]);
      }
    }
  }
  const find = (sought: Sought) => {
    const { method, path, takes }: Exclude<Sought, string> =
      typeof sought === "string" ? OPERATIONS[sought] : sought;
    const shape = normalizeShape(path);
    return [shape, basePath + shape]
      .flatMap((each) => described.get(`${method} ${each}`) ?? [])
      .find(([operation]) => takes === undefined || takesProperty(operation, takes, description));
  };
  return {
    described: true,
    has: (sought) => find(sought) !== undefined,
    parameters: (sought) => readParameters(find(sought) ?? [], description),
  };
}

function takesProperty(operation: JsonObject, property: string, description: JsonObject): boolean {
  const body = resolve(operation.requestBody, description);
  const contents = Object.values(isObject(body) && isObject(body.content) ? body.content : {});
  return contents.some((content) => {
    const schema = isObject(content) ? resolve(content.schema, description) : undefined;
    return isObject(schema) && isObject(schema.properties) && Object.hasOwn(schema.properties, property);
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
