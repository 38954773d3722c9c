// References that nothing on the deployment answers to: the workbooks that need them are left out, the rest goes on.

import type { Change, Diagnostic } from "../model/index.ts";
import type { Settled } from "./folders.ts";
import { openReferences } from "./references.ts";

export function settleReferences(changes: readonly Change[]): Settled {
  const settled: Settled = { changes: [], diagnostics: [] };
  for (const change of changes) {
    const keys = change.request ? [...openReferences(change.request)].sort() : [];
    if (keys.length === 0) settled.changes.push(change);
    else settled.diagnostics.push(...keys.map((key) => missingReport(change, key)));
  }
  return settled;
}

function missingReport(change: Change, key: string): Diagnostic {
  return {
    rule: "report-missing",
    severity: "error",
    message: `the report ${key} is not on this deployment; ${change.key} is left out`,
    file: change.source?.file ?? "",
    line: change.source?.line ?? 1,
    column: 1,
    slug: change.key,
    help: "Make the report there and give its publicId under `reports`.",
  };
}
