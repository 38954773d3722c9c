// Lists that show `meta` without the stamp in it, or empty, or as null, though the read of one item shows both. Taken as they are, all that
// was applied would look as if somebody had removed its stamp.

import { isObject, STAMP_KEY } from "../model/index.ts";

/** So many are read to know whether the list leaves the stamps out. */
const PROBED = 3;

interface Listed {
  id: number;
  meta?: unknown;
}

interface Sight<Item extends Listed> {
  /** One item by itself; undefined if it is gone or may not be read. */
  read(id: number): Promise<Item | undefined>;
  /** Those of the items that are likeliest to have a stamp, as far as it matters. */
  choose(items: readonly Item[]): Item[];
}

export interface HiddenStamps<Item extends Listed> {
  /** Takes items as they are listed, wanted or not: all that `reveal` is asked about, and those that it is not. */
  see(items: readonly Item[]): void;
  /**
   * The items; if the list leaves stamps out, those without one lose their `meta`, as in a list that does not show it. Asks nothing as
   * soon as one item of the list has a stamp.
   */
  reveal(items: readonly Item[]): Promise<Item[]>;
  /** Whether the list is known to leave stamps out. */
  areHidden(): boolean;
}

export function watchStamps<Item extends Listed>({ read, choose }: Sight<Item>): HiddenStamps<Item> {
  let isShown = false;
  let isHidden = false;
  return {
    see(items) {
      isShown ||= items.some(holdsStamp);
    },
    async reveal(items) {
      if (!isShown && !isHidden) {
        const some = spread(choose(items.filter(({ meta }) => meta !== undefined)));
        const found = await Promise.all(some.map(({ id }) => read(id)));
        isHidden = found.some((one) => one && holdsStamp(one));
      }
      return isHidden ? items.map(withoutBareMeta) : [...items];
    },
    areHidden: () => isHidden,
  };
}

/** From all over the list: what was made by one hand is listed side by side. */
function spread<Item>(items: readonly Item[]): Item[] {
  if (items.length <= PROBED) return [...items];
  const step = (items.length - 1) / (PROBED - 1);
  return Array.from({ length: PROBED }, (_, n) => items[Math.round(n * step)] as Item);
}

/** A disown leaves null, which is shown as well. */
function holdsStamp({ meta }: Listed): boolean {
  return isObject(meta) && Object.hasOwn(meta, STAMP_KEY);
}

function withoutBareMeta<Item extends Listed>(item: Item): Item {
  return holdsStamp(item) ? item : { ...item, meta: undefined };
}
