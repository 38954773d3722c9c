// The audit log as CSV, streamed: it may be larger than memory.

import { UsageError } from "../../model/index.ts";
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
    ask({ start, end, search, eventName, userEmail }: AuditLogFilter = {}, call?: CallOptions) {
      checkDate("start", start);
      checkDate("end", end);
      if (start !== undefined && end !== undefined && isDay(start) && isDay(end) && start > end) {
        throw new UsageError(`the range ends (${end}) before it starts (${start})`);
      }
      return {
        does: "export the audit log",
        needs: "The export needs the permission AuditLogManage, and a plan that includes the audit log.",
        query: { start, end, search, eventName, userEmail },
        accept: "text/csv, application/json",
        ...call,
      };
    },
    answer: async ({ transport, prepare }) => transport.sendForFile(await prepare()),
  }),
};

const ISO_8601 =
  /^(\d{4})-(\d{2})-(\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?)?$/;

function isDay(text: string): boolean {
  return text.length === 10;
}

/** The form is ISO 8601's, and the day is on the calendar: 2026-02-30 is not. */
function checkDate(name: string, text: string | undefined): void {
  if (text === undefined) return;
  const [, year, month, day] = ISO_8601.exec(text) ?? [];
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const isReal = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  const hasTime = isDay(text) || !Number.isNaN(Date.parse(readTime(text)));
  if (isReal && hasTime) return;
  throw new UsageError(`${name} is not a date: "${text}"`, [
    "It should be ISO 8601, like 2026-11-01 or 2026-11-01T08:00:00Z.",
  ]);
}

/** In the narrower form that Date.parse reads. */
function readTime(text: string): string {
  return text
    .replace(",", ".")
    .replace(/([+-]\d{2}):?(\d{2})?$/, (_, hours: string, minutes = "00") => `${hours}:${minutes}`);
}
