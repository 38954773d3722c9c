// One upsert, repeated when the platform reports a concurrent writer (platform document, upsert, rule 7).

import { isObject, type JsonObject, STAMP_KEY } from "../model/index.ts";
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

/**
 * The body with nulls for keys that only the live stamp has: on a platform that merges deeply, the mark of an adopted preview, or the
 * version that a report's last stamp knew, would stay, and no plan would take the part for ours. `live`: the `meta` that is there.
 */
export function withoutOldStamp(body: JsonObject, live: JsonObject | null | undefined): JsonObject {
  const [old, meta] = [live?.[STAMP_KEY], body.meta];
  const stamp = isObject(meta) ? meta[STAMP_KEY] : undefined;
  if (!isObject(old) || !isObject(meta) || !isObject(stamp)) return body;
  const gone = Object.keys(old).filter((key) => old[key] !== null && !Object.hasOwn(stamp, key));
  if (gone.length === 0) return body;
  const nulls = Object.fromEntries(gone.map((key) => [key, null]));
  return { ...body, meta: { ...meta, [STAMP_KEY]: { ...stamp, ...nulls } } };
}
