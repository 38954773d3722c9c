// What the platform is going to answer, from what it answered before.

import { isObject, type Json, type JsonObject, ownValue } from "../../model/index.ts";
import { canonical } from "../state/canonical.ts";
import type { ComparedState } from "../state/state.ts";
import { widgetsById } from "../state/widgets.ts";
import type { Base } from "./base.ts";

/**
 * What the platform is expected to answer when it is asked for `desired`: what it answered before at every place that is asked for as
 * it was, and what it filled in besides. So an answer that is known costs no second request.
 */
export function predictAnswer(desired: ComparedState, base: Base | undefined): ComparedState {
  if (!base?.answered) return desired;
  return predict(
    desired as JsonObject,
    base.asked as JsonObject,
    base.answered as JsonObject,
  ) as ComparedState;
}

function predict(desired: Json, asked: Json | undefined, answered: Json | undefined): Json {
  if (asked === undefined || answered === undefined) return desired;
  if (canonical(desired) === canonical(asked)) return answered;
  if (!isObject(desired) || !isObject(asked) || !isObject(answered)) return desired;
  const result: JsonObject = {};
  for (const [key, value] of Object.entries(desired)) {
    result[key] =
      key === "widgets" && Array.isArray(value)
        ? predictWidgets(desired, asked, answered)
        : predict(value, ownValue(asked, key), ownValue(answered, key));
  }
  for (const [key, value] of Object.entries(answered)) {
    if (!Object.hasOwn(asked, key) && !Object.hasOwn(desired, key)) result[key] = value;
  }
  return result;
}

function predictWidgets(desired: JsonObject, asked: JsonObject, answered: JsonObject): Json {
  const [before, after] = [widgetsById(asked), widgetsById(answered)];
  return [...widgetsById(desired)].map(([id, widget]) => predict(widget, before.get(id), after.get(id)));
}
