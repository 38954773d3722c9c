// The layouts that an update changes, as small pictures in text.

import type { Change } from "../../model/index.ts";
import { excerpt } from "../text/value-text.ts";
import { drawLayouts, lettersFor } from "./layout-grid.ts";
import { layoutStates } from "./layout-states.ts";

/** Before and after, the default layout first; none where no position changed or the plan does not tell enough. */
export function layoutPictures(change: Change): string[] {
  return layoutStates(change).flatMap(({ breakpoint, before, after, columns, isChanged }) => {
    if (!before || !isChanged) return [];
    const letters = lettersFor([...after, ...before].map(({ id }) => id));
    const title = breakpoint === undefined ? [] : [`${excerpt(breakpoint, 0, 20)}:`];
    const legend = [...letters].slice(0, 62).map(([id, letter]) => `${letter} ${excerpt(id, 0, 30)}`);
    return [[...title, ...drawLayouts(before, after, columns, letters), legend.join("  ")].join("\n")];
  });
}
