// The form in which states are compared and digested.

import { type JsonObject, readJson } from "../../model/index.ts";
import { canonical, isCanonical } from "./canonical.ts";
import { type IgnoredPath, withoutIgnored } from "./ignore.ts";
import type { ComparedState } from "./state.ts";

/** The canonical text of a state without ignored values. If it is the `likely` one, no other is made. */
export function stateText(state: ComparedState, ignored: readonly IgnoredPath[], likely?: string): string {
  const compared = withoutIgnored(state, ignored) as JsonObject;
  return likely !== undefined && isCanonical(compared, likely) ? likely : canonical(compared);
}

/** The managed state that a canonical text holds. */
export function parseState(text: string): ComparedState {
  return readJson(text) as ComparedState;
}

/** The state in normal form: canonical, without ignored values; with those that `live`, where it is to be, has not, nor `base`. */
export function normalState(
  state: ComparedState,
  ignored: readonly IgnoredPath[],
  live?: ComparedState,
  base?: ComparedState,
): ComparedState {
  return parseState(canonical(withoutIgnored(state, ignored, live, base) as JsonObject));
}
