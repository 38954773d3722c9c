// The step from one list to another, as what came, went, changed and moved: never two lists that are cut at their ends.

import { isObject, type Json, writeJson } from "../../model/index.ts";
import { wrap } from "../text/cells.ts";
import type { DiffLine } from "../text/line-diff.ts";
import { countedExcerpt, fits, plainText } from "../text/value-text.ts";

/** What a row shows of it, escaped: a text beside its label, or lines below it. */
export interface ListStep {
  text: string;
  diff: DiffLine[];
}

/** Properties that name an item of a list, first things first. */
const NAMING = ["id", "member", "dimension", "key", "name"];
/** Properties of a filter, which are clear without their names. */
const PLAIN: ReadonlySet<string> = new Set(["operator", "values"]);
const MAX_LINES = 20;
const MOST_BROKEN = 3;

/** Undefined where this says nothing better: if a side is no list, or items cannot be told apart. `below`: cells of a line of its own. */
export function listStep(
  before: Json | undefined,
  after: Json | undefined,
  { room, below }: { room: number; below: number },
): ListStep | undefined {
  if (!Array.isArray(before) || !Array.isArray(after)) return undefined;
  const [was, now] = byName(before, after) ?? [];
  if (!was || !now) return undefined;
  const removed = [...was].filter(([name]) => !now.has(name)).map(([, item]) => itemText(item));
  const first = orderText([...was.keys()], now).length === 0 && isFirst(was, now);
  const added = [...now]
    .filter(([name]) => !was.has(name))
    .map(([name, item]) => `${itemText(item)}${first === name ? ", first" : ""}`);
  const changed = [...now].flatMap(([name, item]) => {
    const old = was.get(name);
    return old === undefined || plainText(old) === plainText(item) ? [] : [changedText(old, item)];
  });
  const order = orderText([...was.keys()], now);
  const isOne = before.length === 1 && after.length === 1 && added.length === 1;
  const parts = isOne
    ? [`${removed[0]} → ${added[0]}`]
    : [
        ...(added.length > 0 ? [`+ ${added.join(", ")}`] : []),
        ...(removed.length > 0 ? [`− ${removed.join(", ")}`] : []),
        ...changed,
        ...order,
      ];
  const line = parts.join(" · ");
  if (fits(line, "", room + 3)) return { text: countedExcerpt(line, undefined, room), diff: [] };
  const lineOf = (sign: DiffLine["sign"]) => (text: string) => ({
    sign,
    text: countedExcerpt(text, undefined, below),
  });
  const lines = [
    ...removed.map(lineOf("-")),
    ...added.map(lineOf("+")),
    ...changed.flatMap((text) => brokenText(text, below)).map(lineOf(" ")),
    ...order.map(lineOf(" ")),
  ];
  const left = lines.length - MAX_LINES;
  if (left <= 1) return { text: "", diff: lines };
  return { text: "", diff: [...lines.slice(0, MAX_LINES), { sign: "…", text: `${left} more differences` }] };
}

/** At its words, if that takes few lines: what changes in an item stands at its end. */
function brokenText(text: string, width: number): string[] {
  const lines = wrap(text, width);
  return lines.length <= MOST_BROKEN ? lines : [text];
}

/** The items of both sides by what names them, in their order; undefined if two of one side have the same name. */
function byName(...sides: readonly (readonly Json[])[]): Map<string, Json>[] | undefined {
  // A member may have two filters: from, and to. Both sides are named alike, or nothing would be on both.
  const longer = (item: Json) => `${nameOf(item)} ${isObject(item) ? String(item.operator) : ""}`;
  for (const name of [nameOf, longer]) {
    const maps = sides.map((items) => new Map(items.map((item) => [name(item), item])));
    if (maps.every(({ size }, at) => size === sides[at]?.length)) return maps;
  }
  return undefined;
}

/** An item that nothing names is its own name, so that a change of it is one that went and one that came. */
function nameOf(item: Json): string {
  const naming = namingOf(item);
  if (naming !== undefined) return `named ${(item as Record<string, Json>)[naming]}`;
  if (Array.isArray(item) && item.length > 1 && typeof item[0] === "string") return `pair ${item[0]}`;
  return `value ${writeJson(item)}`;
}

function namingOf(item: Json): string | undefined {
  return isObject(item) ? NAMING.find((name) => typeof item[name] === "string") : undefined;
}

/** `orders.status equals paid, shipped`. Not escaped. */
function itemText(item: Json): string {
  if (Array.isArray(item)) return item.map(plainText).join(" ");
  const naming = namingOf(item);
  const joined = isObject(item) ? joinedText(item) : undefined;
  if (joined !== undefined) return joined;
  if (!isObject(item) || naming === undefined) return plainText(item);
  const rest = restOf(item, naming).map(([key, value]) =>
    PLAIN.has(key) ? listText(value) : `${key} ${listText(value)}`,
  );
  return [plainText(item[naming] as Json), ...rest].join(" ");
}

/** `(o.status equals paid or o.city equals Bonn)`; undefined for anything but filters that are joined. */
function joinedText(item: Record<string, Json>): string | undefined {
  const [[word, parts] = [], ...more] = Object.entries(item);
  if (more.length > 0 || (word !== "or" && word !== "and") || !Array.isArray(parts)) return undefined;
  if (parts.length === 0 || !parts.every(isObject)) return undefined;
  return `(${parts.map(itemText).join(` ${word} `)})`;
}

/** `orders.created_at granularity month → quarter`. Not escaped. */
function changedText(before: Json, after: Json): string {
  if (Array.isArray(before) && Array.isArray(after))
    return `${itemText(after.slice(0, 1))} ${itemText(before.slice(1))} → ${itemText(after.slice(1))}`;
  const naming = namingOf(after);
  if (!isObject(before) || !isObject(after) || naming === undefined)
    return `${plainText(before)} → ${plainText(after)}`;
  const keys = new Set([...restOf(before, naming), ...restOf(after, naming)].map(([key]) => key));
  const steps = [...keys].sort().flatMap((key) => {
    const from = before[key];
    const to = after[key];
    if (from !== undefined && to !== undefined && plainText(from) === plainText(to)) return [];
    return [`${PLAIN.has(key) ? "" : `${key} `}${propertyStep(from, to)}`];
  });
  return `${plainText(after[naming] as Json)} ${steps.join(", ")}`;
}

function propertyStep(before: Json | undefined, after: Json | undefined): string {
  if (before === undefined) return `+ ${listText(after as Json)}`;
  if (after === undefined) return `− ${listText(before)}`;
  return valuesStep(before, after) ?? `${listText(before)} → ${listText(after)}`;
}

/** Of two lists of values only what differs: the one value that another has taken the place of, else what came and what went. */
function valuesStep(before: Json, after: Json): string | undefined {
  if (!Array.isArray(before) || !Array.isArray(after) || before.length < 2) return undefined;
  const was = before.map(plainText);
  const now = after.map(plainText);
  const places = now.flatMap((text, at) => (text === was[at] ? [] : [at]));
  const [only = 0] = places;
  if (was.length === now.length && places.length === 1) return `${was[only]} → ${now[only]}`;
  const gone = was.filter((text) => !now.includes(text));
  const come = now.filter((text) => !was.includes(text));
  const parts = [
    ...(come.length > 0 ? [`+ ${come.join(", ")}`] : []),
    ...(gone.length > 0 ? [`− ${gone.join(", ")}`] : []),
  ];
  // A value that is there more than once has no name.
  const isTold = new Set(was).size === was.length && new Set(now).size === now.length;
  return isTold && parts.length > 0 ? parts.join(" ") : undefined;
}

function restOf(item: Record<string, Json>, naming: string): [string, Json][] {
  return Object.entries(item).filter(([key]) => key !== naming);
}

/** A list of plain values without its brackets. */
function listText(value: Json): string {
  const isPlain = Array.isArray(value) && value.length > 0 && value.every((item) => typeof item !== "object");
  return isPlain ? value.map(plainText).join(", ") : plainText(value);
}

/** The name of what came in front of all others, in a list whose order counts: by what is sorted first is not by what is sorted last. */
function isFirst(was: ReadonlyMap<string, Json>, now: ReadonlyMap<string, Json>): string | undefined {
  const [first] = now;
  const isOrder = first !== undefined && Array.isArray(first[1]) && was.size > 0;
  return isOrder && !was.has(first[0]) ? first[0] : undefined;
}

/** Where those that are on both sides stand in another order: the order that they have then. */
function orderText(was: readonly string[], now: ReadonlyMap<string, Json>): string[] {
  const left = new Set(was.filter((name) => now.has(name)));
  const kept = [...now].filter(([name]) => left.has(name));
  const isSame = [...left].every((name, at) => name === kept[at]?.[0]);
  if (isSame) return [];
  const heads = kept.map(([, item]) => {
    const naming = namingOf(item);
    return naming === undefined || !isObject(item)
      ? itemText(Array.isArray(item) ? item.slice(0, 1) : item)
      : plainText(item[naming] as Json);
  });
  return [`in another order: ${heads.join(", ")}`];
}
