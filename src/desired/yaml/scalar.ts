// What a plain (unquoted) scalar stands for: the YAML 1.2 core schema (yaml.org/spec/1.2.2, section 10.3.2) and nothing
// else. Dates, sexagesimals, `yes` and `0b1` are strings.
import type { Json } from "../../model/index.ts";

/** Not a value that JSON can hold exactly. */
export const INEXACT = Symbol("inexact");

const INTEGER = /^(?:[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)$/;
const FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
const NOT_FINITE = /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;

export function plainValue(text: string): Json | typeof INEXACT {
  switch (text.charCodeAt(0)) {
    case 0x7e: // ~
      return text === "~" ? null : text;
    case 0x6e: // n
    case 0x4e: // N
      return text === "null" || text === "Null" || text === "NULL" ? null : text;
    case 0x74: // t
    case 0x54: // T
      return text === "true" || text === "True" || text === "TRUE" ? true : text;
    case 0x66: // f
    case 0x46: // F
      return text === "false" || text === "False" || text === "FALSE" ? false : text;
    default:
      return mayBeNumber(text.charCodeAt(0)) ? numberOrText(text) : text === "" ? null : text;
  }
}

function mayBeNumber(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || code === 0x2d || code === 0x2b || code === 0x2e;
}

function numberOrText(text: string): Json | typeof INEXACT {
  if (INTEGER.test(text)) {
    const value = Number(text);
    // JSON has no negative zero, and text like -0 means no more than 0.
    return Number.isSafeInteger(value) ? value + 0 : INEXACT;
  }
  if (FLOAT.test(text)) {
    const value = Number(text);
    return Number.isFinite(value) ? value + 0 : INEXACT;
  }
  return NOT_FINITE.test(text) ? INEXACT : text;
}

/**
 * The text of a key that was written as a plain scalar, or undefined where two readers could print it differently
 * (`1.0`, `0x1F`, `True`, `~`).
 */
export function plainKey(text: string): string | undefined {
  const value = plainValue(text);
  if (typeof value === "string") return value;
  if (value === null || value === INEXACT) return undefined;
  return String(value) === text ? text : undefined;
}
