// One upsert, repeated when the platform reports a concurrent writer (platform document, upsert, rule 7).

import { PlatformError } from "../platform/index.ts";
import type { ApplyContext } from "./context.ts";
import { StepError } from "./failure.ts";
import { countAttempts } from "./repeat.ts";

/** `lookAgain` is called after each conflict; it throws if `key` is no longer what the plan saw. */
export async function upsert<T>(
  context: ApplyContext,
  key: string,
  { send, lookAgain }: { send(): Promise<T>; lookAgain(): Promise<void> },
): Promise<T> {
  const awaitNext = countAttempts(context);
  for (let conflicts = 1; ; conflicts++) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof PlatformError) || error.code !== "upsert_branch_changed") throw error;
      if (!(await awaitNext(error))) {
        const attempts = conflicts === 1 ? "the attempt" : `each of ${conflicts} attempts`;
        const message = `${key}: another writer created or deleted it at ${attempts}`;
        throw new StepError("upsert_branch_changed", message, [...error.details], error);
      }
      await lookAgain();
    }
  }
}
