// The name that a create gives because the platform requires one and the files declare none.

import type { ComparedState } from "../state/state.ts";
import type { Base } from "./base.ts";

/**
 * The base with that name, if it is still there: nobody else wrote it, so the files may come to declare another. `given`: what a create of
 * the base sends. A platform may have trimmed it.
 */
export function withGivenName(
  base: Base | undefined,
  { name }: ComparedState,
  given: (asked: ComparedState) => unknown,
): Base | undefined {
  if (!base || typeof name !== "string") return base;
  const { asked, answered } = base;
  if (asked.name !== undefined || answered?.name !== undefined) return base;
  if (String(given(asked)).trim() !== name.trim()) return base;
  return { ...base, asked: { ...asked, name }, ...(answered && { answered: { ...answered, name } }) };
}
