// What the platform is going to answer, from what it answered before; and what was asked for, from what it answered.

import { isObject, type Json, type JsonObject, ownIn, ownValue } from "../../model/index.ts";
import { isSame } from "../state/canonical.ts";
import type { ComparedState } from "../state/state.ts";
import { pairWidgets } from "../state/widgets.ts";
import type { Base } from "./base.ts";

const NONE: ReadonlyMap<string, Json> = new Map();

/** What live is expected to be if nobody changed it. */
export function expectedLive({ asked, answered }: Base): ComparedState {
  return answered ?? asked;
}

/**
 * The base with the answer that no run has read, as `live` shows it: what only adds to what was asked for is the platform's, and so is a
 * text without the white space around it. Any other base as it is.
 */
export function withAnswerFrom(live: ComparedState, base: Base | undefined): Base | undefined {
  if (base?.answered !== null) return base;
  const { asked } = base;
  const answered = Object.entries(asked).map(([field, value]): [string, Json] => {
    const own = value as Json;
    if (field === "dashboard") return [field, assumeDashboard(own as JsonObject, live.dashboard ?? {})];
    const keys = Object.entries(asked.meta ?? {});
    // Keys of meta that are not asked for are not managed.
    return field === "meta"
      ? [field, Object.fromEntries(keys.map(([key, item]) => [key, assume(item, ownIn(live.meta, key))]))]
      : [field, assume(own, live[field])];
  });
  return { asked, answered: Object.fromEntries(answered) };
}

/** A widget more is no addition: nothing that is asked for again would take it away. */
function assumeDashboard(asked: JsonObject, live: JsonObject): Json {
  const { widgets, ...own } = asked;
  const { widgets: list, ...there } = live;
  const [wanted = NONE, known = NONE] = pairWidgets([asked, live]);
  const rest = assume(own, there) as JsonObject;
  if (widgets !== undefined)
    return { ...rest, widgets: [...wanted].map(([id, widget]) => assume(widget, known.get(id))) };
  return Array.isArray(list) && list.length === 0 ? { ...rest, widgets: list } : rest;
}

/** `asked` with what `live` adds to it. */
function assume(asked: Json, live: Json | undefined): Json {
  if (typeof asked === "string") return live === asked.trim() ? live : asked;
  if (Array.isArray(asked) && Array.isArray(live) && asked.length === live.length)
    return asked.map((item, index) => assume(item, live[index]));
  if (!isObject(asked) || !isObject(live)) return asked;
  const known = Object.entries(asked).map(([key, item]): [string, Json] => [
    key,
    assume(item, ownValue(live, key)),
  ]);
  return { ...live, ...Object.fromEntries(known) };
}

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
