// The operations that Boardwright knows, in one table: the served description is searched for them, and the client's methods are
// made from them. Each row is in the file of its subject.

import type { WireDescription } from "../wire/wire.ts";
import { AUDIT_LOG_OPERATIONS } from "./audit-logs.ts";
import { BRANCH_OPERATIONS } from "./branches.ts";
import { DEPLOYMENT_OPERATIONS } from "./deployments.ts";
import { ENVIRONMENT_OPERATIONS } from "./environments.ts";
import { FOLDER_OPERATIONS } from "./folders.ts";
import { type Operation, operation } from "./operation.ts";
import { REPORT_OPERATIONS } from "./reports.ts";
import { SCIM_OPERATIONS } from "./scim.ts";
import { USER_OPERATIONS } from "./users.ts";
import { WORKBOOK_OPERATIONS } from "./workbooks.ts";

export const OPERATIONS = {
  ...DEPLOYMENT_OPERATIONS,
  ...ENVIRONMENT_OPERATIONS,
  ...BRANCH_OPERATIONS,
  ...USER_OPERATIONS,
  ...AUDIT_LOG_OPERATIONS,
  ...SCIM_OPERATIONS,
  /** The served description itself, JSON or YAML ("OpenAPI description"); read once. */
  readDescription: operation({
    method: "GET",
    path: "/api/v1/spec",
    shown: true,
    ask: () => ({ does: "read the API description of the deployment" }),
    answer: ({ readDescription }): Promise<WireDescription> => readDescription(),
  }),
  ...WORKBOOK_OPERATIONS,
  ...FOLDER_OPERATIONS,
  ...REPORT_OPERATIONS,
};

export type OperationName = keyof typeof OPERATIONS;

/** The client's methods, one for each row, with its arguments and its result. */
export type OperationMethods = {
  [Name in OperationName]: (typeof OPERATIONS)[Name] extends Operation<infer Args, infer Result>
    ? (...args: Args) => Result
    : never;
};
