// The changes of a rollback that no desired state asks for: what a run made is deleted, what it only published is published as before.

import type { Change, Hazard, JsonObject } from "../../model/index.ts";
import { type Owner, takeoverHazard } from "../change/hazards.ts";
import { newChange } from "../change/new-change.ts";
import { reportOwner } from "../change/report-change.ts";
import { fingerprint, ownerOf, type Scope } from "../change/workbook-change.ts";
import { isEditedSince, isReportEditedSince } from "../stamp/edited.ts";
import { type LiveReport, reportFingerprint } from "../state/report-state.ts";
import type { LiveWorkbook } from "../state/state.ts";

/** Deletes a workbook that a run of ours made. */
export function deleteWorkbookChange(live: LiveWorkbook, scope: Scope): Change {
  const { id, slug: key, name } = live;
  const owner = ownerOf(live, scope);
  const edited = owner.kind === "us" && isEditedSince(live, owner.stamp, scope.ignored);
  return newChange({
    kind: "workbook",
    action: "delete",
    ...{ id, key, name, fingerprint: fingerprint(live, scope) },
    hazards: deletionHazards(owner, edited),
  });
}

/** Deletes a report that a run of ours made; `key` is what the files called it. */
export function deleteReportChange(key: string, live: LiveReport, scope: Scope): Change {
  const { id, name, publicId } = live;
  const owner = reportOwner(live, key, scope);
  const edited = owner.kind === "us" && isReportEditedSince(live, owner.stamp);
  return newChange({
    kind: "report",
    action: "delete",
    ...{ id, key, name, publicId, fingerprint: reportFingerprint(live) },
    hazards: deletionHazards(owner, edited),
  });
}

/** Publishes again what viewers saw before a run published something else. */
export function publishBackChange(
  live: LiveWorkbook,
  { config, file }: { config: JsonObject; file: string },
  scope: Scope,
): Change {
  const { id, slug: key, name } = live;
  return newChange({
    kind: "workbook",
    action: "publish",
    ...{ id, key, name, fingerprint: fingerprint(live, scope) },
    source: { file, line: 1 },
    publish: true,
    publishConfig: config,
  });
}

function deletionHazards(owner: Owner, edited: boolean): Hazard[] {
  const message = "made by that run: putting it back deletes it";
  return [{ code: "delete", message }, ...against(owner, edited)];
}

/** What else stands against deleting it. */
function against(owner: Owner, edited: boolean): Hazard[] {
  if (owner.kind === "other-project") return [takeoverHazard(owner.stamp)];
  if (owner.kind === "nobody") return [{ code: "adopt", message: "no project manages it any more" }];
  return edited ? [{ code: "drift", message: "edited outside Git since the last apply" }] : [];
}
