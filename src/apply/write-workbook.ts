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
} from "../plan/index.ts";
import { readAgain, stillFree } from "./as-planned.ts";
import { backUp } from "./backups.ts";
import type { ApplyContext } from "./context.ts";
import { type Converged, converge, findUnkept, type Standing } from "./converge.ts";
import { requireCreated } from "./creations/created.ts";
import { isTime, ownerId, type SlugWatch } from "./creations/holders.ts";
import {
  attempt,
  didNotConverge,
  doneBy,
  isTrimmed,
  noteOf,
  requireGoingOn,
  stampNotKept,
  waitsForReports,
} from "./failure.ts";
import { giveSlug } from "./give-slug.ts";
import { learnShown, showViewers } from "./publication/show-viewers.ts";
import { readBack } from "./read-workbook.ts";
import type { StampWatch } from "./stamp-watch.ts";
import { upsert } from "./upsert.ts";
import { checkSlug, openWriter } from "./writer.ts";

/** A workbook that this run made, still without a dashboard, because its reports must be written first and belong to it. */
export interface Shell {
  live: LiveWorkbook;
  /** Requests that it took. */
  attempts: number;
}

/**
 * `change` is a shell's (asShell), and `whole` the request that comes after it. The empty workbook has our stamp, so it is known as
 * ours even if the run ends here.
 */
export async function makeShell(
  context: ApplyContext,
  change: Change,
  { whole, slugs }: { whole: JsonObject | undefined; slugs: SlugWatch },
): Promise<Shell | Result> {
  const request = change.request ?? {};
  let live: LiveWorkbook | undefined;
  const result = await attempt(change, async (_, onAttempt) => {
    const { found, look, empty } = await stillFree(context, change, { slugs, whole, onAttempt });
    live = found?.live;
    if (live) return;
    requireGoingOn(context);
    const sentAt = context.clock.now();
    const send = () =>
      context.platform.upsertWorkbook(context.deploymentId, change.key, request, { onAttempt });
    let other: LiveWorkbook | undefined;
    const lookAgain = async (): Promise<void> => {
      other = await checkSlug(context, change, { wanted: [request], whole, known: empty });
    };
    const answer = await upsert(context, change.key, { send, lookAgain });
    const creation = { slug: change.key, request, look, sentAt, slugs, onAttempt };
    if (!other && !empty) await requireCreated(context, answer, creation);
    slugs.showsTimes ??= isTime(answer.createdAt);
    if (!other) slugs.owner ??= ownerId(answer);
    live = (await readBack(context, answer)).live;
  });
  return live ? { live, attempts: result.attempts } : result;
}

export interface WriteOptions {
  slugs: SlugWatch;
  habits: Habits;
  stamps: StampWatch;
  publications: StampWatch;
  shell: Shell | undefined;
  /** Reports that it draws and that are not as planned: until they are, it is not published. */
  waitsFor: readonly string[];
}

export function writeWorkbook(
  context: ApplyContext,
  change: Change,
  { slugs, habits, stamps, publications, shell, waitsFor }: WriteOptions,
): Promise<Result> {
  return attempt(change, async (result, onAttempt) => {
    result.attempts = shell?.attempts ?? 0;
    // A create with an id continues what an earlier run of the same plan started.
    const before = change.id === null ? undefined : await readAgain(context, change, change.id);
    const renames = before !== undefined && before.live.slug !== change.key;
    const free = shell || before ? undefined : await stillFree(context, change, { slugs, onAttempt });
    let found = (shell ?? before ?? free?.found)?.live;
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
    if (isWritten || renames || shows(found)) requireGoingOn(context);
    // An overwritten draft is lost, and so is a publication.
    const overwrites = renames || (isWritten && change.action === "update") || shows(found);
    if (before && overwrites) await backUp(context, change, before.wire);
    const wasPublished = !!before?.live.published;
    if (before) result.published = { before: wasPublished, after: wasPublished, now: false };
    if (renames) found = await giveSlug(context, change, before.live.id, onAttempt);
    let done = doneBy(change.action);
    let written: Converged | undefined;
    if (change.request && isWritten) {
      const created = free && { look: free.look, slugs, empty: free.empty };
      const options = { planned: change.request, before: found, created, habits, onAttempt };
      written = await converge(context, change, options);
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
    if (notes.length > 0) result.notes = notes;
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
    writer: openWriter(context, change, { before: live, onAttempt }),
  };
}
