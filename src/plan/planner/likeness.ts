// Whether two dashboards are nearly the same: a guess, made from little, because every live workbook that no file declares is looked at.

import { isObject, type Json, widgetsOf } from "../../model/index.ts";

export interface Likeness {
  /** In lower case. */
  name: string;
  /** Id and type of each widget. */
  widgets: ReadonlySet<string>;
}

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
  if (one.name !== "" && one.name === two.name) return share >= 0.5;
  // Two widgets are alike by chance.
  return common >= 3 && share >= 0.8;
}

/** Beyond so many that no file declares, nobody is told that two are alike: each is compared with each. */
const MOST = 1_000;

/** The only one of `all` that is like it. */
export function findAlike<T extends { likeness: Likeness }>(
  likeness: Likeness,
  all: ReadonlyMap<number, T>,
): T | undefined {
  if (all.size > MOST) return undefined;
  const near = [...all.values()].filter((one) => isAlike(likeness, one.likeness));
  return near.length === 1 ? near[0] : undefined;
}
