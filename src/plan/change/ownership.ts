// Whose a live workbook is, for people who look through a deployment.

import { readStamp } from "../../model/index.ts";
import type { LiveWorkbook } from "../state/state.ts";
import { ownerOf } from "./owner.ts";
import type { Scope } from "./workbook-change.ts";

/**
 * managed: by this project · foreign: by another one · preview: a copy for a pull request, of any project · unmanaged: by none. A copy that
 * somebody made in the UI is unmanaged, whatever stamp it took along.
 */
export const OWNERSHIPS = ["managed", "unmanaged", "foreign", "preview"] as const;
export type Ownership = (typeof OWNERSHIPS)[number];

/** `owner`: the project whose stamp it has; absent if it is unmanaged. */
export function ownershipOf(
  live: Pick<LiveWorkbook, "slug" | "meta">,
  scope: Pick<Scope, "project" | "deploymentId">,
): { state: Ownership; owner?: string } {
  const preview = readStamp(live.meta)?.preview;
  const owner = ownerOf(live, { ...scope, preview });
  if (owner.kind === "nobody") return { state: "unmanaged" };
  const { project } = owner.stamp;
  if (preview) return { state: "preview", owner: project };
  return { state: owner.kind === "us" ? "managed" : "foreign", owner: project };
}
