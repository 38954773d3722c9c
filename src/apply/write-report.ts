// One report: read again, back up, write, compare the answer with the request.

import { findReports, toLiveReport } from "../live/index.ts";
import {
  type Change,
  isObject,
  type JsonObject,
  type Result,
  readJson,
  readStamp,
  STAMP_KEY,
  stampToJson,
} from "../model/index.ts";
import { baseOf, canonical, reportFingerprint, shownVersion } from "../plan/index.ts";
import { PlatformError, type WireReport } from "../platform/index.ts";
import { backUp } from "./backups.ts";
import type { ApplyContext } from "./context.ts";
import { isOlder, metaNotSent } from "./created.ts";
import {
  attempt,
  didNotConverge,
  doneBy,
  requireGoingOn,
  StaleError,
  StepError,
  stampNotKept,
} from "./failure.ts";
import type { FindReport } from "./holders.ts";
import type { StampWatch } from "./stamp-watch.ts";
import { upsert } from "./upsert.ts";

export function writeReport(
  context: ApplyContext,
  change: Change,
  { findReport, stamps }: { findReport: FindReport; stamps: StampWatch },
): Promise<Result> {
  const request = change.request ?? {};
  return attempt(change, async (result, onAttempt) => {
    const before =
      change.id === null
        ? await stillFree(change, request, findReport)
        : await readAgain(context, change, request);
    if (before && isApplied(request, before)) {
      noteVersion(context, before);
      result.id = before.id;
      return;
    }
    requireGoingOn(context);
    if (before && change.action === "update") await backUp(context, change, before);
    const sentAt = context.clock.now();
    const { written, sent } = await write(context, change, { request, before, onAttempt });
    const answer = isStamped(written) ? written : await readAnswer(context, written);
    const elapsedMs = context.clock.now() - sentAt;
    if (change.id === null && !before)
      await requireNew(context, change, { answer, sent, elapsedMs, onAttempt });
    result.id = answer.id;
    noteVersion(context, answer);
    const unlike = unconverged(sent, answer);
    const name = `the report ${change.key}`;
    const isStampAlone = unlike.every(({ path }) => path === `meta.${STAMP_KEY}`);
    if (!isStampAlone) throw didNotConverge(name, unlike);
    let shown = answer;
    const readBack = async (): Promise<boolean> => {
      shown = await readAnswer(context, answer);
      return isStamped(shown);
    };
    if (unlike.length === 0 && (answer !== written || (await stamps.isShown(readBack)))) return;
    throw stampNotKept(name, doneBy(change.action), shown.meta?.[STAMP_KEY]);
  });
}

/**
 * Throws `created-meanwhile` if the answer to a creation is older than the request and holds `meta` that was never sent: somebody else's.
 * Its age alone says nothing, because another shard may have made the same report.
 */
async function requireNew(
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

function isStamped({ meta }: WireReport): boolean {
  return isObject(meta) && readStamp(meta) !== undefined;
}

/** If an answer leaves `meta` out, that says nothing of what was stored. */
async function readAnswer({ platform, deploymentId }: ApplyContext, answer: WireReport): Promise<WireReport> {
  return (await platform.getReport(deploymentId, answer.id)) ?? answer;
}

/**
 * The request, if `live` is what it finds. A report that only goes to a workbook, or from one to another, shows viewers nothing new, so
 * the stamp says which version they have already: a publication of it, perhaps by another shard, stays current.
 */
function bodyFor(request: JsonObject, live: WireReport | undefined): JsonObject {
  const stamp = readStamp(request.meta);
  const over = live?.version;
  const isOnlyMoved = live !== undefined && unmet(request, live).join() === "workbookId";
  if (!isOnlyMoved || typeof over !== "number" || !stamp || !isObject(request.meta)) return request;
  return { ...request, meta: { ...request.meta, [STAMP_KEY]: stampToJson({ ...stamp, over }) } };
}

/** Dashboards that draw the report are published after it, unless viewers see this version already. */
function noteVersion(context: ApplyContext, wire: WireReport): void {
  const version = shownVersion(toLiveReport(wire));
  if (version !== null) context.reportVersions.set(wire.id, version);
}

async function write(
  context: ApplyContext,
  change: Change,
  options: { request: JsonObject; before: WireReport | undefined; onAttempt(): void },
): Promise<{ written: WireReport; sent: JsonObject }> {
  const { request, before, onAttempt } = options;
  const publicId = change.publicId as string;
  let sent = bodyFor(request, before);
  const send = () => context.platform.upsertReport(context.deploymentId, publicId, sent, { onAttempt });
  const lookAgain = async (): Promise<void> => {
    const now = before
      ? await context.platform.getReport(context.deploymentId, before.id)
      : (await findReports(context.platform, context.deploymentId, new Set([publicId]))).get(publicId);
    // Another shard, or another run of the same plan, made it in this moment.
    const isIts = now && (isApplied(request, now) || lacksWorkbook(request, now));
    if (isIts) sent = bodyFor(request, now);
    if (isIts || (now ? before && isSame(before, now) : !before)) return;
    throw new StaleError(`the report ${change.key} was changed on the platform while it was being written`);
  };
  try {
    const written = await upsert(context, `the report ${change.key}`, { send, lookAgain });
    return { written, sent };
  } catch (error) {
    throw explainConflict(error, change);
  }
}

async function readAgain(context: ApplyContext, change: Change, request: JsonObject): Promise<WireReport> {
  const now = await context.platform.getReport(context.deploymentId, change.id as number);
  if (!now) throw new StaleError(`the report ${change.key} was deleted since the plan was made`);
  if (reportFingerprint(toLiveReport(now)) !== change.fingerprint && !isApplied(request, now)) {
    throw new StaleError(`the report ${change.key} was changed on the platform since the plan was made`);
  }
  return now;
}

/** Undefined if the publicId is free; the report if another run made the same one in the meantime. */
async function stillFree(
  change: Change,
  request: JsonObject,
  findReport: FindReport,
): Promise<WireReport | undefined> {
  const now = await findReport(change.publicId as string);
  if (!now || isApplied(request, now) || lacksWorkbook(request, now)) return now;
  throw new StaleError(`the report ${change.key} was created by somebody else since the plan was made`);
}

/** The other two kinds of 409 (field notes A.2) stay until an id is changed. */
function explainConflict(error: unknown, change: Change): unknown {
  if (!(error instanceof PlatformError) || error.status !== 409) return error;
  const id = `publicId ${change.publicId}`;
  if (error.code === "ambiguous_legacy_id") {
    const message = `the report ${change.key} was not written: its ${id} matches several older reports`;
    const next = "On the platform, give the one you mean an id of its own, and write that under `publicId`.";
    return new StepError(error.code, message, [...error.details, next], error);
  }
  if (error.code !== "conflict") return error;
  const message = `the report ${change.key} was not written: its ${id} belongs to a report of another deployment`;
  const next = "publicIds are unique in a whole account: give one per target, or none to have it derived.";
  return new StepError("public-id-taken", message, [...error.details, next], error);
}

function isSame(one: WireReport, two: WireReport): boolean {
  return reportFingerprint(toLiveReport(one)) === reportFingerprint(toLiveReport(two));
}

/**
 * Whether the report already holds all that the request asks for, and has a stamp of the same state. The stamps' bases may differ,
 * because another shard leaves the workbook to ours.
 */
export function isApplied(request: JsonObject, live: WireReport): boolean {
  return isStampedAlike(request, live) && unmet(request, live).length === 0;
}

/** Whether it lacks nothing but its workbook: another shard, which needed the report first, made it without. */
export function lacksWorkbook(request: JsonObject, live: WireReport | undefined): live is WireReport {
  if (!live) return false;
  const isWithout = live.workbookId == null && request.workbookId !== undefined;
  return isWithout && isStampedAlike(request, live) && unmet(request, live).join() === "workbookId";
}

function isStampedAlike(request: JsonObject, live: WireReport): boolean {
  const [sent, there] = [readStamp(request.meta), readStamp(live.meta ?? undefined)];
  if (sent?.digest !== there?.digest || sent?.of !== there?.of || sent?.project !== there?.project)
    return false;
  return there === undefined || baseOf(there) !== undefined;
}

function unmet(request: JsonObject, live: WireReport): string[] {
  return unconverged(request, live)
    .map(({ path }) => path)
    .filter((path) => path !== `meta.${STAMP_KEY}`);
}

/** The fields whose live value is not the requested one. Queries are compared as JSON, not as text. */
function unconverged(request: JsonObject, live: WireReport) {
  const returned = toLiveReport(live) as unknown as JsonObject;
  return Object.entries(request).flatMap(([field, asked]) => {
    const back = returned[field] ?? null;
    const pairs =
      field === "meta" && isObject(asked) && isObject(back)
        ? Object.entries(asked).map(([key, value]) => [`meta.${key}`, value, back[key] ?? null] as const)
        : [[field, asked, back] as const];
    return pairs
      .filter(([, before, after]) => text(field, before) !== text(field, after))
      .map(([path, before, after]) => ({ path, change: "changed" as const, before, after }));
  });
}

function text(field: string, value: JsonObject[string]): string {
  if (field !== "jsonQuery" || typeof value !== "string") return canonical(value);
  try {
    return canonical(readJson(value));
  } catch {
    return value;
  }
}
