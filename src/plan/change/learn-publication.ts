// What a platform fills in when it publishes, in what viewers get and in the draft, as the stamp learns it.

import {
  isObject,
  type Json,
  type JsonObject,
  keyOf,
  ownValue,
  parseFieldPath,
  type Stamp,
} from "../../model/index.ts";
import { dashboardDifferences } from "../stamp/answer.ts";
import type { Base } from "../stamp/base.ts";
import { isAdded } from "../stamp/judge-answer.ts";
import { expectedLive } from "../stamp/predict-answer.ts";
import { baseOf, makeStamp } from "../stamp/stamp.ts";
import { canonical, digest, isSame } from "../state/canonical.ts";
import type { Difference } from "../state/diff.ts";
import type { IgnoredPath } from "../state/ignore.ts";
import { normalState } from "../state/normal-state.ts";
import type { LiveWorkbook } from "../state/state.ts";
import { isUnseenPublication, pairPrint, shows } from "./publication.ts";

/**
 * The stamp that knows what the platform did when it published: what it filled in or changed, in the publication alone or in the draft as
 * well. Undefined if `stamp` knows all of it. `now` is the workbook as it was read right after; somebody may have edited its draft by then.
 * So of the draft what was added is taken for the platform's if viewers were given it as well or if it was there `before`, and the rest if
 * all of it was noticed after an earlier publication. Else it is noticed.
 */
export function learnPublication(
  stamp: Stamp,
  options: {
    sent: LiveWorkbook;
    now: LiveWorkbook;
    before: LiveWorkbook | undefined;
    wanted: JsonObject | undefined;
    ignored: readonly IgnoredPath[];
  },
): Stamp | undefined {
  const { sent, now, before, wanted, ignored } = options;
  const base = baseOf(stamp);
  if (!base || base.answered === null || !now.published) return undefined;
  const [draft, there, ...sources] = [sent.draft, now.draft, now.published, before?.draft].map(
    (dashboard) => normalState({ dashboard: dashboard ?? {} }, ignored).dashboard as Json,
  );
  const known = withFilledIn(draft as Json, there as Json, sources) as JsonObject;
  const noticed = new Set(stamp.noticed?.split(" "));
  const open = dashboardDifferences(known, there as JsonObject, ignored);
  const openMarks = marksOf(open);
  const isAgain = open.length > 0 && openMarks.every((mark) => noticed.has(mark));
  const filled = isAgain ? (there as JsonObject) : known;
  for (const mark of openMarks) noticed.add(mark);
  const isFilled = !isSame(filled, draft as Json);
  const isManaged = base.asked.dashboard !== undefined;
  const answered = isFilled && isManaged ? { ...expectedLive(base), dashboard: filled } : base.answered;
  const whole = wanted ?? filled;
  // Known of this draft from now on, also where viewers see no more than that: what is published later is not what this run published.
  const shown = pairPrint(whole, now.published, options);
  const isAsSent = shows(now.published, whole, options);
  const isKnown = shown === stamp.shown || isAsSent;
  const marks = noticed.size > 0 ? [...noticed].sort().join(" ") : undefined;
  // Somebody's edit may have been published instead.
  if (!isAsSent && !isAgain && !open.every(isAdded))
    return marks === stamp.noticed ? undefined : makeStamp({ ...stamp, base, noticed: marks });
  if (answered === base.answered && isKnown && marks === stamp.noticed) return undefined;
  const seen = { asked: base.asked, ...(answered && { answered }) };
  const published = stamp.published === undefined ? undefined : now.publishedVersion;
  return makeStamp({ ...stamp, base: seen, shown, published, noticed: marks });
}

/**
 * The base of a stamp that does not know yet what the platform made of the draft when it published that: with what was added to the draft
 * and viewers see as well. Undefined if there is nothing of that kind.
 */
export function withUnseenPublication(
  live: LiveWorkbook,
  { stamp, base }: { stamp: Stamp; base: Base | undefined },
  { ignored }: { ignored: readonly IgnoredPath[] },
): Base | undefined {
  const { draft, published } = live;
  if (!base || base.answered === null || !draft || !published) return undefined;
  const expected = expectedLive(base);
  if (!expected.dashboard || !isUnseenPublication(live, { stamp, base }, { ignored })) return undefined;
  const there = normalState({ dashboard: draft }, ignored).dashboard;
  const shown = normalState({ dashboard: published }, ignored).dashboard;
  const dashboard = withFilledIn(expected.dashboard, there as Json, [shown as Json]) as JsonObject;
  if (isSame(dashboard, expected.dashboard)) return undefined;
  return { asked: base.asked, answered: { ...expected, dashboard } };
}

/** `sent` with what was added to it, where one of the sources has the same. */
function withFilledIn(sent: Json, now: Json, sources: readonly (Json | undefined)[]): Json {
  if (Array.isArray(sent) && Array.isArray(now)) {
    if (sent.length !== now.length) return sent;
    const inner = (index: number) => sources.map((one) => (Array.isArray(one) ? one[index] : undefined));
    return sent.map((item, index) => withFilledIn(item, now[index] as Json, inner(index)));
  }
  if (!isObject(sent) || !isObject(now)) return sent;
  const entries = Object.entries(now).flatMap(([key, value]): [string, Json][] => {
    const inner = sources.map((one) => (isObject(one) ? ownValue(one, key) : undefined));
    const own = ownValue(sent, key);
    if (own !== undefined) return [[key, withFilledIn(own, value, inner)]];
    return inner.some((one) => isSame(one, value)) ? [[key, value]] : [];
  });
  return { ...sent, ...Object.fromEntries(entries) };
}

/** A short mark for each value that was added: its path, in whichever widget, and what it is; of another its path alone. */
function marksOf(differences: readonly Difference[]): string[] {
  const marks = differences.flatMap((one): Json[] => {
    const { path, before, after } = one;
    if (!isAdded(one)) return [path];
    const steps = parseFieldPath(path).map((step) => ("widget" in step ? "*" : (keyOf(step) ?? "*")));
    return leavesOf(after ?? null, before ?? null, steps);
  });
  return [...new Set(marks.map((leaf) => digest(canonical(leaf)).slice("sha256:".length, 19)))];
}

/** The values without keys of their own that `before` does not have. */
function leavesOf(value: Json, before: Json, at: readonly Json[]): Json[] {
  if (!isObject(value) || Object.keys(value).length === 0)
    return isSame(value, before) ? [] : [[[...at], value]];
  return Object.entries(value).flatMap(([key, item]) =>
    leavesOf(item, (isObject(before) ? ownValue(before, key) : undefined) ?? null, [...at, key]),
  );
}
