// Does the platform show the stamps that it answered? One that leaves them out of what is read looks, at every write, as if it kept them.
// So one workbook and one report of a run is read again, and if it shows its stamp, no other is.

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
