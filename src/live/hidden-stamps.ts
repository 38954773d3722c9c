// Lists that show `meta` without the stamp in it, though the read of one workbook shows both. Taken as they are, all that was applied would
// look as if somebody had removed its stamp.

import { isObject, STAMP_KEY } from "../model/index.ts";
import type { WireWorkbook } from "../platform/index.ts";

/** So many of a page are read to know whether the list leaves the stamps out. */
const PROBED = 3;

interface Sight {
  /** One workbook; undefined if it is gone or may not be read. */
  read(id: number): Promise<WireWorkbook | undefined>;
  /** Whether it matters whether this one has a stamp. */
  isWanted(item: WireWorkbook): boolean;
}

/**
 * The items of a page; if the list leaves stamps out, those without one lose their `meta`, as in a list that does not show it. Asks nothing
 * as soon as one item of the list has a stamp.
 */
export function watchStamps({ read, isWanted }: Sight): (page: WireWorkbook[]) => Promise<WireWorkbook[]> {
  let isShown = false;
  let isHidden = false;
  return async (page) => {
    isShown ||= page.some(holdsStamp);
    if (!isShown && !isHidden) {
      const some = page.filter((item) => isObject(item.meta) && isWanted(item)).slice(0, PROBED);
      const found = await Promise.all(some.map(({ id }) => read(id)));
      isHidden = found.some((one) => one && holdsStamp(one));
    }
    return isHidden ? page.map(withoutBareMeta) : page;
  };
}

/** A disown leaves null, which is shown as well. */
function holdsStamp({ meta }: WireWorkbook): boolean {
  return isObject(meta) && Object.hasOwn(meta, STAMP_KEY);
}

function withoutBareMeta(item: WireWorkbook): WireWorkbook {
  return holdsStamp(item) ? item : ({ ...item, meta: undefined } as unknown as WireWorkbook);
}
