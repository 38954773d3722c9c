// The name that a create gives because the platform requires one and the files declare none.

import type { Stamp } from "../../model/index.ts";
import type { ComparedState } from "../state/state.ts";
import type { Base } from "./base.ts";

export interface NameKnown {
  /** With that name, if the files come to declare another: nobody else wrote it. */
  base: Base | undefined;
  /** The name, for the next stamp: a create of what is declared now would give another. */
  named: string | undefined;
}

/**
 * What is known of the name if it is still the one that our create gave. `stamp`: ours, if there is one; `name`: the live one, which the
 * platform may have trimmed; `give`: the name that a create of a state sends.
 */
export function knowName(
  base: Base | undefined,
  { stamp, name, desired }: { stamp: Stamp | undefined; name: string; desired: ComparedState },
  give: (asked: ComparedState) => unknown,
): NameKnown {
  if (!base || !stamp) return { base, named: undefined };
  const { asked, answered } = base;
  const isName = (given: unknown): boolean => String(given).trim() === name.trim();
  if (asked.name !== undefined || !isName(stamp.named ?? give(asked))) return { base, named: undefined };
  if (desired.name === undefined) return { base, named: isName(give(desired)) ? undefined : name };
  const whole = { ...base, asked: { ...asked, name }, ...(answered && { answered: { ...answered, name } }) };
  return { base: whole, named: undefined };
}
