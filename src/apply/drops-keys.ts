// Does this platform drop the keys that a request sets to null? If a value that was removed is back unchanged, it may be a default
// that happens to be the same, or a key that the platform keeps. The draft cannot show which; our own stamp can.

import { isObject, type JsonObject, STAMP_KEY, type Stamp, stampToJson } from "../model/index.ts";
import { type LiveWorkbook, openStamp } from "../plan/index.ts";

/**
 * Writes an extra key in the stamp and removes it again as keys of a draft are removed. The second request carries `stamp`; the
 * first one's stamp has no answer, so a run that ends between the two leaves nothing that looks like an edit.
 */
export async function dropsKeys(
  stamp: Stamp,
  write: (body: JsonObject) => Promise<LiveWorkbook>,
): Promise<{ drops: boolean; live: LiveWorkbook }> {
  await write({ meta: { [STAMP_KEY]: { ...stampToJson(openStamp(stamp)), probe: true } } });
  const live = await write({ meta: { [STAMP_KEY]: { ...stampToJson(stamp), probe: null } } });
  const record = live.meta[STAMP_KEY];
  return { drops: !isObject(record) || (record.probe ?? null) === null, live };
}
