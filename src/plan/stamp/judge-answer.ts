// What an answer says of what was asked for: what is a default, what did not converge, and what is to be expected from now on. One for
// workbooks and reports.

import {
  isObject,
  type Json,
  type JsonObject,
  joinPath,
  type Path,
  type Stamp,
  valueAt,
} from "../../model/index.ts";
import { isSame } from "../state/canonical.ts";
import { type Difference, explainList } from "../state/diff.ts";
import { extendsValue } from "../state/extends-value.ts";
import { type ComparedState, hasValues } from "../state/state.ts";
import { isWidget, pairWidgets } from "../state/widgets.ts";
import type { Base } from "./base.ts";
import { expectedLive } from "./predict-answer.ts";
import { baseOf, makeStamp } from "./stamp.ts";
import { compareStates } from "./three-way.ts";

/** An answer, in normal form. */
export interface Answer {
  asked: ComparedState;
  returned: ComparedState;
  /** Of the stamp that was sent. */
  base: Base;
  before?: Before;
}

/** What the write found, and the base of the stamp that it found. */
interface Before {
  state: ComparedState;
  base: Base | undefined;
}

export interface Judgement {
  /** What is live and was not asked for, or the reverse, from asked (before) to live (after). */
  unconverged: Difference[];
  /** What is to be expected from now on. */
  learned: ComparedState;
  /** Whether that is all that came back, so that no plan is going to list any of it. */
  isLearned: boolean;
}

/**
 * What was only added is a default; anything else did not converge, unless the platform answered the same before. Both are learned, so
 * that no later plan takes the platform's own answer for somebody's edit. What the write was to take away and is still there was kept by
 * the platform, and is learned by nobody.
 */
export function judgeAnswer(answer: Answer): Judgement {
  if (isSame(answer.asked as Json, answer.returned as Json))
    return {
      unconverged: [],
      learned: withoutGoneMeta({ ...answer.returned }, answer.base),
      isLearned: true,
    };
  return judgeOther(answer);
}

/** An answer that is not what was asked for: nearly none is. */
function judgeOther(answer: Answer): Judgement {
  const { asked, returned, base, before } = answer;
  const kept = before ? keptBy(before, answer) : new Set<string>();
  const isNews = unexpected(returned, asked, base);
  const unconverged = compareStates(asked, returned, undefined).fields.flatMap((field) => {
    if (kept.has(field.path)) return [field];
    return isAdded(field) || !isNews(field.path) ? [] : explainList(field).filter(isWrong);
  });
  const learned = learn(asked as Json, returned as Json, kept) as ComparedState;
  const isLearned = isSame(learned as Json, returned as Json);
  return { unconverged, learned: withoutGoneMeta(learned, base), isLearned };
}

/** A meta whose keys all went is managed no more. */
function withoutGoneMeta(learned: ComparedState, base: Base): ComparedState {
  if (!hasValues(learned.meta) && !base.asked.meta) delete learned.meta;
  return learned;
}

/** The stamp that knows this answer; undefined if the one that was sent expects it. */
export function restampOf(sent: Stamp, answered: ComparedState): Stamp | undefined {
  const base: Base = baseOf(sent) ?? { asked: {} };
  const isKnown = isSame(answered as Json, expectedLive(base) as Json);
  return isKnown ? undefined : makeStamp({ ...sent, base: { asked: base.asked, answered } });
}

/** Whether the answer at a path is another than the base expects: the platform may have answered otherwise than asked before. */
function unexpected(returned: ComparedState, asked: ComparedState, base: Base): (path: string) => boolean {
  const paths = new Set(compareStates(returned, asked, base).fields.map(({ path }) => path));
  return (path) => paths.has(path);
}

/**
 * The paths at which live has what it had before and what was not asked for. Not what the platform is known to fill in by itself, and
 * nothing within widgets, whose list is replaced whole.
 */
function keptBy({ state: was, base: last }: Before, { asked, returned, base }: Answer): Set<string> {
  // Known of the last answer, or of the one before, if a run that was cut short wrote over its stamp: the request still expects it.
  const isFilledIn = (path: Path) =>
    [last, base].some(
      (known) =>
        valueAt(known?.asked as Json | undefined, path) === undefined &&
        valueAt((known?.answered ?? {}) as Json, path) !== undefined,
    );
  const kept = additions(asked as Json, returned as Json, []).filter((path) => {
    const then = valueAt(was as Json, path);
    const now = valueAt(returned as Json, path);
    return then !== undefined && isSame(then, now) && !isFilledIn(path);
  });
  return new Set(kept.map((path) => joinPath("", path)));
}

/** Where `returned` has a key that `asked` has not, outside of lists. */
function additions(asked: Json, returned: Json, at: readonly string[]): (readonly string[])[] {
  if (!isObject(asked) || !isObject(returned)) return [];
  return Object.entries(returned).flatMap(([key, value]) => {
    const path = [...at, key];
    return Object.hasOwn(asked, key) ? additions(asked[key] as Json, value, path) : [path];
  });
}

const isWrong = (difference: Difference): boolean => !isAdded(difference);

/**
 * Whether a difference only adds to what was asked for. A widget more is no default: nothing that is asked for again would take it away.
 */
export function isAdded({ path, change, before, after }: Difference): boolean {
  if (change === "added") return !isWidget(path);
  return extendsValue(before ?? null, after ?? null);
}

/** What is to be expected from now on: what came back, without what was kept and without widgets that nobody asked for. */
function learn(asked: Json, returned: Json, kept: ReadonlySet<string>, at = ""): Json {
  if (!isObject(asked) || !isObject(returned)) return returned;
  const result: JsonObject = {};
  for (const [key, value] of Object.entries(asked)) {
    if (!Object.hasOwn(returned, key)) continue;
    const path = joinPath(at, [key]);
    const isList = path === "dashboard.widgets" && Array.isArray(value);
    result[key] = isList
      ? learnWidgets(asked, returned, kept)
      : learn(value, returned[key] as Json, kept, path);
  }
  for (const [key, value] of Object.entries(returned)) {
    const path = joinPath(at, [key]);
    const isDefault = !kept.has(path) && !(path === "dashboard.widgets" && hasItems(value));
    if (!Object.hasOwn(asked, key) && isDefault) result[key] = value;
  }
  return result;
}

function hasItems(value: Json): boolean {
  return Array.isArray(value) && value.length > 0;
}

function learnWidgets(asked: JsonObject, returned: JsonObject, kept: ReadonlySet<string>): Json {
  const [wanted, there = []] = pairWidgets([asked, returned]);
  return [...there].flatMap(([id, answer]) => {
    const widget = wanted?.get(id);
    return widget === undefined ? [] : [learn(widget, answer, kept, "widget")];
  });
}
