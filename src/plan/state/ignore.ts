// What is never compared: an AI widget's runtime fields, and the paths that a project ignores. Their live values are sent back
// unchanged, so a write never changes them (contract 1).

import { isObject, type Json, type JsonObject, type PatternStep } from "../../model/index.ts";
import type { ComparedState } from "./state.ts";

export type IgnoredPath = readonly PatternStep[];

/** Viewers write these whenever an answer is regenerated (field notes D). */
const AI_RUNTIME_KEYS = ["threadId", "checksum"];

/** The state without what is never compared. Shares the values that it does not change. */
export function withoutIgnored(state: ComparedState, ignored: readonly IgnoredPath[]): ComparedState {
  let result: ComparedState = state;
  for (const path of ignored) result = remove(result as JsonObject, path, 0) as ComparedState;
  const widgets = result.dashboard?.widgets;
  if (!Array.isArray(widgets) || !widgets.some(isAiWidget)) return result;
  const cleaned = widgets.map((widget) => (isAiWidget(widget) ? withoutRuntime(widget) : widget));
  return { ...result, dashboard: { ...result.dashboard, widgets: cleaned } };
}

/** The draft to send: `draft` with the live values at the ignored paths; for a workbook not yet live, as declared. */
export function withLiveIgnored(
  draft: JsonObject,
  live: JsonObject | undefined,
  ignored: readonly IgnoredPath[],
): JsonObject {
  let result: Json = draft;
  for (const path of live ? ignored : []) {
    if (partOf(path) === "dashboard" && path.length > 1) result = graft(result, live, path, 1) ?? result;
  }
  const sent = result as JsonObject;
  if (!Array.isArray(sent.widgets) || !sent.widgets.some(isAiWidget)) return sent;
  const liveWidgets = Array.isArray(live?.widgets) ? live.widgets : [];
  const widgets = sent.widgets.map((widget) => {
    if (!isAiWidget(widget)) return widget;
    const same = withId(liveWidgets.filter(isAiWidget), widget.id);
    const [own, config] = [configOf(widget), configOf(same)];
    // Nothing to exchange: an empty config stays as well.
    if (AI_RUNTIME_KEYS.every((key) => own[key] === config[key])) return widget;
    const clean = withoutRuntime(widget);
    const runtime = Object.fromEntries(
      AI_RUNTIME_KEYS.filter((key) => config[key] != null).map((key) => [key, config[key] as Json]),
    );
    if (Object.keys(runtime).length === 0) return clean;
    return { ...clean, config: { ...configOf(clean), ...runtime } };
  });
  return { ...sent, widgets };
}

/** The state with the values of `own` at the ignored paths: what is never compared is never taken over either. */
export function withOwnIgnored(
  state: ComparedState,
  own: ComparedState,
  ignored: readonly IgnoredPath[],
): ComparedState {
  let result: ComparedState = state;
  for (const path of ignored) {
    if (partOf(path) === "dashboard") continue;
    result = (graft(result as JsonObject, own as JsonObject, path, 0) ?? result) as ComparedState;
  }
  if (!result.dashboard) return result;
  return { ...result, dashboard: withLiveIgnored(result.dashboard, own.dashboard, ignored) };
}

/** The keys of `meta` that are sent, with the live values at the ignored paths in them. */
export function withMetaIgnored(
  meta: JsonObject,
  live: { meta: JsonObject } | undefined,
  ignored: readonly IgnoredPath[],
): JsonObject {
  const inside = ignored.filter(([, key]) => key && "key" in key && Object.hasOwn(meta, key.key));
  return live ? (withOwnIgnored({ meta }, { meta: live.meta }, inside).meta ?? meta) : meta;
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

function remove(value: Json, path: IgnoredPath, at: number): Json | undefined {
  const step = path[at];
  if (!step) return undefined;
  if ("element" in step) {
    if (!Array.isArray(value)) return value;
    // An element itself is not removed: that would shift the others. Ignoring one means ignoring its content.
    return value.map((item, index) =>
      matches(step.element, item, index) ? (remove(item, path, at + 1) ?? null) : item,
    );
  }
  if (!isObject(value) || !Object.hasOwn(value, step.key)) return value;
  const inner = remove(value[step.key] as Json, path, at + 1);
  if (inner === value[step.key]) return isEmptyObject(inner) && at > 0 ? without(value, step.key) : value;
  // A container emptied by ignoring is absent, as if nothing ignored had ever been written.
  if (inner === undefined || (isEmptyObject(inner) && at > 0)) return without(value, step.key);
  return { ...value, [step.key]: inner };
}

function graft(
  value: Json | undefined,
  live: Json | undefined,
  path: IgnoredPath,
  at: number,
): Json | undefined {
  const step = path[at];
  if (!step) return live ?? undefined;
  if ("element" in step) {
    if (!Array.isArray(value) || !Array.isArray(live)) return value;
    return value.map((item, index) => {
      if (!matches(step.element, item, index)) return item;
      return graft(item, counterpart(live, item, index), path, at + 1) ?? item;
    });
  }
  const liveInner = isObject(live) && Object.hasOwn(live, step.key) ? live[step.key] : undefined;
  const own = isObject(value) ? value : {};
  const inner = graft(Object.hasOwn(own, step.key) ? own[step.key] : undefined, liveInner, path, at + 1);
  if (inner === undefined)
    return Object.hasOwn(own, step.key) && at === path.length - 1 ? without(own, step.key) : value;
  return { ...own, [step.key]: inner };
}

function counterpart(live: Json[], item: Json, index: number): Json | undefined {
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
