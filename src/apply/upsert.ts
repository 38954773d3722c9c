// One upsert, repeated where the platform says that somebody was in between (platform document, upsert, rule 7).

import type { JsonObject } from "../model/index.ts";
import { PlatformError, retryDelay, type WireWorkbook } from "../platform/index.ts";
import type { ApplyContext } from "./context.ts";
import { StepError } from "./failure.ts";

/** Counted apart from the transport's own attempts. */
const MAX_CONFLICTS = 10;

export interface UpsertOptions {
  /** Called after each conflict: throws where the slug is no longer what the plan saw. */
  lookAgain(): Promise<void>;
  onAttempt(): void;
}

export async function upsert(
  context: ApplyContext,
  slug: string,
  body: JsonObject,
  { lookAgain, onAttempt }: UpsertOptions,
): Promise<WireWorkbook> {
  for (let conflicts = 1; ; conflicts++) {
    try {
      return await context.platform.upsertWorkbook(context.deploymentId, slug, body, { onAttempt });
    } catch (error) {
      if (!(error instanceof PlatformError) || error.code !== "upsert_branch_changed") throw error;
      if (conflicts >= MAX_CONFLICTS) {
        const message = `${slug}: another writer created or deleted it at each of ${MAX_CONFLICTS} attempts`;
        throw new StepError("upsert_branch_changed", message, [...error.details], error);
      }
      await context.pause(retryDelay(conflicts, context.random()));
      await lookAgain();
    }
  }
}
