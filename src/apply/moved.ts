// What moved on the platform since a plan was made: what, when and, if the platform says so, who.

import { type Change, type Json, readStamp } from "../model/index.ts";
import { describeDouble, type LiveWorkbook } from "../plan/index.ts";
import type { WireReport, WireWorkbook } from "../platform/index.ts";

export interface Moved {
  /** A sentence without its full stop. */
  reason: string;
  /** Whether that may be what another run of the plan is in the middle of. */
  isBegun?: boolean;
}

export function movedWorkbook(change: Change, live: LiveWorkbook, wire: WireWorkbook): Moved {
  const { key, was, id } = change;
  if (live.id === id && live.slug !== key && live.slug !== was && !isOfThisPlan(change, live.meta)) {
    return { reason: `${key}: the workbook ${id} now has the slug ${live.slug}, ${changedAt(wire)}` };
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
    const taken = `${free} was free and is now taken by ${what} ${wire.id}`;
    return { reason: `${nameOf(change)}: ${taken}, ${createdBy(wire)}` };
  }
  if (wire.id !== id) {
    const gone = `${what} ${id} is gone, and ${wire.id} has its ${identity}`;
    return { reason: `${nameOf(change)}: ${gone}, ${createdBy(wire)}` };
  }
  return { reason: `${nameOf(change)}: ${what} was ${changedAt(wire)}` };
}

/** An upsert by slug would write one of the two, and the platform does not say which. */
export function doubled(change: Change, ids: readonly number[]): Moved {
  return { reason: `${nameOf(change)}: ${describeDouble(ids)}` };
}

/** The planned workbook or report is no longer there. */
export function deleted(change: Change): Moved {
  const { kind, id, publicId } = change;
  const which = kind === "report" ? `the report ${id} (publicId ${publicId})` : `the workbook ${id}`;
  return { reason: `${nameOf(change)}: ${which} is gone; the platform does not say since when` };
}

function nameOf({ kind, key }: Change): string {
  return kind === "report" ? `report ${key}` : key;
}

/**
 * Whether an earlier run of the plan left its stamp there; not known if that run resolved references, which changes the digest. A plan that
 * only takes edits of live back wants the very stamp that was there before.
 */
function isOfThisPlan({ request, action, origin }: Change, meta: Json | undefined | null): boolean {
  if (action === "update" && origin === "live") return false;
  const [sent, there] = [readStamp(request?.meta), readStamp(meta ?? undefined)];
  return sent !== undefined && sent.of === there?.of && sent.digest === there.digest;
}

/** When it was last updated, for a sentence. */
export function changedAt({ updatedAt }: WireWorkbook | WireReport): string {
  return `changed at ${updatedAt}`;
}

// The platform names the owner, not the last editor, so only a creation has a name.
function createdBy(wire: { createdAt: string; user?: unknown }): string {
  const { user } = wire;
  const email = typeof user === "object" && user !== null && "email" in user ? user.email : undefined;
  return `created at ${wire.createdAt}${typeof email === "string" ? ` by ${email}` : ""}`;
}
