// The audit log as CSV, streamed: it may be larger than memory.

import type { CallOptions } from "../http/transport.ts";
import { operation } from "./operation.ts";

export interface AuditLogFilter {
  /** ISO 8601: a date or a date and a time. */
  start?: string;
  end?: string;
  /** Full text, across the events' data. */
  search?: string;
  eventName?: string;
  userEmail?: string;
}

export const AUDIT_LOG_OPERATIONS = {
  /**
   * The audit log as CSV ("Export audit log"), streamed at the reader's pace: read it to its end or destroy it, since until then
   * it occupies a connection. 403 without AuditLogManage. A failure before the first byte is retried; a stream that breaks ends
   * in a PlatformError.
   */
  exportAuditLog: operation({
    method: "GET",
    path: "/api/v1/audit-logs/export",
    shown: true,
    ask: ({ start, end, search, eventName, userEmail }: AuditLogFilter = {}, call?: CallOptions) => ({
      does: "export the audit log",
      needs: "The export needs the permission AuditLogManage, and a plan that includes the audit log.",
      query: { start, end, search, eventName, userEmail },
      accept: "text/csv, application/json",
      ...call,
    }),
    answer: async ({ transport, prepare }) => transport.sendForFile(await prepare()),
  }),
};
