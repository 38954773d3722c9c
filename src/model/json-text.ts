// JSON texts, with whole numbers of any size. JSON has no limit for them, but JavaScript's numbers are exact only up to 2^53. A whole
// number that JSON.parse and JSON.stringify would change is a bigint here, and no other is; so equal numbers are equal values.
// Fractions are as exact as in every JavaScript program.

import type { Json } from "./json.ts";

/** More digits than this nobody counts with, and an exponent could ask for more than memory holds. */
const MAX_DIGITS = 4096;

/** JSON.parse rounds whole numbers with as many digits as this, or more. */
const LONG = 16;
/** Numbers whose digits do not say how large they are. Up to 15 digits with a small exponent are kept by JSON.parse. */
const LARGE_EXPONENT = /[0-9][eE]\+?[0-9]{3,}(?:[,\]}\s]|$)/;
const FRACTION_WITH_EXPONENT = /\.[0-9]+[eE]\+?[0-9]+(?:[,\]}\s]|$)/;
/** Of a number that JSON.parse changes: `1e309`. */
const MIN_LENGTH = 5;
const NUMBER = /-?[0-9][-+.0-9eE]*/g;
const PARTS = /^([-+]?)([0-9]*)\.?([0-9]*)(?:[eE]([-+]?[0-9]+))?$/;

/** JSON.parse, with large whole numbers as bigint. Throws a SyntaxError. Costs no more than JSON.parse if there are none. */
export function readJson(text: string): Json {
  const value = JSON.parse(text) as Json;
  if (!mayHoldLarge(text)) return value;
  let isExact = true;
  const marked = rewrite(text, {
    between: (part) =>
      part.length < MIN_LENGTH
        ? part
        : part.replace(NUMBER, (digits) => {
            if (typeof readNumber(digits) === "number") return digits;
            isExact = false;
            return `"n${digits}"`;
          }),
    text: (inner) => `"s${inner}"`,
  });
  if (isExact) return value;
  return JSON.parse(marked, (_key, item: Json) => {
    if (typeof item !== "string") return item;
    return item.startsWith("n") ? readNumber(item.slice(1)) : item.slice(1);
  }) as Json;
}

/**
 * A key that stands twice in one object of a valid JSON text; undefined if there is none. JSON.parse keeps the last without a word, so that
 * whoever reads the text may see another value than the one that counts.
 */
export function findRepeatedKey(json: string): string | undefined {
  const open: Set<string>[] = [];
  let at = 0;
  for (;;) {
    const start = json.indexOf('"', at);
    for (const [bracket] of json.slice(at, start === -1 ? json.length : start).matchAll(/[[\]{}]/g)) {
      if (bracket === "{" || bracket === "[") open.push(new Set());
      else open.pop();
    }
    if (start === -1) return undefined;
    const end = endOfText(json, start + 1);
    if (isKey(json, end + 1)) {
      const key = JSON.parse(json.slice(start, end + 1)) as string;
      const keys = open.at(-1);
      if (keys?.has(key)) return key;
      keys?.add(key);
    }
    at = end + 1;
  }
}

/** Levels of nesting that a value of others may have: no dashboard has a hundred, and what walks a value must not end the stack. */
export const DEEPEST_JSON = 4000;

/** Whether a value has more levels than that. */
export function isTooDeep(value: unknown, left = DEEPEST_JSON): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (left === 0) return true;
  for (const item of Array.isArray(value) ? value : Object.values(value))
    if (isTooDeep(item, left - 1)) return true;
  return false;
}

/** JSON.stringify, which throws at a bigint, for any value of ours. `indent`: spaces for each level. */
export function writeJson(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, null, indent);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  const mark = (_key: string, item: unknown) =>
    typeof item === "bigint" ? `n${item}` : typeof item === "string" ? `s${item}` : item;
  return rewrite(JSON.stringify(value, mark, indent), {
    between: (part) => part,
    text: (inner) => (inner.startsWith("n") ? inner.slice(1) : `"${inner.slice(1)}"`),
  });
}

/**
 * The value of a number as JSON and YAML write it in decimal digits. A fraction is the nearest number that there is. Throws a SyntaxError
 * if it has thousands of digits.
 */
export function readNumber(text: string): number | bigint {
  const value = Number(text);
  if (Number.isSafeInteger(value) || (!Number.isInteger(value) && Number.isFinite(value))) return value;
  const exact = wholeNumber(text);
  return Number.isFinite(value) && wholeNumber(String(value)) === exact ? value : exact;
}

/** Without its fraction, if it has one. */
function wholeNumber(text: string): bigint {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = PARTS.exec(text) ?? [];
  const shift = Number(exponent) - fraction.length;
  const digits = whole + fraction;
  if (digits.length + Math.abs(shift) > MAX_DIGITS)
    throw new SyntaxError(`a number has more than ${MAX_DIGITS} digits`);
  const size = shift >= 0 ? BigInt(digits) * 10n ** BigInt(shift) : BigInt(digits) / 10n ** BigInt(-shift);
  return sign === "-" ? -size : size;
}

/** Two patterns, because one for both takes twice as long. */
function mayHoldLarge(json: string): boolean {
  return hasLongNumber(json) || LARGE_EXPONENT.test(json) || FRACTION_WITH_EXPONENT.test(json);
}

/** Whether a number of JSON may have that many digits. Looks at every 16th character, so it costs next to nothing. */
function hasLongNumber(json: string): boolean {
  for (let at = LONG - 1; at < json.length; at += LONG) {
    if (!isDigit(json, at)) continue;
    let start = at;
    while (isDigit(json, start - 1)) start--;
    let end = at + 1;
    while (isDigit(json, end)) end++;
    if (end - start >= LONG && mayStartNumber(json, start)) return true;
    at = end - 1;
  }
  return false;
}

/** Digits in a text, such as a digest, are no number: before one is a bracket, a comma or the colon after a key. */
function mayStartNumber(json: string, start: number): boolean {
  if (!"-:,[ \t\r\n".includes(json.charAt(start - 1))) return false;
  return /(?:^|[,[]|"\s*:)\s*-?$/.test(json.slice(Math.max(0, start - 100), start));
}

function isDigit(json: string, at: number): boolean {
  const code = json.charCodeAt(at);
  return code >= 0x30 && code <= 0x39;
}

/** A valid JSON text with its texts that are values, and all that is between texts, replaced. Keys stay as they are. */
function rewrite(
  json: string,
  { between, text }: { between(part: string): string; text(inner: string): string },
): string {
  const parts: string[] = [];
  let at = 0;
  for (;;) {
    const start = json.indexOf('"', at);
    if (start === -1) return parts.concat(between(json.slice(at))).join("");
    const end = endOfText(json, start + 1);
    parts.push(between(json.slice(at, start)));
    parts.push(isKey(json, end + 1) ? json.slice(start, end + 1) : text(json.slice(start + 1, end)));
    at = end + 1;
  }
}

/** Where the closing quote is. */
function endOfText(json: string, from: number): number {
  for (let at = from; ; at++) {
    at = json.indexOf('"', at);
    let backslashes = 0;
    while (json[at - 1 - backslashes] === "\\") backslashes++;
    if (backslashes % 2 === 0) return at;
  }
}

const COLON = /\s*:/y;

function isKey(json: string, after: number): boolean {
  COLON.lastIndex = after;
  return COLON.test(json);
}
