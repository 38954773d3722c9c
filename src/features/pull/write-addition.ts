// New reports for a file that is there, spelled as in a new one.

import type { Wanted } from "../../edit/index.ts";
import { isObject, ownValue } from "../../model/index.ts";
import { withoutEnding } from "./new-file.ts";
import type { Addition } from "./place-reports.ts";
import type { Placing } from "./placing.ts";
import { createTextFiles } from "./texts.ts";
import { writtenReport } from "./written.ts";

export interface WrittenAddition {
  wanted: Wanted[];
  /** Name → text, in the folder beside the file. */
  texts: Map<string, string>;
}

/** `target`: whose publicId the entries hold. */
export function writeAddition(
  { file, reports }: Addition,
  { placing, target }: { placing: Placing; target: string },
): WrittenAddition {
  const folder = withoutEnding(file);
  // Where no folder can be, texts stay in place.
  const texts = createTextFiles(
    folder,
    placing.canHold(folder) ? placing : { isThere: () => false, isIncluded: () => true },
  );
  const wanted = [...reports].map(([key, entry]): Wanted => {
    const written = writtenReport(key, entry, texts);
    // Read back for the target, it has that one's publicId.
    const { publicId, ...rest } = entry;
    const resolved = isObject(publicId) ? { ...rest, publicId: ownValue(publicId, target) ?? null } : entry;
    return { kind: "report", key, entry: resolved, into: { file, written } };
  });
  return { wanted, texts: texts.files };
}
