// Does the platform show the stamps that it answered? One that leaves them out of what is read looks, at every write, as if it kept them.
// So one workbook and one report of a run is read again, and if it shows its stamp, no other is.

import { readStamp, STAMP_KEY, type Stamp, stampToJson } from "../model/index.ts";
import { baseOf, isSame, type LiveWorkbook } from "../plan/index.ts";
import { PlatformError } from "../platform/index.ts";

/** Of workbooks, or of reports. */
export interface StampWatch {
  /**
   * Whether a stamp that was answered is there when it is read. `read` says so of this one; it is called until one of the run showed
   * its own. A read that the platform refuses shows nothing.
   */
  isShown(read: () => Promise<boolean>): Promise<boolean>;
}

export function watchStamps(): StampWatch {
  let first: Promise<boolean> | undefined;
  const readLeniently = async (read: () => Promise<boolean>): Promise<boolean> => {
    try {
      return await read();
    } catch (error) {
      if (error instanceof PlatformError) return true;
      throw error;
    }
  };
  return {
    async isShown(read) {
      if (!first) {
        first = readLeniently(read);
        return first;
      }
      return (await first) || readLeniently(read);
    },
  };
}

/** Whether a workbook or report carries exactly this stamp. */
export function isStampedAs(sent: Stamp, { meta }: Pick<LiveWorkbook, "meta">): boolean {
  const there = readStamp(meta);
  return there !== undefined && isSame(stampToJson(there), stampToJson(sent));
}

/** What another run of the same project, which writes this workbook at the same moment, has left in place of our stamp. */
export function otherRun(
  sent: Stamp,
  { meta }: LiveWorkbook,
  before: LiveWorkbook | undefined,
): "begun" | "done" | undefined {
  const there = readStamp(meta);
  const base = baseOf(there);
  if (there?.of !== sent.of || there.project !== sent.project || !base) return undefined;
  if (base.answered === null) return "begun";
  const isFromBefore = isSame(before?.meta[STAMP_KEY] ?? null, meta[STAMP_KEY] ?? null);
  return isFromBefore ? undefined : "done";
}
