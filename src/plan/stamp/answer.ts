// Reading the platform's answer to an upsert: is live now what was asked, and does the stamp say so?

import { isObject, type Json, type JsonObject, type Stamp } from "../../model/index.ts";
import { isSame } from "../state/canonical.ts";
import { type Difference, explainList } from "../state/diff.ts";
import { type IgnoredPath, withoutIgnored } from "../state/ignore.ts";
import { askedHome, askedParts, ignoredIn, type Kind, kindOf, livePartsOf } from "../state/kind.ts";
import { normalState } from "../state/normal-state.ts";
import { anyState, type ComparedState, hasValues, type Live, pickValues } from "../state/state.ts";
import type { Base } from "./base.ts";
import { judgeAnswer, restampOf } from "./judge-answer.ts";
import { expectedLive } from "./predict-answer.ts";
import { baseOf, sentStamp } from "./stamp.ts";
import { compareStates } from "./three-way.ts";

export interface AnswerCheck {
  /** The stamp that has to be written once more, because the platform filled in defaults that the one sent does not know. */
  restamp: Stamp | undefined;
  /** What is live and was not asked for, or the reverse, from asked (before) to live (after). */
  unconverged: Difference[];
  /** The paths that were to go and hold something all the same. */
  putBack: string[];
  /** Whether the stamp expects all that came back, so that no plan is going to list any of it. */
  isLearned: boolean;
}

/** What a write left. */
export interface Written {
  live: Live;
  ignored: readonly IgnoredPath[];
}

/** Compares `live`, the state after a write, with what the request asked for. Only what is managed is learned. */
export function verifyAnswer(request: JsonObject, { live, ignored: all }: Written): AnswerCheck {
  const kind = kindOf(live);
  const ignored = ignoredIn(live, all);
  const sent = sentStamp(request);
  const base: Base = baseOf(sent) ?? { asked: {} };
  const asked = askedParts(request, kind, base.asked);
  if (isAsAsked(request, asked, { live, base, ignored })) return AS_ASKED;
  const { unconverged, learned, putBack, ...judged } = judgeAnswer({
    sent: asked,
    asked: normalState(asked, ignored, anyState(live)),
    returned: normalState(livePartsOf(live, asked), ignored),
    base,
  });
  const answered = withUnsent(learned, asked, base, kind);
  const home = judgeHome(request, live, base);
  if (home.wrong) unconverged.push(home.wrong);
  if (home.answered === undefined) delete answered[kind.home];
  else answered[kind.home] = home.answered;
  return {
    restamp: restampOf(sent, answered),
    unconverged,
    putBack,
    isLearned: judged.isLearned && home.isLearned,
  };
}

const AS_ASKED: AnswerCheck = { restamp: undefined, unconverged: [], putBack: [], isLearned: true };

/**
 * Whether live is what was asked for and nothing else, and what the stamp expects: nearly every answer is. The whole judgement finds the
 * same; this builds no tree and no text (a tenth of creating a thousand workbooks).
 */
function isAsAsked(
  request: JsonObject,
  sent: ComparedState,
  { live, base, ignored }: { base: Base } & Written,
): boolean {
  const kind = kindOf(live);
  const home = askedHome(request, kind);
  if (base.answered !== undefined || (home !== undefined && home !== kind.homeOf(live))) return false;
  const asked = withoutIgnored(sent, ignored, anyState(live));
  const returned = withoutIgnored(livePartsOf(live, sent), ignored);
  const isSameState = (one: ComparedState, two: ComparedState) => isSame(one as Json, two as Json);
  return isSameState(asked, returned) && isSameState(withUnsent(asked, sent, base, kind), base.asked);
}

/** What was not sent stays as it was answered before; of `meta` that was sent whole, only what is managed is ours. */
function withUnsent(learned: ComparedState, sent: ComparedState, base: Base, kind: Kind): ComparedState {
  const { meta, ...expected } = expectedLive(base);
  const whole: ComparedState = { ...base.asked, ...learned };
  for (const [part, value] of Object.entries(expected)) if (!(part in sent)) whole[part] = value;
  const stays = Object.entries(meta ?? {}).filter(([key]) => !Object.hasOwn(sent.meta ?? {}, key));
  const all = { ...Object.fromEntries(stays), ...learned.meta };
  whole.meta = kind.sendsWholeMeta ? pickValues(all, Object.keys(base.asked.meta ?? {})) : all;
  if (!base.asked.meta && !hasValues(whole.meta)) delete whole.meta;
  return whole;
}

/** Where it is, if that is not what was asked for, and what is to be expected from now on. */
function judgeHome(
  request: JsonObject,
  live: Live,
  base: Base,
): { answered: Json | undefined; isLearned: boolean; wrong?: Difference } {
  const kind = kindOf(live);
  const [before, after] = [askedHome(request, kind), kind.homeOf(live)];
  const [asked, expected] = [base.asked[kind.home], expectedLive(base)[kind.home]];
  if (before === undefined || isObject(before) || before === after)
    return { answered: before === undefined && expected === undefined ? undefined : asked, isLearned: true };
  const forms = kind.homeForms(live);
  if (forms.some((form) => isSame(form, expected ?? null)))
    return { answered: asked === undefined ? undefined : expected, isLearned: true };
  const [form = asked] = forms;
  return {
    answered: asked === undefined ? undefined : form,
    isLearned: asked !== undefined && forms.length > 0,
    wrong: { path: kind.home, change: "changed", before, after },
  };
}

/** From one dashboard to another, as they are compared: without what the project ignores. */
export function dashboardDifferences(
  before: JsonObject | undefined,
  after: JsonObject | undefined,
  ignored: readonly IgnoredPath[],
): Difference[] {
  const one = normalState({ dashboard: before ?? {} }, ignored);
  const two = normalState({ dashboard: after ?? {} }, ignored);
  return compareStates(one, two, undefined).fields.flatMap(explainList);
}

/** What somebody changed, of what viewers see and the stamp manages, between two answers. */
export function editsBetween(
  before: Live,
  after: Live,
  { stamp, ignored }: { stamp: Stamp; ignored: readonly IgnoredPath[] },
): Difference[] {
  if (before === after) return [];
  const own = ignoredIn(before, ignored);
  const like = kindOf(before).shown(baseOf(stamp)?.asked ?? {});
  const [one = {}, two = {}] = [before, after].map((live) => normalState(livePartsOf(live, like), own));
  return compareStates(one, two, undefined).fields.flatMap(explainList);
}
