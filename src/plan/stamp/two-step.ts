// Two steps instead of one, if the platform may make its own of a draft or a report: first that under a stamp that knows no answer, then the
// stamp that knows the answer. With the stamp in the first request, a run that is killed right after it leaves one with defaults
// under a stamp that does not know them, and the next plan takes the platform's own work for somebody's edit.

import {
  isObject,
  type JsonObject,
  readStamp,
  STAMP_KEY,
  type Stamp,
  stampToJson,
} from "../../model/index.ts";
import { canonical, digest } from "../state/canonical.ts";
import type { LiveReport } from "../state/report-state.ts";
import type { ComparedState, LiveWorkbook } from "../state/state.ts";
import type { Base, Seen } from "./base.ts";
import { clearingRequest } from "./clearing.ts";
import { isOnlyToMove } from "./holds-report.ts";
import { expectedLive } from "./predict-answer.ts";
import { isStampRequest } from "./request.ts";
import { formsOf, risksOf } from "./risks.ts";
import { baseOf, openStamp } from "./stamp.ts";

/** A live workbook or report. */
type Stamped = Pick<LiveWorkbook, "meta">;

/** What a run has seen the platform do with drafts, or with reports. */
export interface Habits {
  /** Fill something in, or not; undefined while it has seen no answer. */
  fillsIn: boolean | undefined;
  /** What it left as it was asked, of what it might have changed (risks.ts). */
  keeps?: ReadonlySet<string>;
}

/**
 * Whether the answer to a request may be another than what is asked for. A workbook that was written before says so itself: its stamp
 * knows what was answered last time. For one that was not, it is what the run has seen so far, and until then, yes.
 */
export function mayBeFilledIn(
  request: JsonObject,
  before: LiveWorkbook | undefined,
  habits: Habits,
): boolean {
  if (isStampRequest(request)) return false;
  const partOf = ({ folder: _, ...asked }: ComparedState) => asked;
  if (!hasDraft(request)) {
    const ofRest = ({ dashboard: _, ...asked }: ComparedState) => partOf(asked);
    return isAnswerOpen(request, before, { habits: { ...habits, fillsIn: false }, partOf: ofRest });
  }
  // A platform that merges deeply keeps what a text map loses, until it is cleared.
  if (before && clearingRequest(request, before)) return true;
  return isAnswerOpen(request, before, { habits, partOf });
}

/** The same of a report. Where it is does not count: if it only goes to another workbook, nothing of it is written. */
export function mayReportBeFilledIn(
  request: JsonObject,
  before: LiveReport | undefined,
  habits: Habits,
): boolean {
  if (before && isOnlyToMove(request, before)) return false;
  const partOf = ({ workbook: _, ...asked }: ComparedState) => asked;
  return isAnswerOpen(request, before, { habits, partOf });
}

function isAnswerOpen(
  request: JsonObject,
  before: Stamped | undefined,
  { habits, partOf }: { habits: Habits; partOf(asked: ComparedState): ComparedState },
): boolean {
  const { fillsIn, keeps } = habits;
  const [known, sent] = [baseOf(readStamp(before?.meta)), baseOf(readStamp(request.meta))];
  const asked = sent && partOf(sent.asked);
  const isAtRisk = (seen?: ReadonlySet<string>): boolean =>
    asked !== undefined && [...risksOf(asked)].some((risk) => !keeps?.has(risk) && !seen?.has(risk));
  if (!known || known.answered === null) return fillsIn !== false || isAtRisk();
  const last = partOf(known.asked);
  const text = canonical(last as JsonObject);
  // What is asked for as it was before is answered as it was before.
  if (asked && canonical(asked as JsonObject) === text) return false;
  const isOther = known.answered && canonical(partOf(known.answered) as JsonObject) !== text;
  if (fillsIn === true || isOther || isAtRisk(risksOf(last))) return true;
  if (fillsIn === false || !asked) return false;
  const forms = formsOf(last);
  return [...formsOf(asked)].some((form) => !forms.has(form));
}

/** Notes what the answer to a request was; `stamp` is the one that describes it. What asks for no draft says nothing of drafts. */
export function noteAnswer(habits: Habits, request: JsonObject, stamp: Stamp): void {
  if (hasDraft(request)) noteReportAnswer(habits, stamp);
}

/** The same of a report, which is asked for whole. */
export function noteReportAnswer(habits: Habits, stamp: Stamp): void {
  const base = baseOf(stamp);
  habits.fillsIn = habits.fillsIn === true || base?.answered !== undefined;
  if (base) habits.keeps = new Set([...(habits.keeps ?? []), ...risksOf(expectedLive(base))]);
}

function hasDraft({ meta }: JsonObject): boolean {
  return isObject(meta) && isObject(meta.dashboardDraft);
}

/** Of a write whose answer was not seen either, what was seen before it. */
function lastSeen(base: Base | undefined): Seen | undefined {
  if (base?.answered === null) return base.was;
  return base && { asked: base.asked, ...(base.answered && { answered: base.answered }) };
}

/**
 * The request under a stamp that knows no answer, but what was asked for and answered `before`. It differs from a shell's, so that a lost
 * answer can be told from none.
 */
export function withOpenStamp(request: JsonObject, before: Stamped | undefined): JsonObject {
  const meta = request.meta as JsonObject;
  const stamp = readStamp(meta) as Stamp;
  const there = readStamp(before?.meta);
  const isOurs = there?.of === stamp.of && there.project === stamp.project;
  const open = { ...openStamp(stamp, undefined, isOurs ? lastSeen(baseOf(there)) : undefined) };
  open.digest = digest(`open ${stamp.digest}`);
  return { ...request, meta: { ...meta, [STAMP_KEY]: stampToJson(open) } };
}
