// Texts that several places read: an anchored node with its aliases, a file that several include. If all of them want the same,
// the text itself is edited, once.
import type { Json } from "../model/index.ts";
import { canonical } from "../plan/index.ts";
import { rangeOf } from "./form/source.ts";
import type { Job } from "./job.ts";
import {
  anchorShare,
  fileShare,
  isOnlyInclude,
  namedBy,
  type Reading,
  type Share,
  type Slot,
  writtenNode,
} from "./slots.ts";

/** Notes the value that this reader of a share wants; gives the share's name if all its readers want the same. */
export function agreedShare(job: Job, layers: readonly Slot[], want: Json): string | undefined {
  let agreed: string | undefined;
  for (const [index, slot] of layers.entries()) {
    for (const share of sharesOf(job.reading, layers, index)) {
      if (share.count < 2) continue;
      const place = `${slot.source.file}:${rangeOf(writtenNode(slot))[0]}`;
      const wishes = job.wishes.get(share.name) ?? new Map<string, string>();
      job.wishes.set(share.name, wishes.set(place, canonical(want)));
      job.counts.set(share.name, share.count);
      if (job.reading.agreed.has(share.name)) agreed ??= share.name;
    }
  }
  return agreed;
}

function sharesOf(reading: Reading, layers: readonly Slot[], index: number): Share[] {
  const slot = layers[index]!;
  const shares: Share[] = [];
  const anchor = anchorShare(slot);
  if (anchor) shares.push(anchor);
  if (index > 0 && !layers.slice(0, index).every(isOnlyInclude)) return shares;
  for (const directive of ["$include", "$file"] as const) {
    const target = namedBy(reading, slot, directive);
    if (target && (directive === "$file" || isOnlyInclude(slot)))
      shares.push(fileShare(reading, target.real));
  }
  return shares;
}
