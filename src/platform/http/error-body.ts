// The platform's words out of an error body of any shape (field notes, C): no error schema is described, so it reads every shape seen.

import { isObject, isTooDeep, type Json, readJson, shorten } from "../../model/index.ts";

const READABLE_LENGTH = 400;
const DEEPEST = 4;

/**
 * Reads `message`, then `error`, then SCIM's `detail` (RFC 7644, 3.12); lists and objects become one line; else the whole body, which
 * `isWhole` says of JSON. HTML gives its title.
 */
export function readErrorBody(text: string): { message?: string; code?: string; isWhole?: boolean } {
  if (looksLikeHtml(text)) return { message: readable(readHtml(text)) };
  const body = parseJson(text);
  if (!isObject(body)) {
    const isWhole = /^\s*[[{]/.test(text);
    return { message: readable(body === undefined ? text : flatten(body)), ...(isWhole && { isWhole }) };
  }
  const message = [body.message, body.error, body.detail]
    .map((value) => flatten(value))
    .find((words) => words !== "");
  return {
    message: readable(message ?? text),
    code: readCode(body.code),
    ...(message === undefined && { isWhole: true }),
  };
}

export function looksLikeHtml(text: string): boolean {
  return /^\s*</.test(text);
}

/**
 * JSON, whatever is before it: a byte order mark is legal when read leniently (RFC 8259, 8.1). Undefined for anything else, and for what is
 * nested too deep.
 */
export function parseJson(text: string): Json | undefined {
  try {
    const value = readJson(text.replace(/^\ufeff/, ""));
    return isTooDeep(value) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** One line of a readable length, without characters that would steer a terminal; undefined if nothing is left. */
function readable(text: string): string | undefined {
  const line = text
    .replace(/[\u0000-\u001f\u007f-\u009f]+/g, " ")
    .replace(/ {2,}/g, " ")
    .trim();
  return line === "" ? undefined : shorten(line, READABLE_LENGTH);
}

function readCode(code: Json | undefined): string | undefined {
  return typeof code === "string" && /^[\w.-]{1,64}$/.test(code) ? code : undefined;
}

/** `["a", { field: "name", message: "is too long" }]` → `a; name: is too long`. */
function flatten(value: Json | undefined, depth = 0): string {
  if (value === undefined || value === null || value === "" || depth > DEEPEST) return "";
  if (Array.isArray(value)) return join(value.map((each) => flatten(each, depth + 1)));
  if (!isObject(value)) return String(value);
  const { message, msg } = value;
  const words = flatten(message ?? msg, depth + 1);
  if (words === "") {
    return join(Object.entries(value).map(([key, each]) => prefix(key, flatten(each, depth + 1))));
  }
  return prefix(readField(value.path ?? value.field ?? value.property ?? value.param ?? value.loc), words);
}

function readField(field: Json | undefined): string {
  return Array.isArray(field) ? field.join(".") : typeof field === "string" ? field : "";
}

function prefix(name: string, words: string): string {
  return words === "" || name === "" ? words : `${name}: ${words}`;
}

function join(parts: string[]): string {
  return parts.filter((part) => part !== "").join("; ");
}

function readHtml(text: string): string {
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(text)?.[1]?.trim();
  if (title) return title;
  return text.replace(/<(script|style)[\s\S]*?<\/\1>/gi, " ").replace(/<[^>]*>/g, " ");
}
