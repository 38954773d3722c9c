// What viewers see of a workbook: whether it is what is wanted, whether it moved, and who published it.

import {
  type Change,
  type FieldChange,
  type Hazard,
  isObject,
  type Json,
  type JsonObject,
  parseFieldPath,
  readStamp,
  type Stamp,
  widgetName,
  widgetsOf,
} from "../../model/index.ts";
import { dashboardDifferences } from "../stamp/answer.ts";
import type { Base } from "../stamp/base.ts";
import { isAdded } from "../stamp/judge-answer.ts";
import { expectedLive } from "../stamp/predict-answer.ts";
import { baseOf, makeStamp } from "../stamp/stamp.ts";
import { compareStates } from "../stamp/three-way.ts";
import { digest, isSame } from "../state/canonical.ts";
import { fillsIgnored, type IgnoredPath } from "../state/ignore.ts";
import { normalState, stateText } from "../state/normal-state.ts";
import type { ReportIds } from "../state/references.ts";
import type { LiveWorkbook } from "../state/state.ts";

/** Of the scope of a plan. */
interface Ignoring {
  ignored: readonly IgnoredPath[];
}

/**
 * Whether viewers see `wanted`, by default the draft, with the reports as they are: a publication freezes both (field notes F 4).
 * True if there is none, because nothing could be shown.
 */
export function isPublished(
  live: LiveWorkbook,
  scope: Ignoring & { reportVersions: ReadonlyMap<number, number> },
  wanted = live.draft,
): boolean {
  if (!wanted) return true;
  return showsBoard(live, scope, wanted) && oldReports(live, scope).size === 0;
}

/** The dashboard that viewers see, without what the platform added when it published one of `drafts`; undefined if they see none. */
function seenBoard(
  live: LiveWorkbook,
  drafts: readonly (JsonObject | undefined)[],
  scope: Ignoring,
): JsonObject | undefined {
  return (
    live.published && (drafts.find((draft) => draft && isKnownFor(live, draft, scope)) ?? live.published)
  );
}

/** The same without a look at the reports. */
function showsBoard(live: LiveWorkbook, scope: Ignoring, wanted: JsonObject): boolean {
  if (!live.published) return false;
  return shows(live.published, wanted, scope) || isKnownFor(live, wanted, scope);
}

/**
 * Whether viewers see an update: they are given `shown`, and it is not what they have; or the name or the folder of what they have
 * changes. What is only in the draft reaches nobody (field notes F 4).
 */
export function reachesViewers(
  live: LiveWorkbook,
  {
    fields,
    shown,
    scope,
  }: { fields: readonly FieldChange[]; shown: JsonObject | undefined; scope: Ignoring },
): boolean {
  if (shown && (!showsBoard(live, scope, shown) || fillsPublished(live, shown, scope))) return true;
  return live.published !== undefined && fields.some(({ path }) => path === "name" || path === "folder");
}

/** Whether `wanted` has something at an ignored path where viewers see nothing yet. No reason to publish by itself: it is never compared. */
export function fillsPublished(
  { published }: LiveWorkbook,
  wanted: Json | undefined,
  scope: Ignoring,
): boolean {
  if (!published || !isObject(wanted)) return false;
  return fillsIgnored({ dashboard: wanted }, { dashboard: published }, scope.ignored);
}

/** The live ids of the reports that viewers see in an older version. */
function oldReports(
  { snapshots }: LiveWorkbook,
  { reportVersions }: { reportVersions: ReadonlyMap<number, number> },
): Set<number> {
  const old = [...snapshots].filter(([id, frozen]) => (reportVersions.get(id) ?? 0) > frozen);
  return new Set(old.map(([id]) => id));
}

/** Of a workbook that is not published: the keys of the reports that are all that is missing; undefined if it is more. */
export function missingReports(
  live: LiveWorkbook,
  scope: Ignoring & { reportVersions: ReadonlyMap<number, number>; reports: ReportIds },
  wanted = live.draft,
): string[] | undefined {
  return wanted && showsBoard(live, scope, wanted) ? outdatedReports(live, scope) : undefined;
}

/** The keys of the reports that viewers see in an older version, sorted. */
export function outdatedReports(
  live: LiveWorkbook,
  scope: { reportVersions: ReadonlyMap<number, number>; reports: ReportIds },
): string[] {
  const old = oldReports(live, scope);
  return [...scope.reports].flatMap(([key, id]) => (old.has(id) ? [key] : [])).sort();
}

/** `sha256:…` of what viewers see, without what is never compared; null if nothing is published. */
export function publicationPrint({ published }: LiveWorkbook, { ignored }: Ignoring): string | null {
  return published ? digest(stateText({ dashboard: published }, ignored)) : null;
}

/**
 * The number of the last publication that is nobody's edit, for the stamp: of the one that is there now, 0 for none, undefined if the
 * platform does not say. What a rollback publishes is not what its stamp says was applied, so there (`isOther`) it is the next one, ours.
 */
export function publicationNumber(live: LiveWorkbook | undefined, isOther: boolean): number | undefined {
  const number = live?.published ? live.publishedVersion : 0;
  return number === undefined || !isOther ? number : number + 1;
}

/**
 * The hazard of overwriting a publication that somebody made since the last apply. One that only repeats the draft is not told of:
 * the draft is compared anyway. Undefined also if the stamp or the platform does not number publications: then a publication that is
 * pending (an apply that failed, a review) looks the same.
 */
export function publicationHazard(
  live: LiveWorkbook,
  { stamp, base }: { stamp: Stamp; base: Base | undefined },
  scope: Ignoring,
): Hazard | undefined {
  const { published, publishedVersion: version, draft } = live;
  const applied = base && expectedLive(base).dashboard;
  if (!published || !applied || version === undefined || stamp.published === undefined) return undefined;
  if (version <= stamp.published || shows(published, applied, scope)) return undefined;
  if (draft && shows(published, draft, scope)) return undefined;
  if (isKnownFor(live, applied, scope) || isUnseenPublication(live, { stamp, base }, scope)) return undefined;
  const message = `published outside Git since the last apply: viewers see version ${version}, of which no apply left a record`;
  return { code: "drift", message };
}

/**
 * Whether this is what an apply published that was killed before it saw what the platform filled in: the first publication since the
 * stamp, which knows of none of this draft, and nothing in it but what was applied and what was added to that. Where the stamp has seen
 * publications in which nothing was added, somebody added it.
 */
export function isUnseenPublication(
  { published, publishedVersion: version }: LiveWorkbook,
  { stamp, base }: { stamp: Stamp; base: Base | undefined },
  { ignored }: Ignoring,
): boolean {
  const applied = base && expectedLive(base).dashboard;
  if (!published || !applied || version === undefined || stamp.published === undefined) return false;
  if (version !== stamp.published + 1 || stamp.shown) return false;
  const made = dashboardDifferences(applied, published, ignored);
  const mayBeFilledIn = stamp.shown !== undefined || stamp.published === 0;
  return made.length === 0 || (mayBeFilledIn && made.every(isAdded));
}

/** Whether the stamp says that this is what the platform makes of `wanted` when it publishes that. */
function isKnownFor({ meta, published }: LiveWorkbook, wanted: JsonObject, scope: Ignoring): boolean {
  const known = readStamp(meta)?.shown;
  return known !== undefined && published !== undefined && known === pairPrint(wanted, published, scope);
}

/** `sha256:…` of a draft and what the platform made of it when it published that. */
function pairPrint(wanted: JsonObject, published: JsonObject, { ignored }: Ignoring): string {
  return digest([wanted, published].map((dashboard) => stateText({ dashboard }, ignored)).join("\n"));
}

/** Whether viewers are given exactly that. */
function shows(published: JsonObject, wanted: JsonObject, { ignored }: Ignoring): boolean {
  return stateText({ dashboard: published }, ignored) === stateText({ dashboard: wanted }, ignored);
}

// What a platform makes of a dashboard when it publishes it, as the stamp learns it.

/**
 * The stamp that knows what viewers are given for `wanted`; undefined if `stamp` knows it already, or if it is what was wanted.
 * `version`: the number of that publication.
 */
export function learnPublication(
  stamp: Stamp,
  { wanted, published, version }: { wanted: JsonObject; published: JsonObject; version: number | undefined },
  scope: { ignored: readonly IgnoredPath[] },
): Stamp | undefined {
  const base = baseOf(stamp);
  const shown = pairPrint(wanted, published, scope);
  if (!base || shown === stamp.shown || shows(published, wanted, scope)) return undefined;
  return makeStamp({ ...stamp, base, shown, published: stamp.published === undefined ? undefined : version });
}

// What a publication changes for viewers. They do not see drafts: what was only drafted until now reaches them with it, and what they
// never saw is not taken from them.

interface Shown {
  /** Of the change itself. */
  fields: readonly FieldChange[];
  /** What is published; undefined if nothing is. */
  wanted: JsonObject | undefined;
  /** What the stamp says was applied. */
  applied: JsonObject | undefined;
  scope: { ignored: readonly IgnoredPath[] };
}

/**
 * The fields in which what viewers see is going to differ from what they see now; absent if these are the fields of the dashboard that the
 * change names anyway, or if nothing was published.
 */
export function changesShown(
  live: LiveWorkbook,
  { fields, wanted, applied, scope }: Shown,
): Pick<Change, "shown"> {
  const seen = seenBoard(live, [applied, live.draft], scope);
  if (!seen || !wanted) return {};
  const before = normalState({ dashboard: seen }, scope.ignored);
  const after = normalState({ dashboard: wanted }, scope.ignored);
  const shown = compareStates(before, after, undefined).fields;
  const own = fields.filter(({ path }) => path.startsWith("dashboard"));
  const sides = (list: readonly FieldChange[]) =>
    list.map(({ path, before = null, after = null }) => ({ path, before, after }));
  if (isSame(sides(own), sides(shown))) return {};
  const names = new Map([...namesOf(seen), ...namesOf(wanted)]);
  return { shown: shown.map((field) => withName(field, names)) };
}

function namesOf(board: JsonObject): [string, string][] {
  return widgetsOf(board).flatMap((widget): [string, string][] => {
    const name = isObject(widget) ? widgetName(widget) : undefined;
    return isObject(widget) && typeof widget.id === "string" && name !== undefined ? [[widget.id, name]] : [];
  });
}

function withName(field: FieldChange, names: ReadonlyMap<string, string>): FieldChange {
  const [, , step] = parseFieldPath(field.path);
  const label = step && "widget" in step ? names.get(step.widget) : undefined;
  const { path, ...rest } = field;
  return label === undefined ? field : { path, label, ...rest };
}
