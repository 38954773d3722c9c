// Who manages a live workbook, as its stamp says.

import { type PreviewMark, readStamp, type Stamp, stampOwner } from "../../model/index.ts";
import { isOfSameWork } from "../stamp/stamp.ts";
import type { Declared } from "../state/declared.ts";
import type { LiveWorkbook } from "../state/state.ts";
import type { Owner } from "./hazards.ts";

/**
 * Who manages the workbook. A stamp of another deployment or slug came with a copy made in the UI, and does not count. `was`: slugs that
 * the files say it had.
 */
export function ownerOf(
  live: Pick<LiveWorkbook, "slug" | "meta">,
  scope: { project: string; deploymentId: number; preview?: PreviewMark | undefined },
  was: readonly string[] = [],
): Owner {
  const stamp = readStamp(live.meta);
  const isOwn = [live.slug, ...was].some((slug) => stamp?.of === stampOwner(scope.deploymentId, slug));
  if (!stamp || !isOwn || !isOfSameWork(stamp, scope.preview)) return { kind: "nobody" };
  return { kind: stamp.project === scope.project ? "us" : "other-project", stamp };
}

/** The slug that a stamp of this deployment is of. */
export function slugInStamp({ of }: Stamp, { deploymentId }: { deploymentId: number }): string {
  return of.slice(stampOwner(deploymentId, "").length);
}

/** The slugs that its stamp may name: it may have been renamed, and its stamp not yet. */
export function namesOf({ slug, was = [] }: Pick<Declared, "slug" | "was">): string[] {
  return [slug, ...was];
}
