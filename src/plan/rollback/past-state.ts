// A state from before a run as a desired state: the parts of its backup that the run managed.

import {
  type FolderRef,
  isObject,
  type Json,
  type JsonObject,
  type ManagedParts,
  type ManagedState,
  readStamp,
  STAMP_KEY,
} from "../../model/index.ts";
import { normalBase } from "../stamp/base.ts";
import { recallAsked } from "../stamp/predict-answer.ts";
import { baseOf } from "../stamp/stamp.ts";
import { canonical, digest } from "../state/canonical.ts";
import { type Declared, declareState } from "../state/declared.ts";
import { type IgnoredPath, withOwnPaths } from "../state/ignore.ts";
import { livePartsOf } from "../state/kind.ts";
import { normalState } from "../state/normal-state.ts";
import { type DeclaredReport, REPORT_FIELDS } from "../state/report-state.ts";
import {
  type ComparedState,
  type Live,
  type LiveReport,
  type LiveWorkbook,
  pickValues,
} from "../state/state.ts";

export interface PastOptions {
  /** The backup, relative to the project's folder. */
  file: string;
  /** The parts that the run managed; undefined for all of them, if the workbook or report must be created again. */
  managed: ManagedParts | undefined;
}

export interface PastWorkbookOptions extends PastOptions {
  /** Whether the run published it. */
  publish: boolean;
  ignored: readonly IgnoredPath[];
  /** The paths that its own file ignored. */
  ignore?: readonly string[] | undefined;
  /** The present paths of folders: one that was renamed since is still the same folder. */
  folderPaths: ReadonlyMap<number | null, string[]>;
  /** Old id → key of the reports that may get another id. */
  reports: ReadonlyMap<number, string>;
  reportKeys: ReadonlySet<string>;
}

export function pastWorkbook(before: LiveWorkbook, options: PastWorkbookOptions): Declared {
  const { file, managed, publish, ignore, reports, reportKeys } = options;
  const { ignored } = withOwnPaths(options, options);
  const symbolic = (dashboard: JsonObject): JsonObject =>
    withKeys(dashboard, reports, reportKeys) as JsonObject;
  const has = (field: string): boolean => managed?.fields.includes(field) ?? true;
  const metaKeys = managed?.meta ?? unstampedKeys(before);
  const state: ManagedState = {};
  if (has("name")) state.name = before.name;
  if (has("folder")) state.folder = pastFolder(before, options.folderPaths);
  else if (has("folderId") && before.folderId !== null) state.folder = { id: before.folderId };
  else if (has("folderId")) state.folder = [];
  if (metaKeys.length > 0) state.meta = pickValues(before.meta, metaKeys);
  const { draft = {}, published } = before;
  if (has("dashboard"))
    state.dashboard = symbolic(askedThen({ dashboard: draft }, before, ignored).dashboard ?? {});
  const place = { slug: before.slug, file, line: () => 1, ...(ignore && { ignore }) };
  // If it was never published, it stays as published now: the platform cannot unpublish.
  const declared = declareState({ ...place, publish: publish && !!before.published }, state, ignored);
  const { meta: _meta, ...parts } = declared.shape;
  const keys = Object.fromEntries(metaKeys.map((key) => [key, true]));
  const shape = metaKeys.length > 0 ? { ...parts, meta: keys } : parts;
  return published && canonical(published) !== canonical(draft)
    ? { ...declared, shape, published: symbolic(published) }
    : { ...declared, shape };
}

/** What was asked for then: what the platform filled in by itself was not, and is not now. */
function askedThen(state: ComparedState, { meta }: Live, ignored: readonly IgnoredPath[]): ComparedState {
  const base = normalBase(baseOf(readStamp(meta)), ignored);
  if (!base?.answered) return state;
  const { asked, answered } = base;
  const only = (side: ComparedState): ComparedState =>
    Object.fromEntries(Object.entries(side).filter(([part]) => state[part] !== undefined));
  return recallAsked(normalState(state, ignored), { asked: only(asked), answered: only(answered) });
}

/** `slugs`: workbook id → slug, now or as the run knew it. */
export function pastReport(
  key: string,
  before: LiveReport,
  { file, managed, slugs }: PastOptions & { slugs: ReadonlyMap<number, string> },
): DeclaredReport {
  const fields = managed?.fields ?? REPORT_FIELDS;
  const meta = managed?.meta ?? unstampedKeys(before);
  const shape: JsonObject = Object.fromEntries(fields.map((field) => [field, null]));
  if (meta.length > 0) shape.meta = Object.fromEntries(meta.map((name) => [name, null]));
  const past = normalState(livePartsOf(before, shape as ComparedState, slugs), []);
  const { workbook = freedFrom(before, slugs), ...parts } = past;
  // No request can name a workbook without a slug.
  const home = typeof workbook === "string" ? { workbook } : {};
  const state = normalState({ ...askedThen(parts, before, []), ...home }, []);
  const there = { ...parts, ...home };
  const isAbsent = (holder: ComparedState | undefined) => (name: string) => holder?.[name] === undefined;
  const named = isObject(workbook) ? fields.filter((field) => field !== "workbook") : fields;
  return {
    key,
    publicId: before.publicId,
    file,
    line: () => 1,
    state,
    absent: { fields: named.filter(isAbsent(there)), meta: meta.filter(isAbsent(there.meta)) },
    digest: digest(canonical(state as JsonObject)),
  };
}

/** In its backup, a report whose workbook was deleted right before it belongs to none; its stamp still names that workbook. */
function freedFrom({ meta, workbookId }: LiveReport, slugs: ReadonlyMap<number, string>): string | undefined {
  const slug = workbookId === null ? baseOf(readStamp(meta))?.asked.workbook : undefined;
  return [...slugs.values()].find((known) => known === slug);
}

/** `value` with the ids of these reports, if they are values of config keys, replaced by `{ $report: key }`. */
export function withKeys(
  value: Json,
  reports: ReadonlyMap<number, string>,
  reportKeys: ReadonlySet<string>,
): Json {
  if (reports.size === 0) return value;
  if (Array.isArray(value)) return value.map((item) => withKeys(item, reports, reportKeys));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, item]): [string, Json] => {
    const key = reportKeys.has(name) && typeof item === "number" ? reports.get(item) : undefined;
    return [name, key === undefined ? withKeys(item, reports, reportKeys) : { $report: key }];
  });
  return Object.fromEntries(entries);
}

function pastFolder(
  { folderId, folderPath }: LiveWorkbook,
  paths: ReadonlyMap<number | null, string[]>,
): FolderRef {
  if (folderId === null) return [];
  return paths.get(folderId) ?? folderPath ?? { id: folderId };
}

function unstampedKeys({ meta }: Live): string[] {
  return Object.keys(meta).filter((key) => key !== STAMP_KEY);
}
