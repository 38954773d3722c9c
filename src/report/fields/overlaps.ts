// Which widgets of a layout cover others. Whatever is later in the list of widgets is drawn over what is earlier, as browsers do.

import type { Box, PlacedWidget } from "./widget-box.ts";

/** Widgets of a layout that are compared with each other: nobody looks for overlaps in a picture of more. */
const MOST_COMPARED = 400;

/** Ids by the id of the widget that they cover, at least in part. */
export function coversOf(widgets: readonly PlacedWidget[]): Map<string, string[]> {
  const covers = new Map<string, string[]>();
  if (widgets.length > MOST_COMPARED) return covers;
  for (const [index, { id, box }] of widgets.entries()) {
    const above = widgets.slice(index + 1).filter((other) => overlap(box, other.box));
    if (above.length > 0)
      covers.set(
        id,
        above.map((other) => other.id),
      );
  }
  return covers;
}

/** The pairs of widgets that overlap on both sides and change places in the stack, the upper one after the change first. */
export function swappedPairs(
  before: readonly PlacedWidget[],
  after: readonly PlacedWidget[],
): [upper: string, lower: string][] {
  const was = coversOf(before);
  return [...coversOf(after)].flatMap(([lower, above]) =>
    above.filter((upper) => was.get(upper)?.includes(lower)).map((upper): [string, string] => [upper, lower]),
  );
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}
