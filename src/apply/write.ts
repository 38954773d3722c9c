// One workbook or report: claim what is new, read again, back up, rename, write, publish. Each step is a function; what is a kind's own is in
// `ways.ts`.

import {
  type Change,
  type JsonObject,
  type Result,
  readStamp,
  STAMP_KEY,
  stampOwner,
} from "../model/index.ts";
import {
  type Answers,
  type Difference,
  editsBetween,
  fingerprint,
  holdsRequest,
  isAdded,
  isBegun,
  isStillApplied,
  kindOf,
  type Live,
  unfold,
} from "../plan/index.ts";
import { PlatformError } from "../platform/index.ts";
import { backUp } from "./backups.ts";
import { claim, compareFound, earlyClaim } from "./claim.ts";
import type { ApplyContext, Claim, Converged, Found, Standing } from "./context.ts";
import { converge } from "./converge.ts";
import {
  attempt,
  didNotConverge,
  doneBy,
  editedMeanwhile,
  isStampedAs,
  isTrimmed,
  isUnanswered,
  noteEmpty,
  noteFound,
  noteOf,
  requireGoingOn,
  StaleError,
  StepError,
  stampNotKept,
  waitsForReports,
} from "./failure.ts";
import { isNamed, liveName, wayOf } from "./ways.ts";
import { openWriter } from "./writer.ts";

/** A workbook of which the reports must be written first, because they belong to it. */
export interface Shell extends Claim {
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
  let made: Claim | undefined;
  const result = await attempt(change, async (failed, onAttempt) => {
    requireGoingOn(context);
    const claimed = await claim(context, change, onAttempt);
    const { isNew, found } = claimed;
    if (!isNew) compareFound(context, { ...planned, request }, found);
    const write = openWriter(context, change, { request, at: found.live, before: undefined, onAttempt });
    const fill = () => write(() => shell);
    made = isNew
      ? { isNew, found: { ...found, live: await fillClaimed(failed, change.key, fill) } }
      : claimed;
  });
  return made ? { ...made, attempts: result.attempts } : result;
}

export interface WriteOptions {
  answers: Answers;
  shell?: Shell | undefined;
  /** Reports that it draws and that are not as planned: until they are, it is not published. */
  waitsFor?: readonly string[];
  /** Called if the next plan is going to ask for it again, though it was written. */
  onUnlearned?(): void;
}

export function write(
  context: ApplyContext,
  planned: Change,
  { answers, shell, waitsFor = [], onUnlearned }: WriteOptions,
): Promise<Result> {
  const way = wayOf(planned);
  const { publishing } = way;
  const name = way.nameOf(planned.key);
  return attempt(planned, async (result, onAttempt) => {
    result.attempts = shell?.attempts ?? 0;
    let change = planned;
    if (planned.id === null && !earlyClaim(context, planned)) requireGoingOn(context);
    // A create with an id continues what an earlier run of the same plan started.
    const claimed = planned.id === null ? (shell ?? (await claim(context, planned, onAttempt))) : undefined;
    if (claimed && !claimed.isNew) {
      const { live } = claimed.found;
      // Its reports were written since it was found.
      const now = shell ? await way.read(context, live.id) : claimed.found;
      const found = compareFound(context, planned, now ?? claimed.found);
      result.id = live.id;
      // To complete what a run of the project made, and did not fill, is still to create it.
      if (found?.reason?.code !== "unfinished") {
        result.action = found?.action ?? "update";
        result.notes = [noteFound(name, result.id)];
      }
      if (!found) return way.note?.(context, live);
      change = found;
    }
    const empty = claimed?.isNew ? claimed.found.live : undefined;
    const before = change.id === null ? undefined : await readAgain(context, change, change.id);
    const renames = before !== undefined && kindOf(before.live).nameOf(before.live) !== liveName(change);
    let found = shell?.isNew ? empty : before?.live;
    const { request } = change;
    const isWritten = request !== undefined && !(found && holdsRequest(request, found, context.ignored));
    const isBehind = publishing?.isBehind(context, change, found);
    const shows = (now: Live | undefined) =>
      now !== undefined && waitsFor.length === 0 && isBehind?.(now) === true;
    // What was claimed is begun, and would stay empty.
    if (!claimed?.isNew && (isWritten || renames || shows(found))) requireGoingOn(context);
    // An overwritten draft is lost, and so is a publication.
    const overwrites = renames || (isWritten && change.action === "update") || shows(found);
    if (before && overwrites) await backUp(context, change, before.wire);
    const wasPublished = before !== undefined && kindOf(before.live).isShown(before.live);
    if (before && publishing) result.published = { before: wasPublished, after: wasPublished, now: false };
    if (renames) found = await giveSlug(context, change, before.live.id, onAttempt);
    let done = doneBy(change.action);
    const at = (found ?? empty) as Live;
    const fill = (onWritten?: () => void) =>
      converge(context, change, { planned: request ?? {}, at, before: found, answers, onAttempt, onWritten });
    const written = isWritten ? await (empty ? fillClaimed(result, name, fill) : fill()) : undefined;
    let standing: Standing | undefined = written ?? (found && asFound(context, change, found, onAttempt));
    result.id = standing?.live.id ?? result.id;
    if (standing) way.note?.(context, standing.live);
    if (written && !publishing) requireUnedited(context, name, written);
    const { unconverged = [], putBack = [], isLearned = true } = written ?? {};
    if (!isLearned && unconverged.length > 0) {
      onUnlearned?.();
      throw didNotConverge(name, unconverged, done);
    }
    let made: Difference[] = [];
    if (publishing && standing && shows(standing.live)) {
      const onPublished = (status: "applied" | "awaiting-review"): void => {
        const now = status === "applied";
        result.status = status;
        done += now ? " and published" : " and waits for a review to be published";
        result.published = { before: wasPublished, after: now || wasPublished, now };
      };
      const shown = await publishing
        .show(context, change, standing, { onAttempt, onPublished })
        .catch((error: unknown) => {
          if (written && result.published?.now !== true) result.draftWritten = true;
          throw error;
        });
      made = shown.made.filter((one) => !isAdded(one));
      standing = shown;
    }
    if (!unconverged.every(isTrimmed)) throw didNotConverge(name, unconverged, done);
    const notes = [
      ...noteOf(name, "trimmed", pathsOf(unconverged)),
      ...noteOf(name, "trimmed in what it published", pathsOf(made)),
      ...noteOf(name, "kept, or filled in again", putBack),
    ];
    if (notes.length > 0) result.notes = [...(result.notes ?? []), ...notes];
    // Only now: viewers get what was declared, with a stamp or without.
    if (written && standing?.stamp && !isStampedAs(standing.stamp, standing.live))
      throw stampNotKept(name, done, standing.live.meta[STAMP_KEY]);
    if (waitsFor.length === 0 || !standing || !isBehind?.(standing.live)) return;
    result.status = written ? "failed" : "skipped";
    if (written) result.draftWritten = true;
    const lead = written ? `${name} was ${done}, but not published` : "not published";
    result.error = waitsForReports(lead, waitsFor);
  });
}

/** A claim whose first write is refused stays, and is empty. */
async function fillClaimed<T>(
  result: Result,
  name: string,
  fill: (onWritten: () => void) => Promise<T>,
): Promise<T> {
  let isEmpty = true;
  try {
    return await fill(() => {
      isEmpty = false;
    });
  } catch (error) {
    if (isEmpty && error instanceof PlatformError && !isUnanswered(error)) result.notes = [noteEmpty(name)];
    throw error;
  }
}

function pathsOf(differences: readonly Difference[]): string[] {
  return differences.map(({ path }) => path);
}

/** What is given to viewers by what draws it must be what this run wrote. */
function requireUnedited(context: ApplyContext, name: string, { verified, live, stamp }: Converged): void {
  const edits = editsBetween(verified, live, { ...context, stamp });
  if (edits.length > 0) throw editedMeanwhile(name, edits);
}

/** What is not written, only published. */
function asFound(context: ApplyContext, change: Change, live: Live, onAttempt: () => void): Standing {
  const stamp = readStamp(live.meta);
  const isOurs =
    stamp?.project === context.project.name && stamp.of === stampOwner(context.deploymentId, change.key);
  return {
    live,
    stamp: isOurs ? stamp : undefined,
    write: openWriter(context, change, { at: live, before: live, onAttempt }),
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
): Promise<Live> {
  const { key, was } = change;
  const way = wayOf(change);
  try {
    await way.rename?.(context, change, id, { onAttempt });
  } catch (error) {
    if (!(error instanceof PlatformError) || error.status !== 409) throw error;
    throw new StaleError(`the slug ${key} was taken on the platform since the plan was made`);
  }
  const now = (await way.read(context, id))?.live;
  if (now && kindOf(now).nameOf(now) === was)
    throw new StepError(
      "not-renamed",
      `the platform accepted the slug ${key} for workbook ${id}, and it still has ${was}`,
      [`Give it the slug ${key} on the platform, then plan again: \`was: ${was}\` says that it is the same.`],
    );
  const { was: _, ...renamed } = change;
  return (await readAgain(context, renamed, id)).live;
}

/**
 * Right before it is written: what is live, if it is still as planned from, or what another run of this project makes of it, which is gone on
 * with.
 */
async function readAgain(context: ApplyContext, change: Change, id: number): Promise<Found> {
  const { ignored } = context;
  const { key, request, applied } = change;
  const way = wayOf(change);
  const name = way.nameOf(key);
  const now = await way.read(context, id);
  if (!now) await way.refuseUnreadable?.(context, key, id);
  if (!now || !isNamed(change, now.live))
    throw new StaleError(
      `${name} was ${way.rename ? "deleted or renamed" : "deleted"} since the plan was made`,
    );
  const { live } = now;
  const isAsPlanned = fingerprint(live, context, change) === change.fingerprint;
  const isPublishedAlone = () =>
    applied !== undefined &&
    isStillApplied(live, { digest: applied, project: context.project.name, ignored });
  const isOurs = () =>
    request !== undefined &&
    // A run gives it the slug before anything else.
    kindOf(live).nameOf(live) === liveName(change) &&
    (holdsRequest(request, live, ignored) || isBegun(request, live, ignored));
  const isIts = isAsPlanned || isOurs() || isPublishedAlone();
  if (isIts && !way.publishing?.isRepublished(change, live, context)) return now;
  throw new StaleError(
    `${name} was ${isIts ? "published" : "changed"} on the platform since the plan was made`,
  );
}
