// The base: the managed state as last applied, kept in the stamp (contract 5). What kubectl calls the last applied configuration.

import { deflateRawSync, inflateRawSync } from "node:zlib";
import { isObject, isTooDeep, type JsonObject, readJson } from "../../model/index.ts";
import { canonical, isSame } from "../state/canonical.ts";
import type { IgnoredPath } from "../state/ignore.ts";
import { normalState } from "../state/normal-state.ts";
import type { ComparedState } from "../state/state.ts";

export interface Base {
  /** What was asked for, in normal form, references resolved. */
  asked: ComparedState;
  /**
   * What the platform made of it, if that is something else (a default filled in, an old widget healed); null while no run has read
   * the answer. Absent: it answered as it was asked.
   */
  answered?: ComparedState | null;
}

/** A dashboard of the platform may have 16 MB; more than that is no base of ours, and is not unpacked. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Base64 of the raw-deflated JSON. The same base gives the same text. */
export function encodeBase(base: Base): string {
  return deflateRawSync(baseText(base)).toString("base64");
}

function baseText({ asked, answered }: Base): string {
  const parts = [`"asked":${canonical(asked as JsonObject)}`];
  if (answered === null) parts.push('"answered":null');
  else if (answered && !isSame(answered as JsonObject, asked as JsonObject))
    parts.push(`"answered":${canonical(answered as JsonObject)}`);
  return `{${parts.join(",")}}`;
}

/** Undefined for what is no base: cut off, changed by hand, or of another form. */
export function decodeBase(text: string): Base | undefined {
  try {
    const bytes = inflateRawSync(Buffer.from(text, "base64"), { maxOutputLength: MAX_BYTES });
    const raw: unknown = readJson(bytes.toString());
    if (!isObject(raw) || !isObject(raw.asked) || isTooDeep(raw)) return undefined;
    const { asked, answered } = raw;
    if (answered === undefined) return { asked };
    return answered === null || isObject(answered) ? { asked, answered } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Whether a base is whole and of the state with this canonical text, and if so, whether that was answered as it was asked. Costs 0.02 ms, a
 * quarter of reading it, and so is asked of every workbook that has not changed (1 % of planning 10,000 of them).
 */
export function matchBase(packed: string, text: string): "as-asked" | "otherwise" | undefined {
  try {
    const unpacked = inflateRawSync(Buffer.from(packed, "base64"), { maxOutputLength: MAX_BYTES }).toString();
    const start = `{"asked":${text}`;
    if (unpacked === `${start}}`) return "as-asked";
    return unpacked.startsWith(`${start},"answered":`) ? "otherwise" : undefined;
  } catch {
    return undefined;
  }
}

/** Without what is ignored by now: it may have been compared when the base was written. */
export function normalBase(base: Base | undefined, ignored: readonly IgnoredPath[]): Base | undefined {
  if (!base || ignored.length === 0) return base;
  const { answered } = base;
  const asked = normalState(base.asked, ignored);
  return answered ? { asked, answered: normalState(answered, ignored) } : { ...base, asked };
}

// The name that a create gives because the platform requires one and the files declare none.

/**
 * The base with the live name as one that was asked for, if it is the one that our create gave and the files come to declare another:
 * nobody else wrote it. `name`: the live one, which the platform may have trimmed; `give`: the name that a create of a state sends.
 */
export function withGivenName(
  base: Base | undefined,
  name: string,
  give: (asked: ComparedState) => unknown,
): Base | undefined {
  if (!base || base.asked.name !== undefined || String(give(base.asked)).trim() !== name.trim()) return base;
  const { asked, answered } = base;
  return { ...base, asked: { ...asked, name }, ...(answered && { answered: { ...answered, name } }) };
}
