// JSON values as the platform and the files hold them, and the few questions every room asks of them.

export type Json = string | number | boolean | null | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

/** A way into a JSON value: object keys and array indexes, outermost first. */
export type Path = readonly (string | number)[];

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value at `path`, or undefined where the way ends early. Inherited properties are never followed. */
export function valueAt(value: Json | undefined, path: Path): Json | undefined {
  let at: Json | undefined = value;
  for (const key of path) {
    if (Array.isArray(at)) at = typeof key === "number" ? at[key] : undefined;
    else if (isObject(at)) at = Object.hasOwn(at, key) ? at[key] : undefined;
    else return undefined;
  }
  return at;
}
