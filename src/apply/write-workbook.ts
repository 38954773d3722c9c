// One workbook: read again, back up, write, publish.

import {
  type Change,
  isObject,
  type JsonObject,
  type Result,
  readStamp,
  STAMP_KEY,
  type Status,
  shellWord,
  stampOwner,
} from "../model/index.ts";
import {
  type Answers,
  type Difference,
  dashboardDifferences,
  fillsPublished,
  fingerprint,
  holdsRequest,
  isAdded,
  isBegun,
  isPublished,
  isStillApplied,
  type LiveWorkbook,
  learnPublication,
  stampRequest,
  unfold,
} from "../plan/index.ts";
import { PlatformError } from "../platform/index.ts";
import { backUp } from "./backups.ts";
import { claimWorkbook, compareFound } from "./claim.ts";
import type { ApplyContext, Claim, Found } from "./context.ts";
import { type Converged, converge, type Standing } from "./converge.ts";
import {
  attempt,
  didNotConverge,
  doneBy,
  isStampedAs,
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
    else compareFound(context, { ...planned, request }, found);
    const write = openWriter(context, change, { request, at: found.live, onAttempt });
    made = isNew ? { isNew, found: { ...found, live: await write(shell) } } : claim;
  });
  return made ? { ...made, attempts: result.attempts } : result;
}

export interface WriteOptions {
  answers: Answers;
  shell: Shell | undefined;
  /** Reports that it draws and that are not as planned: until they are, it is not published. */
  waitsFor: readonly string[];
}

export function writeWorkbook(
  context: ApplyContext,
  planned: Change,
  { answers, shell, waitsFor }: WriteOptions,
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
      const found = compareFound(context, planned, now ?? claim.found);
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
      const options = { planned: change.request, at, before: found, answers, onAttempt };
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
      const shown = await showViewers(context, change, at, { onAttempt, onPublished }).catch(
        (error: unknown) => {
          if (written && result.published?.now !== true) result.draftWritten = true;
          throw error;
        },
      );
      made = shown.made.filter((one) => !isAdded(one));
      at = shown;
    }
    const { unlike = [], putBack = [] } = written ?? {};
    if (!unlike.every(isTrimmed)) throw didNotConverge(change.key, unlike, done);
    // Only now: viewers get what was declared, with a stamp or without.
    if (written && at?.stamp && !isStampedAs(at.stamp, at.live))
      throw stampNotKept(change.key, done, at.live.meta[STAMP_KEY]);
    const notes = [
      ...noteOf(change.key, "trimmed", pathsOf(unlike)),
      ...noteOf(change.key, "trimmed in what it published", pathsOf(made)),
      ...noteOf(change.key, "kept, or filled in again", putBack),
    ];
    if (notes.length > 0) result.notes = [...(result.notes ?? []), ...notes];
    if (waitsFor.length === 0 || !isBehind(at?.live)) return;
    result.status = written ? "failed" : "skipped";
    if (written) result.draftWritten = true;
    const lead = written ? `${change.key} was ${done}, but not published` : "not published";
    result.error = waitsForReports(lead, waitsFor);
  });
}

function pathsOf(differences: readonly Difference[]): string[] {
  return differences.map(({ path }) => path);
}

/** A workbook that is not written, only published. */
function asFound(context: ApplyContext, change: Change, live: LiveWorkbook, onAttempt: () => void): Standing {
  const stamp = readStamp(live.meta);
  const isOurs =
    stamp?.project === context.project.name && stamp.of === stampOwner(context.deploymentId, change.key);
  return {
    live,
    stamp: isOurs ? stamp : undefined,
    write: openWriter(context, change, { at: live, onAttempt }),
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
// with.

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
    (holdsRequest(request, live, ignored) || isBegun(request, live, ignored));
  const isIts = isAsPlanned(now) || isOurs(now) || isPublishedAlone(now);
  if (isIts && !isRepublished(change, now.live, context)) return now;
  throw new StaleError(
    `${key} was ${isIts ? "published" : "changed"} on the platform since the plan was made`,
  );
}

// Publishes what this run wrote, and nobody's unreviewed edit. The platform knows no precondition: so the last answer before a publication
// is held against what was written, and what a publication answers against what it was sent.

interface ShowOptions {
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
  { onAttempt, onPublished }: ShowOptions,
): Promise<Shown> {
  if ("verified" in at) requireUnedited(context, change, at);
  const config = change.publishConfig;
  const { status, sent, shown, version } = await publish(context, at.live, { onAttempt, config });
  onPublished(status);
  if (!sent || !shown) return { ...at, made: [] };
  const made = dashboardDifferences(sent, shown, context.ignored);
  const wrong = made.filter((one) => !isAdded(one) && !isTrimmed(one));
  if (wrong.length > 0) throw publishedOtherwise(change, wrong);
  const learned =
    at.stamp && learnPublication(at.stamp, { wanted: sent, published: shown, version }, context);
  if (!learned) return { ...at, made };
  return { ...at, live: await at.write(stampRequest(learned)), stamp: learned, made };
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
    "`boardwright plan` shows what is there now, and what the next apply makes of it. A field that is the platform's own goes under `ignore` in boardwright.yaml.",
  ]);
}
