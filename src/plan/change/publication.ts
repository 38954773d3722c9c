// What viewers see of a workbook: whether it is what is wanted, whether it moved, and who published it.

import type { Hazard, JsonObject, Stamp } from "../../model/index.ts";
import type { Base } from "../stamp/base.ts";
import { expectedLive } from "../stamp/predict-answer.ts";
import { digest } from "../state/canonical.ts";
import type { IgnoredPath } from "../state/ignore.ts";
import { stateText } from "../state/normal-state.ts";
import type { LiveWorkbook } from "../state/state.ts";

/** Of the scope of a plan. */
interface Ignoring {
  ignored: readonly IgnoredPath[];
}

/**
 * Whether viewers see `wanted`, by default the draft, with the reports as they are: a publication freezes both (field notes F 4).
 * True if there is none, because nothing could be shown.
 */
export function isPublished(
  live: LiveWorkbook,
  scope: Ignoring & { reportVersions: ReadonlyMap<number, number> },
  wanted = live.draft,
): boolean {
  if (!wanted) return true;
  if (!live.published) return false;
  for (const [id, frozen] of live.snapshots) if ((scope.reportVersions.get(id) ?? 0) > frozen) return false;
  return shows(live.published, wanted, scope);
}

/** `sha256:…` of what viewers see, without what is never compared; null if nothing is published. */
export function publicationPrint({ published }: LiveWorkbook, { ignored }: Ignoring): string | null {
  return published ? digest(stateText({ dashboard: published }, ignored)) : null;
}

/**
 * The number of the last publication that is nobody's edit, for the stamp: of the one that is there now, 0 for none, undefined if the
 * platform does not say. What a rollback publishes is not what its stamp says was applied, so there (`isOther`) it is the next one, ours.
 */
export function publicationNumber(live: LiveWorkbook | undefined, isOther: boolean): number | undefined {
  const number = live?.published ? live.publishedVersion : 0;
  return number === undefined || !isOther ? number : number + 1;
}

/**
 * The hazard of overwriting a publication that somebody made since the last apply. One that only repeats the draft is not told of:
 * the draft is compared anyway. Undefined also if the stamp or the platform does not number publications: then a publication that is
 * pending (an apply that failed, a review) looks the same.
 */
export function publicationHazard(
  live: LiveWorkbook,
  { stamp, base }: { stamp: Stamp; base: Base | undefined },
  scope: Ignoring,
): Hazard | undefined {
  const { published, publishedVersion: version, draft } = live;
  const applied = base && expectedLive(base).dashboard;
  if (!published || !applied || version === undefined || stamp.published === undefined) return undefined;
  if (version <= stamp.published || shows(published, applied, scope)) return undefined;
  if (draft && shows(published, draft, scope)) return undefined;
  const message = `published outside Git since the last apply: viewers see version ${version}, which no apply published`;
  return { code: "drift", message };
}

function shows(published: JsonObject, wanted: JsonObject, { ignored }: Ignoring): boolean {
  return stateText({ dashboard: published }, ignored) === stateText({ dashboard: wanted }, ignored);
}
