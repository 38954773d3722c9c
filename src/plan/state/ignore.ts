// What is never compared: an AI widget's runtime fields, and the paths that a project ignores. Their live values are sent back
// unchanged, so a write never changes them (contract 1).

import {
  isObject,
  type Json,
  type JsonObject,
  ownIn,
  type PatternStep,
  parseIgnoredPath,
  widgetsOf,
} from "../../model/index.ts";
import { isSame } from "./canonical.ts";
import type { ComparedState } from "./state.ts";

export type IgnoredPath = readonly PatternStep[];

/** The project's paths and those that a workbook says itself. */
export function withOwnPaths<T extends { ignored: readonly IgnoredPath[] }>(
  scope: T,
  { ignore }: { ignore?: readonly string[] | undefined } = {},
): T {
  if (!ignore) return scope;
  const own = ignore.map(parseIgnoredPath).filter((path) => path !== undefined);
  return { ...scope, ignored: [...scope.ignored, ...own] };
}

/** Viewers write these whenever an answer is regenerated (field notes D). */
const AI_RUNTIME_KEYS = ["threadId", "checksum"];

/**
 * The state without what is never compared. `live`: the state is what the files want there. Then it keeps what it has at ignored paths
 * where nothing is live yet, because that is sent. What `base` has and live has not is no new place: somebody removed it.
 */
export function withoutIgnored(
  state: ComparedState,
  ignored: readonly IgnoredPath[],
  live?: ComparedState,
  base?: ComparedState,
): ComparedState {
  const other = live && { live: live as Json, base: base as Json | undefined };
  let result: ComparedState = state;
  for (const path of ignored) result = remove(result as JsonObject, path, 0, other) as ComparedState;
  const widgets = result.dashboard?.widgets;
  if (!Array.isArray(widgets) || !widgets.some(isAiWidget)) return result;
  const cleaned = widgets.map((widget) => (isAiWidget(widget) ? withoutRuntime(widget) : widget));
  return { ...result, dashboard: { ...result.dashboard, widgets: cleaned } };
}

/** Whether the files say something at an ignored path where nothing is live yet. */
export function fillsIgnored(
  state: ComparedState,
  live: ComparedState,
  ignored: readonly IgnoredPath[],
): boolean {
  if (ignored.length === 0) return false;
  const filling = withoutIgnored(state, ignored, live);
  const compared = withoutIgnored(state, ignored);
  return !isSame(filling as Json, compared as Json);
}

/** The state as it is sent: at ignored paths what is live there; where nothing is, what the files say. */
export function withLiveIgnored(
  state: ComparedState,
  live: ComparedState,
  ignored: readonly IgnoredPath[],
): ComparedState {
  let result: ComparedState = state;
  for (const path of ignored) {
    // What the files do not manage is not sent.
    if (!Object.hasOwn(state, partOf(path) ?? "")) continue;
    result = (graft(result as JsonObject, live as JsonObject, path, 0) ?? result) as ComparedState;
  }
  const sent = result.dashboard;
  if (!Array.isArray(sent?.widgets) || !sent.widgets.some(isAiWidget)) return result;
  const liveWidgets = Array.isArray(live.dashboard?.widgets) ? live.dashboard.widgets : [];
  const widgets = sent.widgets.map((widget) => {
    if (!isAiWidget(widget)) return widget;
    const same = withId(liveWidgets.filter(isAiWidget), widget.id);
    const own = configOf(widget);
    const config = configOf(same);
    // Nothing to exchange: an empty config stays as well.
    if (AI_RUNTIME_KEYS.every((key) => own[key] === config[key])) return widget;
    const clean = withoutRuntime(widget);
    const runtime = Object.fromEntries(
      AI_RUNTIME_KEYS.filter((key) => config[key] != null).map((key) => [key, config[key] as Json]),
    );
    if (Object.keys(runtime).length === 0) return clean;
    return { ...clean, config: { ...configOf(clean), ...runtime } };
  });
  return { ...result, dashboard: { ...sent, widgets } };
}

/** What a file takes of a live state: a widget that it does not have yet comes whole, as an apply sends a new one whole. */
export function withNewWidgets(
  live: ComparedState,
  own: JsonObject | undefined,
  ignored: readonly IgnoredPath[],
): ComparedState {
  const state = withoutIgnored(live, ignored);
  const whole = withoutIgnored(live, []);
  if (!state.dashboard || !Array.isArray(state.dashboard.widgets)) return state;
  const known = widgetsOf(own).filter(isObject);
  const all = widgetsOf(whole.dashboard);
  const widgets = state.dashboard.widgets.map((widget, index) =>
    isObject(widget) && !withId(known, widget.id) ? (all[index] as Json) : widget,
  );
  return { ...state, dashboard: { ...state.dashboard, widgets } };
}

/** The part of the state where a path begins. */
function partOf([first]: IgnoredPath): string | undefined {
  return first && "key" in first ? first.key : undefined;
}

function isAiWidget(widget: Json): widget is JsonObject {
  return isObject(widget) && widget.type === "AI";
}

function configOf(widget: JsonObject | undefined): JsonObject {
  return isObject(widget?.config) ? widget.config : {};
}

function withoutRuntime(widget: JsonObject): JsonObject {
  if (!isObject(widget.config)) return widget;
  const others = Object.entries(widget.config).filter(([key]) => !AI_RUNTIME_KEYS.includes(key));
  const config = Object.fromEntries(others);
  // A config that holds nothing but runtime fields on one side must equal one that was never written on the other.
  return isEmptyObject(config) ? without(widget, "config") : { ...widget, config };
}

interface Other {
  live: Json | undefined;
  base: Json | undefined;
}

/** What is at the same place of the others; undefined if it was there and is not any more. */
function below(
  other: Other | undefined,
  at: (value: Json | undefined) => Json | undefined,
): Other | undefined {
  if (!other) return undefined;
  const inner = { live: at(other.live), base: at(other.base) };
  return (inner.live ?? null) === null && (inner.base ?? null) !== null ? undefined : inner;
}

/** `other`: where nothing is live, the value stays. */
function remove(value: Json, path: IgnoredPath, at: number, other: Other | undefined): Json | undefined {
  const step = path[at];
  if (!step) return other && (other.live ?? null) === null ? value : undefined;
  if ("element" in step) {
    if (!Array.isArray(value)) return value;
    // An element itself is not removed: that would shift the others. Ignoring one means ignoring its content.
    return value.map((item, index) => {
      if (!matches(step.element, item, index)) return item;
      const same = below(other, (list) => counterpart(list, item, index));
      return remove(item, path, at + 1, same) ?? null;
    });
  }
  if (!isObject(value) || !Object.hasOwn(value, step.key)) return value;
  const own = value[step.key] as Json;
  const inner = remove(
    own,
    path,
    at + 1,
    below(other, (object) => ownIn(object, step.key)),
  );
  const isEmpty = isEmptyObject(inner) && at > 0;
  if (inner === own) return isEmpty ? without(value, step.key) : value;
  // A container emptied by ignoring is absent, as if nothing ignored had ever been written.
  if (inner === undefined || isEmpty) return without(value, step.key);
  return { ...value, [step.key]: inner };
}

function graft(
  value: Json | undefined,
  live: Json | undefined,
  path: IgnoredPath,
  at: number,
): Json | undefined {
  const step = path[at];
  if (!step) return live ?? value;
  if ("element" in step) {
    if (!Array.isArray(value) || !Array.isArray(live)) return value;
    return value.map((item, index) => {
      if (!matches(step.element, item, index)) return item;
      return graft(item, counterpart(live, item, index), path, at + 1) ?? item;
    });
  }
  const inner = graft(ownIn(value, step.key), ownIn(live, step.key), path, at + 1);
  if (inner === undefined) return value;
  return { ...(isObject(value) ? value : {}), [step.key]: inner };
}

function counterpart(live: Json | undefined, item: Json, index: number): Json | undefined {
  if (!Array.isArray(live)) return undefined;
  const id = isObject(item) && typeof item.id === "string" ? item.id : undefined;
  if (id === undefined) return live[index];
  return withId(live.filter(isObject), id);
}

/** The one that has this id; else the only one that has it but for white space around it, which a platform may trim. */
function withId(list: readonly JsonObject[], id: Json | undefined): JsonObject | undefined {
  const exact = list.find((one) => one.id === id);
  if (exact || typeof id !== "string") return exact;
  const alike = list.filter((one) => typeof one.id === "string" && one.id.trim() === id.trim());
  return alike.length === 1 ? alike[0] : undefined;
}

function matches(element: string, item: Json, index: number): boolean {
  return element === "*" || element === String(index) || (isObject(item) && item.id === element);
}

function isEmptyObject(value: Json | undefined): boolean {
  return isObject(value) && Object.values(value).every((item) => item === null);
}

function without(value: JsonObject, key: string): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([other]) => other !== key));
}
