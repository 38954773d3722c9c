// Workbooks and reports that a run of ours left half done. Their stamp says what was asked for, and no answer: what the platform made of it is
// nobody's edit, and all else that is live and was not asked for is one, which nothing may overwrite unseen.

import { isObject, type Json, type JsonObject, ownValue, readStamp, type Stamp } from "../../model/index.ts";
import { isSame } from "../state/canonical.ts";
import type { IgnoredPath } from "../state/ignore.ts";
import { normalState } from "../state/normal-state.ts";
import { referenceKey } from "../state/references.ts";
import { type LiveReport, liveReportState } from "../state/report-state.ts";
import { type ComparedState, type LiveWorkbook, liveState, shapeOf } from "../state/state.ts";
import { widgetsById } from "../state/widgets.ts";
import type { Base } from "./base.ts";
import { baseOf } from "./stamp.ts";
import { compareStates } from "./three-way.ts";

/** Whether live is what a run with this request left, or is about to leave, that has not come to its end, and nobody's edit. */
export function isUnfinished(
  request: JsonObject,
  live: LiveWorkbook,
  ignored: readonly IgnoredPath[],
): boolean {
  const work = begunWork(request, live);
  if (!work) return false;
  const { folder: _folder, ...parts } = work.asked;
  const now = liveState(shapeOf(parts), live);
  return !isEdited(normalState(now, ignored), normalState(parts, ignored), work.begun);
}

/**
 * The same of a report. It may have been given to its workbook by now, by this run or by the shard that has the workbook, or to another
 * one: that loses nothing.
 */
export function isReportUnfinished(request: JsonObject, live: LiveReport): boolean {
  const withoutHome = ({ workbook: _, ...parts }: ComparedState): ComparedState => parts;
  const work = begunWork(request, live, withoutHome);
  return (
    work !== undefined && !isEdited(liveReportState(work.asked, live, new Map()), work.asked, work.begun)
  );
}

/** What a request asks for, and the base of what a run of it has begun; undefined if none has. `partOf`: what of both counts. */
function begunWork(
  request: JsonObject,
  { meta }: Pick<LiveWorkbook, "meta">,
  partOf = (asked: ComparedState): ComparedState => asked,
): { asked: ComparedState; begun: Base } | undefined {
  const sent = readStamp(request.meta);
  const there = readStamp(meta);
  if (!sent || !there || there.of !== sent.of || there.project !== sent.project) return undefined;
  const base = baseOf(sent);
  const begun = baseOf(there);
  if (!base || begun?.answered !== null) return undefined;
  const asked = partOf(base.asked);
  return isPartOf(partOf(begun.asked) as JsonObject, asked as JsonObject) ? { asked, begun } : undefined;
}

/** Whether anybody may have edited `live` since it had the base. `desired`: what is asked for now. */
export function isEdited(live: ComparedState, desired: ComparedState, base: Base): boolean {
  const { fields, isForeign } = compareStates(live, desired, base);
  return isForeign || fields.some(({ origin }) => origin === "live" || origin === "both");
}

/** Whether a run of ours made the workbook and ended before it put a dashboard in: to complete it is still to create it. */
export function isShell({ draft }: Pick<LiveWorkbook, "draft">, stamp: Stamp): boolean {
  return draft === undefined && baseOf(stamp)?.answered === null;
}

/** Whether all that `part` asks for is asked for by `whole`, widgets by id. A report that `whole` only names may have any number. */
export function isPartOf(part: Json, whole: Json | undefined): boolean {
  if (typeof part === "number" && whole !== undefined && referenceKey(whole) !== undefined) return true;
  if (!isObject(part)) return isSame(part, whole);
  if (!isObject(whole)) return false;
  return Object.entries(part).every(([key, value]) => {
    if (key !== "widgets") return isPartOf(value, ownValue(whole, key));
    const widgets = widgetsById(whole);
    return [...widgetsById(part)].every(([id, widget]) => isPartOf(widget, widgets.get(id)));
  });
}
