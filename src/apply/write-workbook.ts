// One workbook: read again, back up, write, publish.

import {
  type Change,
  isObject,
  type JsonObject,
  type Result,
  readStamp,
  type Status,
  stampOwner,
} from "../model/index.ts";
import {
  type Difference,
  dashboardDifferences,
  fillsPublished,
  type Habits,
  holdsRequest,
  isPublished,
  isSame,
  type LiveWorkbook,
  unfold,
} from "../plan/index.ts";
import { readAgain } from "./as-planned.ts";
import { backUp } from "./backups.ts";
import { claimWorkbook, compareFound } from "./claim.ts";
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
  stampNotKept,
  waitsForReports,
} from "./failure.ts";
import { giveSlug } from "./give-slug.ts";
import { learnShown, showViewers } from "./publication/show-viewers.ts";
import { readById } from "./read-workbook.ts";
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
