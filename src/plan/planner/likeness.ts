// Whether two dashboards are nearly the same: a guess, made from little, because every live workbook that no file declares is looked at.

import { isObject, type Json, widgetsOf } from "../../model/index.ts";

interface Likeness {
  /** In lower case. */
  name: string;
  /** Id and type of each widget. */
  widgets: ReadonlySet<string>;
}

/** The share of the widgets that both have, of all that either has, from which two dashboards are alike. */
const ENOUGH = 0.8;
/** With the same name, fewer are enough. */
const ENOUGH_NAMED = 0.5;
/** Fewer widgets than this are alike by chance: then the name must be the same. */
const FEW = 3;

export function likenessOf(name: string | undefined, dashboard: Json | undefined): Likeness {
  const widgets = widgetsOf(dashboard).flatMap((widget) =>
    isObject(widget) ? `${String(widget.id)} ${String(widget.type)}` : [],
  );
  return { name: (name ?? "").trim().toLowerCase(), widgets: new Set(widgets) };
}

function isAlike(one: Likeness, two: Likeness): boolean {
  const common = [...one.widgets].filter((widget) => two.widgets.has(widget)).length;
  const all = one.widgets.size + two.widgets.size - common;
  // NaN where neither has a widget: enough for nothing.
  const share = common / all;
  if (one.name !== "" && one.name === two.name) return share >= ENOUGH_NAMED;
  return common >= FEW && share >= ENOUGH;
}

/** Widgets that are looked up for all the guesses of one plan; about a second. Beyond it nobody is told that two are alike. */
const BUDGET = 5_000_000;
/** 0.8 × 35 may be a little more than 28. */
const ROUNDING = 1e-9;

/** Dashboards by id, to find the one that is like another without comparing it with each. */
export interface Lookup<T> {
  set(id: number, entry: T, likeness: Likeness): void;
  delete(id: number): void;
  readonly size: number;
  /** The only one that is like it; undefined if there is none, if there are several, or if too much was looked up already. */
  findOnly(likeness: Likeness): T | undefined;
  /** How many widgets were looked up so far. */
  readonly looked: number;
}

interface Held<T> {
  entry: T;
  likeness: Likeness;
}

export function openLookup<T>(): Lookup<T> {
  const held = new Map<number, Held<T>>();
  let index: ReturnType<typeof indexOf<T>> | undefined;
  let looked = 0;
  return {
    set(id, entry, likeness) {
      held.set(id, { entry, likeness });
      index = undefined;
    },
    delete(id) {
      if (held.delete(id)) index = undefined;
    },
    findOnly(likeness) {
      index ??= indexOf(held.values());
      const near = new Set<Held<T>>();
      const seen = new Set<Held<T>>();
      for (const one of candidates(index, likeness)) {
        if (looked > BUDGET) return undefined;
        looked += 1;
        if (seen.has(one)) continue;
        seen.add(one);
        looked += likeness.widgets.size;
        if (isAlike(likeness, one.likeness)) near.add(one);
        if (near.size > 1) return undefined;
      }
      return near.values().next().value?.entry;
    },
    get size() {
      return held.size;
    },
    get looked() {
      return looked;
    },
  };
}

function indexOf<T>(all: Iterable<Held<T>>) {
  const byName = new Map<string, Held<T>[]>();
  const byWidget = new Map<string, Held<T>[]>();
  const add = (index: Map<string, Held<T>[]>, key: string, one: Held<T>) => {
    const list = index.get(key);
    if (list) list.push(one);
    else index.set(key, [one]);
  };
  for (const one of all) {
    add(byName, one.likeness.name, one);
    for (const widget of one.likeness.widgets) add(byWidget, widget, one);
  }
  return { byName, byWidget };
}

/**
 * All that may be like it, some of them more than once: those of its name, and those that have one of its rarest widgets. Who shares
 * `ENOUGH` of n widgets lacks few, so lacks not all of any few and one more; the rarest are in the fewest others.
 */
function* candidates<T>(
  { byName, byWidget }: ReturnType<typeof indexOf<T>>,
  { name, widgets }: Likeness,
): Generator<Held<T>> {
  if (name !== "") yield* byName.get(name) ?? [];
  if (widgets.size < FEW) return;
  const lists = [...widgets].map((widget) => byWidget.get(widget) ?? []);
  lists.sort((one, two) => one.length - two.length);
  const missing = widgets.size - Math.ceil(ENOUGH * widgets.size - ROUNDING);
  for (const list of lists.slice(0, missing + 1)) yield* list;
}
