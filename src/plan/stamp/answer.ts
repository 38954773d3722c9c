// Reading the platform's answer to the upsert of a workbook: is live now what was asked, and does the stamp say so?

import { isObject, type Json, type JsonObject, type Stamp } from "../../model/index.ts";
import { isSame } from "../state/canonical.ts";
import { type Difference, explainList } from "../state/diff.ts";
import { type IgnoredPath, withoutIgnored } from "../state/ignore.ts";
import { normalState } from "../state/normal-state.ts";
import {
  anyState,
  type ComparedState,
  type LiveWorkbook,
  liveState,
  type ManagedShape,
} from "../state/state.ts";
import type { Base } from "./base.ts";
import { judgeAnswer, restampOf } from "./judge-answer.ts";
import { expectedLive } from "./predict-answer.ts";
import { askedState, requestShape, sentStamp } from "./sent.ts";
import { baseOf } from "./stamp.ts";
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
  live: LiveWorkbook;
  ignored: readonly IgnoredPath[];
}

/** Compares `live`, the state after a write, with what the request asked for. */
export function verifyAnswer(request: JsonObject, { live, ignored }: Written): AnswerCheck {
  const sent = sentStamp(request);
  const base: Base = baseOf(sent) ?? { asked: {} };
  const shape = requestShape(request, base);
  if (isAsAsked(request, { live, base, shape, ignored })) return AS_ASKED;
  const asked = askedState(request, shape);
  const { unconverged, learned, putBack, ...judged } = judgeAnswer({
    sent: asked,
    asked: normalState(asked, ignored, anyState(live)),
    returned: normalState(liveState(shape, live), ignored),
    base,
  });
  let { isLearned } = judged;
  const { folderId } = request;
  if (folderId !== undefined && !isObject(folderId) && live.folderId !== folderId) {
    const { folder: known = null } = expectedLive(base);
    const there = [live.folderPath ?? null, { id: live.folderId }];
    const isExpected = there.some((form) => form !== null && isSame(form, known));
    if (!isExpected) {
      unconverged.push({ path: "folder", change: "changed", before: folderId, after: live.folderId });
      isLearned &&= base.asked.folder !== undefined;
    }
    if (base.asked.folder !== undefined) learned.folder = isExpected ? known : (there[0] ?? there[1]);
  }
  return { restamp: restampOf(sent, withUnsent(learned, base, shape)), unconverged, putBack, isLearned };
}

const AS_ASKED: AnswerCheck = { restamp: undefined, unconverged: [], putBack: [], isLearned: true };

/**
 * Whether live is what was asked for and nothing else, and what the stamp expects: nearly every answer is. The whole judgement finds the
 * same; this builds no tree and no text (a tenth of creating a thousand workbooks).
 */
function isAsAsked(
  request: JsonObject,
  { live, base, shape, ignored }: { base: Base; shape: ManagedShape } & Written,
): boolean {
  if (base.answered !== undefined) return false;
  if (request.folderId !== undefined && request.folderId !== live.folderId) return false;
  const asked = withoutIgnored(askedState(request, shape), ignored, anyState(live));
  const returned = withoutIgnored(liveState(shape, live), ignored);
  const isSameState = (one: ComparedState, two: ComparedState) => isSame(one as Json, two as Json);
  return isSameState(asked, returned) && isSameState(withUnsent(asked, base, shape), base.asked);
}

/** What was not sent stays as it was answered before. */
function withUnsent(learned: ComparedState, base: Base, shape: ManagedShape): ComparedState {
  const { name, meta, dashboard } = expectedLive(base);
  const keys = new Set(shape.metaKeys);
  const stays = Object.entries(meta ?? {}).filter(([key]) => !keys.has(key));
  const whole: ComparedState = { ...base.asked, ...learned };
  if (!shape.name && name !== undefined) whole.name = name;
  if (!shape.dashboard && dashboard !== undefined) whole.dashboard = dashboard;
  if (stays.length > 0) whole.meta = { ...Object.fromEntries(stays), ...learned.meta };
  return whole;
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
