// Does a live report hold what a request asks for? Asked of a plan that is carried out a second time, or beside another shard.

import { isSameMark, type Json, type JsonObject, readStamp } from "../../model/index.ts";
import { canonical } from "../state/canonical.ts";
import { type LiveReport, liveReportState } from "../state/report-state.ts";
import { expectedLive, predictAnswer } from "./predict-answer.ts";
import { askedReport } from "./report-answer.ts";
import { isReportBegun } from "./same-work.ts";
import { baseOf } from "./stamp.ts";

/** Whether the report is what the request makes, or what a run of ours, or another shard, has made of it so far. */
export function isItsReport(request: JsonObject, live: LiveReport): boolean {
  return isReportApplied(request, live) || isReportBegun(request, live);
}

/**
 * Whether the report already holds all that the request asks for, as asked or as the platform answered it, and has a stamp of the same
 * state. The stamps' bases may differ, because another shard leaves the workbook to ours.
 */
export function isReportApplied(request: JsonObject, live: LiveReport): boolean {
  return isStampedAlike(request, live) && unmet(request, live).length === 0;
}

/** Whether nothing of the report is to change but the workbook that it belongs to. */
export function isOnlyToMove(request: JsonObject, live: LiveReport): boolean {
  return unmet(request, live).join() === "workbook";
}

function isStampedAlike(request: JsonObject, live: LiveReport): boolean {
  const sent = readStamp(request.meta);
  const there = readStamp(live.meta);
  if (sent?.digest !== there?.digest || sent?.of !== there?.of || sent?.project !== there?.project)
    return false;
  if (!isSameMark(sent?.preview, there?.preview)) return false;
  const isStamp = Object.keys(request).length === 1;
  return there !== undefined && baseOf(there) !== undefined && (!isStamp || there.base === sent?.base);
}

/** The parts of a report that a request asks for and that `live` does not hold, neither as asked nor as it was answered to our stamp. */
function unmet(request: JsonObject, live: LiveReport): string[] {
  const stamp = readStamp(live.meta);
  const base = stamp && stamp.digest === readStamp(request.meta)?.digest ? baseOf(stamp) : undefined;
  const asked = askedReport(request, base ?? baseOf(readStamp(request.meta)) ?? { asked: {} });
  const there = liveReportState(asked, live, new Map());
  const expected = base ? predictAnswer(asked, { ...base, answered: expectedLive(base) }) : asked;
  const holds = (field: string): boolean =>
    [asked, expected].some((state) => text(state[field]) === text(there[field]));
  const missing = Object.keys(asked).filter((field) => !holds(field));
  const { workbookId } = request;
  return workbookId === undefined || workbookId === live.workbookId ? missing : [...missing, "workbook"];
}

function text(value: Json | undefined): string {
  return canonical(value ?? null);
}
