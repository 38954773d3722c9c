// What a disown did, as `disown --json` prints it.

import type { Result } from "../../model/index.ts";
import { jsonText, pick } from "./json-text.ts";

/** JSON text with a line end. `already`: what carried no stamp; `left`: keys of reports of these workbooks that still carry one. */
export function renderDisownJson({
  results,
  already,
  left,
  backups,
}: {
  results: readonly Result[];
  already: readonly string[];
  left: readonly string[];
  backups: string | undefined;
}): string {
  const failed = results.filter(({ status }) => status !== "applied").length;
  return jsonText({
    summary: { disowned: results.length - failed, unchanged: already.length, failed },
    results: results.map((result) => ({
      ...pick(result, ["kind", "key", "status", "id"]),
      error: result.error && pick(result.error, ["code", "message", "requestId", "details"]),
    })),
    unchanged: already,
    reportsLeft: left,
    backups: backups ?? null,
  });
}
