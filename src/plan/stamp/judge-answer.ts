// What an answer says of what was asked for: what is a default, what did not converge, and what is to be expected from now on. One for
// workbooks and reports.

import { isObject, type Json, type JsonObject, joinPath, ownIn, type Stamp } from "../../model/index.ts";
import { extendsValue, isSame } from "../state/canonical.ts";
import { type Difference, explainList } from "../state/diff.ts";
import { type ComparedState, hasValues } from "../state/state.ts";
import { isWidget, pairWidgets } from "../state/widgets.ts";
import type { Base } from "./base.ts";
import { expectedLive } from "./predict-answer.ts";
import { baseOf, makeStamp } from "./stamp.ts";
import { compareStates } from "./three-way.ts";

/** An answer, in normal form. */
export interface Answer {
  /** As it was sent: with nulls for what must go. */
  sent: ComparedState;
  asked: ComparedState;
  returned: ComparedState;
  /** Of the stamp that was sent. */
  base: Base;
}

export interface Judgement {
  /** What is live and was not asked for, or the reverse, from asked (before) to live (after). */
  unconverged: Difference[];
  /** What is to be expected from now on. */
  learned: ComparedState;
  /** The paths that were sent as null and hold something all the same. Whether it was kept or filled in again, nobody knows. */
  putBack: string[];
  /** Whether that is all that came back, so that no plan is going to list any of it. */
  isLearned: boolean;
}

/**
 * What was only added is a default; anything else did not converge, unless the platform answered the same before. Both are learned, so
 * that no later plan takes the platform's own answer for somebody's edit.
 */
export function judgeAnswer(answer: Answer): Judgement {
  if (isSame(answer.asked as Json, answer.returned as Json))
    return {
      unconverged: [],
      learned: withoutGoneMeta({ ...answer.returned }, answer.base),
      putBack: [],
      isLearned: true,
    };
  return judgeOther(answer);
}

/** An answer that is not what was asked for: nearly none is. */
function judgeOther(answer: Answer): Judgement {
  const { sent, asked, returned, base } = answer;
  const isNews = unexpected(returned, asked, base);
  const unconverged = compareStates(asked, returned, undefined).fields.flatMap((field) =>
    isAdded(field) || !isNews(field.path) ? [] : explainList(field).filter(isWrong),
  );
  const learned = learn(asked as Json, returned as Json) as ComparedState;
  const isLearned = isSame(learned as Json, returned as Json);
  const putBack = pathsPutBack(sent as Json, returned as Json, []);
  return { unconverged, putBack, learned: withoutGoneMeta(learned, base), isLearned };
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

function pathsPutBack(sent: Json, returned: Json | undefined, at: readonly string[]): string[] {
  if (sent === null) return returned === undefined ? [] : [joinPath("", at)];
  if (!isObject(sent)) return [];
  return Object.entries(sent).flatMap(([key, item]) =>
    pathsPutBack(item, ownIn(returned, key), [...at, key]),
  );
}

const isWrong = (difference: Difference): boolean => !isAdded(difference);

/**
 * Whether a difference only adds to what was asked for. A widget more is no default: nothing that is asked for again would take it away.
 */
export function isAdded({ path, change, before, after }: Difference): boolean {
  if (change === "added") return !isWidget(path);
  return extendsValue(before ?? null, after ?? null);
}

/** What is to be expected from now on: what came back, without widgets that nobody asked for. */
function learn(asked: Json, returned: Json, at = ""): Json {
  if (!isObject(asked) || !isObject(returned)) return returned;
  const result: JsonObject = {};
  for (const [key, value] of Object.entries(asked)) {
    if (!Object.hasOwn(returned, key)) continue;
    const path = joinPath(at, [key]);
    const isList = path === "dashboard.widgets" && Array.isArray(value);
    result[key] = isList ? learnWidgets(asked, returned) : learn(value, returned[key] as Json, path);
  }
  for (const [key, value] of Object.entries(returned)) {
    const path = joinPath(at, [key]);
    const isDefault = !(path === "dashboard.widgets" && hasItems(value));
    if (!Object.hasOwn(asked, key) && isDefault) result[key] = value;
  }
  return result;
}

function hasItems(value: Json): boolean {
  return Array.isArray(value) && value.length > 0;
}

function learnWidgets(asked: JsonObject, returned: JsonObject): Json {
  const [wanted, there = []] = pairWidgets([asked, returned]);
  return [...there].flatMap(([id, answer]) => {
    const widget = wanted?.get(id);
    return widget === undefined ? [] : [learn(widget, answer, "widget")];
  });
}
