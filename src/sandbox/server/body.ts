import type { IncomingMessage } from "node:http";
import { isObject, type Json, type JsonObject } from "../../model/index.ts";
import { Refusal } from "../api/reply.ts";

/** The document names no limit ("payload size caps: not shown"); a dashboard of this size is a mistake. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;

/** JSON is parsed without recursion but written with it: a body that exhausts the stack must not get into the store. */
const MAX_LEVELS = 500;

/** The body's bytes. Past the limit the rest is read and dropped, so that the client can read the 413. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
    else chunks.length = 0;
  }
  if (size > MAX_BODY_BYTES)
    throw new Refusal(413, `The body has ${size} bytes; at most ${MAX_BODY_BYTES} are accepted`);
  return Buffer.concat(chunks);
}

/** The JSON object in `bytes`; no body is an empty object, because every body is optional in the description. `mark` is for big-integers.ts. */
export function parseBody(bytes: Buffer, mark: (json: string) => string = String): JsonObject {
  if (bytes.length === 0) return {};
  let body: Json;
  try {
    body = JSON.parse(mark(new TextDecoder("utf-8", { fatal: true }).decode(bytes))) as Json;
  } catch (cause) {
    throw new Refusal(400, `The body is not valid JSON: ${(cause as Error).message}`);
  }
  if (!isObject(body)) throw new Refusal(400, "The body must be a JSON object");
  if (isDeeperThan(body, MAX_LEVELS))
    throw new Refusal(400, `The body is nested too deeply; at most ${MAX_LEVELS} levels are accepted`);
  return body;
}

/** The fields of a form, or the strings of a JSON object if the content type is JSON. */
export function parseForm(bytes: Buffer, contentType: string | undefined): URLSearchParams {
  if (!contentType?.toLowerCase().startsWith("application/json"))
    return new URLSearchParams(bytes.toString());
  const texts = Object.entries(parseBody(bytes)).filter(([, value]) => typeof value === "string");
  return new URLSearchParams(texts as [string, string][]);
}

export async function parseParts(bytes: Buffer, contentType = ""): Promise<FormData> {
  try {
    return await new Response(bytes, { headers: { "content-type": contentType } }).formData();
  } catch (cause) {
    throw new Refusal(400, `The body is not valid multipart/form-data: ${(cause as Error).message}`);
  }
}

function isDeeperThan(value: Json, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isDeeperThan(item, levels - 1));
}
