// Does this platform drop the keys that a request sets to null? If a value that was removed is back unchanged, it may be a default
// that happens to be the same, or a key that the platform keeps. The draft cannot show which; our own stamp can.

import { isObject, type JsonObject, STAMP_KEY, type Stamp, stampToJson } from "../model/index.ts";
import { type AnswerCheck, openStamp } from "../plan/index.ts";

/** A workbook or a report. */
interface Stamped {
  meta: JsonObject;
}

export interface Weighing<T extends Stamped> {
  /** What the answer says if what was removed and is back was kept. */
  check: AnswerCheck;
  /** What it says if that was filled in. */
  lenient: AnswerCheck;
  sent: Stamp;
  /** How a request of this kind removes a key: by null, or by not naming it. */
  removed: null | undefined;
  /** Writes a stamp, `stamp` or a draft of it, and nothing else. */
  writeStamp(stamp: JsonObject): Promise<T>;
}

/**
 * Which of the two readings counts. `live`: what was written to find out; `stamp`: the one that is on it, if that is the end.
 */
export async function weigh<T extends Stamped>(
  weighing: Weighing<T>,
): Promise<{ check: AnswerCheck; live?: T; stamp?: Stamp }> {
  const { check, lenient, sent } = weighing;
  const isOpen = lenient.unconverged.length < check.unconverged.length;
  if (!lenient.restamp || !isOpen) return { check };
  const { drops, live } = await dropsKeys(lenient.restamp, weighing);
  if (drops) return { check: lenient, live, stamp: lenient.restamp };
  return { check: { ...check, restamp: check.restamp ?? sent }, live };
}

/**
 * Writes an extra key in the stamp and removes it again as other keys are removed. The second request carries `stamp`; the
 * first one's stamp has no answer, so a run that ends between the two leaves nothing that looks like an edit.
 */
async function dropsKeys<T extends Stamped>(
  stamp: Stamp,
  { removed, writeStamp }: Pick<Weighing<T>, "removed" | "writeStamp">,
): Promise<{ drops: boolean; live: T }> {
  await writeStamp({ ...stampToJson(openStamp(stamp)), probe: true });
  const live = await writeStamp({ ...stampToJson(stamp), ...(removed === null && { probe: null }) });
  const record = live.meta[STAMP_KEY];
  return { drops: !isObject(record) || (record.probe ?? null) === null, live };
}
