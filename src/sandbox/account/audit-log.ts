// The audit log (platform document, "Export audit log" and "Events"). The document names only the event `Logged in`; the other
// names and the columns are the sandbox's own.

import { requireAccount, requirePermission } from "../api/access.ts";
import type { Context } from "../api/context.ts";
import { Refusal, type Reply } from "../api/reply.ts";
import type { AuditEvent } from "../store/account-records.ts";

const COLUMNS = ["id", "createdAt", "eventName", "userEmail", "deploymentId", "details"] as const;

/** GET /audit-logs/export: CSV (RFC 4180), oldest event first, sent while it is written. */
export function exportAuditLog({ store, key, query }: Context): Reply {
  requireAccount(key);
  requirePermission(key, "AuditLogManage");
  const start = momentOf(query, "start", 0);
  const end = momentOf(query, "end", DAY);
  if (start !== undefined && end !== undefined && start >= end)
    throw new Refusal(400, "start must be before end");
  const search = query.get("search")?.toLowerCase();
  const eventName = query.get("eventName");
  const userEmail = query.get("userEmail")?.toLowerCase();
  const events = store.account.events().filter((event) => {
    const at = Date.parse(event.createdAt);
    return (
      (start === undefined || at >= start) &&
      (end === undefined || at < end) &&
      (eventName === null || event.eventName === eventName) &&
      (userEmail === undefined || event.userEmail.toLowerCase() === userEmail) &&
      (search === undefined || rowOf(event).some((field) => field.toLowerCase().includes(search)))
    );
  });
  return {
    status: 200,
    type: "text/csv; charset=utf-8",
    headers: { "content-disposition": 'attachment; filename="audit-logs.csv"' },
    stream: writeCsv(events),
  };
}

const DAY = 86_400_000;

/**
 * A query parameter that holds an ISO 8601 date or date-time, in milliseconds; without a zone it is UTC. For an `end`
 * it is the moment after: a date means the whole day (`day` milliseconds later), a time means that very millisecond.
 */
function momentOf(query: URLSearchParams, name: string, day: number): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const match =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/.exec(text);
  const [, date = "", time, zone = "Z"] = match ?? [];
  const moment = Date.parse(`${date}T${time ?? "00:00"}${zone}`);
  // Date.parse reads 31 February as a day in March.
  if (!match || Number.isNaN(moment) || !isDay(date))
    throw new Refusal(400, `${name} must be an ISO 8601 date, like 2026-01-31 or 2026-01-31T08:00:00Z`);
  return moment + (time === undefined ? day : Math.min(day, 1));
}

function isDay(date: string): boolean {
  return new Date(`${date}T00:00Z`).toISOString().startsWith(date);
}

function* writeCsv(events: readonly AuditEvent[]): Generator<string> {
  yield `${COLUMNS.join(",")}\r\n`;
  for (const event of events) yield `${rowOf(event).map(quote).join(",")}\r\n`;
}

function rowOf(event: AuditEvent): string[] {
  return COLUMNS.map((column) => {
    const value = event[column];
    return value === null ? "" : typeof value === "object" ? JSON.stringify(value) : String(value);
  });
}

/** RFC 4180: a field is quoted if it contains a delimiter, and its quotes are doubled. */
function quote(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}
