// A change's layouts before and after, as far as the plan holds them: after is the draft that is sent, before is that draft
// with the changed fields put back.

import { type Change, compareText, isObject, type Json, type JsonObject, valueAt } from "../model/index.ts";
import { parseFieldPath } from "./field-path.ts";
import { draftWidgets } from "./field-sections.ts";
import { drawLayouts, lettersFor, type PlacedWidget } from "./layout-grid.ts";
import { excerpt } from "./value-text.ts";
import { type Box, boxField, boxOf } from "./widget-box.ts";

/** Pictures of the layouts that an update changes, the default one first; none where the plan does not tell enough. */
export function layoutPictures(change: Change): string[] {
  const draft = valueAt(change.request, ["meta", "dashboardDraft"]);
  if (change.action !== "update" || !isObject(draft)) return [];
  return changedLayouts(change).flatMap((breakpoint) => {
    const layouts = layoutsOf(change, breakpoint);
    if (!layouts) return [];
    const { before, after } = layouts;
    const letters = lettersFor([...after, ...before].map(({ id }) => id));
    const title = breakpoint === undefined ? [] : [`${excerpt(breakpoint, 0, 20)}:`];
    const legend = [...letters].slice(0, 62).map(([id, letter]) => `${letter} ${excerpt(id, 0, 30)}`);
    return [
      [...title, ...drawLayouts(before, after, widestOf(draft, breakpoint), letters), legend.join("  ")].join(
        "\n",
      ),
    ];
  });
}

/** The default layout as undefined, and the breakpoints, of which a position changed. */
function changedLayouts(change: Change): (string | undefined)[] {
  const found = new Set<string | undefined>();
  for (const { path } of change.fields) {
    const [, , widget, ...rest] = parseFieldPath(path);
    if (!widget || !("widget" in widget)) continue;
    const box = boxField(rest);
    if (box) found.add(box.breakpoint);
    else if (rest.length === 0) found.add(undefined);
  }
  const named = [...found].filter((breakpoint) => breakpoint !== undefined).sort(compareText);
  return found.has(undefined) ? [undefined, ...named] : named;
}

function layoutsOf(change: Change, breakpoint: string | undefined) {
  const after: PlacedWidget[] = [];
  const before = new Map<string, Partial<Record<keyof Box, Json>>>();
  for (const [id, widget] of draftWidgets(change)) {
    const box = boxOf(widget, breakpoint);
    if (!box) continue;
    after.push({ id, box });
    before.set(id, { ...box });
  }
  for (const { path, before: value } of change.fields) {
    const [, , widget, ...rest] = parseFieldPath(path);
    if (!widget || !("widget" in widget)) continue;
    const box = rest.length === 0 ? { breakpoint, side: undefined } : boxField(rest);
    if (!box || box.breakpoint !== breakpoint) continue;
    const old = before.get(widget.widget) ?? {};
    if (box.side) before.set(widget.widget, { ...old, [box.side]: value });
    else {
      const whole =
        rest.length === 0 && isObject(value) ? boxOf(value, breakpoint) : isObject(value) ? value : undefined;
      if (whole) before.set(widget.widget, { ...whole });
      else before.delete(widget.widget);
    }
  }
  const known: PlacedWidget[] = [];
  for (const [id, { x, y, w, h }] of before) {
    if (typeof x !== "number" || typeof y !== "number" || typeof w !== "number" || typeof h !== "number")
      return undefined;
    known.push({ id, box: { x, y, w, h } });
  }
  return { before: known, after };
}

/** The columns of the layout: those of the breakpoint, or the widest for the default. */
function widestOf(draft: JsonObject, breakpoint: string | undefined): number {
  const cols = valueAt(draft, ["layout", "cols"]);
  if (!isObject(cols)) return 1;
  const numbers = (breakpoint === undefined ? Object.values(cols) : [cols[breakpoint] ?? 1]).filter(
    (value) => typeof value === "number",
  );
  return Math.max(1, ...numbers);
}
