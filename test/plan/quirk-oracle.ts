// The tests' own reading of states, plans and docs/sandbox.md: nothing of it is taken from the code that it judges.
import { type FieldChange, isObject, type Json, type JsonObject } from "../../src/model/index.ts";
import { bigInteger, type Sandbox } from "../../src/sandbox/index.ts";

/** A workbook as it is compared: `meta` without the stamp, AI widgets without what viewers write into them. */
export type State = { name: string; meta: JsonObject; dashboard: JsonObject };

export function stateOf(sandbox: Sandbox, slug: string): State | undefined {
  const workbook = sandbox.workbook(slug);
  if (!workbook) return undefined;
  const { boardwright: _, ...meta } = workbook.meta as JsonObject;
  const dashboard = (workbook.dashboardDraft ?? {}) as unknown as JsonObject;
  return { name: workbook.name, meta, dashboard: withoutRuntime(dashboard) };
}

/** Without what viewers write into AI widgets, and without a `config` that then holds nothing, on each side that is compared. */
export function withoutRuntime(dashboard: JsonObject): JsonObject {
  const { widgets } = dashboard;
  return Array.isArray(widgets)
    ? { ...dashboard, widgets: (widgets as JsonObject[]).map(withoutOwnRuntime) }
    : dashboard;
}

/** One text for what counts as one state: no nulls, keys in order, one kind of line ends, nothing that viewers write into AI widgets. */
export function normal(state: Json | bigint | undefined): string {
  return JSON.stringify(sorted(state ?? null));
}

function sorted(value: Json | bigint): Json {
  // As the sandbox marks it.
  if (typeof value === "bigint") return bigInteger(value);
  if (typeof value === "number" && !Number.isSafeInteger(value) && /^-?\d+$/.test(String(value)))
    return bigInteger(String(value));
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value === "string") return value.replaceAll("\r\n", "\n");
  if (!isObject(value)) return value;
  const shown = withoutOwnRuntime(value);
  const keys = Object.keys(shown).filter((name) => shown[name] !== null);
  // Pairs, because an object orders keys that look like numbers by itself, and knows `__proto__`; not a bare list of them, because
  // `{}` and `[]` are two values.
  return { object: keys.sort().map((name) => [name, sorted(shown[name] as Json)]) };
}

/** Without what the project of a row ignores, and without the containers that then hold nothing. */
export function withoutIgnored(dashboard: JsonObject): JsonObject {
  const copy = JSON.parse(JSON.stringify(dashboard)) as JsonObject;
  for (const [holder, field] of ignoredHolders(copy)) {
    const inner = holder[field];
    if (!isObject(inner)) continue;
    delete inner.debug;
    if (Object.values(inner).every((item) => item === null)) delete holder[field];
  }
  return copy;
}

/** What stands at the ignored places, by where it is. */
export function ignoredValues(dashboard: JsonObject): Map<string, string> {
  return new Map(
    ignoredHolders(dashboard).map(([holder, field]) => {
      const inner = holder[field];
      return [String(holder.id ?? field), normal(isObject(inner) ? inner.debug : undefined)];
    }),
  );
}

function ignoredHolders(dashboard: JsonObject): (readonly [JsonObject, string])[] {
  const widgets = Array.isArray(dashboard.widgets) ? (dashboard.widgets as JsonObject[]) : [];
  return [[dashboard, "settings"], ...widgets.map((one) => [one, "config"] as const)];
}

/** Keys stay as they are. */
export function mapTexts(value: Json, change: (text: string) => Json): Json {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, change)]));
}

function withoutOwnRuntime(value: JsonObject): JsonObject {
  if (value.type !== "AI" || !isObject(value.config) || !isObject(value.position)) return value;
  const { threadId: _, checksum: __, ...config } = value.config;
  const { config: ___, ...rest } = value;
  return Object.values(config).some((item) => item !== null) ? { ...value, config } : rest;
}

/** The part of a state that the entry of a file manages. */
export function managed({ name, meta, dashboard }: State, entry: JsonObject): JsonObject {
  const keys = Object.entries(isObject(entry.meta) ? entry.meta : {}).filter(([, item]) => item !== null);
  return {
    ...(entry.name === undefined ? {} : { name }),
    meta: Object.fromEntries(keys.map(([key]) => [key, own(meta, key) ?? null])),
    ...(isObject(entry.dashboard) ? { dashboard } : {}),
  };
}

function own(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** What is live after exactly the fields of a plan were changed, and nothing else. */
export function withFields(before: State, fields: readonly FieldChange[]): State {
  const result = JSON.parse(JSON.stringify(before)) as State;
  for (const { path, change, after } of fields) {
    if (change === "reordered") reorder(result.dashboard, after as string[]);
    else
      set(
        result as unknown as JsonObject,
        stepsOf(path),
        change === "removed" ? undefined : marked(after as Json),
      );
  }
  return result;
}

function marked(value: Json): Json {
  const mark = (_key: string, item: unknown) => (typeof item === "bigint" ? bigInteger(item) : item);
  return JSON.parse(JSON.stringify(value, mark)) as Json;
}

type Step = { key: string; isWidget?: boolean };

export function stepsOf(path: string): Step[] {
  const steps: Step[] = [];
  for (const [, word, quoted, plain] of path.matchAll(
    /\.?([^.[\]]+)|\[("(?:[^"\\]|\\.)*")\]|\[([^\]]+)\]/gy,
  )) {
    const key = word ?? (quoted === undefined ? (plain as string) : (JSON.parse(quoted) as string));
    const isWidget = steps.length === 2 && steps[0]?.key === "dashboard" && steps[1]?.key === "widgets";
    steps.push(isWidget && word === undefined ? { key, isWidget } : { key });
  }
  return steps;
}

export function valueAt(root: Json | undefined, steps: readonly Step[]): Json | undefined {
  return steps.reduce<Json | undefined>((at, { key, isWidget }) => {
    if (Array.isArray(at)) return at[isWidget ? widgetIndex(at, key) : Number(key)];
    return isObject(at) ? own(at, key) : undefined;
  }, root);
}

/** An id that the platform trimmed, or put in lower case, names the same widget. */
function widgetIndex(widgets: readonly Json[], id: string): number {
  const exact = widgets.findIndex((one) => isObject(one) && one.id === id);
  return exact >= 0 ? exact : widgets.findIndex((one) => isObject(one) && bare(one.id) === bare(id));
}

function bare(id: Json | undefined): string {
  return String(id).trim().toLowerCase();
}

function set(root: JsonObject, steps: readonly Step[], value: Json | undefined): void {
  let at: Json = root;
  for (const [index, step] of steps.slice(0, -1).entries()) {
    let next: Json | undefined = valueAt(at, [step]);
    if (typeof next !== "object" || next === null) {
      next = steps[index + 1]?.isWidget ? [] : {};
      assign(at, step, next);
    }
    at = next;
  }
  assign(at, steps.at(-1) as Step, value);
}

function assign(holder: Json, { key, isWidget }: Step, value: Json | undefined): void {
  if (Array.isArray(holder)) {
    const index = isWidget ? widgetIndex(holder, key) : Number(key);
    if (value === undefined) holder.splice(index, 1);
    else if (index < 0) holder.push(value);
    else holder[index] = value;
  } else if (value === undefined) delete (holder as JsonObject)[key];
  else Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true });
}

function reorder(dashboard: JsonObject, order: readonly string[]): void {
  const widgets = (dashboard.widgets ?? []) as JsonObject[];
  // A plan calls a widget by the id that is declared, which the platform may have trimmed.
  const ids = order.map(bare);
  const place = ({ id }: JsonObject) => ids.indexOf(bare(id));
  widgets.sort((a, b) => place(a) - place(b));
}

/** A state with its widgets by id; their order only of those that were there before. An empty list of widgets is none. */
export function comparable({ name, meta, dashboard }: State, before: State | undefined): string[] {
  const { widgets, ...rest } = dashboard;
  const list = Array.isArray(widgets) ? (widgets as JsonObject[]) : [];
  const known = new Set(idsOf(before?.dashboard));
  const byId = list.map((one) => normal([one.id as string, one])).sort();
  const order = idsOf(dashboard).filter((id) => known.has(id) || !before);
  return [normal({ name, meta, dashboard: rest }), ...byId, order.join("\n")];
}

function idsOf(dashboard: JsonObject | undefined): string[] {
  const widgets = dashboard?.widgets;
  return Array.isArray(widgets) ? widgets.map((one) => (one as JsonObject).id as string) : [];
}

/** The paths of all leaves that differ: widgets by id as platforms may keep it; a list is a leaf, and so is an empty object. */
export function differingLeaves(a: JsonObject, b: JsonObject): string[][] {
  const [left, right] = [leavesOf(a), leavesOf(b)];
  const paths = new Set([...left.keys(), ...right.keys()]);
  return [...paths]
    .filter((path) => left.get(path) !== right.get(path))
    .map((path) => JSON.parse(path) as string[]);
}

/** Whether a state has something at a leaf, or below it. */
export function holdsLeaf(state: JsonObject): (leaf: readonly string[]) => boolean {
  const paths = [...leavesOf(state).keys()].map((path) => JSON.parse(path) as string[]);
  return (leaf) => paths.some((path) => leaf.every((key, at) => path[at] === key));
}

function leavesOf(root: JsonObject): Map<string, string> {
  const leaves = new Map<string, string>();
  const visit = (value: Json, path: string[]): void => {
    if (value === null) return;
    if (path.length === 2 && path[0] === "dashboard" && path[1] === "widgets" && Array.isArray(value)) {
      for (const one of value as JsonObject[]) visit(one, [...path, bare(one.id)]);
    } else if (isObject(value) && Object.values(withoutOwnRuntime(value)).some((item) => item !== null)) {
      for (const [key, item] of Object.entries(withoutOwnRuntime(value))) visit(item, [...path, key]);
    } else leaves.set(JSON.stringify(path), normal(value));
  };
  visit(root, []);
  return leaves;
}

/** Whether one of the two is the start of the other. */
export function isAlong(path: readonly Step[], leaf: readonly string[]): boolean {
  return path
    .slice(0, leaf.length)
    .every(({ key, isWidget }, at) => (isWidget ? bare(key) : key) === leaf[at]);
}

/**
 * The places that a plan lists as removed, with their values, although the platform had filled them in, unasked, and has them still. `asked`
 * and `rest`: what was declared the last time, and what the platform made of it.
 */
export function phantoms(
  fields: readonly FieldChange[],
  { asked, rest, after }: { asked: JsonObject; rest: State; after: State },
): string[] {
  const [given, filled, now] = [asked, rest, after].map((side) => leavesOf(side as unknown as JsonObject));
  return fields
    .filter(({ change }) => change === "removed")
    .flatMap(({ path }) => {
      const steps = stepsOf(path);
      return [...(now ?? [])].flatMap(([text, value]) => {
        const leaf = JSON.parse(text) as string[];
        const isIn = leaf.length >= steps.length && isAlong(steps, leaf);
        return isIn && filled?.get(text) === value && !given?.has(text) ? [text] : [];
      });
    });
}
