// The body of a request as it is sent.

import { isObject, type Json, writeJson } from "../../model/index.ts";

export const FORM = "application/x-www-form-urlencoded";

/** JSON, or an object's fields as a form's. */
export type BodyType = "application/json" | typeof FORM;

export function writeBody(body: object | Json, type?: BodyType): string {
  return type === FORM ? writeForm(body) : writeJson(body);
}

/** Lists are repeated and objects are JSON, as OpenAPI has it by default (3.1, "Encoding Object"); null is left out. */
function writeForm(body: object | Json): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(isObject(body) ? body : {})) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each === null || each === undefined) continue;
      form.append(name, typeof each === "object" ? writeJson(each) : String(each));
    }
  }
  return form.toString();
}
