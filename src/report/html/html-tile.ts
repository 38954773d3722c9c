// One widget of a picture: its shape, what it is called as far as that fits, of which kind it is, and its number if it changes.

import type { WidgetMark } from "../review/headings.ts";
import { escapePre } from "../text/escape.ts";
import { FONT, fitLabel, LINE, longestWord } from "./fit-label.ts";
import { kindClass, kindIcon } from "./html-icons.ts";

/** In units of the picture. */
export interface Place {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface Tile {
  place: Place;
  name: string;
  type: string | undefined;
  mark: WidgetMark | undefined;
  sign: string;
  number: number | undefined;
  /** Html; what a pointer shows. */
  title: string;
  /** Drawn as an outline above what covers it. */
  isBelow?: true;
}

const GAP = 5;
const ICON = 9;
/** Narrower ones need the room for their name, as do those with a word that would be broken. */
const ICON_FROM = 60;
/** What a widget is told apart by: its sign and its number. */
const BADGE = { high: 12, each: 5, sides: 7 };
const SKETCH = { high: 22, wide: 34 };

export function tileHtml(tile: Tile, seen: Place | undefined): string {
  const { place, mark, type, title, isBelow } = tile;
  const classes = [`w-${mark ?? "same"}`, isBelow ? "below" : kindClass(type)].join(" ");
  const round = !isBelow && kindClass(type) === "k-control" ? ` rx="${Math.min(9, place.h / 2)}"` : "";
  const where = `x="${place.x}" y="${place.y}" width="${place.w}" height="${place.h}"`;
  const words = seen ? wordsOf(tile, { ...seen, x: seen.x - place.x, y: seen.y - place.y }) : "";
  const about = isBelow ? ' aria-hidden="true"' : "";
  return `<svg class="${classes}" ${where}${about}>${isBelow ? "" : `<title>${title}</title>`}<rect width="100%" height="100%"${round}/>${words}</svg>`;
}

function wordsOf(tile: Tile, { x, y, w, h }: Place): string {
  const { name, type, isBelow } = tile;
  const isNarrow = w < ICON_FROM || longestWord(name) > w - 2 * GAP - ICON - 4;
  const icon = isBelow || isNarrow || h < FONT + 2 ? undefined : kindIcon(type);
  const badge = isBelow ? undefined : badgeOf(tile, { w, h });
  const left = GAP + (icon ? ICON + 4 : 0);
  const isBeside = badge !== undefined && h < 2 * BADGE.high + 2;
  const room = w - left - GAP - (isBeside ? badge.wide : 0);
  const most = isBelow ? 1 : Math.floor((h - 2 - (badge && !isBeside ? BADGE.high : 0)) / LINE);
  const lines = fitLabel(name, room, most);
  const top = isBelow ? h - 4 : Math.min(y + LINE, y + h / 2 + FONT * 0.36);
  const text = lines.map((line, index) =>
    index === 0 ? escapePre(line) : `<tspan x="${round(x + left)}" dy="${LINE}">${escapePre(line)}</tspan>`,
  );
  const below = h - (top - y) - (lines.length - 1) * LINE;
  const hasSketch = type === "CHART" && icon !== undefined && below > SKETCH.high + 12 && w > SKETCH.wide * 2;
  const sketch = {
    x: x + w / 2 - SKETCH.wide / 2,
    y: y + h - below / 2 - SKETCH.high / 2,
    ...{ w: SKETCH.wide, h: SKETCH.high },
  };
  return [
    icon ? useHtml(icon, { x: x + GAP, y: top - ICON + 1, w: ICON, h: ICON }) : "",
    lines.length === 0 ? "" : `<text x="${round(x + left)}" y="${round(top)}">${text.join("")}</text>`,
    hasSketch ? useHtml(icon, sketch, "sketch") : "",
    badge ? badgeHtml(badge, { x, y, w, h }) : "",
  ].join("");
}

function useHtml(id: string, { x, y, w, h }: Place, name = "kind"): string {
  return `<use class="${name}" href="#${id}" x="${round(x)}" y="${round(y)}" width="${w}" height="${h}"/>`;
}

interface Badge {
  text: string;
  wide: number;
}

/** Undefined if it has none, or no room for it. */
function badgeOf({ sign, number }: Tile, { w, h }: Pick<Place, "w" | "h">): Badge | undefined {
  if (sign === "" || w < 2 * BADGE.high || h < BADGE.high) return undefined;
  const text = `${sign}${number ?? ""}`;
  return { text, wide: BADGE.sides + text.length * BADGE.each };
}

/** In the lower corner, where no name is. */
function badgeHtml({ text, wide }: Badge, { x, y, w, h }: Place): string {
  const [left, top] = [x + w - wide - 1.5, y + h - BADGE.high - 1.5];
  const shape = `<rect x="${round(left)}" y="${round(top)}" width="${wide}" height="${BADGE.high}" rx="3"/>`;
  return `<g class="badge">${shape}<text x="${round(left + wide / 2)}" y="${round(top + 9)}">${text}</text></g>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
