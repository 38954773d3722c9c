// Items that are added, removed, moved and changed in a list as it is written.
import { isNode, type YAMLSeq } from "yaml";
import { isObject, type Json, type JsonObject } from "../model/index.ts";
import { canonical } from "../plan/index.ts";
import { writtenCopy } from "./copies.ts";
import { markOf } from "./draft.ts";
import { quotesOf, renderBlock, renderFlow } from "./form/render.ts";
import { chunksOf, type Item, lineIndent, rearrange } from "./items.ts";
import type { EditValue, Job, ValueEdit } from "./job.ts";
import { type Slot, stepInto } from "./slots.ts";
import { idOf } from "./values/unmerge.ts";

/** A list in a slot, whose items are `before`. */
interface ListEdit extends Pick<ValueEdit, "nulls" | "depth"> {
  slot: Slot;
  list: YAMLSeq;
  before: readonly Json[];
  after: readonly Json[];
}

/** Edits a list item by item. At least one has to stay. */
export function editList(job: Job, edit: ListEdit, editValue: EditValue): boolean {
  const { draft, style, reading } = job;
  const { slot, list, before: now, after: want, nulls } = edit;
  const { source } = slot;
  const plain = { source, style, quotes: quotesOf(list) };
  const printers = { plain, verbatim: { ...plain, style: { ...style, verbatim: true } } };
  if (list.items.length !== now.length || !list.items.every(isNode)) return false;
  const from = markOf(draft)[0];
  const partners = pairUp(now, want);
  if (!partners.some((partner) => partner !== undefined)) return false;
  const all = chunksOf(source, list);
  const items: Item[] = [];
  for (const [index, item] of want.entries()) {
    const partner = partners[index];
    if (partner !== undefined) {
      const layers = stepInto(reading, [slot], partner);
      const depth = edit.depth + 1;
      if (!editValue(job, { layers, now: now[partner]!, want: item, nulls, depth })) return false;
      items.push(partner);
      continue;
    }
    const copied = copyIn(job, edit, item);
    const one = copied ?? item;
    const { [copied ? "verbatim" : "plain"]: by } = printers;
    if (all.flow) items.push(renderFlow(by, one, source.json ? lineIndent(all) : undefined));
    else items.push(renderBlock(by, [one], all.column));
  }
  rearrange(draft, all, { items, from });
  return true;
}

/** What the list is to say of a new item that is a copy of another. */
function copyIn({ copies, reading }: Job, { slot, before }: ListEdit, item: Json): JsonObject | undefined {
  const id = idOf(item);
  const from = copies.get(id);
  const index = before.findIndex((one) => idOf(one) === from);
  if (from === undefined || index === -1) return undefined;
  const slots = stepInto(reading, [slot], index).slice(0, 1);
  return writtenCopy({ id, want: item, now: before[index], slots, file: slot.source.file });
}

/** For each wanted item the index of the one that it was: by id, else by equality in order, then by its place between equal ones. */
function pairUp(now: readonly Json[], want: readonly Json[]): (number | undefined)[] {
  const ids = [now, want].map((list) => list.map((item) => (isObject(item) ? item.id : undefined)));
  const named = ids.every(
    (list) => list.every((id) => id !== undefined) && new Set(list.map(String)).size === list.length,
  );
  if (named) {
    const known = new Map(ids[0]!.map((id, index) => [String(id), index]));
    return ids[1]!.map((id) => known.get(String(id)));
  }
  return fillGaps(commonItems(now.map(canonical), want.map(canonical)), now, want);
}

/** The longest common subsequence, as the index in `now` of each wanted item. */
function commonItems(now: readonly string[], want: readonly string[]): (number | undefined)[] {
  const longest = Array.from({ length: now.length + 1 }, () => new Array<number>(want.length + 1).fill(0));
  for (let i = now.length - 1; i >= 0; i--) {
    for (let j = want.length - 1; j >= 0; j--) {
      longest[i]![j] =
        now[i] === want[j] ? longest[i + 1]![j + 1]! + 1 : Math.max(longest[i + 1]![j]!, longest[i]![j + 1]!);
    }
  }
  const pairs = new Array<number | undefined>(want.length).fill(undefined);
  for (let i = 0, j = 0; i < now.length && j < want.length; ) {
    if (now[i] === want[j]) pairs[j++] = i++;
    else if (longest[i + 1]![j]! >= longest[i]![j + 1]!) i++;
    else j++;
  }
  return pairs;
}

/** Between items that stayed, a removed one and an added one of its kind, in their order, are one that changed. */
function fillGaps(
  pairs: (number | undefined)[],
  now: readonly Json[],
  want: readonly Json[],
): (number | undefined)[] {
  let floor = 0;
  for (let j = 0; j < pairs.length; j++) {
    const partner = pairs[j];
    if (partner !== undefined) {
      floor = partner + 1;
      continue;
    }
    const ceiling = pairs.slice(j).find((one) => one !== undefined) ?? now.length;
    if (floor < ceiling && isOfOneKind(now[floor]!, want[j]!)) pairs[j] = floor++;
  }
  return pairs;
}

function isOfOneKind(a: Json, b: Json): boolean {
  return Array.isArray(a) === Array.isArray(b) && isObject(a) === isObject(b);
}
