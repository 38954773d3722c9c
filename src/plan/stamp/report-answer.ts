// Reading the platform's answer to the upsert of a report: is live now what was asked, and does the stamp say so?

import { isObject, type JsonObject, readStamp, STAMP_KEY, type Stamp } from "../../model/index.ts";
import { canonical } from "../state/canonical.ts";
import { type Difference, explainList } from "../state/diff.ts";
import { parseState } from "../state/normal-state.ts";
import { type LiveReport, liveReportState, parseQuery, WIRE_FIELDS } from "../state/report-state.ts";
import { type ComparedState, pickValues } from "../state/state.ts";
import type { AnswerCheck } from "./answer.ts";
import type { Base } from "./base.ts";
import { judgeAnswer, restampOf } from "./judge-answer.ts";
import { expectedLive, predictAnswer } from "./predict-answer.ts";
import { sentStamp } from "./sent.ts";
import { baseOf, makeStamp } from "./stamp.ts";
import { compareStates } from "./three-way.ts";

/**
 * Compares `live`, the report after a write, with what the request asked for: its fields, all of the `meta` that was sent back, and the
 * workbook if it was to move. Only what is managed is learned.
 */
export function verifyReportAnswer(request: JsonObject, live: LiveReport): AnswerCheck {
  const sent = sentStamp(request);
  const base: Base = baseOf(sent) ?? { asked: {} };
  const asked = askedReport(request, base);
  const { unconverged, learned, putBack, ...judged } = judgeAnswer({
    sent: asked,
    asked: parseState(canonical(asked as JsonObject)),
    returned: liveReportState(asked, live, new Map()),
    base,
  });
  const answered: ComparedState = { ...base.asked, ...learned };
  // The live meta was sent whole, and is not ours for that.
  const own = pickValues(learned.meta ?? {}, Object.keys(base.asked.meta ?? {}));
  if (base.asked.meta) answered.meta = own;
  else delete answered.meta;
  const { workbookId } = request;
  // What was not sent stays as it was answered before.
  const { workbook } = expectedLive(base);
  if (workbookId === undefined && workbook === undefined) delete answered.workbook;
  let { isLearned } = judged;
  if (workbookId !== undefined && workbookId !== live.workbookId) {
    isLearned &&= live.workbookId === null;
    unconverged.push({ path: "workbook", change: "changed", before: workbookId, after: live.workbookId });
    if (live.workbookId === null) delete answered.workbook;
  }
  return { restamp: restampOf(sent, answered), unconverged, putBack, isLearned };
}

/** A create always sends a name: only one that is managed is compared. */
export function askedReport(request: JsonObject, base: Base): ComparedState {
  const state: ComparedState = {};
  for (const [field, wire] of Object.entries(WIRE_FIELDS)) {
    const value = request[wire];
    const isLeftOut = field === "workbook" || (field === "name" && base.asked.name === undefined);
    if (value === undefined || isLeftOut) continue;
    state[field] = field === "query" && typeof value === "string" ? parseQuery(value) : value;
  }
  const { [STAMP_KEY]: _, ...meta } = isObject(request.meta) ? request.meta : {};
  return Object.keys(meta).length > 0 ? { ...state, meta } : state;
}

/**
 * The request with the live `meta` as it is now, whose other keys a plan may have seen otherwise: all of it is sent, because whether a platform
 * merges or replaces a report's meta is not documented. Nulls take away.
 */
export function onLiveMeta(request: JsonObject, live: Pick<LiveReport, "meta">): JsonObject {
  if (!isObject(request.meta)) return request;
  const own = new Set([STAMP_KEY, ...Object.keys(baseOf(readStamp(request.meta))?.asked.meta ?? {})]);
  const sent = Object.entries(request.meta).filter(([key, value]) => own.has(key) || value === null);
  return { ...request, meta: { ...live.meta, ...Object.fromEntries(sent) } };
}

/** What became another between two answers, of what the stamp says is managed. Where the report is does not count. */
export function reportDifferences(stamp: Stamp, before: LiveReport, after: LiveReport): Difference[] {
  const { workbook: _, ...asked } = baseOf(stamp)?.asked ?? {};
  const one = liveReportState(asked, before, new Map());
  const two = liveReportState(asked, after, new Map());
  return compareStates(one, two, undefined).fields.flatMap(explainList);
}

/** The stamp, expecting the answer that the stamp that is there has seen. */
export function expectingAsBefore(stamp: Stamp, there: Stamp | undefined): Stamp {
  const base = baseOf(stamp);
  const known = baseOf(there);
  if (!base?.asked || !known?.answered) return stamp;
  return makeStamp({ ...stamp, base: { asked: base.asked, answered: predictAnswer(base.asked, known) } });
}
