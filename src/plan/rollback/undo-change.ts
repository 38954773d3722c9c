// The changes of a rollback that no desired state asks for: what a run made is deleted, what it only published is published as before.

import { type Change, type Hazard, type JsonObject, joinPath } from "../../model/index.ts";
import { type Owner, takeoverHazard } from "../change/hazards.ts";
import { newChange } from "../change/new-change.ts";
import { reportOwner } from "../change/report-change.ts";
import { fingerprint, ownerOf, type Scope } from "../change/workbook-change.ts";
import type { IgnoredPath } from "../state/ignore.ts";
import { normalState } from "../state/normal-state.ts";
import { decodeParts, movedSinceStamp, ORDER_PART, partsOf } from "../state/parts.ts";
import { type LiveReport, liveReportState, REPORT_FIELDS, reportFingerprint } from "../state/report-state.ts";
import { type ComparedState, type LiveWorkbook, liveState } from "../state/state.ts";

/** Deletes a workbook that a run of ours made. */
export function deleteWorkbookChange(live: LiveWorkbook, scope: Scope): Change {
  const { id, slug: key, name } = live;
  const owner = ownerOf(live, scope);
  const state = owner.kind === "us" ? stampedState(live, owner.stamp.parts, scope.ignored) : {};
  return newChange({
    kind: "workbook",
    action: "delete",
    ...{ id, key, name, fingerprint: fingerprint(live, scope) },
    hazards: deletionHazards(owner, state),
  });
}

/** Deletes a report that a run of ours made; `key` is what the files called it. */
export function deleteReportChange(key: string, live: LiveReport, scope: Scope): Change {
  const { id, name, publicId } = live;
  const owner = reportOwner(live, key, scope);
  const stamped = decodeParts(owner.kind === "nobody" ? "" : owner.stamp.parts);
  // Which workbook a report belongs to is known by its slug, and no edit that deleting it would lose.
  const fields = REPORT_FIELDS.filter((field) => field !== "workbook" && stamped.has(field));
  const shape = Object.fromEntries(fields.map((field) => [field, null])) as ComparedState;
  const state = liveReportState(shape, live, new Map());
  return newChange({
    kind: "report",
    action: "delete",
    ...{ id, key, name, publicId, fingerprint: reportFingerprint(live) },
    hazards: deletionHazards(owner, state),
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

function deletionHazards(owner: Owner, state: ComparedState): Hazard[] {
  const message = "made by that run: putting it back deletes it";
  return [{ code: "delete", message }, ...against(owner, state)];
}

/** What else stands against deleting it. `state`: what is live of the parts that its stamp covers. */
function against(owner: Owner, state: ComparedState): Hazard[] {
  if (owner.kind === "other-project") return [takeoverHazard(owner.stamp)];
  if (owner.kind === "nobody") return [{ code: "adopt", message: "no project manages it any more" }];
  const stamped = decodeParts(owner.stamp.parts);
  const parts = partsOf(state);
  const names = [...parts.keys(), ...[...stamped.keys()].filter((part) => !UNSEEN.test(part))];
  const isEdited = names.some((part) => movedSinceStamp(part, parts, stamped));
  return isEdited ? [{ code: "drift", message: "edited outside Git since the last apply" }] : [];
}

/** Where something lies is lost with it, whoever moved it. */
const UNSEEN = /^(?:folder|workbook|meta\b.*)$/;

function stampedState(live: LiveWorkbook, parts: string, ignored: readonly IgnoredPath[]): ComparedState {
  const stamped = decodeParts(parts);
  const keys = Object.keys(live.meta).filter((key) => stamped.has(joinPath("meta", [key])));
  const shape = {
    name: stamped.has("name"),
    folder: undefined,
    metaKeys: keys,
    dashboard: stamped.has(ORDER_PART),
  };
  return normalState(liveState(shape, live), ignored);
}
