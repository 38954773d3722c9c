// What an answer shows of a workbook that was there before the request: somebody's, which an upsert wrote over.

import { isObject, type Json, type JsonObject, STAMP_KEY, writeJson } from "../../model/index.ts";
import { canonical } from "../../plan/index.ts";
import { PlatformError, type WireWorkbook } from "../../platform/index.ts";
import type { ApplyContext } from "../context.ts";
import { isTime, type SlugWatch } from "../holders.ts";

export interface Sent {
  /** What was sent. */
  request: JsonObject;
  /** Since it was first sent, by the context's clock. */
  elapsedMs: number;
  /** Another run of this project is at work: what is only a little older may be its. And whose workbooks this run makes, if it made any. */
  slugs: Pick<SlugWatch, "metOtherRun" | "owner">;
}

/** The platform writes both times of a new workbook in one go; a moment between them shows nothing. */
const SAME_MOMENT_MS = 1_000;

/** What shows that it was there before; undefined if nothing does. */
export function signOfAge(answer: WireWorkbook, { slugs, request, elapsedMs }: Sent): string | undefined {
  const which = nameOfStranger(answer);
  const shown = answer.dashboardPublished ?? answer.publishedDashboard?.config;
  // What another run of this project published is what this one has just written.
  const isOurs = shown != null && isObject(answer.dashboardDraft) && isSame(shown, answer.dashboardDraft);
  if (shown && !isOurs) return `${which} is published already`;
  if (isOurs || slugs.metOtherRun) return undefined;
  const isStranger =
    isOlder(answer, elapsedMs) || (isALittleOlder(answer, elapsedMs) && isOthers(answer, request, slugs));
  return isStranger ? `${which} was made at ${answer.createdAt}` : undefined;
}

/** What no run of this project has sent or made: alone it may be the platform's own doing. */
function isOthers(answer: WireWorkbook, request: JsonObject, { owner }: Pick<SlugWatch, "owner">): boolean {
  const { folderId = null } = request;
  return (
    metaNotSent(answer.meta, request).length > 0 ||
    (answer.folderId ?? null) !== folderId ||
    (owner !== undefined && ownerId(answer) !== owner)
  );
}

/** Whose workbook it is, as far as the platform says. */
export function ownerId({ user, userId, createdBy }: WireWorkbook): number | undefined {
  const id = createdBy ?? userId ?? (isObject(user) ? user.id : undefined);
  return typeof id === "number" ? id : undefined;
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

function isSame(one: JsonObject, two: JsonObject): boolean {
  return canonical(one) === canonical(two);
}

/** NaN for a date without a time, which says too little. */
function timeOf(text: unknown): number {
  return isTime(text) ? Date.parse(text) : Number.NaN;
}

/** "The workbook 101 of anna@acme.test", for the beginning of a sentence. */
export function nameOfStranger({ id, user }: Pick<WireWorkbook, "id" | "user">): string {
  const owner = isObject(user) && typeof user.email === "string" ? ` of ${user.email}` : "";
  return `The workbook ${id}${owner}`;
}

/** What is left of it after the write, in sentences. */
export function whatItHolds(
  { meta, publishedDashboard, dashboardPublished }: WireWorkbook,
  request: JsonObject,
): string[] {
  const lines: string[] = [];
  const shown = dashboardPublished ?? publishedDashboard?.config;
  if (shown) {
    const title = typeof shown.title === "string" ? ` ${writeJson(shown.title)}` : "";
    lines.push(`Viewers still see what it had published${title}.`);
  }
  const others = metaNotSent(meta, request);
  if (others.length > 0) lines.push(`Its meta still holds ${others.join(", ")}.`);
  return lines;
}

/** What a request wrote over: "its name and its draft". */
export function whatWasLost(request: JsonObject): string {
  const meta = isObject(request.meta) ? request.meta : {};
  const parts = [
    ...(request.name === undefined ? [] : ["its name"]),
    ...(request.folderId === undefined ? [] : ["its place"]),
    ...("dashboardDraft" in meta ? ["its draft"] : []),
  ];
  const keys = Object.keys(meta).filter((key) => key !== "dashboardDraft" && key !== STAMP_KEY);
  if (keys.length > 0) parts.push(`${keys.sort().join(", ")} in its meta`);
  const last = parts.pop() ?? "nothing but its stamp";
  return parts.length === 0 ? last : `${parts.join(", ")} and ${last}`;
}

/** Takes our stamp off, so that no later plan takes the workbook for ours. Resolves to a sentence if it cannot. */
export async function takeStampOff(
  { platform, deploymentId }: ApplyContext,
  slug: string,
  onAttempt: () => void,
): Promise<string[]> {
  try {
    await platform.upsertWorkbook(deploymentId, slug, { meta: { [STAMP_KEY]: null } }, { onAttempt });
    return [];
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return [`It still carries our stamp, which could not be taken off: ${error.message}.`];
  }
}
