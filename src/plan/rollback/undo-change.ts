// The changes of a rollback that no desired state asks for: deleting what a run made, and publishing again what was published before.

import type { Change, Hazard, JsonObject } from "../../model/index.ts";
import { isBlank, isBlankReport } from "../change/claimed.ts";
import { fingerprint, reportFingerprint } from "../change/fingerprint.ts";
import { type Owner, takeoverHazard } from "../change/hazards.ts";
import { newChange } from "../change/new-change.ts";
import { ownerOf } from "../change/owner.ts";
import { publicationNumber, publicationPrint } from "../change/publication.ts";
import { reportOwner } from "../change/report-change.ts";
import type { Scope } from "../change/workbook-change.ts";
import { isEditedSince, isReportEditedSince } from "../stamp/edited.ts";
import { stampRequest } from "../stamp/request.ts";
import type { LiveReport } from "../state/report-state.ts";
import type { LiveWorkbook } from "../state/state.ts";

export function deleteWorkbookChange(live: LiveWorkbook, scope: Scope): Change {
  const { id, slug: key, name } = live;
  const owner = ownerOf(live, scope);
  const edited = owner.kind === "us" && isEditedSince(live, owner.stamp, scope.ignored);
  return newChange({
    kind: "workbook",
    action: "delete",
    ...{ id, key, title: name, fingerprint: fingerprint(live, scope) },
    visible: live.published !== undefined,
    hazards: deletionHazards(isBlank(live) ? "nothing" : owner, edited),
  });
}

/** `key`: the report's key in the files. */
export function deleteReportChange(key: string, live: LiveReport, scope: Omit<Scope, "reports">): Change {
  const { id, name, publicId } = live;
  const owner = reportOwner(live, key, scope);
  const edited = owner.kind === "us" && isReportEditedSince(live, owner.stamp);
  return newChange({
    kind: "report",
    action: "delete",
    ...{ id, key, title: name, publicId, fingerprint: reportFingerprint(live) },
    hazards: deletionHazards(isBlankReport(live) ? "nothing" : owner, edited),
  });
}

export function publishBackChange(
  live: LiveWorkbook,
  { config, draws, file }: { config: JsonObject; draws: string[]; file: string },
  scope: Scope,
): Change {
  const { id, slug: key, name } = live;
  const again = newChange({
    kind: "workbook",
    action: "publish",
    ...{ id, key, title: name },
    source: { file, line: 1 },
    publish: true,
    visible: true,
    publication: publicationPrint(live, scope),
    publishConfig: config,
    ...(draws.length > 0 && { draws }),
    request: numbered(live, scope),
  });
  return { ...again, fingerprint: fingerprint(live, scope, again) };
}

/** A stamp of ours that counts publications counts this one: it is nobody's edit. */
function numbered(live: LiveWorkbook, scope: Scope): JsonObject | undefined {
  const owner = ownerOf(live, scope);
  const published = publicationNumber(live, true);
  if (owner.kind !== "us" || owner.stamp.published === undefined || published === undefined) return undefined;
  return stampRequest({ ...owner.stamp, published });
}

function deletionHazards(owner: Owner | "nothing", edited: boolean): Hazard[] {
  const hazards: Hazard[] = [{ code: "delete", message: "created by that run: rolling back deletes it" }];
  if (owner === "nothing") return hazards;
  if (owner.kind === "other-project") hazards.push(takeoverHazard(owner.stamp));
  if (owner.kind === "nobody") hazards.push({ code: "adopt", message: "no longer managed by any project" });
  if (edited) hazards.push({ code: "drift", message: "edited outside Git since the last apply" });
  return hazards;
}
