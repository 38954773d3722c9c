// Publishing the draft that was just written, or what a rollback restores. A POST: repeated only after a read shows that it did not
// happen (contract 7).

import { type Change, isObject, type JsonObject, readStamp, type Status } from "../model/index.ts";
import {
  baseOf,
  dashboardDifferences,
  holdsRequest,
  isAdded,
  isPublished,
  isUnseenPublication,
  type LiveWorkbook,
  publicationPrint,
  withLiveIgnored,
} from "../plan/index.ts";
import { PlatformError, type WireDashboard } from "../platform/index.ts";
import type { ApplyContext } from "./context.ts";
import { notPublished } from "./failure.ts";
import { readById } from "./read-workbook.ts";
import { postOnce } from "./repeat.ts";

/** Field notes A.1: a dashboard under review answers 400 with these words. A person has to act, so it is not a failure. */
const REVIEW_REQUIRED = /requires review/i;

/** Whether viewers see something else than when the change was planned, which is not what an earlier run of it published. */
export function isRepublished(
  { publication, publishConfig, request }: Change,
  live: LiveWorkbook,
  context: Pick<ApplyContext, "ignored"> & { reportVersions: ReadonlyMap<number, number> },
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
export interface Publication {
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
export async function publish(
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
