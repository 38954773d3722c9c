// What the platform kept of the stamps of copies. A copy without its stamp is found by nobody, and one with an earlier stamp has its end.

import { type PreviewMark, type Result, STAMP_NOT_KEPT } from "../../model/index.ts";
import type { Platform } from "../../platform/index.ts";
import { takeBack, type Unmarked, untilOf } from "../../preview/index.ts";

export interface KeptMarks {
  /** Ids of workbooks that lost their stamp, and that are no part of the preview. */
  lost: ReadonlySet<number>;
  /** What could not be deleted, or not be written. */
  left: readonly { key: string; message: string }[];
  /** The end that the copies have. */
  until: string | undefined;
}

/** Deletes the copies without a stamp. Sends nothing if every stamp was kept. */
export async function keptMarks(
  platform: Platform,
  deploymentId: number,
  { results, mark }: { results: readonly Result[]; mark: PreviewMark },
): Promise<KeptMarks> {
  const unkept = results.flatMap(({ kind, key, id, error }): Unmarked[] =>
    error?.code === STAMP_NOT_KEPT && kind !== "folder" && id !== null ? [{ kind, key, id }] : [],
  );
  if (unkept.length === 0) return { lost: new Set(), left: [], until: mark.until };
  const { lost, left, marked } = await takeBack(platform, deploymentId, unkept);
  // Those that kept their stamp have the end that was asked for.
  const isAnyKept = results.some(({ kind, status }) => kind === "workbook" && status === "applied");
  const until = untilOf([
    ...marked,
    ...(isAnyKept || marked.length === 0 ? [{ kind: "workbook" as const, mark }] : []),
  ]);
  const isOther = until !== mark.until;
  const message =
    "the platform kept an earlier stamp, so `boardwright preview down --stale` does not know this end";
  return {
    lost: new Set(lost.flatMap(({ kind, id }) => (kind === "workbook" ? [id] : []))),
    left: [
      ...left.map(({ item, message: why }) => ({ key: item.key, message: why })),
      ...(isOther ? [{ key: `the end of preview ${mark.name}`, message }] : []),
    ],
    until,
  };
}
