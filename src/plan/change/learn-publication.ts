// What a platform makes of a dashboard when it publishes it, as the stamp learns it.

import type { JsonObject, Stamp } from "../../model/index.ts";
import { baseOf, makeStamp } from "../stamp/stamp.ts";
import type { IgnoredPath } from "../state/ignore.ts";
import { pairPrint, shows } from "./publication.ts";

/**
 * The stamp that knows what viewers are given for `wanted`; undefined if `stamp` knows it already, or if it is what was wanted.
 * `version`: the number of that publication.
 */
export function learnPublication(
  stamp: Stamp,
  { wanted, published, version }: { wanted: JsonObject; published: JsonObject; version: number | undefined },
  scope: { ignored: readonly IgnoredPath[] },
): Stamp | undefined {
  const base = baseOf(stamp);
  const shown = pairPrint(wanted, published, scope);
  if (!base || shown === stamp.shown || shows(published, wanted, scope)) return undefined;
  return makeStamp({ ...stamp, base, shown, published: stamp.published === undefined ? undefined : version });
}
