// What moved on the platform since a plan was made, in words that say what, when and, where the platform tells, who.

import { type Change, type Json, readStamp } from "../model/index.ts";
import type { LiveWorkbook } from "../plan/index.ts";
import type { WireReport, WireWorkbook } from "../platform/index.ts";

export interface Moved {
  /** A sentence without its full stop. */
  reason: string;
}

export function movedWorkbook(change: Change, live: LiveWorkbook, wire: WireWorkbook): Moved {
  const { key, id } = change;
  if (isOfThisPlan(change, live.meta)) {
    return { reason: `${key}: this plan was applied to the workbook ${live.id}, ${thenChangedAt(wire)}` };
  }
  if (id === null) {
    return {
      reason: `${key}: the slug was free and is taken by the workbook ${live.id}, ${createdBy(wire)}`,
    };
  }
  if (live.id !== id) {
    const gone = `the workbook ${id} is gone, and ${live.id} has its slug`;
    return { reason: `${key}: ${gone}, ${createdBy(wire)}` };
  }
  if (live.slug !== key) {
    return { reason: `${key}: the workbook ${id} has the slug ${live.slug} by now, ${changedAt(wire)}` };
  }
  return { reason: `${key}: the workbook was ${changedAt(wire)}` };
}

export function deletedWorkbook({ key, id }: Change): Moved {
  return { reason: `${key}: the workbook ${id} is gone; the platform does not tell since when` };
}

export function movedReport(change: Change, live: WireReport): Moved {
  const { key, id, publicId } = change;
  if (isOfThisPlan(change, live.meta)) {
    return {
      reason: `report ${key}: this plan was applied to the report ${live.id}, ${thenChangedAt(live)}`,
    };
  }
  if (id === null) {
    const taken = `the publicId ${publicId} was free and is taken by the report ${live.id}`;
    return { reason: `report ${key}: ${taken}, ${createdBy(live)}` };
  }
  if (live.id !== id) {
    const gone = `the report ${id} is gone, and ${live.id} has its publicId`;
    return { reason: `report ${key}: ${gone}, ${createdBy(live)}` };
  }
  return { reason: `report ${key}: the report was ${changedAt(live)}` };
}

export function deletedReport({ key, id, publicId }: Change): Moved {
  const which = `the report ${id} (publicId ${publicId})`;
  return { reason: `report ${key}: ${which} is gone; the platform does not tell since when` };
}

/** Whether an earlier run of the plan left its stamp there. References that it resolved have changed the digest of a draft. */
function isOfThisPlan({ request }: Change, meta: Json | undefined | null): boolean {
  const [sent, there] = [readStamp(request?.meta), readStamp(meta ?? undefined)];
  return sent !== undefined && sent.of === there?.of && sent.digest === there.digest;
}

function thenChangedAt(wire: WireWorkbook | WireReport): string {
  return `which was then ${changedAt(wire)}`;
}

function changedAt({ updatedAt }: WireWorkbook | WireReport): string {
  return `changed at ${updatedAt}`;
}

// Owners are told, editors are not: only of a creation the platform says whose it is.
function createdBy(wire: { createdAt: string; user?: unknown }): string {
  const { user } = wire;
  const email = typeof user === "object" && user !== null && "email" in user ? user.email : undefined;
  return `created at ${wire.createdAt}${typeof email === "string" ? ` by ${email}` : ""}`;
}
