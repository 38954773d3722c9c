// The body of a request as it is sent.

import { isObject, type Json, writeJson } from "../../model/index.ts";

export const FORM = "application/x-www-form-urlencoded";

/** JSON, or an object's fields as a form's. */
export type BodyType = "application/json" | typeof FORM;

export interface WrittenBody {
  content: string | Buffer;
  type: string;
}

/** A FormData is sent as multipart/form-data, files in it as they are. */
export async function writeBody(
  body: object | Json,
  type: BodyType = "application/json",
): Promise<WrittenBody> {
  if (!(body instanceof FormData))
    return { content: type === FORM ? writeForm(body) : writeJson(body), type };
  const written = new Response(body);
  return {
    content: Buffer.from(await written.arrayBuffer()),
    type: written.headers.get("content-type")!,
  };
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
