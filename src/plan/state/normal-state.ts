// The form in which states are compared and digested.

import { type JsonObject, readJson } from "../../model/index.ts";
import { canonical, isCanonical } from "./canonical.ts";
import { type IgnoredPath, withoutIgnored } from "./ignore.ts";
import type { ComparedState } from "./state.ts";

/** The canonical text of a state without ignored values. */
export function stateText(state: ComparedState, ignored: readonly IgnoredPath[]): string {
  return canonical(withoutIgnored(state, ignored) as JsonObject);
}

/** Whether that is `text`; without making it. */
export function isStateText(state: ComparedState, ignored: readonly IgnoredPath[], text: string): boolean {
  return isCanonical(withoutIgnored(state, ignored) as JsonObject, text);
}

/** The managed state that a canonical text holds. */
export function parseState(text: string): ComparedState {
  return readJson(text) as ComparedState;
}

/** The state in normal form: canonical, without ignored values. */
export function normalState(state: ComparedState, ignored: readonly IgnoredPath[]): ComparedState {
  return parseState(stateText(state, ignored));
}
