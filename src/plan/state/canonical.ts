// Canonical JSON: one text per value, whatever the order of keys and the spelling of absence. Digests are made from it.

import { hash } from "node:crypto";
import { isObject, type Json, type JsonObject } from "../../model/index.ts";

/**
 * The canonical text of a value: keys sorted by code unit, null-valued keys left out (null and absent are the same outside
 * arrays, contract 2), no white space, every line of a text ended by a line feed alone: what a checkout or an editor on Windows does to
 * texts is no edit. Parsing it back gives the normal form of the value.
 */
export function canonical(value: Json): string {
  if (typeof value === "string") return JSON.stringify(withoutReturns(value));
  if (typeof value !== "object" || value === null)
    return typeof value === "bigint" ? String(value) : JSON.stringify(value);
  if (Array.isArray(value)) {
    let text = "[";
    for (let i = 0; i < value.length; i++) {
      if (i > 0) text += ",";
      text += canonical(value[i] as Json);
    }
    return `${text}]`;
  }
  let text = "{";
  for (const key of sortedKeys(value)) {
    const item = value[key];
    if (item === null || item === undefined) continue;
    if (text.length > 1) text += ",";
    text += `${quotedKey(key)}:${canonical(item)}`;
  }
  return `${text}}`;
}

/** Whether two values have the same canonical text, or are both not there. Makes no text. */
export function isSame(a: Json | undefined, b: Json | undefined): boolean {
  // 0 and -0 have one text, and are ===.
  if (a === b) return true;
  if (typeof a === "string" && typeof b === "string") return withoutReturns(a) === withoutReturns(b);
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, at) => isSame(item, b[at]));
  }
  if (Array.isArray(b)) return false;
  let more = 0;
  for (const [key, item] of Object.entries(a)) {
    if (item === null) continue;
    if (!Object.hasOwn(b, key) || !isSame(item, b[key])) return false;
    more -= 1;
  }
  for (const item of Object.values(b)) if (item !== null) more += 1;
  return more === 0;
}

function withoutReturns(text: string): string {
  return text.includes("\r\n") ? text.replaceAll("\r\n", "\n") : text;
}

/** Whether `text` is the canonical text of a value; without making that. */
export function isCanonical(value: Json, text: string): boolean {
  return matchValue(value, text, 0) === text.length;
}

/** Characters that JSON escapes, or may. */
const ESCAPED = /["\\\p{Cc}\p{Cs}]/u;

/** Where the canonical text of a value that begins at `at` ends; -1 if it is another one. */
function matchValue(value: Json, text: string, at: number): number {
  if (typeof value === "string" && !ESCAPED.test(value)) {
    const end = at + value.length + 1;
    return text[at] === '"' && text[end] === '"' && text.startsWith(value, at + 1) ? end + 1 : -1;
  }
  if (typeof value !== "object" || value === null) return matchText(canonical(value), text, at);
  return Array.isArray(value) ? matchList(value, text, at) : matchMap(value, text, at);
}

function matchText(wanted: string, text: string, at: number): number {
  return text.startsWith(wanted, at) ? at + wanted.length : -1;
}

function matchList(list: readonly Json[], text: string, at: number): number {
  let next = matchText("[", text, at);
  for (let i = 0; i < list.length && next !== -1; i++) {
    if (i > 0) next = matchText(",", text, next);
    if (next !== -1) next = matchValue(list[i] as Json, text, next);
  }
  return next === -1 ? -1 : matchText("]", text, next);
}

function matchMap(map: JsonObject, text: string, at: number): number {
  let next = matchText("{", text, at);
  const first = next;
  for (const key of sortedKeys(map)) {
    const item = map[key];
    if (item === null || item === undefined) continue;
    if (next > first) next = matchText(",", text, next);
    if (next !== -1) next = matchText(quotedKey(key), text, next);
    if (next !== -1) next = matchText(":", text, next);
    if (next !== -1) next = matchValue(item, text, next);
    if (next === -1) return -1;
  }
  return next === -1 ? -1 : matchText("}", text, next);
}

/** `sha256:<hex>` of a text. */
export function digest(text: string): string {
  return `sha256:${hash("sha256", text)}`;
}

/** The first 128 bits, as hex: nobody can prepare two texts with the same one, and it is short enough to keep one per part. */
export function shortDigest(text: string): string {
  return hash("sha256", text).slice(0, 32);
}

function sortedKeys(value: object): string[] {
  const keys = Object.keys(value);
  for (let i = 1; i < keys.length; i++) {
    if ((keys[i - 1] as string) > (keys[i] as string)) return keys.sort();
  }
  return keys;
}

// Dashboards repeat a few dozen keys thousands of times. Bounded, because keys come from files.
const quoted = new Map<string, string>();

function quotedKey(key: string): string {
  let text = quoted.get(key);
  if (text === undefined) {
    text = JSON.stringify(key);
    if (quoted.size < 4096) quoted.set(key, text);
  }
  return text;
}

// What a platform that fills in defaults makes of a value.

/** Whether `returned` is `asked` with keys added and nothing else changed. */
export function extendsValue(asked: Json, returned: Json): boolean {
  if (Array.isArray(asked) && Array.isArray(returned)) {
    return (
      asked.length === returned.length &&
      asked.every((item, index) => extendsValue(item, returned[index] as Json))
    );
  }
  if (isObject(asked) && isObject(returned)) {
    return Object.entries(asked).every(
      ([key, item]) => Object.hasOwn(returned, key) && extendsValue(item, returned[key] as Json),
    );
  }
  return isSame(asked, returned);
}
