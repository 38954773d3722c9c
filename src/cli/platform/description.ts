// The operations of a served description, and the references inside it (RFC 6901 pointers).

import { isObject, type Json, type JsonObject, valueAt } from "../../model/index.ts";
import { pathBelow, unescapePointer, type WireDescription } from "../../platform/index.ts";

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
}

/** Where something is in the description: keys, outermost first. */
export type DescriptionPath = readonly string[];

export const METHODS = ["get", "put", "post", "patch", "delete", "head", "options", "trace"];

/** All of them, by path and then by method. */
export function listOperations(description: WireDescription, baseUrl: string): DescribedOperation[] {
  const operations: DescribedOperation[] = [];
  for (const path of Object.keys(description.paths).sort()) {
    for (const method of METHODS) {
      const place = ["paths", path, method];
      const operation = valueAt(rootOf(description), place);
      if (!isObject(operation)) continue;
      const { operationId, summary } = operation;
      operations.push({
        method: method.toUpperCase(),
        path,
        place,
        fullPath: pathBelow(description, { method, path }, baseUrl),
        id: typeof operationId === "string" ? operationId : "",
        summary: typeof summary === "string" ? summary : "",
      });
    }
  }
  return operations;
}

export function rootOf(description: WireDescription): JsonObject {
  return description as unknown as JsonObject;
}

const MOST_HOPS = 16;

/** The value at a place, `$ref`s followed, and the place where it really is; undefined if that leads nowhere. */
export function follow(
  description: WireDescription,
  place: DescriptionPath,
): { value: Json; place: DescriptionPath } | undefined {
  let at = place;
  for (let hops = 0; hops < MOST_HOPS; hops++) {
    const value = at.reduce<Json | undefined>(step, rootOf(description));
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
  return ref.slice(2).split("/").map(unescapePointer);
}

/** The reference to a place, as a fragment. */
export function refTo(place: DescriptionPath): string {
  const tokens = place.map((key) => encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1")));
  return `#/${tokens.join("/")}`;
}

function step(value: Json | undefined, key: string): Json | undefined {
  return valueAt(value, [Array.isArray(value) ? Number(key) : key]);
}
