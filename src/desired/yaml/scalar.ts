// The value of a plain (unquoted) scalar: the YAML 1.2 core schema (yaml.org/spec/1.2.2, section 10.3.2) and nothing
// else. Dates, sexagesimals, `yes` and `0b1` are strings.
import { type Json, readNumber } from "../../model/index.ts";

/** Not a value that JSON can hold. */
export const INEXACT = Symbol("inexact");

const INTEGER = /^(?:[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)$/;
const FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
/** Numbers that JSON has no words for. */
export const NOT_FINITE = /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;

/** The words that are not text. */
const WORDS: ReadonlyMap<string, null | boolean> = new Map([
  ...["", "~", "null", "Null", "NULL"].map((word) => [word, null] as const),
  ...["true", "True", "TRUE"].map((word) => [word, true] as const),
  ...["false", "False", "FALSE"].map((word) => [word, false] as const),
]);
const LONGEST_WORD = 5;

export function plainValue(text: string): Json | typeof INEXACT {
  if (mayBeNumber(text.charCodeAt(0))) return numberOrText(text);
  const value = text.length > LONGEST_WORD ? undefined : WORDS.get(text);
  return value === undefined ? text : value;
}

function mayBeNumber(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || code === 0x2d || code === 0x2b || code === 0x2e;
}

function numberOrText(text: string): Json | typeof INEXACT {
  if (INTEGER.test(text) || FLOAT.test(text)) return numberOf(text) ?? INEXACT;
  return NOT_FINITE.test(text) ? INEXACT : text;
}

/** The value of a number as YAML writes it; undefined if it has thousands of digits. */
export function numberOf(text: string): number | bigint | undefined {
  const value = Number(text);
  // JSON has no negative zero, and text like -0 means no more than 0.
  if (Number.isSafeInteger(value)) return value + 0;
  if (text.startsWith("0x") || text.startsWith("0o")) return text.length < 4096 ? BigInt(text) : undefined;
  try {
    return readNumber(text);
  } catch {
    return undefined;
  }
}

/** A key of YAML 1.1 that merges what it names. In 1.2 it would be a key like any other, and go live. */
export const MERGE_KEY = "<<";

/**
 * The text of a key that was written as a plain scalar, or undefined if two readers could print it differently
 * (`1.0`, `0x1F`, `True`, `~`, `<<`).
 */
export function plainKey(text: string): string | undefined {
  if (text === MERGE_KEY) return undefined;
  const value = plainValue(text);
  if (typeof value === "string") return value;
  if (value === null || value === INEXACT) return undefined;
  return String(value) === text ? text : undefined;
}
