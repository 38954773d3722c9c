// Why a comparison is no ordinary one: what the platform had filled in was taken away there, or an apply ended before it read the answer.

import { type Change, nameSome } from "../../model/index.ts";
import type { Comparison } from "../stamp/three-way.ts";

export const LOST_DEFAULT = "lost-default";

const UNREAD: NonNullable<Change["reason"]> = {
  code: "unread",
  message: "an apply of this project ended before it read what the platform made of it",
  help: "Look at what is there: what only adds to what was asked for stays, and the rest is overwritten by `boardwright apply --allow adopt`.",
};

export function reasonOf({
  lost: paths,
  isForeign,
  isUnread,
}: Pick<Comparison, "lost" | "isForeign" | "isUnread">): Pick<Change, "reason"> {
  if (isForeign && isUnread) return { reason: UNREAD };
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
