// Is what a creation answered older than the creation? What shows it, and whether it may be the work of another run of this project.

import { isObject, type Json, type JsonObject, STAMP_KEY } from "../../model/index.ts";
import { dashboardDifferences, type IgnoredPath, isAdded } from "../../plan/index.ts";
import type { WireWorkbook } from "../../platform/index.ts";
import { isTime, type Look, ownerId, type SlugWatch } from "./holders.ts";

/** The platform writes both times of a new workbook in one go; a moment between them shows nothing. */
const SAME_MOMENT_MS = 1_000;

export interface Age {
  look: Pick<Look, "ids">;
  slugs: Pick<SlugWatch, "isOtherAtWork" | "owner">;
  /** What was sent. */
  request: JsonObject;
  /** Since it was first sent. */
  elapsedMs: number;
  ignored: readonly IgnoredPath[];
}

/** What shows that the workbook was there before, and is somebody's; undefined if nothing does. */
export async function signOfAge(
  answer: WireWorkbook,
  { look, slugs, request, elapsedMs, ignored }: Age,
): Promise<string | undefined> {
  const which = nameOfStranger(answer);
  if (look.ids.has(answer.id)) return `${which} had another slug until now`;
  const shown = answer.dashboardPublished ?? answer.publishedDashboard?.config;
  // What another run of this project published is what this one has just written, and what the platform filled in.
  const draft = answer.dashboardDraft;
  const isOurs =
    shown != null && isObject(draft) && dashboardDifferences(draft, shown, ignored).every(isAdded);
  if (shown && !isOurs) return `${which} is published already`;
  if (isOurs) return undefined;
  const wasMade = `${which} was made at ${answer.createdAt}`;
  const isOld = isOlder(answer, elapsedMs);
  const isALittle = isALittleOlder(answer, elapsedMs);
  // What no run of this project has sent: alone it may be the platform's own doing.
  const isOther = metaNotSent(answer.meta, request).length > 0 || isElsewhere(answer, request);
  if (isOther && (isOld || isALittle)) return wasMade;
  const [theirs, { owner }] = [ownerId(answer), slugs];
  const isOthers = owner !== undefined && theirs !== owner && (isALittle || theirs !== undefined);
  if (!isOld && !isOthers) return undefined;
  // Two runs need not have the same user.
  return (await slugs.isOtherAtWork(isOthers ? { id: answer.id, owner: theirs } : undefined))
    ? undefined
    : wasMade;
}

function isElsewhere({ folderId }: WireWorkbook, request: JsonObject): boolean {
  return (folderId ?? null) !== (request.folderId ?? null);
}

/** "The workbook 101 of ada@acme.test", for the beginning of a sentence; without whose it is if the platform does not say. */
export function nameOfStranger({ id, user }: WireWorkbook): string {
  const owner = isObject(user) && typeof user.email === "string" ? ` of ${user.email}` : "";
  return `The workbook ${id}${owner}`;
}

/** Whether it was there before the request that was first sent `elapsedMs` ago, as far as its times show. */
export function isOlder(
  { createdAt, updatedAt }: { createdAt: string; updatedAt: string },
  elapsedMs: number,
): boolean {
  // Both are the platform's: its clock need not agree with ours, but what lies between the two was no part of our request.
  return timeOf(updatedAt) - timeOf(createdAt) > elapsedMs + SAME_MOMENT_MS;
}

/**
 * The same to the millisecond, where the platform says it so: both times of a new workbook lie within its request. Another run of this
 * project, at the same moment, may have made it.
 */
function isALittleOlder(
  { createdAt, updatedAt }: { createdAt: string; updatedAt: string },
  elapsedMs: number,
): boolean {
  const isExact = [createdAt, updatedAt].some((text) => timeOf(text) % 1_000 > 0);
  return isExact && timeOf(updatedAt) - timeOf(createdAt) > elapsedMs + 1;
}

/** The keys of `meta` that were not sent. */
export function metaNotSent(meta: Json | undefined, request: JsonObject): string[] {
  const sent = isObject(request.meta) ? request.meta : {};
  const keys = isObject(meta) ? Object.keys(meta).filter((key) => !Object.hasOwn(sent, key)) : [];
  return keys.filter((key) => key !== "dashboardDraft" && key !== STAMP_KEY).sort();
}

/** NaN for a date without a time, which says too little. */
function timeOf(text: unknown): number {
  return isTime(text) ? Date.parse(text) : Number.NaN;
}
