// Who manages what is live, as its stamp says.

import { type JsonObject, type PreviewMark, readStamp, type Stamp, stampOwner } from "../../model/index.ts";
import { isOfSameWork } from "../stamp/stamp.ts";
import type { Declared } from "../state/declared.ts";
import type { LiveWorkbook } from "../state/state.ts";
import type { Owner } from "./hazards.ts";

/**
 * Who manages it. A stamp of another deployment, slug or publicId came with a copy made in the UI, and does not count. `names`: what the files
 * call it besides its live slug, by now or before. A stamp that holds the publicId of its report counts under any key: the files may have given
 * it a new one.
 */
export function ownerOf(
  live: { slug?: string; publicId?: string; meta: JsonObject },
  { project, deploymentId, preview }: OwnerScope,
  names: readonly string[] = [],
): Owner {
  const stamp = readStamp(live.meta);
  if (!stamp || !isOfSameWork(stamp, preview)) return { kind: "nobody" };
  const isOwn =
    stamp.publicId === undefined
      ? [...names, ...(live.slug === undefined ? [] : [live.slug])].some(
          (name) => stamp.of === stampOwner(deploymentId, name),
        )
      : stamp.publicId === live.publicId && stamp.of.startsWith(stampOwner(deploymentId, ""));
  if (!isOwn) return { kind: "nobody" };
  return { kind: stamp.project === project ? "us" : "other-project", stamp };
}

export interface OwnerScope {
  project: string;
  deploymentId: number;
  preview?: PreviewMark | undefined;
}

/** The slug or key that a stamp of this deployment is of. */
export function nameInStamp({ of }: Stamp, { deploymentId }: { deploymentId: number }): string {
  return of.slice(stampOwner(deploymentId, "").length);
}

/** The slugs that its stamp may name: it may have been renamed, and its stamp not yet. */
export function namesOf({ slug, was = [] }: Pick<Declared, "slug" | "was">): string[] {
  return [slug, ...was];
}

/**
 * managed: by this project · foreign: by another one · preview: a copy for a pull request, of any project · unmanaged: by none. A copy that
 * somebody made in the UI is unmanaged, whatever stamp it took along.
 */
export const OWNERSHIPS = ["managed", "unmanaged", "foreign", "preview"] as const;
export type Ownership = (typeof OWNERSHIPS)[number];

/** `owner`: the project whose stamp it has; absent if it is unmanaged. */
export function ownershipOf(
  live: Pick<LiveWorkbook, "slug" | "meta">,
  scope: Omit<OwnerScope, "preview">,
): { state: Ownership; owner?: string } {
  const preview = readStamp(live.meta)?.preview;
  const owner = ownerOf(live, { ...scope, preview });
  if (owner.kind === "nobody") return { state: "unmanaged" };
  const { project } = owner.stamp;
  if (preview) return { state: "preview", owner: project };
  return { state: owner.kind === "us" ? "managed" : "foreign", owner: project };
}
