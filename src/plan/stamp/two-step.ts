// Two steps instead of one, if the platform may make its own of a draft or a report: first that under a stamp that knows no answer, then the
// stamp that knows the answer. With the stamp in the first request, a run that is killed right after it leaves one with defaults
// under a stamp that does not know them, and the next plan takes the platform's own work for somebody's edit.

import {
  isObject,
  type Json,
  type JsonObject,
  readStamp,
  STAMP_KEY,
  type Stamp,
  stampToJson,
  writeJson,
} from "../../model/index.ts";
import { canonical, digest } from "../state/canonical.ts";
import { isSorted, WIDGET_ORDERS } from "../state/may-be-made.ts";
import type { LiveReport } from "../state/report-state.ts";
import type { ComparedState, LiveWorkbook } from "../state/state.ts";
import { bareId, widgetsById } from "../state/widgets.ts";
import type { Base, Seen } from "./base.ts";
import { clearingRequest } from "./clearing.ts";
import { isOnlyToMove } from "./holds-report.ts";
import { expectedLive } from "./predict-answer.ts";
import { isStampRequest } from "./request.ts";
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
  const known = baseOf(readStamp(before?.meta));
  const sent = baseOf(readStamp(request.meta));
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

// What in a state a platform may answer otherwise than it is asked. What it answered as it was asked before, it will again.

/**
 * What of values may be changed: white space around texts, the order of lists, whole numbers beyond what a double holds, upper case in the
 * ids of widgets. Each with the field that it is in, because a platform may trim names and leave configurations alone.
 */
function risksOf(state: ComparedState): Set<string> {
  const risks = new Set<string>();
  for (const [field, value] of fieldsOf(state)) {
    eachValue(value, (item) => {
      if (typeof item === "bigint") risks.add(`${field} rounds`);
      else if (typeof item === "string" && item !== item.trim()) risks.add(`${field} trims`);
      else if (Array.isArray(item) && !isAsSorted(item)) risks.add(`${field} sorts`);
    });
  }
  const widgets = widgetsById(state.dashboard);
  for (const [order, isInOrder] of Object.entries(WIDGET_ORDERS))
    if (!isInOrder([...widgets.values()])) risks.add(`widgets sorted by ${order}`);
  if ([...widgets.keys()].some((id) => bareId(id) !== id.trim())) risks.add("ids in lower case");
  return risks;
}

/**
 * Where keys may be filled in: each object by its place and by the keys that it has, without which nobody knows which are missing. Widgets
 * of one type are one place.
 */
function formsOf({ dashboard, query, pivotItems }: ComparedState): Set<string> {
  const forms = new Set<string>();
  for (const part of [dashboard, query, pivotItems]) addForms(forms, part as Json | undefined, "");
  return forms;
}

function addForms(forms: Set<string>, value: Json | undefined, place: string): void {
  if (Array.isArray(value)) for (const item of value) addForms(forms, item, `${place}[]`);
  if (!isObject(value)) return;
  const own = place.endsWith("widgets[]") ? `${place}${String(value.type)}` : place;
  forms.add(`${own} ${writeJson(Object.keys(value).sort())}`);
  for (const [key, item] of Object.entries(value)) addForms(forms, item, `${own}.${key}`);
}

function fieldsOf({ dashboard, ...state }: ComparedState): [string, Json][] {
  const inner = Object.entries(dashboard ?? {}).map(([key, value]) => [`dashboard.${key}`, value]);
  return [...Object.entries(state as JsonObject), ...inner] as [string, Json][];
}

function isAsSorted(list: readonly Json[]): boolean {
  return isSorted(list) || !list.every((item) => typeof item === "string");
}

function eachValue(value: Json, use: (value: Json) => void): void {
  use(value);
  if (Array.isArray(value)) for (const item of value) eachValue(item, use);
  else if (isObject(value)) for (const item of Object.values(value)) eachValue(item, use);
}
