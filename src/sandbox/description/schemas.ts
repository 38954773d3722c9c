// All component schemas, by name.

import type { JsonObject } from "../../model/index.ts";
import { ACCOUNT_SCHEMAS } from "./account-schemas.ts";
import { COMMON_SCHEMAS } from "./common-schemas.ts";
import { DASHBOARD_SCHEMAS } from "./dashboard-schemas.ts";
import { DATA_SCHEMAS } from "./data-schemas.ts";
import { DEPLOYMENT_SCHEMAS } from "./deployment-schemas.ts";
import { PUBLISH_SCHEMAS } from "./publish-schemas.ts";
import { REPORT_SCHEMAS } from "./report-schemas.ts";
import { WORKBOOK_SCHEMAS } from "./workbook-schemas.ts";

export const SCHEMAS: JsonObject = {
  ...ACCOUNT_SCHEMAS,
  ...COMMON_SCHEMAS,
  ...DASHBOARD_SCHEMAS,
  ...DATA_SCHEMAS,
  ...DEPLOYMENT_SCHEMAS,
  ...PUBLISH_SCHEMAS,
  ...REPORT_SCHEMAS,
  ...WORKBOOK_SCHEMAS,
};
