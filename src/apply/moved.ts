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
  if (live.id === id && live.slug !== key && !isOfThisPlan(change, live.meta)) {
    return { reason: `${key}: the workbook ${id} has the slug ${live.slug} by now, ${changedAt(wire)}` };
  }
  return moved(change, wire, { what: "the workbook", identity: "slug", free: "the slug" });
}

export function movedReport(change: Change, live: WireReport): Moved {
  const free = `the publicId ${change.publicId}`;
  return moved(change, live, { what: "the report", identity: "publicId", free });
}

function moved(
  change: Change,
  wire: WireWorkbook | WireReport,
  { what, identity, free }: { what: string; identity: string; free: string },
): Moved {
  const { id } = change;
  if (isOfThisPlan(change, wire.meta)) {
    const then = `which was then ${changedAt(wire)}`;
    return { reason: `${nameOf(change)}: this plan was applied to ${what} ${wire.id}, ${then}` };
  }
  if (id === null) {
    const taken = `${free} was free and is taken by ${what} ${wire.id}`;
    return { reason: `${nameOf(change)}: ${taken}, ${createdBy(wire)}` };
  }
  if (wire.id !== id) {
    const gone = `${what} ${id} is gone, and ${wire.id} has its ${identity}`;
    return { reason: `${nameOf(change)}: ${gone}, ${createdBy(wire)}` };
  }
  return { reason: `${nameOf(change)}: ${what} was ${changedAt(wire)}` };
}

/** What is planned for something that is no longer there. */
export function deleted(change: Change): Moved {
  const { kind, id, publicId } = change;
  const which = kind === "report" ? `the report ${id} (publicId ${publicId})` : `the workbook ${id}`;
  return { reason: `${nameOf(change)}: ${which} is gone; the platform does not tell since when` };
}

function nameOf({ kind, key }: Change): string {
  return kind === "report" ? `report ${key}` : key;
}

/** Whether an earlier run of the plan left its stamp there. References that it resolved have changed the digest of a draft. */
function isOfThisPlan({ request }: Change, meta: Json | undefined | null): boolean {
  const [sent, there] = [readStamp(request?.meta), readStamp(meta ?? undefined)];
  return sent !== undefined && sent.of === there?.of && sent.digest === there.digest;
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
