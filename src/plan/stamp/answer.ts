// Reading the platform's answer to an upsert: is live now what was asked, and does the stamp say so?

import {
  isObject,
  type Json,
  type JsonObject,
  joinPath,
  type Path,
  readStamp,
  type Stamp,
  valueAt,
} from "../../model/index.ts";
import { canonical } from "../state/canonical.ts";
import { type Difference, explainList } from "../state/diff.ts";
import { extendsValue } from "../state/extends-value.ts";
import type { IgnoredPath } from "../state/ignore.ts";
import { normalState } from "../state/normal-state.ts";
import {
  type ComparedState,
  hasValues,
  type LiveWorkbook,
  liveState,
  type ManagedShape,
} from "../state/state.ts";
import { pairWidgets } from "../state/widgets.ts";
import type { Base } from "./base.ts";
import { expectedLive } from "./predict-answer.ts";
import { askedState, requestShape, sentStamp } from "./sent.ts";
import { baseOf, makeStamp } from "./stamp.ts";
import { compareStates, isWidget } from "./three-way.ts";

export interface AnswerCheck {
  /** The stamp that has to be written once more, because the platform filled in defaults that the one sent does not know. */
  restamp: Stamp | undefined;
  /** What is live and was not asked for, or the reverse, from asked (before) to live (after). */
  unconverged: Difference[];
  /** Whether the stamp expects all that came back, so that no plan is going to list any of it. */
  isLearned: boolean;
}

/** What a write found and what it left. */
export interface Written {
  live: LiveWorkbook;
  before: LiveWorkbook | undefined;
  ignored: readonly IgnoredPath[];
}

/**
 * Compares `live`, the state after a write, with what the request asked for. What was only added is a default; anything else did not
 * converge, unless the platform answered the same before. The stamp learns both, so that no later plan takes the platform's own answer
 * for somebody's edit. `before` is what the write found: what it was to take away and is still there was kept by the platform, and is
 * learned by nobody.
 */
export function verifyAnswer(request: JsonObject, { live, before, ignored }: Written): AnswerCheck {
  const sent = sentStamp(request);
  const base: Base = baseOf(sent) ?? { asked: {} };
  const shape = requestShape(request, base);
  const asked = normalState(askedState(request, shape), ignored);
  const returned = normalState(liveState(shape, live), ignored);
  const kept = before ? keptBy(before, shape, { asked, returned, ignored, base }) : new Set<string>();
  const isNews = unexpected(returned, asked, base);
  const unconverged = compareStates(asked, returned, undefined).fields.flatMap((field) => {
    if (kept.has(field.path)) return [field];
    return isAdded(field) || !isNews(field.path) ? [] : explainList(field).filter(isWrong);
  });
  const learned = learn(asked as Json, returned as Json, kept) as ComparedState;
  let isLearned = canonical(learned as JsonObject) === canonical(returned as JsonObject);
  // A meta whose keys all went is managed no more.
  if (!hasValues(learned.meta) && !base.asked.meta) delete learned.meta;
  const { folderId } = request;
  if (folderId !== undefined && !isObject(folderId) && live.folderId !== folderId) {
    const { folder: known = null } = expectedLive(base);
    const there = [live.folderPath ?? null, { id: live.folderId }];
    const isExpected = there.some((form) => form !== null && canonical(form) === canonical(known));
    if (!isExpected) {
      unconverged.push({ path: "folder", change: "changed", before: folderId, after: live.folderId });
      isLearned &&= base.asked.folder !== undefined;
    }
    if (base.asked.folder !== undefined) learned.folder = isExpected ? known : (there[0] ?? there[1]);
  }
  const answered = withUnsent(learned, base, shape);
  const isKnown = canonical(answered as JsonObject) === canonical(expectedLive(base) as JsonObject);
  const restamp = isKnown ? undefined : makeStamp({ ...sent, base: { asked: base.asked, answered } });
  return { restamp, unconverged, isLearned };
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
  const [one, two] = [before, after].map((dashboard) => normalState({ dashboard: dashboard ?? {} }, ignored));
  return compareStates(one as ComparedState, two as ComparedState, undefined).fields.flatMap(explainList);
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
function keptBy(
  before: LiveWorkbook,
  shape: ManagedShape,
  {
    asked,
    returned,
    ignored,
    base,
  }: { asked: ComparedState; returned: ComparedState; ignored: readonly IgnoredPath[]; base: Base },
): Set<string> {
  const was = normalState(liveState(shape, before), ignored);
  // Known of the last answer, or of the one before, if a run that was cut short wrote over its stamp: the request still expects it.
  const isFilledIn = (path: Path) =>
    [baseOf(readStamp(before.meta)), base].some(
      (known) =>
        valueAt(known?.asked as Json | undefined, path) === undefined &&
        valueAt((known?.answered ?? {}) as Json, path) !== undefined,
    );
  const kept = additions(asked as Json, returned as Json, []).filter((path) => {
    const [then, now] = [valueAt(was as Json, path), valueAt(returned as Json, path)];
    return then !== undefined && canonical(then) === canonical(now as Json) && !isFilledIn(path);
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
