// One layout before and after as pictures that scale: what was added, removed, moved, resized or edited is marked by a sign, by
// the line around it, and by colour.

import type { LayoutState } from "../change/layout-states.ts";
import { type Box, boxText, type PlacedWidget } from "../change/widget-box.ts";
import { escapePre } from "../text/escape.ts";
import { excerpt } from "../text/value-text.ts";

/** In units of the picture, which scales to the room it has. */
const WIDTH = 360;
const ROW = 14;
const MAX_HEIGHT = 1200;

const SIGNS = { same: "", edited: "✎ ", moved: "→ ", resized: "⤡ ", added: "+ ", removed: "− " } as const;
type Mark = keyof typeof SIGNS;

export const LEGEND = "+ added, − removed, → moved, ⤡ resized, ✎ edited";

/** `edited`: widgets of which something else than their place changes. */
export function layoutHtml(state: LayoutState, edited: ReadonlySet<string>): string {
  const { breakpoint, before, after, columns, unplaced, isChanged } = state;
  const name =
    breakpoint === undefined
      ? `Default layout, ${columns} columns wide`
      : `${excerpt(breakpoint, 0, 20)}, ${columns} columns wide`;
  const all = [...(before ?? []), ...after].map(({ box }) => box);
  const size = {
    wide: all.reduce((most, { x, w }) => Math.max(most, x + w), columns),
    high: all.reduce((most, { y, h }) => Math.max(most, y + h), 1),
  };
  const [was, now] = [boxesOf(before ?? []), boxesOf(after)];
  const figure = (caption: string, widgets: readonly PlacedWidget[], other: ReadonlyMap<string, Box>) =>
    `<figure><figcaption>${caption}</figcaption>\n${picture(
      widgets,
      size,
      `${caption}: ${escapePre(name)}`,
      (widget) => markOf(widget, before && other, caption === "before" ? "removed" : "added", edited),
    )}\n</figure>`;
  const figures = isChanged
    ? [figure("before", before ?? [], now), figure("after", after, was)]
    : [figure(before ? "unchanged" : "new", after, was)];
  const left =
    unplaced.length === 0 || breakpoint === undefined
      ? ""
      : `<p class="dim">Without a place of their own here: ${escapePre(nameSome(unplaced))}. The platform finds them one.</p>`;
  return `<h3>${escapePre(name)}</h3>\n<div class="layouts">\n${figures.join("\n")}\n</div>\n${left}`;
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
  { wide, high }: { wide: number; high: number },
  label: string,
  mark: (widget: PlacedWidget) => Mark,
): string {
  const across = WIDTH / wide;
  const down = Math.min(ROW, MAX_HEIGHT / high);
  const shapes = widgets.map((widget) => {
    const { x, y, w, h } = widget.box;
    const kind = mark(widget);
    const place = `x="${round(x * across)}" y="${round(y * down)}" width="${side(w * across)}" height="${side(h * down)}"`;
    const text = `${SIGNS[kind]}${escapePre(excerpt(widget.id, 0, 40))}`;
    const title = `${kind === "same" ? "" : `${kind}: `}${escapePre(excerpt(widget.id, 0, 60))}, ${boxText(widget.box)}`;
    return `<svg class="w-${kind}" ${place}><title>${title}</title><rect width="100%" height="100%"/><text x="5" y="12">${text}</text></svg>`;
  });
  const height = Math.max(1, round(high * down));
  return `<svg class="grid" role="img" aria-label="${label}" viewBox="0 0 ${WIDTH} ${height}">\n${shapes.join("\n")}\n</svg>`;
}

function boxesOf(widgets: readonly PlacedWidget[]): Map<string, Box> {
  return new Map(widgets.map(({ id, box }) => [id, box]));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** A side of a shape may not be negative, and what is there is seen. */
function side(value: number): number {
  return Math.max(1, round(value));
}

function nameSome(ids: readonly string[]): string {
  const shown = ids.slice(0, 10).map((id) => excerpt(id, 0, 40));
  if (ids.length > shown.length) shown.push(`${ids.length - shown.length} more`);
  return shown.join(", ");
}
