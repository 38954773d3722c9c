// What a deployment must offer for dashboards to be managed there.

import { UserError } from "../model/index.ts";
import type { Capabilities } from "../platform/index.ts";
import type { Destination } from "../target/index.ts";

/** Without these two operations there is nothing that Boardwright could do for the deployment. */
export function requireOperations(capabilities: Capabilities, target: Destination): void {
  const missing = [
    capabilities.has("listWorkbooks") ? [] : "the list of workbooks (GET …/workbooks)",
    capabilities.has("upsertWorkbook") ? [] : "the upsert by slug (PUT …/workbooks/by-slug/{slug})",
  ].flat();
  if (missing.length === 0) return;
  throw new UserError(`deployment ${target.deployment} of ${target.url} lacks ${missing.join(" and ")}`, {
    details: [
      "Its API description (GET /api/v1/spec) does not name it, so dashboards cannot be managed there by slug.",
      "Newer versions of the platform have it: switch the deployment to one, then plan again.",
    ],
  });
}
