// Was what a run has just created really new? The platform has no create by slug, only an upsert, and no read by slug: if somebody
// took the slug after the last look, the upsert wrote over theirs. The answer may show it; where it cannot, because no answer says when a
// workbook was made, the slug is taken first, by a request that writes nothing.

import {
  type Change,
  isObject,
  type Json,
  type JsonObject,
  readStamp,
  STAMP_KEY,
  writeJson,
} from "../../model/index.ts";
import { canonical } from "../../plan/index.ts";
import { PlatformError, type WireReport, type WireWorkbook } from "../../platform/index.ts";
import type { ApplyContext } from "../context.ts";
import { StepError } from "../failure.ts";
import { isTime, type Look, type SlugWatch } from "../holders.ts";
import { type Found, readBack } from "../read-workbook.ts";
import { upsert } from "../upsert.ts";

/** The platform writes both times of a new workbook in one go; a moment between them shows nothing. */
const SAME_MOMENT_MS = 1_000;

export interface Creation {
  slug: string;
  /** What was sent. */
  request: JsonObject;
  look: Pick<Look, "ids">;
  /** When the request was first sent, by the context's clock. */
  sentAt: number;
  /** Another run of this project is at work: what is only a little older may be its. And whose workbooks this run makes, if it made any. */
  slugs: Pick<SlugWatch, "metOtherRun" | "owner">;
  onAttempt(): void;
}

/**
 * Throws a StepError with the code `created-meanwhile` if the answer is that of a workbook which was there before. It takes our stamp
 * off again, so that no later plan takes the workbook for ours.
 */
export async function requireCreated(
  context: ApplyContext,
  answer: WireWorkbook,
  creation: Creation,
): Promise<void> {
  const sign = signOfAge(answer, { ...creation, elapsedMs: context.clock.now() - creation.sentAt });
  if (sign === undefined) return;
  const { slug, onAttempt } = creation;
  const kept: string[] = [];
  try {
    await context.platform.upsertWorkbook(
      context.deploymentId,
      slug,
      { meta: { [STAMP_KEY]: null } },
      { onAttempt },
    );
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    kept.push(`It still carries our stamp, which could not be taken off: ${error.message}.`);
  }
  const lost = "dashboardDraft" in (isObject(creation.request.meta) ? creation.request.meta : {});
  throw new StepError(
    "created-meanwhile",
    `${slug} was created by somebody else in the moment before it was written`,
    [
      `${sign}: this run wrote over its name${lost ? " and its draft" : ""}, and then left it alone.`,
      ...whatItHolds(answer, creation.request),
      ...kept,
      "Look at it on the platform. If it is yours to replace, apply again; if not, take another slug in the file.",
    ],
  );
}

/** What shows that it was there before; undefined if nothing does. */
function signOfAge(
  answer: WireWorkbook,
  { look, slugs, request, elapsedMs }: Pick<Creation, "look" | "slugs" | "request"> & { elapsedMs: number },
): string | undefined {
  const which = `The workbook ${answer.id}${ownerOf(answer)}`;
  if (look.ids.has(answer.id)) return `${which} had another slug until now`;
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
function isOlder(
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
function metaNotSent(meta: Json | undefined, request: JsonObject): string[] {
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

function ownerOf({ user }: WireWorkbook): string {
  return isObject(user) && typeof user.email === "string" ? ` of ${user.email}` : "";
}

function whatItHolds(
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

/** The workbook that has the slug now, and what shows that it was there before; undefined if nothing does. */
export interface Claimed {
  found: Found;
  sign: string | undefined;
}

/**
 * Takes a slug without writing anything: an upsert with an empty body makes an empty workbook, or answers the one that is there. It costs
 * a request.
 */
export async function claimSlug(
  context: ApplyContext,
  slug: string,
  { look, onAttempt }: { look: Look; onAttempt(): void },
): Promise<Claimed> {
  const { platform, deploymentId } = context;
  const send = () => platform.upsertWorkbook(deploymentId, slug, {}, { onAttempt });
  // It changes nothing of whatever it finds.
  const answer = await upsert(context, slug, { send, lookAgain: async () => {} });
  const found = await readBack(context, answer);
  return { found, sign: look.ids.has(answer.id) ? "had another slug until now" : signOfLife(found) };
}

/** What a workbook has that no empty request makes. Keys of its `meta` are no sign: a platform may make some for a new one. */
function signOfLife({ wire, live }: Found): string | undefined {
  const stamp = readStamp(live.meta);
  if (stamp) return `carries a stamp of the project ${stamp.project}`;
  if (live.published) return "is published already";
  const { widgets, app }: JsonObject = live.draft ?? {};
  const number = Array.isArray(widgets) ? widgets.length : 0;
  if (number > 0) return `holds a draft with ${number === 1 ? "1 widget" : `${number} widgets`}`;
  if (isObject(app) && Object.values(app).some((value) => value !== null)) return "holds a draft";
  return wire.isFavorite === true ? "is somebody's favorite" : undefined;
}

export function takenMeanwhile(slug: string, wire: WireWorkbook, sign: string): StepError {
  return new StepError(
    "created-meanwhile",
    `${slug} was created by somebody else in the moment before it was written`,
    [
      `The workbook ${wire.id}${ownerOf(wire)} ${sign}: nothing of it was written over.`,
      "Look at it on the platform. If it is yours to replace, apply again; if not, take another slug in the file.",
    ],
  );
}

/**
 * Throws `created-meanwhile` if the answer to a creation is older than the request and holds `meta` that was never sent: somebody else's.
 * Its age alone says nothing, because another shard may have made the same report.
 */
export async function requireNewReport(
  { platform, deploymentId }: ApplyContext,
  { key, publicId }: Change,
  options: { answer: WireReport; sent: JsonObject; elapsedMs: number; onAttempt(): void },
): Promise<void> {
  const { answer, sent, elapsedMs, onAttempt } = options;
  const others = metaNotSent(answer.meta ?? undefined, sent);
  if (others.length === 0 || !isOlder(answer, elapsedMs)) return;
  const kept: string[] = [];
  try {
    const unstamp = { meta: { [STAMP_KEY]: null } };
    await platform.upsertReport(deploymentId, publicId as string, unstamp, { onAttempt });
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    kept.push(`It still carries our stamp, which could not be taken off: ${error.message}.`);
  }
  const message = `the report ${key} was created by somebody else in the moment before it was written`;
  throw new StepError("created-meanwhile", message, [
    `The report ${answer.id} was made at ${answer.createdAt}: this run wrote over its name and its query, and then left it alone.`,
    `Its meta still holds ${others.join(", ")}.`,
    ...kept,
    `Look at it on the platform. If it is yours to replace, apply again; if not, give ${key} another \`publicId\` in the file.`,
  ]);
}
