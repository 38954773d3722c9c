// Keys that are added and removed in a map as it is written.
import type { YAMLMap } from "yaml";
import type { Json } from "../model/index.ts";
import { dropWithin } from "./draft.ts";
import { type Printer, quotesOf, renderFlow, renderPair } from "./form/render.ts";
import { keyOf } from "./form/source.ts";
import { chunksOf, type Item, lineIndent, rearrange } from "./items.ts";
import type { Job } from "./job.ts";
import { replaceValue } from "./replace.ts";
import { contentOf, type Slot } from "./slots.ts";

interface Addition {
  key: string;
  value: Json;
  /** Whether the value is as the file is to spell it, variables included. */
  isWritten?: boolean;
}

/** Which keys the map in a slot loses and gets. */
export interface MapChange {
  slot: Slot;
  remove: Set<string>;
  add: Addition[];
}

/** What people write first and last in the maps of a workbook file; everything else is in between. */
const FIRST = "$include was publicId id type name title workbook folder folderId publish".split(" ");
const LAST = "position responsiveLayouts config query meta dashboard widgets overrides".split(" ");

/** `from` is where in the draft the edits within the map begin. */
export function writeMap(
  job: Pick<Job, "draft" | "style">,
  { slot, remove, add }: MapChange,
  from: number,
): void {
  const { draft, style } = job;
  const { source } = slot;
  const map = contentOf(slot) as YAMLMap;
  const printer: Printer = { source, style, quotes: quotesOf(map) };
  const names = map.items.map(({ key }) => keyOf(key));
  const kept = names.filter((name) => !remove.has(name));
  if (kept.length === 0) {
    const [start, , end] = map.range!;
    dropWithin(draft, { source, start, end }, from);
    replaceValue(job, slot, Object.fromEntries(add.map(({ key, value }) => [key, value])));
    return;
  }
  const all = chunksOf(source, map);
  const indent = lineIndent(all);
  const render = ({ key, value, isWritten }: Addition): string => {
    const by = isWritten ? { ...printer, style: { ...style, verbatim: true } } : printer;
    if (!all.flow) return renderPair(by, key, value, all.column);
    if (source.json) return `${JSON.stringify(key)}: ${renderFlow(by, value, indent)}`;
    return renderFlow(by, { [key]: value })
      .slice(1, -1)
      .trim();
  };
  const items: Item[] = names.flatMap((name, index) => (remove.has(name) ? [] : [index]));
  const order = [...kept];
  for (const addition of add) {
    const before = order.findLastIndex((name) => rankOf(name) <= rankOf(addition.key));
    order.splice(before + 1, 0, addition.key);
    items.splice(before + 1, 0, render(addition));
  }
  rearrange(draft, all, { items, from });
}

function rankOf(key: string): number {
  const first = FIRST.indexOf(key);
  if (first !== -1) return first - FIRST.length;
  return LAST.indexOf(key) + 1;
}
