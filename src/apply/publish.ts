// Publishing the draft that was just written, or what a rollback puts back. A POST: repeated only after a read shows that it did not happen (contract 7).

import type { JsonObject, Status } from "../model/index.ts";
import { isPublished, type LiveWorkbook, withLiveIgnored } from "../plan/index.ts";
import { findRetryRule, PlatformError, retryDelay } from "../platform/index.ts";
import type { ApplyContext } from "./context.ts";
import { readById } from "./read-workbook.ts";

/** Field notes A.1: a dashboard under review answers 400 with these words. A person has to act, so it is no failure. */
const REVIEW_REQUIRED = /requires review/i;

/**
 * Publishes `config`, or `live`'s draft as it is. Sends that along, too, because older platforms publish nothing without (field
 * notes F 14). What viewers wrote into ignored places of the publication is sent back.
 */
export async function publish(
  context: ApplyContext,
  live: LiveWorkbook,
  { onAttempt, config }: { onAttempt(): void; config: JsonObject | undefined },
): Promise<Extract<Status, "applied" | "awaiting-review">> {
  const shown = config ? withLiveIgnored(config, live.published, context.ignored) : live.draft;
  for (let attempt = 1; ; attempt++) {
    try {
      const input = shown ? { config: shown } : {};
      await context.platform.publishWorkbook(context.deploymentId, live.id, input, { onAttempt });
      return "applied";
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      if (error.status === 400 && REVIEW_REQUIRED.test(error.platformMessage ?? "")) return "awaiting-review";
      // Asked as for a GET: what may have happened is looked at before it is sent again, which makes it as safe as one.
      const rule = findRetryRule("GET", error.kind);
      if (!rule || attempt >= rule.attempts) throw error;
      await context.pause(retryDelay(attempt, context.random()));
      const now = await readById(context, live.id);
      if (now && hasHappened(now.live, live, shown, context)) return "applied";
    }
  }
}

/** What was published already, because a report moved on, shows by the number of the publication alone. */
function hasHappened(
  now: LiveWorkbook,
  before: LiveWorkbook,
  shown: JsonObject | undefined,
  context: ApplyContext,
): boolean {
  if (before.publishedVersion !== undefined) return now.publishedVersion !== before.publishedVersion;
  return isPublished(now, context, shown);
}
