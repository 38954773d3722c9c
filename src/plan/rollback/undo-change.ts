// The changes of a rollback that no desired state asks for: what a run made is deleted, what it only published is published as before.

import type { Change, Hazard, JsonObject } from "../../model/index.ts";
import { type Owner, takeoverHazard } from "../change/hazards.ts";
import { reportOwner } from "../change/report-change.ts";
import { fingerprint, ownerOf, type Scope } from "../change/workbook-change.ts";
import { isEditedSince, isReportEditedSince } from "../stamp/edited.ts";
import { type LiveReport, reportFingerprint } from "../state/report-state.ts";
import type { LiveWorkbook } from "../state/state.ts";

/** Deletes a workbook that a run of ours made. */
export function deleteWorkbookChange(live: LiveWorkbook, scope: Scope): Change {
  const { id, slug, name } = live;
  const owner = ownerOf(live, scope);
  const edited = owner.kind === "us" && isEditedSince(live, owner.stamp, scope.ignored);
  return {
    ...deletion({ id, key: slug, name, fingerprint: fingerprint(live, scope) }, owner, edited),
    kind: "workbook",
  };
}

/** Deletes a report that a run of ours made; `key` is what the files called it. */
export function deleteReportChange(key: string, live: LiveReport, scope: Scope): Change {
  const { id, name, publicId } = live;
  const owner = reportOwner(live, key, scope);
  const edited = owner.kind === "us" && isReportEditedSince(live, owner.stamp);
  return {
    ...deletion({ id, key, name, fingerprint: reportFingerprint(live) }, owner, edited),
    kind: "report",
    publicId,
  };
}

/** Publishes again what viewers saw before a run published something else. */
export function publishBackChange(
  live: LiveWorkbook,
  config: JsonObject,
  file: string,
  scope: Scope,
): Change {
  return {
    kind: "workbook",
    key: live.slug,
    action: "publish",
    origin: "git",
    id: live.id,
    name: live.name,
    source: { file, line: 1 },
    publish: true,
    hazards: [],
    fields: [],
    fingerprint: fingerprint(live, scope),
    publishConfig: config,
  };
}

function deletion(
  about: Pick<Change, "key" | "name" | "fingerprint"> & { id: number },
  owner: Owner,
  edited: boolean,
): Omit<Change, "kind"> {
  return {
    ...about,
    action: "delete",
    origin: "git",
    publish: false,
    hazards: [
      { code: "delete", message: "made by that run: putting it back deletes it" },
      ...against(owner, edited),
    ],
    fields: [],
  };
}

/** What else stands against deleting it. */
function against(owner: Owner, edited: boolean): Hazard[] {
  if (owner.kind === "other-project") return [takeoverHazard(owner.stamp)];
  if (owner.kind === "nobody") return [{ code: "adopt", message: "no project manages it any more" }];
  return edited ? [{ code: "drift", message: "edited outside Git since the last apply" }] : [];
}
