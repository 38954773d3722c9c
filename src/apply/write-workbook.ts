// One workbook: read again, back up, write, publish.

import {
  type Change,
  isObject,
  type JsonObject,
  type Result,
  readStamp,
  type Stamp,
  type Status,
  shellWord,
  stampOwner,
} from "../model/index.ts";
import {
  baseOf,
  type Difference,
  dashboardDifferences,
  expectedLive,
  fillsPublished,
  fingerprint,
  type Habits,
  holdsRequest,
  isAdded,
  isBegun,
  isPublished,
  isSame,
  isSameWork,
  isStillApplied,
  isUnfinished,
  type LiveWorkbook,
  learnPublication,
  stampRequest,
  unfold,
} from "../plan/index.ts";
import { PlatformError } from "../platform/index.ts";
import { backUp } from "./backups.ts";
import { claimWorkbook, compareFound, WAITS_MS } from "./claim.ts";
import type { ApplyContext, Claim, Found } from "./context.ts";
import { type Converged, converge, findUnkept, type Standing } from "./converge.ts";
import {
  attempt,
  didNotConverge,
  doneBy,
  isTrimmed,
  noteEmpty,
  noteFound,
  noteOf,
  requireGoingOn,
  StaleError,
  StepError,
  stampNotKept,
  tellDifferences,
  waitsForReports,
} from "./failure.ts";
import { isRepublished, type Publication, publish } from "./publish.ts";
import { readById, refuseUnreadable } from "./read-workbook.ts";
import type { StampWatch } from "./stamp-watch.ts";
import { openWriter } from "./writer.ts";

/** A workbook of which the reports must be written first, because they belong to it. */
export interface Shell extends Claim<Found> {
  /** Requests that it took. */
  attempts: number;
}

/**
 * `change` is a shell's (asShell) of `planned`. The empty workbook has our stamp, so it is known as ours even if the run ends here. One that
 * was there gets its reports only if nothing stands against that.
 */
export async function makeShell(
  context: ApplyContext,
  change: Change,
  planned: Change,
): Promise<Shell | Result> {
  const shell = change.request ?? {};
  const { folderId } = shell;
  const request: JsonObject = {
    ...(planned.request && unfold(planned.request)),
    ...(folderId !== undefined && { folderId }),
  };
  let made: Claim<Found> | undefined;
  const result = await attempt(change, async (failed, onAttempt) => {
    requireGoingOn(context);
    const claim = await claimWorkbook(context, change.key, onAttempt);
    const { isNew, found } = claim;
    if (isNew) failed.notes = [noteEmpty(change.key)];
    else await compareFound(context, { ...planned, request }, found);
    const writer = openWriter(context, change, { request, at: found.live, onAttempt });
    made = isNew ? { isNew, found: { ...found, live: await writer.write(shell) } } : claim;
  });
  return made ? { ...made, attempts: result.attempts } : result;
}

export interface WriteOptions {
  habits: Habits;
  stamps: StampWatch;
  publications: StampWatch;
  shell: Shell | undefined;
  /** Reports that it draws and that are not as planned: until they are, it is not published. */
  waitsFor: readonly string[];
}

export function writeWorkbook(
  context: ApplyContext,
  planned: Change,
  { habits, stamps, publications, shell, waitsFor }: WriteOptions,
): Promise<Result> {
  return attempt(planned, async (result, onAttempt) => {
    result.attempts = shell?.attempts ?? 0;
    let change = planned;
    if (planned.id === null && !context.early?.has(planned.key)) requireGoingOn(context);
    // A create with an id continues what an earlier run of the same plan started.
    const claim =
      planned.id === null ? (shell ?? (await claimWorkbook(context, planned.key, onAttempt))) : undefined;
    if (claim && !claim.isNew) {
      // Its reports were written since it was found.
      const now = shell ? await readById(context, claim.found.live.id) : claim.found;
      const found = await compareFound(context, planned, now ?? claim.found);
      result.id = claim.found.live.id;
      // To complete what a run of the project made, and did not fill, is still to create it.
      if (found?.reason?.code !== "unfinished") {
        result.action = found?.action ?? "update";
        result.notes = [noteFound(planned.key, result.id)];
      }
      if (!found) return;
      change = found;
    }
    const empty = claim?.isNew ? claim.found.live : undefined;
    if (empty) result.notes = [noteEmpty(planned.key)];
    const before = change.id === null ? undefined : await readAgain(context, change, change.id);
    const renames = before !== undefined && before.live.slug !== change.key;
    let found = shell?.isNew ? empty : before?.live;
    const config = change.publishConfig;
    const isWritten = change.request && !(found && holdsRequest(change.request, found, context.ignored));
    const { dashboardDraft } = isObject(change.request?.meta) ? change.request.meta : {};
    const fills = found !== undefined && fillsPublished(found, dashboardDraft, context);
    const isBehind = (now: LiveWorkbook | undefined): boolean =>
      change.publish &&
      now !== undefined &&
      (change.action === "publish" ||
        change.renews !== undefined ||
        fills ||
        !isPublished(now, context, config));
    const shows = (now: LiveWorkbook | undefined) => waitsFor.length === 0 && isBehind(now);
    // What was claimed is begun, and would stay empty.
    if (!claim?.isNew && (isWritten || renames || shows(found))) requireGoingOn(context);
    // An overwritten draft is lost, and so is a publication.
    const overwrites = renames || (isWritten && change.action === "update") || shows(found);
    if (before && overwrites) await backUp(context, change, before.wire);
    const wasPublished = !!before?.live.published;
    if (before) result.published = { before: wasPublished, after: wasPublished, now: false };
    if (renames) found = await giveSlug(context, change, before.live.id, onAttempt);
    let done = doneBy(change.action);
    let written: Converged | undefined;
    if (change.request && isWritten) {
      const at = (found ?? empty) as LiveWorkbook;
      const options = { planned: change.request, at, before: found, habits, onAttempt };
      written = await converge(context, change, options);
      if (empty) delete result.notes;
    }
    let made: Difference[] = [];
    let at: Standing | undefined = written ?? (found && asFound(context, change, found, onAttempt));
    result.id = at?.live.id ?? result.id;
    if (at && shows(at.live)) {
      const onPublished = (status: Status): void => {
        const now = status === "applied";
        result.status = status;
        done += now ? " and published" : " and waits for a review to be published";
        result.published = { before: wasPublished, after: now || wasPublished, now };
      };
      const options = { before: before?.live, publications, onAttempt, onPublished };
      const shown = await showViewers(context, change, at, options).catch((error: unknown) => {
        if (written && result.published?.now !== true) result.draftWritten = true;
        throw error;
      });
      made = shown.made.filter((one) => !isMadeBefore(context, before?.live, one));
      at = shown;
    } else if (written && change.publish && waitsFor.length === 0)
      at = await learnShown(context, change, written, before?.live);
    const { unlike = [] } = written ?? {};
    if (!unlike.every(isTrimmed)) throw didNotConverge(change.key, unlike, done);
    // Only now: viewers get what was declared, with a stamp or without.
    const unkept = written && at && (await findUnkept(at, { before: found, stamps }));
    if (unkept) throw stampNotKept(change.key, done, unkept);
    const notes = [
      ...noteOf(change.key, "trimmed", unlike),
      ...noteOf(change.key, "published otherwise than it was sent", made),
    ];
    if (notes.length > 0) result.notes = [...(result.notes ?? []), ...notes];
    if (waitsFor.length === 0 || !isBehind(at?.live)) return;
    result.status = written ? "failed" : "skipped";
    if (written) result.draftWritten = true;
    const lead = written ? `${change.key} was ${done}, but not published` : "not published";
    result.error = waitsForReports(lead, waitsFor);
  });
}

/** Whether the platform made the same of what it published before. */
function isMadeBefore(
  { ignored }: ApplyContext,
  before: LiveWorkbook | undefined,
  { path, after }: Difference,
): boolean {
  if (!before?.published) return false;
  return dashboardDifferences(before.draft, before.published, ignored).some(
    (one) => one.path === path && isSame(one.after ?? null, after ?? null),
  );
}

/** A workbook that is not written, only published. */
function asFound(context: ApplyContext, change: Change, live: LiveWorkbook, onAttempt: () => void): Standing {
  const stamp = readStamp(live.meta);
  const isOurs =
    stamp?.project === context.project.name && stamp.of === stampOwner(context.deploymentId, change.key);
  return {
    live,
    stamp: isOurs ? stamp : undefined,
    writer: openWriter(context, change, { at: live, onAttempt }),
  };
}

// Gives a live workbook the slug that the files give it, by its id: its links, its publication and its rights stay (contract 12).

/**
 * Resolves to the workbook under its new slug. Nothing else of it may be another one then, unless another run of the project is writing the
 * same. Throws a StaleError if the slug was taken meanwhile, and a StepError if the platform did not take it.
 */
async function giveSlug(
  context: ApplyContext,
  change: Change,
  id: number,
  onAttempt: () => void,
): Promise<LiveWorkbook> {
  const { key, was } = change;
  try {
    await context.platform.renameWorkbook(context.deploymentId, id, key, { onAttempt });
  } catch (error) {
    if (!(error instanceof PlatformError) || error.status !== 409) throw error;
    throw new StaleError(`the slug ${key} was taken on the platform since the plan was made`);
  }
  const now = await readById(context, id);
  if (now && now.live.slug === was)
    throw new StepError(
      "not-renamed",
      `the platform accepted the slug ${key} for workbook ${id}, and it still has ${was}`,
      [`Give it the slug ${key} on the platform, then plan again: \`was: ${was}\` says that it is the same.`],
    );
  const { was: _, ...renamed } = change;
  return (await readAgain(context, renamed, id)).live;
}

// Right before a workbook is written: is it still as it was planned from? What another run of this project has made of it meanwhile is gone on
// with, and what that run is in the middle of is waited for.

/** The live workbook, if it is still as planned from, or what another run of this project makes of it. */
async function readAgain(context: ApplyContext, change: Change, id: number): Promise<Found> {
  const { ignored } = context;
  const { key, was = key, request, applied } = change;
  const isNamed = (slug: string | undefined) => slug === key || slug === was;
  const now = await readById(context, id);
  if (!now) await refuseUnreadable(context, change.key, id);
  if (!now || !isNamed(now.live.slug))
    throw new StaleError(`${key} was deleted or renamed since the plan was made`);
  const isAsPlanned = ({ live }: Found) => fingerprint(live, context, change) === change.fingerprint;
  const isPublishedAlone = ({ live }: Found) =>
    applied !== undefined &&
    isStillApplied(live, { digest: applied, project: context.project.name, ignored });
  const isOurs = ({ live }: Found) =>
    request !== undefined &&
    // A run gives it the slug before anything else.
    live.slug === key &&
    (holdsRequest(request, live, ignored) ||
      isUnfinished(request, live, ignored) ||
      (isBegun(request, live) && isSameWork(request, live, ignored)));
  const isIts = (found: Found): boolean =>
    isNamed(found.live.slug) &&
    (isAsPlanned(found) || isOurs(found) || isPublishedAlone(found)) &&
    !isRepublished(change, found.live, context);
  const isAtWork = ({ live }: Found): boolean =>
    isBegun(request, live) || (applied !== undefined && readStamp(live.meta)?.digest === applied);
  const found = await whenSettled(context, now, { isIts, isBegun: isAtWork });
  if (found) return found;
  const what = isAsPlanned(now) || isOurs(now) || isPublishedAlone(now) ? "published" : "changed";
  throw new StaleError(`${key} was ${what} on the platform since the plan was made`);
}

/** The workbook as soon as it is what is expected; undefined if it is not, though nobody is at work on it or it was waited for. */
async function whenSettled(
  context: ApplyContext,
  first: Found,
  { isIts, isBegun }: { isIts(found: Found): boolean; isBegun(found: Found): boolean },
): Promise<Found | undefined> {
  let now: Found | undefined = first;
  for (const ms of WAITS_MS) {
    if (!now || isIts(now)) return now;
    if (!isBegun(now) || context.stop?.aborted) return undefined;
    await context.clock.sleep(ms, context.stop ? [context.stop] : []);
    now = await readById(context, first.live.id);
  }
  return now && isIts(now) ? now : undefined;
}

// Publishes what this run wrote, and nobody's unreviewed edit. The platform knows no precondition: so the last answer before a publication
// is held against what was written, and what a publication answers against what it was sent.

interface ShowOptions {
  /** The workbook as it was before this run. */
  before: LiveWorkbook | undefined;
  /** The first publication of a run is looked at again, and if the platform filled nothing in, no other is. */
  publications: StampWatch;
  onAttempt(): void;
  /** Called as soon as it is known, because what follows may fail. */
  onPublished(status: Publication["status"]): void;
}

/** What came of it: the last answer, its stamp, and what viewers were given besides what was sent. */
interface Shown extends Standing {
  made: Difference[];
}

/**
 * Publishes the workbook, and learns what the platform filled in. Throws a StepError: `edited-meanwhile` if somebody edited the
 * dashboard between two requests, and nothing is published; `published-otherwise` if viewers were given something else.
 */
async function showViewers(
  context: ApplyContext,
  change: Change,
  at: Standing | Converged,
  { before, publications, onAttempt, onPublished }: ShowOptions,
): Promise<Shown> {
  if ("verified" in at) requireUnedited(context, change, at);
  const config = change.publishConfig;
  const publication = await publish(context, at.live, { onAttempt, config });
  onPublished(publication.status);
  if (publication.status !== "applied") return { ...at, made: [] };
  const { sent, shown } = publication;
  const made = sent && shown ? dashboardDifferences(sent, shown, context.ignored) : [];
  const wrong = made.filter((one) => !isAdded(one) && !isTrimmed(one));
  let learned: Stamp | undefined;
  let edits: Difference[] = [];
  const isAsSent = async (): Promise<boolean> => {
    const now = await at.writer.look();
    const options = { sent: at.live, now, before, wanted: config, ignored: context.ignored };
    learned = at.stamp && now.slug === change.key ? learnPublication(at.stamp, options) : undefined;
    const expected = expectedDraft(learned) ?? at.live.draft;
    edits = dashboardDifferences(expected, now.draft, context.ignored);
    return learned === undefined;
  };
  if (made.length > 0) await isAsSent();
  else await publications.isShown(isAsSent);
  const live = learned ? await at.writer.write(stampRequest(learned)) : at.live;
  // If the draft is as it was written, nobody's edit was published: the platform changed what viewers get.
  if (wrong.length > 0 && edits.length > 0) throw publishedOtherwise(change, wrong);
  return learned ? { ...at, live, stamp: learned, made } : { ...at, made };
}

function expectedDraft(stamp: Stamp | undefined): JsonObject | undefined {
  const base = baseOf(stamp);
  return base && expectedLive(base).dashboard;
}

/**
 * What another run of this project published of the same draft, and whose stamp this run wrote over, is learned as well. Sends nothing if
 * the stamp knows it already.
 */
async function learnShown(
  { ignored }: ApplyContext,
  { key, publishConfig: wanted }: Change,
  at: Converged,
  before: LiveWorkbook | undefined,
): Promise<Standing> {
  const { live, verified, stamp, writer } = at;
  const learned =
    stamp && live.slug === key
      ? learnPublication(stamp, { sent: verified, now: live, before, wanted, ignored })
      : undefined;
  return learned ? { writer, live: await writer.write(stampRequest(learned)), stamp: learned } : at;
}

function requireUnedited(
  { ignored }: ApplyContext,
  { key }: Change,
  { live, verified }: Pick<Converged, "live" | "verified">,
): void {
  const edits = dashboardDifferences(verified.draft, live.draft, ignored);
  if (edits.length === 0) return;
  const message = `${key} was written, and edited on the platform before it was published: so it was not published`;
  throw new StepError("edited-meanwhile", message, [
    ...tellDifferences(edits, ["this run wrote", "the platform now has"]),
    live.published ? "Viewers still see what was published before." : "Viewers see nothing of it yet.",
    `\`boardwright pull\` takes the edit into the files, \`boardwright apply --allow ${shellWord(`drift:${key}`)}\` discards it; the next apply publishes.`,
  ]);
}

function publishedOtherwise({ key }: Change, wrong: readonly Difference[]): StepError {
  const message = `${key} was published, and viewers see something else than this run published`;
  return new StepError("published-otherwise", message, [
    ...tellDifferences(wrong, ["this run published", "the platform answered"]),
    "Either somebody edited the draft in that moment and the platform published the edit, or it changes what it publishes.",
    "`boardwright plan` shows what is there now, and what the next apply makes of it. What the platform changes at the next publication, too, is taken for its own; a field that is its own for good goes under `ignore` in boardwright.yaml.",
  ]);
}
