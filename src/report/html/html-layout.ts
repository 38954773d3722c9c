// One layout before and after as pictures that scale: added, removed, moved, resized and edited widgets are marked by a sign, by
// the line around them, and by colour. A widget below others is drawn again as an outline above them.

import type { LayoutState } from "../change/layout-states.ts";
import { coversOf, swappedPairs } from "../change/overlaps.ts";
import { type Box, boxText, type PlacedWidget } from "../change/widget-box.ts";
import { count } from "../text/cells.ts";
import { escapePre } from "../text/escape.ts";
import { excerpt, nameText } from "../text/value-text.ts";

/** In units of the picture, which scales to the available room. */
const WIDTH = 360;
const ROW = 14;
const MAX_HEIGHT = 1200;

const SIGNS = { same: "", edited: "✎ ", moved: "→ ", resized: "⤡ ", added: "+ ", removed: "− " } as const;
type Mark = keyof typeof SIGNS;

export const LEGEND = "+ added, − removed, → moved, ⤡ resized, ✎ edited";

/** `edited`: widgets of which something other than the position changes. */
export function layoutHtml(state: LayoutState, edited: ReadonlySet<string>): string {
  const { breakpoint, before, after, columns, unplaced, isChanged } = state;
  const layout = breakpoint === undefined ? "Default layout" : excerpt(breakpoint, 0, 20);
  const name = `${layout}, ${count(columns, "column")} wide`;
  const [was, now] = [boxesOf(before ?? []), boxesOf(after)];
  const figure = (caption: string, widgets: readonly PlacedWidget[], other: ReadonlyMap<string, Box>) =>
    `<figure><figcaption>${caption}</figcaption>\n${picture(
      widgets,
      state,
      `${caption}: ${escapePre(name)}`,
      (widget) => markOf(widget, before && other, caption === "before" ? "removed" : "added", edited),
    )}\n</figure>`;
  const figures = isChanged
    ? [figure("before", before ?? [], now), figure("after", after, was)]
    : [figure(before ? "unchanged" : "new", after, was)];
  const left =
    unplaced.length === 0 || breakpoint === undefined
      ? ""
      : `<p class="dim">Without a position of their own here: ${escapePre(nameSome(unplaced))}. The platform places them.</p>`;
  const stack = before && swappedPairs(before, after);
  const swapped = stack && stack.length > 0 ? `<p class="dim">${escapePre(swapText(stack))}</p>` : "";
  return `<h3>${escapePre(name)}</h3>\n<div class="layouts">\n${figures.join("\n")}\n</div>\n${swapped}${left}`;
}

function swapText(pairs: readonly (readonly [upper: string, lower: string])[]): string {
  const shown = pairs.slice(0, 10).map((pair) => pair.map((id) => nameText(id, 40)).join(" now covers "));
  if (pairs.length > shown.length) shown.push(`${pairs.length - shown.length} more`);
  return `${shown.join("; ")}.`;
}

function markOf(
  { id, box }: PlacedWidget,
  other: ReadonlyMap<string, Box> | undefined,
  lone: "added" | "removed",
  edited: ReadonlySet<string>,
): Mark {
  if (!other) return "same";
  const twin = other.get(id);
  if (!twin) return lone;
  if (twin.w !== box.w || twin.h !== box.h) return "resized";
  if (twin.x !== box.x || twin.y !== box.y) return "moved";
  return edited.has(id) ? "edited" : "same";
}

function picture(
  widgets: readonly PlacedWidget[],
  { wide, high }: LayoutState,
  label: string,
  mark: (widget: PlacedWidget) => Mark,
): string {
  const across = WIDTH / wide;
  const down = Math.min(ROW, MAX_HEIGHT / high);
  const placeOf = ({ x, y, w, h }: Box) =>
    `x="${round(x * across)}" y="${round(y * down)}" width="${side(w * across)}" height="${side(h * down)}"`;
  const covers = coversOf(widgets);
  const outlines = widgets
    .filter(({ id }) => covers.has(id))
    .map((widget) => {
      const name = `${SIGNS[mark(widget)]}${escapePre(nameText(widget.id, 40))}`;
      return `<svg class="w-${mark(widget)} below" ${placeOf(widget.box)} aria-hidden="true"><rect width="100%" height="100%"/><text x="5" y="100%" dy="-4">${name}</text></svg>`;
    });
  const shapes = widgets.map((widget) => {
    const kind = mark(widget);
    const place = placeOf(widget.box);
    const text = `${SIGNS[kind]}${escapePre(nameText(widget.id, 40))}`;
    const title = `${kind === "same" ? "" : `${kind}: `}${escapePre(nameText(widget.id, 60))}, ${boxText(widget.box)}`;
    return `<svg class="w-${kind}" ${place}><title>${title}</title><rect width="100%" height="100%"/><text x="5" y="12">${text}</text></svg>`;
  });
  const height = Math.max(1, round(high * down));
  return `<svg class="grid" role="img" aria-label="${label}" viewBox="0 0 ${WIDTH} ${height}">\n${[...shapes, ...outlines].join("\n")}\n</svg>`;
}

function boxesOf(widgets: readonly PlacedWidget[]): Map<string, Box> {
  return new Map(widgets.map(({ id, box }) => [id, box]));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** A side of a shape is never negative, and never too small to be seen. */
function side(value: number): number {
  return Math.max(1, round(value));
}

function nameSome(ids: readonly string[]): string {
  const shown = ids.slice(0, 10).map((id) => nameText(id, 40));
  if (ids.length > shown.length) shown.push(`${ids.length - shown.length} more`);
  return shown.join(", ");
}
