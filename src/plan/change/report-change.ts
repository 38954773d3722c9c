// One report's change: compares the declared with the live one.

import {
  type Change,
  cutName,
  type FieldChange,
  isObject,
  isSameMark,
  type Json,
  type JsonObject,
  type PreviewMark,
  STAMP_KEY,
  type Stamp,
  stampOwner,
  writeJson,
} from "../../model/index.ts";
import { type Base, withGivenName } from "../stamp/base.ts";
import { stampOver } from "../stamp/edited.ts";
import { predictAnswer, withAnswerFrom } from "../stamp/predict-answer.ts";
import { withNulls, withRestored } from "../stamp/request.ts";
import { baseOf, makeStamp, stampInRequest } from "../stamp/stamp.ts";
import { compareStates, reasonOf, sumOrigins } from "../stamp/three-way.ts";
import { KINDS, livePartsOf } from "../state/kind.ts";
import { normalState } from "../state/normal-state.ts";
import type { DeclaredReport } from "../state/report-state.ts";
import type { ComparedState, LiveReport } from "../state/state.ts";
import { fingerprint } from "./fingerprint.ts";
import { type Owner, takeoverHazard, type Undoing, updateHazards } from "./hazards.ts";
import { newChange } from "./new-change.ts";
import { nameInStamp, ownerOf } from "./owner.ts";

export interface ReportScope extends Undoing {
  project: string;
  deploymentId: number;
  /** Slug → id of the live workbooks. */
  workbooks: ReadonlyMap<string, number>;
  /** Slug that was → slug, of the workbooks that the files give another one. */
  renames?: ReadonlyMap<string, string> | undefined;
  /** Whether the live workbook is one that a run made and did not fill: its reports come first. */
  isUnfilled?(slug: string): boolean;
  /** The slug that the stamp of a live workbook names, if it has another one. */
  stampedAs?(id: number): string | undefined;
  /** Whether another shard makes this workbook. */
  isElsewhere?(slug: string): boolean;
  /** In previews only, as in Scope. */
  preview?: PreviewMark | undefined;
}

/** Undefined if there is nothing to do. `live` is the report with the declared publicId, if there is one. */
export function compareReport(
  declared: DeclaredReport,
  live: LiveReport | undefined,
  scope: ReportScope,
): Change | undefined {
  const desired = declared.state;
  const of = stampOwner(scope.deploymentId, declared.key);
  const asked = stateToStamp(desired, scope);
  const stampFor = (answered?: ComparedState): Stamp =>
    makeStamp({
      project: scope.project,
      of,
      publicId: declared.publicId,
      preview: scope.preview,
      digest: declared.digest,
      base: { asked, ...(answered && { answered }) },
    });
  const base = {
    kind: "report" as const,
    key: declared.key,
    id: live?.id ?? null,
    publicId: declared.publicId,
    title: String(desired.name ?? live?.name ?? desired.title ?? declared.key),
    source: { file: declared.file, line: declared.line() },
    publish: false,
    visible: false,
  };
  if (!live) {
    const request = buildReportRequest(declared, undefined, stampFor(), scope);
    return newChange({ ...base, action: "create", request });
  }
  const printed = (made: Omit<Change, "fingerprint">): Change => ({
    ...made,
    fingerprint: fingerprint(live, { ignored: [] }, made),
  });

  const slugs = new Map([...scope.workbooks].map(([slug, id]) => [id, slug]));
  const before = normalState(livePartsOf(live, withAbsent(declared), slugs), []);
  const owner = ownerOf(live, scope, [declared.key]);
  const known = owner.kind === "us" ? withHome(baseOf(owner.stamp), scope.renames) : undefined;
  const was = keyBefore(owner, declared.key, scope);
  // It got its name of the key that it had then.
  const nameFor = (state: ComparedState) => defaultName(was ?? declared.key, state);
  const last = desired.name === undefined ? known : withGivenName(known, live.name, nameFor);
  const comparison = compareStates(before, desired, last);
  const fields = withoutLostHome(comparison.fields, live, scope);
  if (fields.length > 0) {
    const state = comparison.restored.reduce(withRestored, desired as Json) as ComparedState;
    const expected = predictAnswer(desired, withAnswerFrom(before, last));
    const stamp = stampFor(stateToStamp(expected, scope));
    const request = buildReportRequest({ ...declared, state }, live, stamp, scope);
    const hazards = updateHazards("report", { ...comparison, fields, undoes: scope.undoes }, owner);
    return printed({
      ...base,
      ...reasonOf(comparison),
      action: "update",
      ...(was !== undefined && { was }),
      origin: sumOrigins(fields),
      hazards,
      fields,
      request,
    });
  }
  const { publicId, digest, preview } = owner.kind === "us" ? owner.stamp : {};
  // A base that cannot be read is written again while nothing else moved.
  const isLost = comparison.lost.length > 0;
  const isMarked = isSameMark(preview, scope.preview);
  const isStamped = digest === declared.digest && publicId === declared.publicId && was === undefined;
  if (isStamped && isMarked && last && !isLost) return undefined;
  const stamp = stampOver(stampFor(stateToStamp(before, scope)), live);
  return printed({
    ...base,
    ...reasonOf(comparison),
    action: was === undefined ? "stamp" : "rename",
    ...(was !== undefined && { was }),
    origin: isLost ? "live" : owner.kind === "us" ? "git" : "unknown",
    hazards: owner.kind === "other-project" ? [takeoverHazard(owner.stamp)] : [],
    fields,
    request: { meta: withStamp(live.meta, stamp) },
  });
}

/**
 * A report loses its workbook if that is deleted or renamed on the platform. Nobody edited the report: there is nothing to take into its
 * file, and nothing to discard by giving it to the workbook that is made again, or that a run has made again and not come further.
 */
function withoutLostHome(
  fields: readonly FieldChange[],
  { workbookId }: LiveReport,
  { workbooks, isUnfilled, stampedAs }: ReportScope,
): FieldChange[] {
  return fields.map((field) => {
    const { path, origin, before, after } = field;
    if (path !== "workbook" || origin !== "live" || typeof after !== "string") return field;
    const made = workbooks.get(after) ?? Number.POSITIVE_INFINITY;
    // A copy is younger than what it is one of.
    const isRenamed = workbookId !== null && workbookId < made && stampedAs?.(workbookId) === after;
    const isGone =
      (before === undefined || isObject(before)) && (!workbooks.has(after) || isUnfilled?.(after));
    if (!isRenamed && !isGone) return field;
    const { base: _, ...rest } = field;
    return { ...rest, origin: "git" };
  });
}

/** The base with the slug that the files give its workbook by now: nobody moved the report. */
function withHome(base: Base | undefined, renames: ReportScope["renames"]): Base | undefined {
  const to = (state: ComparedState): ComparedState => {
    const slug = typeof state.workbook === "string" ? renames?.get(state.workbook) : undefined;
    return slug === undefined ? state : { ...state, workbook: slug };
  };
  return base && { ...base, asked: to(base.asked), ...(base.answered && { answered: to(base.answered) }) };
}

/** The key that the stamp of a report of ours names, if it is another one. */
function keyBefore(owner: Owner, key: string, scope: ReportScope): string | undefined {
  const named = owner.kind === "us" ? nameInStamp(owner.stamp, scope) : key;
  return named === key ? undefined : named;
}

/** Without the workbook if another shard has yet to make it: a stamp holds only what was requested. */
function stateToStamp(state: ComparedState, scope: ReportScope): ComparedState {
  const { workbook, ...rest } = state;
  return isLeftOut(workbook, scope) ? rest : state;
}

function isLeftOut(workbook: unknown, { workbooks, isElsewhere }: ReportScope): boolean {
  return typeof workbook === "string" && !workbooks.has(workbook) && isElsewhere?.(workbook) === true;
}

/**
 * The body of the report upsert. `meta` is sent with all its other live keys, and nulls for what goes inside its own. A workbook that is
 * not live yet stays symbolic; one that another shard has yet to make is left to that shard.
 */
function buildReportRequest(
  { key, state, absent }: DeclaredReport,
  live: LiveReport | undefined,
  stamp: Stamp,
  scope: ReportScope,
): JsonObject {
  const { query, meta, workbook, ...fields } = state;
  const request: JsonObject = {};
  for (const [field, value] of Object.entries(fields)) if (value !== undefined) request[field] = value;
  if (!live) request.name ??= defaultName(key, state);
  if (query !== undefined) request.jsonQuery = typeof query === "string" ? query : writeJson(query);
  for (const field of absent?.fields ?? []) request[KINDS.report.places[field]?.[0] as string] = null;
  const gone = Object.fromEntries((absent?.meta ?? []).map((name) => [name, null]));
  const own = Object.entries(meta ?? {}).map(([name, value]) => [name, withNulls(live?.meta[name], value)]);
  request.meta = withStamp({ ...live?.meta, ...gone, ...Object.fromEntries(own) }, stamp);
  if (typeof workbook === "string" && !isLeftOut(workbook, scope)) {
    const id = scope.workbooks.get(workbook);
    if (id === undefined) request.workbookId = { $workbook: workbook };
    else if (id !== live?.workbookId) request.workbookId = id;
  }
  return request;
}

/** The platform requires a name; a report that declares none takes its title, else its key. */
function defaultName(key: string, { title }: ComparedState): Json {
  const name = title ?? key;
  return typeof name === "string" ? cutName(name) : name;
}

/** The managed parts: as declared, and null if they must not be there. */
function withAbsent({ state, absent }: DeclaredReport): ComparedState {
  if (!absent) return state;
  const nulls = (names: readonly string[]): JsonObject =>
    Object.fromEntries(names.map((name) => [name, null]));
  const { meta, ...fields } = state;
  return { ...nulls(absent.fields), ...fields, meta: { ...nulls(absent.meta), ...meta } } as ComparedState;
}

/** All of a report's meta, with this stamp in it: whether the platform merges or replaces a report's meta is undocumented. */
function withStamp(meta: JsonObject, stamp: Stamp): JsonObject {
  return { ...meta, [STAMP_KEY]: stampInRequest(stamp) };
}
