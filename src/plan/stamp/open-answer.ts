// A stamp says what was answered only if a run has read the answer. So if the answer may be another than what is asked for, two requests
// take the place of one: first that under a stamp that knows no answer, then the stamp that knows it. With the stamp in the first request,
// a run that is killed right after it leaves defaults under a stamp that does not know them, and they look like somebody's edit.

import {
  isObject,
  type Json,
  type JsonObject,
  ownIn,
  readStamp,
  STAMP_KEY,
  type Stamp,
  stampToJson,
} from "../../model/index.ts";
import { digest, isSame } from "../state/canonical.ts";
import { kindOf } from "../state/kind.ts";
import type { ComparedState, Live } from "../state/state.ts";
import { widgetsById } from "../state/widgets.ts";
import { isStampRequest } from "./request.ts";
import { baseOf, openStamp } from "./stamp.ts";

/** What a run has seen the platform do with workbooks, or with reports. */
export interface Answers {
  /** Whether it made something else of what it was asked for; undefined until it has answered. */
  differ?: boolean;
}

/**
 * Whether the answer to a request may be another than what is asked for. A workbook or report that was written before says so itself: its
 * stamp knows what was answered. For any other, as for an empty one that a creation has claimed, it is what the run has seen so far, and until
 * then, yes.
 */
export function isAnswerOpen(request: JsonObject, live: Live, { differ }: Answers = {}): boolean {
  if (isStampRequest(request, kindOf(live))) return false;
  const { meta } = live;
  const [known, sent] = [baseOf(readStamp(meta)), baseOf(readStamp(request.meta))];
  const asked = partsOf(sent?.asked, request);
  const isFillable = PARTS_WITH_DEFAULTS.some((part) => asked[part] !== undefined);
  if (!known || known.answered === null) return isTrimmable(asked) || (isFillable && differ !== false);
  const last = partsOf(known.asked, request);
  if (isSame(asked, last)) return false;
  if (isTrimmable(asked) || !isSame(last, partsOf(known.answered ?? known.asked, request))) return true;
  return isFillable && (differ === true || (differ === undefined && !isWithin(asked, last)));
}

const PARTS_WITH_DEFAULTS = ["dashboard", "query", "pivotItems"];

/** What is written of a state: not where it is, nor a draft that is not sent. */
function partsOf(state: ComparedState = {}, { meta }: JsonObject): JsonObject {
  const { folder: _folder, workbook: _workbook, dashboard, ...parts } = state;
  return {
    ...parts,
    ...(dashboard && ownIn(meta, "dashboardDraft") !== undefined && { dashboard }),
  } as JsonObject;
}

/** Whether there is white space around any text. */
function isTrimmable(value: Json): boolean {
  if (typeof value === "string") return value !== value.trim();
  return typeof value === "object" && value !== null && Object.values(value).some(isTrimmable);
}

/** Whether each key was asked for before: only where one was not, a default may be filled in that nobody has seen. */
function isWithin(asked: Json, last: Json | undefined): boolean {
  if (!isObject(asked)) return true;
  const widgets = widgetsById(ownIn(last, "widgets") === undefined ? undefined : (last as JsonObject));
  return Object.entries(asked).every(([key, item]) =>
    key === "widgets" && Array.isArray(item)
      ? [...widgetsById(asked)].every(([id, widget]) => isWithin(widget, widgets.get(id)))
      : ownIn(last, key) !== undefined && isWithin(item, ownIn(last, key)),
  );
}

/** Notes what was answered; `stamp` knows it. */
export function noteAnswer(answers: Answers, stamp: Stamp): void {
  answers.differ = answers.differ === true || baseOf(stamp)?.answered !== undefined;
}

/** The request under a stamp that knows no answer. It differs from a shell's, so that a lost answer can be told from none. */
export function withOpenStamp(request: JsonObject): JsonObject {
  const stamp = readStamp(request.meta);
  if (!stamp || !isObject(request.meta)) return request;
  const open = { ...openStamp(stamp), digest: digest(`open ${stamp.digest}`) };
  return { ...request, meta: { ...request.meta, [STAMP_KEY]: stampToJson(open) } };
}
