// What in a state a platform may answer otherwise than it is asked. What it answered as it was asked before, it will again.

import { isObject, type Json, type JsonObject, writeJson } from "../../model/index.ts";
import { isSorted, WIDGET_ORDERS } from "../state/may-be-made.ts";
import type { ComparedState } from "../state/state.ts";
import { bareId, widgetsById } from "../state/widgets.ts";

/**
 * What of values may be changed: white space around texts, the order of lists, whole numbers beyond what a double holds, upper case in the
 * ids of widgets. Each with the field that it is in, because a platform may trim names and leave configurations alone.
 */
export function risksOf(state: ComparedState): Set<string> {
  const risks = new Set<string>();
  for (const [field, value] of fieldsOf(state)) {
    eachValue(value, (item) => {
      if (typeof item === "bigint") risks.add(`${field} rounds`);
      else if (typeof item === "string" && item !== item.trim()) risks.add(`${field} trims`);
      else if (Array.isArray(item) && !isAsSorted(item)) risks.add(`${field} sorts`);
    });
  }
  const widgets = widgetsById(state.dashboard);
  for (const [order, isInOrder] of Object.entries(WIDGET_ORDERS))
    if (!isInOrder([...widgets.values()])) risks.add(`widgets sorted by ${order}`);
  if ([...widgets.keys()].some((id) => bareId(id) !== id.trim())) risks.add("ids in lower case");
  return risks;
}

/**
 * Where keys may be filled in: each object by its place and by the keys that it has, without which nobody knows which are missing. Widgets
 * of one type are one place.
 */
export function formsOf({ dashboard, query, pivotItems }: ComparedState): Set<string> {
  const forms = new Set<string>();
  for (const part of [dashboard, query, pivotItems]) addForms(forms, part as Json | undefined, "");
  return forms;
}

function addForms(forms: Set<string>, value: Json | undefined, place: string): void {
  if (Array.isArray(value)) for (const item of value) addForms(forms, item, `${place}[]`);
  if (!isObject(value)) return;
  const own = place.endsWith("widgets[]") ? `${place}${String(value.type)}` : place;
  forms.add(`${own} ${writeJson(Object.keys(value).sort())}`);
  for (const [key, item] of Object.entries(value)) addForms(forms, item, `${own}.${key}`);
}

function fieldsOf({ dashboard, ...state }: ComparedState): [string, Json][] {
  const inner = Object.entries(dashboard ?? {}).map(([key, value]) => [`dashboard.${key}`, value]);
  return [...Object.entries(state as JsonObject), ...inner] as [string, Json][];
}

function isAsSorted(list: readonly Json[]): boolean {
  return isSorted(list) || !list.every((item) => typeof item === "string");
}

function eachValue(value: Json, use: (value: Json) => void): void {
  use(value);
  if (Array.isArray(value)) for (const item of value) eachValue(item, use);
  else if (isObject(value)) for (const item of Object.values(value)) eachValue(item, use);
}
