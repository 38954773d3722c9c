// Fields of the answers of the login endpoints: live deployments write them in camel or in snake case (field notes, E).

import type { Json, JsonObject } from "../../model/index.ts";

/** `device_code` or `deviceCode`. */
function findField(body: JsonObject, name: string): Json | undefined {
  return body[name] ?? body[name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())];
}

export function textOf(body: JsonObject, name: string): string | undefined {
  const value = findField(body, name);
  return typeof value === "string" && value !== "" ? value : undefined;
}

export function secondsOf(body: JsonObject, name: string, usual: number): number {
  const value = Number(findField(body, name) ?? usual);
  return Number.isFinite(value) && value > 0 ? value : usual;
}

/** An address that a browser may open; undefined for any other. */
export function linkOf(body: JsonObject, name: string): string | undefined {
  const text = textOf(body, name);
  return text !== undefined && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
    ? new URL(text).href
    : undefined;
}
