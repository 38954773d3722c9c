// One workbook's change: compares the declared with the live one.

import {
  type Change,
  type FieldChange,
  isObject,
  isSameMark,
  type Json,
  type JsonObject,
  ownValue,
  type PreviewMark,
  readStamp,
  type Stamp,
  stampOwner,
} from "../../model/index.ts";
import { type Base, matchBase, normalBase, withGivenName } from "../stamp/base.ts";
import { expectedLive, predictAnswer, withAnswerFrom } from "../stamp/predict-answer.ts";
import { buildRequest, defaultName, partsOf, stampRequest } from "../stamp/request.ts";
import { isShell } from "../stamp/same-work.ts";
import { baseOf, makeStamp } from "../stamp/stamp.ts";
import { compareStates, reasonOf, sumOrigins } from "../stamp/three-way.ts";
import { canonical, digest, isSame } from "../state/canonical.ts";
import { type Declared, resolveDeclared } from "../state/declared.ts";
import { fillsIgnored, type IgnoredPath, withOwnPaths } from "../state/ignore.ts";
import { livePartsOf } from "../state/kind.ts";
import { normalState, parseState, stateText } from "../state/normal-state.ts";
import { type FolderIds, type ReportIds, resolveReferences } from "../state/references.ts";
import { anyState, type ComparedState, type LiveWorkbook } from "../state/state.ts";
import { pairWidgets } from "../state/widgets.ts";
import { fingerprint } from "./fingerprint.ts";
import { takeoverHazard, type Undoing, updateHazards } from "./hazards.ts";
import { newChange } from "./new-change.ts";
import { nameInStamp, namesOf, ownerOf } from "./owner.ts";
import {
  changesShown,
  isPublished,
  missingReports,
  outdatedReports,
  publicationHazard,
  publicationNumber,
  publicationPrint,
  reachesViewers,
} from "./publication.ts";

/** What the comparisons of one plan have in common. */
export interface Scope extends Undoing {
  project: string;
  deploymentId: number;
  ignored: readonly IgnoredPath[];
  reports: ReportIds;
  /** Live id of a declared report → its version. */
  reportVersions: ReadonlyMap<number, number>;
  folders: FolderIds;
  /** In previews only: ours is what bears its mark and nothing else. Without it, nothing with a mark is ours. */
  preview?: PreviewMark | undefined;
}

export function createChange(declared: Declared, given: Scope): Change {
  const scope = withOwnPaths(given, declared);
  const resolved = resolveDeclared(declared, scope.reports);
  const desired = resolved.whole();
  const base: Base = { asked: resolved.state() };
  const stamp = newStamp(declared, { digest: resolved.digest, base }, undefined, scope);
  const text = declared.whole ?? declared.bytes;
  const request = buildRequest({ slug: declared.slug, desired, live: undefined, stamp, text, ...scope });
  return newChange({
    ...identify(declared, desired, undefined),
    ...publication(declared, scope),
    action: "create",
    publish: declared.publish,
    visible: declared.publish,
    request,
  });
}

/** Undefined if there is nothing to do. `live` may have a slug that the workbook was declared under. */
export function compareWorkbook(declared: Declared, live: LiveWorkbook, given: Scope): Change | undefined {
  const scope = withOwnPaths(given, declared);
  const resolved = resolveDeclared(declared, scope.reports);
  const owner = ownerOf(live, scope, namesOf(declared));
  const stampedSlug = owner.kind === "us" ? nameInStamp(owner.stamp, scope) : declared.slug;
  const isRenamed = live.slug !== declared.slug || stampedSlug !== declared.slug;
  // The common case: the same text on both sides, applied by us and answered as asked. No tree is built, and nothing parsed.
  const likely = declared.references.length === 0 ? declared.bytes.toString() : undefined;
  const liveText = stateText(livePartsOf(live, declared.shape), scope.ignored, likely);
  const same = liveText === likely || digest(liveText) === resolved.digest;
  const isApplied = owner.kind === "us" && owner.stamp.digest === resolved.digest;
  // A damaged base is written again while nothing else moved: later, nobody would know whose a difference is.
  const match = isApplied && same ? matchBase(owner.stamp.base, liveText) : undefined;
  // A preview that is put up again may have another end, or be of another branch.
  const isMarked = owner.kind === "us" && isSameMark(owner.stamp.preview, scope.preview);
  const current = isApplied && isMarked && !isRenamed && (!same || match !== undefined);
  const shown = publication(declared, scope);
  const publish = declared.publish && !isPublished(live, scope, shown.publishConfig);
  const there = anyState(live);
  const whole = declared.whole && resolved.whole();
  const fills = whole !== undefined && fillsIgnored(whole, there, scope.ignored);
  if (match === "as-asked" && isMarked && !isRenamed && !publish && !fills) return undefined;
  const asked = resolved.state();
  const before = parseState(liveText);
  const stamped =
    owner.kind === "us"
      ? normalBase(baseOf(owner.stamp) ?? impliedBase(owner.stamp, [before, asked]), scope.ignored)
      : undefined;
  const desired = fills ? normalState(whole, scope.ignored, there, stamped?.asked ?? undefined) : asked;
  const known = owner.kind === "us" ? { stamp: owner.stamp, base: stamped } : undefined;
  const last =
    desired.name === undefined
      ? stamped
      : withGivenName(stamped, live.name, (s) => defaultName(stampedSlug, s));
  const base = withTypesDefaults(last, desired);
  const comparison = compareStates(withBaseFolder(before, desired, base, live), desired, base);
  const { fields, restored, lost } = comparison;
  const isOurs = owner.kind === "us" && isShell(live, owner.stamp);
  const change = {
    ...identify(declared, desired, live),
    fields: namedFolder(fields, live),
    ...shown,
    ...reasonOf(comparison),
    ...(live.slug !== declared.slug && { was: live.slug }),
  };
  const printed = (made: Omit<Change, "fingerprint">): Change => ({
    ...made,
    fingerprint: fingerprint(live, scope, made),
  });
  const applied = last && expectedLive(last).dashboard;
  const replaced = known && declared.publish ? publicationHazard(live, known, scope) : undefined;
  if (fields.length > 0) {
    const sendsDraft = partsOf(fields)(["dashboard"]);
    const answered = predictAnswer(asked, withAnswerFrom(before, base));
    // What is not sent stays as it is, without a default that somebody took away there.
    const kept = !sendsDraft && before.dashboard ? { dashboard: before.dashboard } : {};
    const expected = { asked, answered: { ...answered, ...kept } };
    const stamp = newStamp(declared, { digest: resolved.digest, base: expected }, live, scope);
    // What is published of another draft is not known yet. Empty, because a deep merge keeps what is left out.
    if (stamp.shown !== undefined && sendsDraft) stamp.shown = "";
    const publishes = declared.publish && (desired.dashboard ?? live.draft) !== undefined;
    const hazards = updateHazards("workbook", { ...comparison, ...scope }, owner);
    const isTold = !replaced || hazards.some(({ code }) => code === replaced.code);
    // Where the draft becomes what is published, an apply sees by this alone that it has to publish.
    const changed = publishes ? outdatedReports(live, scope) : [];
    const wanted = shown.publishConfig ?? predictAnswer(desired, base).dashboard ?? live.draft;
    return printed({
      ...change,
      ...(isOurs && { reason: STILL_EMPTY }),
      action: "update",
      origin: sumOrigins(fields),
      publish: publishes,
      visible:
        reachesViewers(live, { fields, shown: publishes ? wanted : undefined, scope }) || changed.length > 0,
      ...(publishes && {
        publication: publicationPrint(live, scope),
        ...changesShown(live, { fields, wanted, applied, scope }),
      }),
      ...(changed.length > 0 && { renews: { changing: [], changed } }),
      hazards: isTold ? hazards : [...hazards, replaced],
      request: buildRequest({
        slug: declared.slug,
        desired,
        whole,
        live,
        metaKeys: Object.keys(declared.shape.meta ?? {}),
        restored,
        isChanged: partsOf(fields),
        stamp,
        text: declared.whole ?? declared.bytes,
        ...scope,
      }),
    });
  }
  // A base that knows of a default which is gone is as much out of date as one of other files.
  const isCurrent = current && lost.length === 0;
  if (isCurrent && !publish) return undefined;
  const asIs = { digest: resolved.digest, base: { asked, answered: before } };
  const stamp = newStamp(declared, asIs, live, scope);
  // Viewers lose nothing, but taking a workbook from another project is never silent.
  const hazards = owner.kind === "other-project" ? [takeoverHazard(owner.stamp)] : replaced ? [replaced] : [];
  const outdated = publish && live.published ? outdatedReports(live, scope) : [];
  const changed =
    outdated.length > 0 ? outdated : publish ? missingReports(live, scope, shown.publishConfig) : undefined;
  return printed({
    ...change,
    action: publish ? "publish" : change.was === undefined ? "stamp" : "rename",
    origin: replaced || lost.length > 0 ? "live" : owner.kind === "us" ? "git" : "unknown",
    publish,
    visible: publish,
    ...(publish && {
      publication: publicationPrint(live, scope),
      ...changesShown(live, { fields, wanted: shown.publishConfig ?? live.draft, applied, scope }),
    }),
    ...(changed && { renews: { changing: [], changed } }),
    hazards,
    ...(isCurrent ? { applied: resolved.digest } : { request: stampRequest(stamp) }),
  });
}

const STILL_EMPTY: NonNullable<Change["reason"]> = {
  code: "unfinished",
  message: "created by an apply of this project that ended early, and still empty",
  help: "Applying this fills it.",
};

/** If the base is damaged, the digest still says whether either side is what was applied; undefined if neither is. */
function impliedBase(stamp: Stamp, sides: readonly ComparedState[]): Base | undefined {
  const asked = sides.find((side) => digest(canonical(side as JsonObject)) === stamp.digest);
  return asked && { asked };
}

/** The dashboard to publish, if it is not the draft. */
function publication({ publish, published }: Declared, scope: Scope): Pick<Change, "publishConfig"> {
  return publish && published ? { publishConfig: resolveReferences(published, scope.reports) } : {};
}

/** `live` is undefined for a workbook that is not there yet. */
function newStamp(
  { slug, publish, published: other }: Declared,
  state: { digest: string; base: Base },
  live: LiveWorkbook | undefined,
  { project, preview, deploymentId }: Scope,
): Stamp {
  const of = stampOwner(deploymentId, slug);
  const published = publish ? publicationNumber(live, other !== undefined) : undefined;
  const { shown } = readStamp(live?.meta) ?? {};
  return makeStamp({ project, of, preview, ...state, published, shown });
}

export function identify(declared: Declared, desired: ComparedState, live: LiveWorkbook | undefined) {
  return {
    kind: "workbook" as const,
    key: declared.slug,
    id: live?.id ?? null,
    title: desired.name ?? live?.name ?? defaultName(declared.slug, desired),
    folder: desired.folder,
    source: { file: declared.file, line: declared.line() },
    ...(declared.ignore && { ignore: declared.ignore }),
    ...(declared.whole && { declared: digest(declared.whole.toString()) }),
  };
}

// Whether a workbook has moved to another folder, and what its live folder is called.

/** If only ids are compared, the live folder still has a path to show. */
function namedFolder(fields: readonly FieldChange[], { folderPath }: LiveWorkbook): FieldChange[] {
  return fields.map((field) =>
    folderPath && field.path === "folder" ? { ...field, before: folderPath } : field,
  );
}

/** If the files now name a folder by its id instead of its path, or the reverse, the live workbook has not moved. */
function withBaseFolder(
  before: ComparedState,
  { folder }: ComparedState,
  base: Base | undefined,
  { folderId, folderPath }: LiveWorkbook,
): ComparedState {
  const last = base && expectedLive(base).folder;
  if (last === undefined || before.folder === undefined || folder === undefined) return before;
  const now = canonical(before.folder);
  const known = canonical(last);
  const forms: Json[] = [{ id: folderId }, ...(folderPath ? [folderPath] : [])];
  const isThere = now !== canonical(folder) && forms.some((form) => canonical(form) === known);
  return isThere ? { ...before, folder: last } : before;
}

// Widgets that become ones of another type: what the platform had filled in for the old type is lost, unless it fills it in for others.

/** A widget as it was asked for and as it was answered. */
type Pair = { asked: Json | undefined; answered: Json | undefined };

/**
 * The base, in which what was filled in for a type counts as asked for, if the widget is now declared to be of another: so it is listed
 * as removed, and nobody expects it again. What a widget of another type was given, too, at that place, is no matter of the type.
 */
export function withTypesDefaults(base: Base | undefined, desired: ComparedState): Base | undefined {
  const { asked, answered } = base ?? {};
  if (!base || !answered?.dashboard || !asked?.dashboard?.widgets) return base;
  const [wanted, before = [], after] = pairWidgets([desired.dashboard, asked.dashboard, answered.dashboard]);
  const pairs = [...before].map(([id, widget]) => ({ id, asked: widget, answered: after?.get(id) }));
  const widgets = pairs.map(({ id, ...pair }) => {
    const type = typeOf(pair.asked);
    if (!wanted?.has(id) || typeOf(wanted.get(id)) === type) return pair.asked;
    return withDefaults(
      pair,
      pairs.filter((other) => typeOf(other.asked) !== type),
    );
  });
  return { ...base, asked: { ...asked, dashboard: { ...asked.dashboard, widgets } } };
}

/** `others`: widgets of other types, or the same place of them. */
function withDefaults({ asked, answered }: Pair, others: readonly Pair[]): Json {
  const own = asked ?? {};
  if (!isObject(own) || !isObject(answered)) return own;
  const result: JsonObject = { ...own };
  for (const [key, value] of Object.entries(answered)) {
    const inner = others.map((pair) => at(pair, key));
    const isAsked = Object.hasOwn(own, key);
    if (isObject(value) && (isAsked ? isObject(own[key]) : Object.keys(value).length > 0)) {
      const filled = withDefaults({ asked: own[key], answered: value }, inner);
      if (isAsked || (isObject(filled) && Object.keys(filled).length > 0)) result[key] = filled;
    } else if (!isAsked && !inner.some((other) => other.asked === undefined && isSame(other.answered, value)))
      result[key] = value;
  }
  return result;
}

function at({ asked, answered }: Pair, key: string): Pair {
  const inner = (side: Json | undefined) => (isObject(side) ? ownValue(side, key) : undefined);
  return { asked: inner(asked), answered: inner(answered) };
}

function typeOf(widget: Json | undefined): Json | undefined {
  return isObject(widget) ? widget.type : undefined;
}
