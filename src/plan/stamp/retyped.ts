// Widgets that become ones of another type: what the platform had filled in for the old type is lost, unless it fills it in for others.

import { isObject, type Json, type JsonObject, ownValue } from "../../model/index.ts";
import { isSame } from "../state/canonical.ts";
import type { ComparedState } from "../state/state.ts";
import { pairWidgets } from "../state/widgets.ts";
import type { Base } from "./base.ts";

/** A widget as it was asked for and as it was answered. */
type Pair = { asked: Json | undefined; answered: Json | undefined };

/**
 * The base, in which what was filled in for a type counts as asked for, if the widget is now declared to be of another: so it is listed
 * as removed, and nobody expects it again. What a widget of another type was given, too, at that place, is no matter of the type.
 */
export function withTypesDefaults(base: Base | undefined, desired: ComparedState): Base | undefined {
  const { asked, answered } = base ?? {};
  if (!base || !answered?.dashboard || !asked?.dashboard?.widgets) return base;
  const [wanted, before = [], after] = pairWidgets([desired.dashboard, asked.dashboard, answered.dashboard]);
  const pairs = [...before].map(([id, widget]) => ({ id, asked: widget, answered: after?.get(id) }));
  const widgets = pairs.map(({ id, ...pair }) => {
    const type = typeOf(pair.asked);
    if (!wanted?.has(id) || typeOf(wanted.get(id)) === type) return pair.asked;
    return withDefaults(
      pair,
      pairs.filter((other) => typeOf(other.asked) !== type),
    );
  });
  return { ...base, asked: { ...asked, dashboard: { ...asked.dashboard, widgets } } };
}

/** `others`: widgets of other types, or the same place of them. */
function withDefaults({ asked, answered }: Pair, others: readonly Pair[]): Json {
  const own = asked ?? {};
  if (!isObject(own) || !isObject(answered)) return own;
  const result: JsonObject = { ...own };
  for (const [key, value] of Object.entries(answered)) {
    const inner = others.map((pair) => at(pair, key));
    const isAsked = Object.hasOwn(own, key);
    if (isObject(value) && (isAsked ? isObject(own[key]) : Object.keys(value).length > 0)) {
      const filled = withDefaults({ asked: own[key], answered: value }, inner);
      if (isAsked || (isObject(filled) && Object.keys(filled).length > 0)) result[key] = filled;
    } else if (!isAsked && !inner.some((other) => other.asked === undefined && isSame(other.answered, value)))
      result[key] = value;
  }
  return result;
}

function at({ asked, answered }: Pair, key: string): Pair {
  const inner = (side: Json | undefined) => (isObject(side) ? ownValue(side, key) : undefined);
  return { asked: inner(asked), answered: inner(answered) };
}

function typeOf(widget: Json | undefined): Json | undefined {
  return isObject(widget) ? widget.type : undefined;
}
