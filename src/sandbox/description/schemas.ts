// All component schemas, by name.

import type { JsonObject } from "../../model/index.ts";
import { COMMON_SCHEMAS } from "./common-schemas.ts";
import { DASHBOARD_SCHEMAS } from "./dashboard-schemas.ts";
import { PUBLISH_SCHEMAS } from "./publish-schemas.ts";
import { REPORT_SCHEMAS } from "./report-schemas.ts";
import { WORKBOOK_SCHEMAS } from "./workbook-schemas.ts";

export const SCHEMAS: JsonObject = {
  ...COMMON_SCHEMAS,
  ...DASHBOARD_SCHEMAS,
  ...PUBLISH_SCHEMAS,
  ...REPORT_SCHEMAS,
  ...WORKBOOK_SCHEMAS,
};
