// One upsert, repeated when the platform reports a concurrent writer (platform document, upsert, rule 7).

import { isObject, type Json, type JsonObject, STAMP_KEY } from "../model/index.ts";
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
  const old = live?.[STAMP_KEY];
  const meta = body.meta;
  const stamp = isObject(meta) ? meta[STAMP_KEY] : undefined;
  if (!isObject(old) || !isObject(meta) || !isObject(stamp)) return body;
  const whole = withNulls(stamp, old);
  return whole === stamp ? body : { ...body, meta: { ...meta, [STAMP_KEY]: whole } };
}

/** With nulls for the keys that only `old` has, inside objects as well: the end of a preview may go from its mark. */
function withNulls(stamp: JsonObject, old: JsonObject): JsonObject {
  const gone = Object.keys(old).filter((key) => old[key] !== null && !Object.hasOwn(stamp, key));
  const inner = Object.entries(stamp).flatMap(([key, value]): [string, Json][] => {
    const was = old[key];
    const whole = isObject(value) && isObject(was) ? withNulls(value, was) : value;
    return whole === value ? [] : [[key, whole]];
  });
  if (gone.length + inner.length === 0) return stamp;
  return { ...stamp, ...Object.fromEntries([...gone.map((key): [string, Json] => [key, null]), ...inner]) };
}
