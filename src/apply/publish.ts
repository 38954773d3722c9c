// Publishing the draft that was just written, or what a rollback restores: what this run wrote, and nobody's unreviewed edit. The platform knows no
// precondition: so the last answer before a publication is held against what was written, and what a publication answers against what it was
// sent. A POST: repeated only after a read shows that it did not happen (contract 7).

import { type Change, isObject, type JsonObject, readStamp, type Status, shellWord } from "../model/index.ts";
import {
  baseOf,
  type Difference,
  dashboardDifferences,
  editsBetween,
  fillsPublished,
  holdsRequest,
  isAdded,
  isPublished,
  isUnseenPublication,
  type Live,
  type LiveWorkbook,
  learnPublication,
  publicationPrint,
  stampRequest,
  withLiveIgnored,
} from "../plan/index.ts";
import { PlatformError, type WireDashboard } from "../platform/index.ts";
import type { ApplyContext, Converged, Standing } from "./context.ts";
import { isTrimmed, notPublished, StepError, tellDifferences } from "./failure.ts";
import { readById } from "./read-workbook.ts";
import { postOnce } from "./repeat.ts";

/** Field notes A.1: a dashboard under review answers 400 with these words. A person has to act, so it is not a failure. */
const REVIEW_REQUIRED = /requires review/i;

/** Of a run: what is never compared, and the versions of the reports that it wrote. */
interface Seen extends Pick<ApplyContext, "ignored"> {
  reportVersions: ReadonlyMap<number, number>;
}

/** Whether viewers see something else than when the change was planned, which is not what an earlier run of it published. */
function isRepublished(
  { publication, publishConfig, request }: Change,
  live: LiveWorkbook,
  context: Seen,
): boolean {
  if (publication === undefined || publicationPrint(live, context) === publication) return false;
  const isWritten = request === undefined || holdsRequest(request, live, context.ignored);
  return !(isWritten && (isPublished(live, context, publishConfig) || isJustPublished(live, context)));
}

/** Whether another run published what our stamp says, and has not seen yet what the platform filled in. */
function isJustPublished(live: LiveWorkbook, { ignored }: Pick<ApplyContext, "ignored">): boolean {
  const stamp = readStamp(live.meta);
  return stamp !== undefined && isUnseenPublication(live, { stamp, base: baseOf(stamp) }, { ignored });
}

/** What came of publishing a workbook. */
interface Publication {
  status: Extract<Status, "applied" | "awaiting-review">;
  /** What was to be shown; undefined if that is the saved draft, which is not known. */
  sent: JsonObject | undefined;
  /** What viewers were given. */
  shown: JsonObject | undefined;
  /** The number of the publication, if the platform says it. */
  version: number | undefined;
}

/**
 * Publishes `config`, or `live`'s draft as it is. Sends the draft too, because older platforms publish nothing without it (field
 * notes F 14). What viewers wrote at ignored paths of the publication is sent back. Throws a StepError if the answer does not say that
 * it is published.
 */
async function publish(
  context: ApplyContext,
  live: LiveWorkbook,
  { onAttempt, config }: { onAttempt(): void; config: JsonObject | undefined },
): Promise<Publication> {
  const shown = live.published ? { dashboard: live.published } : {};
  const sent = config ? withLiveIgnored({ dashboard: config }, shown, context.ignored).dashboard : live.draft;
  const read = async () => (await readById(context, live.id))?.live;
  const look = async (): Promise<Publication | undefined> => {
    const now = await read();
    if (!now || !hasHappened(now, live, sent, context)) return undefined;
    return { status: "applied", sent, shown: now.published, version: now.publishedVersion };
  };
  return postOnce<Publication>(context, {
    async send() {
      try {
        const input = sent ? { config: sent } : {};
        const { deploymentId, platform } = context;
        const answer = await platform.publishWorkbook(deploymentId, live.id, input, { onAttempt });
        const said = saysPublished(answer);
        const seen = said === undefined ? await look() : undefined;
        if (!said && !seen) throw notPublished(live.slug, answer.status);
        const { config, versionNumber } = answer as Partial<WireDashboard>;
        if (seen) return seen;
        if (isObject(config)) return { status: "applied", sent, shown: config, version: versionNumber };
        const now = await read();
        return { status: "applied", sent, shown: now?.published, version: now?.publishedVersion };
      } catch (error) {
        if (isReviewRequired(error))
          return { status: "awaiting-review", sent, shown: undefined, version: undefined };
        throw error;
      }
    },
    look,
  });
}

/** Undefined if the answer says nothing of it: neither a status nor, as some leave that out, the number of a publication. */
function saysPublished({ status, versionNumber }: Partial<WireDashboard>): boolean | undefined {
  if (status != null) return status === "published";
  return versionNumber == null ? undefined : true;
}

function isReviewRequired(error: unknown): boolean {
  if (!(error instanceof PlatformError) || error.status !== 400) return false;
  return REVIEW_REQUIRED.test(error.platformMessage ?? "");
}

/** If only a report had changed, the configuration was the same before: only the publication's number shows a new one. */
function hasHappened(
  now: LiveWorkbook,
  before: LiveWorkbook,
  sent: JsonObject | undefined,
  context: ApplyContext,
): boolean {
  if (before.publishedVersion !== undefined) return now.publishedVersion !== before.publishedVersion;
  if (isPublished(now, context, sent)) return true;
  // A platform that fills in what it publishes shows more than was sent.
  const isNew = publicationPrint(now, context) !== publicationPrint(before, context);
  return isNew && dashboardDifferences(sent, now.published, context.ignored).every(isAdded);
}

interface ShowOptions {
  onAttempt(): void;
  /** Called as soon as it is known, because what follows may fail. */
  onPublished(status: Publication["status"]): void;
}

/** What came of it: the last answer, its stamp, and what viewers were given besides what was sent. */
interface Shown extends Standing {
  made: Difference[];
}

/** How what viewers see of a kind becomes what was written. */
export interface Publishing<L extends Live> {
  /** Whether the change has something to show, once it is as in the answer that is asked about. `found`: what there was to write over. */
  isBehind(context: ApplyContext, change: Change, found: L | undefined): (now: L) => boolean;
  isRepublished(change: Change, live: L, context: Seen): boolean;
  /**
   * Publishes it, and learns what the platform filled in. Throws a StepError: `edited-meanwhile` if somebody edited it between two requests, and
   * nothing is published; `published-otherwise` if viewers were given something else.
   */
  show(context: ApplyContext, change: Change, at: Standing<L>, options: ShowOptions): Promise<Shown>;
}

export const publishing: Publishing<LiveWorkbook> = {
  isBehind(context, { action, publish, publishConfig, renews, request }, found) {
    if (!publish) return () => false;
    const { dashboardDraft } = isObject(request?.meta) ? request.meta : {};
    const isOld = action === "publish" || renews !== undefined;
    const fills = found !== undefined && fillsPublished(found, dashboardDraft, context);
    return (now) => isOld || fills || !isPublished(now, context, publishConfig);
  },
  isRepublished,
  async show(context, change, at, { onAttempt, onPublished }) {
    if ("verified" in at) requireUnedited(context, change, at as Converged<LiveWorkbook>);
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
    return { ...at, live: await at.write(() => stampRequest(learned)), stamp: learned, made };
  },
};

function requireUnedited(context: ApplyContext, { key }: Change, at: Converged<LiveWorkbook>): void {
  const edits = editsBetween(at.verified, at.live, { ...context, stamp: at.stamp });
  if (edits.length === 0) return;
  const message = `${key} was written, and edited on the platform before it was published: so it was not published`;
  throw new StepError("edited-meanwhile", message, [
    ...tellDifferences(edits, ["this run wrote", "the platform now has"]),
    at.live.published ? "Viewers still see what was published before." : "Viewers see nothing of it yet.",
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
