// What the platform had filled in and somebody took away there: told, and left as it is.

import { type Change, nameSome } from "../../model/index.ts";

export const LOST_DEFAULT = "lost-default";

/** The reason that says so, if `paths` has any. */
export function lostDefaults(paths: readonly string[]): Pick<Change, "reason"> {
  if (paths.length === 0) return {};
  const [they, are] = paths.length === 1 ? ["it", "was"] : ["them", "were"];
  return {
    reason: {
      code: LOST_DEFAULT,
      message: `${nameSome(paths)} ${are} filled in by the platform, and taken away there since the last apply`,
      help: `No file declares ${they}, so applying this leaves ${they} away; declare a value to have one there.`,
    },
  };
}
