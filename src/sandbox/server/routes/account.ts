// Users, the audit log and provisioning.

import type { JsonObject } from "../../../model/index.ts";
import { exportAuditLog } from "../../account/audit-log.ts";
import { listScimUsers, SCIM_TYPE, scimError } from "../../account/scim.ts";
import { createUser, deleteUser, getMe, listUsers, updateUser } from "../../account/users.ts";
import {
  BAD_PARAMETER,
  CURSOR_PARAMETERS,
  queryParameter,
  STRING,
  TOO_LARGE,
} from "../../description/write.ts";
import { type Route, withKey } from "./route.ts";

const ACCOUNT_ONLY = "The API key is scoped to deployments, or lacks the role or the permission";
// No `format` means a date with an optional time and zone.
const DATE: JsonObject = {
  type: "string",
  pattern:
    "^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])([T ]\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,9})?)?(Z|[+-]\\d{2}:?\\d{2})?)?$",
  examples: ["2026-01-31", "2026-01-31T08:00:00Z"],
};

export const ACCOUNT_ROUTES: readonly Route[] = [
  withKey("POST /api/v1/users", createUser, {
    id: "createUser",
    summary: "Create a user",
    body: "UserInput",
    bodyRequired: true,
    answers: "User",
    refuses: {
      400: "The body is not valid",
      403: ACCOUNT_ONLY,
      409: "The email or the username is taken",
      ...TOO_LARGE,
    },
  }),
  withKey("GET /api/v1/users", listUsers, {
    id: "getUsers",
    summary: "List users, by ascending id",
    query: CURSOR_PARAMETERS,
    answers: "UsersListResponse",
    refuses: { ...BAD_PARAMETER, 403: ACCOUNT_ONLY },
  }),
  withKey("PUT /api/v1/users/{userId}", updateUser, {
    id: "updateUser",
    summary: "Update a user",
    body: "UpdateUserInput",
    answers: "User",
    refuses: {
      400: "The body is not valid",
      403: ACCOUNT_ONLY,
      404: "The user does not exist",
      ...TOO_LARGE,
    },
  }),
  withKey("DELETE /api/v1/users/{userId}", deleteUser, {
    id: "deleteUser",
    summary: "Delete a user",
    answers: "Empty",
    refuses: {
      400: "An API key belongs to the user",
      403: ACCOUNT_ONLY,
      404: "The user does not exist",
    },
  }),
  withKey("GET /api/v1/users/me", getMe, {
    id: "getCurrentUser",
    summary: "Get the user that the credential belongs to",
    answers: "User",
    refuses: { 403: "The credential is a metadata token" },
  }),
  withKey("GET /api/v1/audit-logs/export", exportAuditLog, {
    id: "exportAuditLogs",
    summary: "Export audit log events as CSV, oldest first",
    description: "Needs the permission `AuditLogManage`. Sent as an attachment while it is written.",
    query: [
      queryParameter("start", DATE, "Start of the range, ISO 8601; without a zone it is UTC"),
      queryParameter("end", DATE, "End of the range; a date without a time is the whole day"),
      queryParameter("search", STRING, "Only events that contain this text, in any case"),
      queryParameter("eventName", STRING, "Only events of this name"),
      queryParameter("userEmail", STRING, "Only events of this user"),
    ],
    answers: { type: "string", description: "CSV (RFC 4180) with a header line" },
    answersAs: "text/csv",
    refuses: { 400: "A date is not valid, or start is not before end", 403: ACCOUNT_ONLY },
  }),
  withKey("GET /api/scim/v2/Users", listScimUsers, {
    id: "getScimUsers",
    summary: "List users for an identity provider (RFC 7644)",
    query: [
      queryParameter("startIndex", { type: "integer", default: 1 }, "The first to return; below 1 is 1"),
      queryParameter("count", { type: "integer", default: 20 }, "How many to return; below 0 is 0"),
    ],
    answers: "ScimUsersResponse",
    answersAs: SCIM_TYPE,
    refuses: { 403: ACCOUNT_ONLY },
    refusesWith: { schema: "ScimError", as: SCIM_TYPE },
    errors: scimError,
  }),
];
