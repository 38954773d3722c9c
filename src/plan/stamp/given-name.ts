// The name that a create gives because the platform requires one and the files declare none.

import type { ComparedState } from "../state/state.ts";
import type { Base } from "./base.ts";

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
