// Does this platform let go of what it is told to drop? A value that had to go and is there again, as it was, may be a default that
// happens to be the same, or a key that the platform keeps. The draft cannot tell the two apart; our own record can.

import { isObject, type JsonObject, STAMP_KEY, type Stamp, stampToJson } from "../model/index.ts";
import { blankStamp, type LiveWorkbook } from "../plan/index.ts";

/**
 * Writes a key beside the stamp and takes it away again, in the way in which the keys of a draft are. The second request carries
 * `stamp`; the first one's covers no part, so a run that ends between the two leaves nothing that looks like an edit.
 */
export async function dropsKeys(
  stamp: Stamp,
  write: (body: JsonObject) => Promise<LiveWorkbook>,
): Promise<{ drops: boolean; live: LiveWorkbook }> {
  await write({ meta: { [STAMP_KEY]: { ...blankStamp(stamp), probe: true } } });
  const live = await write({ meta: { [STAMP_KEY]: { ...stampToJson(stamp), probe: null } } });
  const record = live.meta[STAMP_KEY];
  return { drops: !isObject(record) || (record.probe ?? null) === null, live };
}
