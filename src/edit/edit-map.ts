// Keys that come and go in a map as it is written.
import { isScalar, type YAMLMap } from "yaml";
import type { Json, JsonObject } from "../model/index.ts";
import { dropWithin } from "./draft.ts";
import type { Job } from "./edit-value.ts";
import { chunksOf, type Item, rearrange } from "./items.ts";
import { renderFlow, renderPair } from "./render.ts";
import { lineIndent, replaceValue } from "./replace.ts";
import type { Slot } from "./slots.ts";

export interface Addition {
  key: string;
  value: Json;
}

/** What people write first and last in the maps of a workbook file; everything else stands in between. */
const FIRST = [
  "$include",
  "publicId",
  "id",
  "type",
  "name",
  "title",
  "workbook",
  "folder",
  "folderId",
  "publish",
];
const LAST = [
  "position",
  "responsiveLayouts",
  "config",
  "query",
  "meta",
  "dashboard",
  "widgets",
  "overrides",
];

/** `from` is where in the draft the edits within the map begin. */
export function writeMap(
  { draft, style }: Job,
  slot: Slot,
  map: YAMLMap,
  remove: ReadonlySet<string>,
  add: readonly Addition[],
  from: number,
): void {
  const { source } = slot;
  const names = map.items.map(({ key }) => String(isScalar(key) ? key.value : ""));
  const kept = names.filter((name) => !remove.has(name));
  if (kept.length === 0) {
    const [start, , end] = map.range!;
    dropWithin(draft, source, start, end, from);
    const value: JsonObject = Object.fromEntries(add.map(({ key, value }) => [key, value]));
    replaceValue(draft, slot, value, style);
    return;
  }
  const all = chunksOf(source, map);
  const indent =
    all.flow && all.separator.includes("\n") ? lineIndent(source.text, all.chunks[0]!.start) : undefined;
  const render = ({ key, value }: Addition): string => {
    if (!all.flow) return renderPair(source, style, key, value, all.column);
    if (source.json) return `${JSON.stringify(key)}: ${renderFlow(source, style, value, indent)}`;
    return renderFlow(source, style, { [key]: value })
      .slice(1, -1)
      .trim();
  };
  const items: Item[] = names.flatMap((name, index) => (remove.has(name) ? [] : [index]));
  const order = kept.map((name) => name);
  for (const addition of add) {
    const before = order.findLastIndex((name) => rankOf(name) <= rankOf(addition.key));
    order.splice(before + 1, 0, addition.key);
    items.splice(before + 1, 0, render(addition));
  }
  rearrange(draft, all, items, from);
}

function rankOf(key: string): number {
  const first = FIRST.indexOf(key);
  if (first !== -1) return first - FIRST.length;
  return LAST.indexOf(key) + 1;
}
