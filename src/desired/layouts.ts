// Positions: from `layouts` onto widgets (contract 2), and the shorthand [x, y, w, h] written out.
import { isObject, type Json, type JsonObject } from "../model/index.ts";
import type { Spot } from "./spot.ts";

/** One entry under `layouts`, and where it is written. */
export interface LayoutSection {
  /** The normal slug of the workbook whose widgets it places. */
  slug: string;
  spot: Spot;
  value: JsonObject;
}

/** A finding about positions. `message` is called only for a finding that is shown, since places cost a parse. */
export interface LayoutProblem {
  rule: "position-conflict" | "unknown-layout";
  message: (place: (spot: Spot) => string) => string;
  at: Spot;
}

/** A widget's positions by name: `default` and the breakpoints, with where they are written. */
export type PlacedLayouts = Map<string, Map<string, { value: Json; spot: Spot }>>;

/** All sections of one slug as widget id → layout name → position. A position that is given twice is a problem. */
export function mergeSections(sections: readonly LayoutSection[], problems: LayoutProblem[]): PlacedLayouts {
  const layouts: PlacedLayouts = new Map();
  for (const { spot, value } of sections) {
    for (const [name, positions] of Object.entries(value)) {
      if (!isObject(positions)) continue;
      for (const [widget, position] of Object.entries(positions)) {
        const at = { ...spot, path: [...spot.path, name, widget] };
        const known = layouts.get(widget) ?? new Map();
        const first = known.get(name);
        if (first) problems.push(conflict(widget, at, first.spot));
        else known.set(name, { value: position, spot: at });
        layouts.set(widget, known);
      }
    }
  }
  return layouts;
}

export function conflict(widget: string, at: Spot, other: Spot): LayoutProblem {
  return {
    rule: "position-conflict",
    message: (place) =>
      `The position of \`${widget}\` is given twice, here and at ${place(other)}. Keep one of them.`,
    at,
  };
}

export function unknownWidget(
  { id, slug, at }: { id: string; slug: string; at: Spot },
  meant: string,
): LayoutProblem {
  const message = `\`${slug}\` has no widget \`${id}\`.${meant}`;
  return { rule: "unknown-layout", message: () => message, at };
}

/** `[x, y, w, h]` written out; anything else as it is. */
export function writeOut(position: Json): Json {
  if (!Array.isArray(position) || position.length !== 4) return position;
  const [x, y, w, h] = position;
  return { x: x!, y: y!, w: w!, h: h! };
}

/** The widget with its shorthands written out and with what `layouts` says of it; the same object if nothing changes. */
export function placeWidget(
  widget: JsonObject,
  layouts: Map<string, { value: Json }> | undefined,
): JsonObject {
  const { position, responsiveLayouts } = widget;
  if (!layouts && !Array.isArray(position) && responsiveLayouts === undefined) return widget;
  const placed: JsonObject = { ...widget };
  const byName: JsonObject = {};
  if (isObject(responsiveLayouts)) {
    for (const [name, value] of Object.entries(responsiveLayouts)) byName[name] = writeOut(value);
  }
  for (const [name, { value }] of layouts ?? []) if (name !== "default") byName[name] ??= writeOut(value);
  const fallback = layouts?.get("default")?.value;
  const chosen = position ?? fallback;
  if (chosen !== undefined) placed.position = writeOut(chosen);
  if (Object.keys(byName).length > 0) placed.responsiveLayouts = byName;
  return placed;
}
