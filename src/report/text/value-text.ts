// One value, or the step from one value to another, on one line: short, but long enough to tell the two apart.

import { blankSecrets, type Json, writeJson } from "../../model/index.ts";
import { cells, cut } from "./cells.ts";
import { escapeTerminal } from "./escape.ts";

/** How many cells of a name are shown: nobody's name is longer. */
export const NAME_ROOM = 60;

/** A string that without quotes would read as another value, as nothing, or as the arrow between two. */
const AMBIGUOUS = /^$|^\s|\s$|→|^(?:true|false|null|-?\d[\d.eE+-]*)$|^[[{"]/;

/** The value on one line, whole and not yet escaped: strings without quotes if nobody can mistake them, else as JSON. */
export function plainText(value: Json): string {
  if (typeof value !== "string") return blankSecrets(writeJson(value) ?? "");
  return blankSecrets(AMBIGUOUS.test(value) ? writeJson(value) : value);
}

/** The value in about `room` cells, escaped; what is left out is counted. */
export function valueText(value: Json, room: number): string {
  return countedExcerpt(plainText(value), undefined, room);
}

/** `before → after` in about `room` cells, escaped; both cut around the place where they begin to differ, and counted. */
export function stepText(before: Json, after: Json, room: number): string {
  const from = plainText(before);
  const to = plainText(after);
  if (fits(from, to, room)) return `${escapeTerminal(from)} → ${escapeTerminal(to)}`;
  const each = Math.max(8, Math.floor((room - 3) / 2));
  const shownFrom = seenOf(from, to, each);
  const shownTo = seenOf(to, from, each);
  const left = shownFrom.left + shownTo.left;
  const note = noteOf({ text: "", left, isMore: shownFrom.isMore || shownTo.isMore }, NARROW);
  return `${shownFrom.text} → ${shownTo.text}${note}`;
}

/** Cells of a text that are shown at least: with fewer, there is no room for a count of the rest. */
const LEAST = 20;
/** Cells for a count where the text needs the rest. */
const NARROW = 12;

/**
 * The text in at most `room` cells, escaped, around the place where it begins to differ from `other`. If something is left out, it says
 * how much if there is room, and whether it differs there as well: nobody takes the part for the whole.
 */
export function countedExcerpt(text: string, other: string | undefined, room: number): string {
  const clean = blankSecrets(text);
  if (fits(clean, "", room + 3)) return escapeTerminal(clean);
  const twin = other === undefined ? undefined : blankSecrets(other);
  const most = room - LEAST;
  // The note takes room from the text, and is longer the more of it is left out.
  const note = noteOf(seenOf(clean, twin, room - cells(noteOf(seenOf(clean, twin, room), most))), most);
  return excerpt(clean, twin === undefined ? 0 : commonStart(clean, twin), room - cells(note)) + note;
}

interface Seen {
  text: string;
  /** UTF-16 units that are not shown. */
  left: number;
  /** Whether some of them differ. */
  isMore: boolean;
}

function seenOf(text: string, other: string | undefined, room: number): Seen {
  const focus = other === undefined ? 0 : commonStart(text, other);
  const shown = excerpt(text, focus, room);
  const size = shown.replace(/^…|…$/g, "").length;
  if (shown === escapeTerminal(text)) return { text: shown, left: 0, isMore: false };
  const first = shown.startsWith("…") ? Math.max(0, focus - Math.floor(size / 3)) : 0;
  const isMore = other !== undefined && text.length - commonEnd(text, other, focus) > first + size;
  return { text: shown, left: Math.max(1, text.length - size), isMore };
}

/** The longest that `room` has; empty if nothing is left out, or there is no room at all. */
function noteOf({ left, isMore }: Seen, room: number): string {
  if (left === 0) return "";
  const more = isMore ? ", more differences" : "";
  const notes = [` (+${left} characters${more})`, ` (+${left}${more})`, ` (+${left}${isMore ? " ≠" : ""})`];
  return notes.find((note) => cells(note) <= room) ?? "";
}

/** How many UTF-16 units both end with, after the `start` that both start with. */
function commonEnd(a: string, b: string, start: number): number {
  const most = Math.min(a.length, b.length) - start;
  let count = 0;
  while (count < most && a.charCodeAt(a.length - 1 - count) === b.charCodeAt(b.length - 1 - count)) count++;
  return count;
}

/** Whether both fit in full on one line of `room` cells. */
export function fits(from: string, to: string, room: number): boolean {
  if (from.length + to.length > 2 * room) return false;
  return cells(escapeTerminal(from)) + 3 + cells(escapeTerminal(to)) <= room;
}

/** At most `room` cells of `text` around `focus`, escaped: what follows it has two thirds of the room, if it needs them. */
export function excerpt(whole: string, focus: number, room: number): string {
  const text = blankSecrets(whole);
  const reach = room * 4;
  if (text.length <= reach) {
    const shown = escapeTerminal(text);
    if (cells(shown) <= room) return shown;
  }
  const start = startOf(text, Math.min(focus, text.length), room);
  const seen = escapeTerminal(text.slice(start, start + reach));
  return start === 0 ? cut(seen, room) : `…${cut(seen, room - 1)}`;
}

/** Where an excerpt begins. What is in front of `focus` is measured as it is shown: an invisible character takes six cells or more. */
function startOf(text: string, focus: number, room: number): number {
  if (focus < room && cells(escapeTerminal(text.slice(0, focus))) < room * 0.6) return 0;
  const after = cells(cut(escapeTerminal(text.slice(focus, focus + room)), room));
  let left = Math.max(Math.floor(room / 3), room - 1 - after);
  let start = focus;
  while (start > 0) {
    const code = text.charCodeAt(start - 1);
    const one = start > 1 && code >= 0xdc00 && code < 0xe000 ? 2 : 1;
    left -= cells(escapeTerminal(text.slice(start - one, start)));
    if (left < 0) break;
    start -= one;
  }
  return start;
}

/** A name in at most `room` cells, escaped; a longer one is cut in its middle: names that begin alike mostly end differently. */
export function nameText(name: string, room: number): string {
  const whole = excerpt(name, 0, room);
  if (room < 8 || fits(name, "", room + 3)) return whole;
  const tail = Math.floor(room / 3);
  const end = excerpt(name, name.length, tail);
  return end.startsWith("…") ? `${excerpt(name, 0, room - tail)}${end.slice(1)}` : whole;
}

/** How many UTF-16 units both start with. */
export function commonStart(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  let at = 0;
  while (at < end && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return at;
}

/** `2026-11-20 08:10 UTC`, or the given words, escaped, if they are no time. */
export function momentText(text: string): string {
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime())) return excerpt(text, 0, 40);
  return `${moment.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
