// What the platform is going to answer, from what it answered before; and what was asked for, from what it answered.

import { isObject, type Json, type JsonObject, ownValue } from "../../model/index.ts";
import { isSame } from "../state/canonical.ts";
import type { ComparedState } from "../state/state.ts";
import { pairWidgets } from "../state/widgets.ts";
import type { Base } from "./base.ts";

const NONE: ReadonlyMap<string, Json> = new Map();

/** What live is expected to be, if nobody touched it: what was answered; where no answer was seen, what was seen of it before. */
export function expectedLive({ asked, answered, was }: Base): ComparedState {
  return answered ?? predictAnswer(asked, was);
}

/**
 * What the platform is expected to answer when it is asked for `desired`: what it answered before at every place that is asked for as
 * it was, and what it filled in besides. So an answer that is known costs no second request.
 */
export function predictAnswer(desired: ComparedState, base: Base | undefined): ComparedState {
  // Where no run has seen the answer, what was seen before still tells what comes of all that is asked for as it was then.
  if (base?.answered === null) return predictAnswer(desired, base.was);
  if (!base?.answered) return desired;
  return predict(
    desired as JsonObject,
    base.asked as JsonObject,
    base.answered as JsonObject,
  ) as ComparedState;
}

function predict(desired: Json, asked: Json | undefined, answered: Json | undefined): Json {
  if (asked === undefined || answered === undefined) return desired;
  if (isSame(desired, asked)) return answered;
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
  const [wanted = NONE, before = NONE, after = NONE] = pairWidgets([desired, asked, answered]);
  const asBefore = isSame([...wanted.keys()], [...before.keys()]) && after.size === wanted.size;
  // An order that is asked for as it was is answered as it was.
  const ids = asBefore ? [...after.keys()].filter((id) => wanted.has(id)) : [];
  const order = ids.length === wanted.size ? ids : [...wanted.keys()];
  return order.map((id) => predict(wanted.get(id) as Json, before.get(id), after.get(id)));
}

/**
 * The other way round: what was asked for where `live`, in normal form, is what the platform made of it. What only it filled in is
 * left out. Whatever somebody changed since stays as it is live.
 */
export function recallAsked(
  live: ComparedState,
  { asked, answered }: { asked: ComparedState; answered: ComparedState },
): ComparedState {
  return (recall(live as JsonObject, answered as JsonObject, asked as JsonObject) ?? {}) as ComparedState;
}

/** Undefined for what was not asked for. */
function recall(live: Json, answered: Json | undefined, asked: Json | undefined): Json | undefined {
  if (answered === undefined) return live;
  if (isSame(live, answered)) return asked;
  if (!isObject(live) || !isObject(answered) || !isObject(asked)) return live;
  const result: JsonObject = {};
  for (const [key, value] of Object.entries(live)) {
    const isWidgets = key === "widgets" && Array.isArray(value);
    const was = isWidgets
      ? recallWidgets(live, answered, asked)
      : recall(value, ownValue(answered, key), ownValue(asked, key));
    if (was !== undefined) result[key] = was;
  }
  for (const [key, value] of Object.entries(asked)) {
    if (!Object.hasOwn(answered, key) && !Object.hasOwn(live, key)) result[key] = value;
  }
  return result;
}

function recallWidgets(live: JsonObject, answered: JsonObject, asked: JsonObject): Json {
  const [there = [], after, before] = pairWidgets([live, answered, asked]);
  return [...there].flatMap(([id, widget]) => recall(widget, after?.get(id), before?.get(id)) ?? []);
}
