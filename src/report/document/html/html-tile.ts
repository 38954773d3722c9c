// One widget of a picture: its shape, what it is called as far as that fits, of which kind it is, and its number if it changes.

import type { WidgetMark } from "../../fields/layout-drawing.ts";
import { cells } from "../../text/cells.ts";
import { escapePre } from "../../text/escape.ts";
import { widthInEms } from "../../text/letter-width.ts";
import { nameText } from "../../text/value-text.ts";
import { kindClass, kindIcon } from "./html-icons.ts";

// How much of a name fits into a shape of a picture: no letter is cut in two.

/** Of the letters, in units of the picture. */
const FONT = 10;
const LINE = 12;

function widthOf(text: string): number {
  return widthInEms(text) * FONT;
}

/** In units of the picture. */
function longestWord(name: string): number {
  return Math.max(0, ...name.slice(0, 200).split(/\s+/).map(widthOf));
}

/** The name in at most so many lines of `width`, escaped for a terminal; none if not even a few letters fit. */
function fitLabel(name: string, width: number, lines: number): string[] {
  if (lines < 1 || width < 2 * FONT) return [];
  const most = Math.min(80, Math.ceil((lines * width) / (0.37 * FONT)));
  for (let room = most; room > 2; room -= 1) {
    const text = nameText(name, room);
    const broken = breakLines(text, width);
    if (broken.length <= lines) return broken;
    // Most of the way at once: a name is cut where it has to be, not letter by letter.
    room = Math.min(room, Math.ceil((cells(text) * lines) / broken.length) + 4);
  }
  return [];
}

/** Between words; within one that is longer than a line. */
function breakLines(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (widthOf(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== "") lines.push(line);
    line = "";
    for (const character of word) {
      if (widthOf(line + character) > width && line !== "") {
        lines.push(line);
        line = "";
      }
      line += character;
    }
  }
  return line === "" ? lines : [...lines, line];
}

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
  const left = x + w - wide - 1.5;
  const top = y + h - BADGE.high - 1.5;
  const shape = `<rect x="${round(left)}" y="${round(top)}" width="${wide}" height="${BADGE.high}" rx="3"/>`;
  return `<g class="badge">${shape}<text x="${round(left + wide / 2)}" y="${round(top + 9)}">${text}</text></g>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
