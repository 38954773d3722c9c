// One upsert, repeated when the platform reports a concurrent writer (platform document, upsert, rule 7).

import { PlatformError, retryDelay } from "../platform/index.ts";
import type { ApplyContext } from "./context.ts";
import { StepError } from "./failure.ts";

/** Counted apart from the transport's own retries. */
const MAX_CONFLICTS = 10;

/** `lookAgain` is called after each conflict; it throws if `key` is no longer what the plan saw. */
export async function upsert<T>(
  context: ApplyContext,
  key: string,
  { send, lookAgain }: { send(): Promise<T>; lookAgain(): Promise<void> },
): Promise<T> {
  for (let conflicts = 1; ; conflicts++) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof PlatformError) || error.code !== "upsert_branch_changed") throw error;
      if (conflicts >= MAX_CONFLICTS) {
        const message = `${key}: another writer created or deleted it at each of ${MAX_CONFLICTS} attempts`;
        throw new StepError("upsert_branch_changed", message, [...error.details], error);
      }
      await context.pause(retryDelay(conflicts, context.random()));
      await lookAgain();
    }
  }
}
