// Deletes the copies of a preview, if the deployment can.

import { abilitiesOf, readDeployment, readResidents } from "../../live/index.ts";
import { isSameMark, nameSome, readStamp, writeJson } from "../../model/index.ts";
import { dependentsOf, LiveIndex, unclearDependents } from "../../plan/index.ts";
import { type Platform, PlatformError, type WireReport, type WireWorkbook } from "../../platform/index.ts";
import { previewKey } from "./name.ts";
import type { LivePreview } from "./read.ts";

export interface Removed {
  /** In the given order, including those that were gone already. */
  removed: LivePreview[];
  /** Still there, because the deployment's description has no way to delete them. */
  kept: LivePreview[];
  /** Reports that stay because workbooks outside the preview draw them, by slug. */
  inUse: { item: LivePreview; by: string[] }[];
  failed: { item: LivePreview; message: string }[];
}

/** What keeps a removal from taking anything but copies, and what it takes from being lost. */
export interface Keeping {
  /** `kind key` of what files declare. */
  declared: ReadonlySet<string>;
  /** Undefined if there are no backups. */
  save: ((name: string, state: WireWorkbook | WireReport) => Promise<void>) | undefined;
}

export interface RemoveOptions extends Keeping {
  items: readonly LivePreview[];
  reportKeys: readonly string[];
  /** Nobody named them: one whose mark is not as it was listed was put up anew, and is skipped. */
  isSweep?: boolean;
}

/**
 * Deletes workbooks, then reports, except what is no copy: anybody may write a stamp. Each is read and backed up first: one without the
 * preview's mark is now somebody's own, and is skipped. So is a report that a workbook draws which is not deleted with it. Throws if the
 * workbooks cannot be read, or if interrupted.
 */
export async function removePreviews(
  platform: Platform,
  deploymentId: number,
  { items: all, reportKeys, isSweep = false, ...keeping }: RemoveOptions,
): Promise<Removed> {
  const failed: Removed["failed"] = [];
  const items = all.filter((item) => {
    const why = whyNoCopy(item, keeping.declared);
    if (why !== undefined) failed.push({ item, message: `kept: ${why}` });
    return why === undefined;
  });
  const can = abilitiesOf(await platform.capabilities()).delete;
  const result: Removed = { removed: [], kept: [], inUse: [], failed };
  const drawersOf = can.reports ? await findDrawers(platform, deploymentId, { items, reportKeys }) : () => [];
  for (const kind of ["workbook", "report"] as const) {
    const ofKind = items.filter((item) => item.kind === kind);
    if (!can[`${kind}s`]) {
      result.kept.push(...ofKind);
      continue;
    }
    const free: LivePreview[] = [];
    const strangers = kind === "workbook" ? await findStrangers(platform, deploymentId, items) : () => [];
    for (const item of ofKind) {
      const inside = strangers(item);
      if (inside.length > 0) {
        result.failed.push({ item, message: keptFor(inside) });
        continue;
      }
      const by = kind === "report" ? drawersOf(item) : [];
      if (by.length > 0) result.inUse.push({ item, by });
      else free.push(item);
    }
    const ends = await Promise.all(
      free.map((item) => remove(platform, deploymentId, item, { isSweep, ...keeping })),
    );
    for (const [index, end] of ends.entries()) {
      const item = free[index] as LivePreview;
      if (typeof end === "object") result.failed.push({ item, ...end });
      else if (end === "removed") result.removed.push(item);
    }
  }
  return result;
}

function whyNoCopy({ kind, key, mark }: LivePreview, declared: ReadonlySet<string>): string | undefined {
  if (declared.has(`${kind} ${key}`))
    return "a file declares it; `boardwright apply --allow adopt` gives it a stamp of its own";
  if (key.endsWith(previewKey("", mark.name))) return undefined;
  return `its name does not end in --${mark.name}; take \`boardwright\` out of its meta on the platform, or delete it by hand`;
}

/** What says of a workbook which reports belong to it that are not deleted with it: the platform may delete them all the same. */
async function findStrangers(
  platform: Platform,
  deploymentId: number,
  items: readonly LivePreview[],
): Promise<(workbook: LivePreview) => string[]> {
  const idsOf = (kind: LivePreview["kind"]) =>
    new Set(items.filter((item) => item.kind === kind).map(({ id }) => id));
  const own = idsOf("report");
  const inside = await readResidents(platform, deploymentId, idsOf("workbook"));
  const others = inside.filter(({ id }) => !own.has(id));
  return (workbook) => others.filter(({ workbookId }) => workbookId === workbook.id).map(({ name }) => name);
}

/** They were not made by the preview, so they do not go with it. */
function keptFor(names: readonly string[]): string {
  const which = names.length === 1 ? "the report" : "the reports";
  const verb = names.length === 1 ? "belongs" : "belong";
  const listed = nameSome(names.map((name) => writeJson(name)));
  return `kept: ${which} ${listed}, not made by the preview, ${verb} to it, and the platform may delete a report with its workbook. Move elsewhere on the platform what is wanted, delete the rest, then take the preview down again`;
}

async function remove(
  platform: Platform,
  deploymentId: number,
  { kind, key, id, mark }: LivePreview,
  { isSweep, save }: Pick<RemoveOptions, "isSweep" | "save">,
): Promise<"removed" | "not-ours" | { message: string }> {
  const isWorkbook = kind === "workbook";
  try {
    const now = isWorkbook
      ? await platform.getWorkbook(deploymentId, id)
      : await platform.getReport(deploymentId, id);
    if (!now) return "removed";
    const found = readStamp(now.meta ?? undefined)?.preview;
    if (isSweep ? !isSameMark(found, mark) : found?.name !== mark.name) return "not-ours";
    const unsaved = await save?.(isWorkbook ? key : `report:${key}`, now).catch(
      (error: Error) => error.message,
    );
    if (unsaved) return { message: `kept: its backup could not be written: ${unsaved}` };
    if (isWorkbook) await platform.deleteWorkbook(deploymentId, id);
    else await platform.deleteReport(deploymentId, id);
    return "removed";
  } catch (error) {
    if (!(error instanceof PlatformError) || error.code === "interrupted") throw error;
    return { message: [error.message, ...error.details].join(" · ") };
  }
}

// Who else draws the reports of a preview: somebody's own copy of it, or one that was given another slug. Without the report their charts break.

/** Resolves to what says of a report which workbooks draw it, besides those of `items`: their slugs, sorted. Sends GET requests only. */
async function findDrawers(
  platform: Platform,
  deploymentId: number,
  { items, reportKeys }: { items: readonly LivePreview[]; reportKeys: readonly string[] },
): Promise<(report: LivePreview) => string[]> {
  if (!items.some(({ kind }) => kind === "report")) return () => [];
  const own = new Set(items.flatMap(({ kind, id }) => (kind === "workbook" ? [id] : [])));
  const scope = { project: "", deploymentId };
  const index = new LiveIndex({ scope, declared: new Map(), reportKeys });
  const others = () =>
    [...index.rows.values()].flatMap((row) => (own.has(row.id) ? [] : [[row, "others"] as const]));
  const { readWorkbooks, readWorkbook } = await readDeployment(
    platform,
    { deployment: deploymentId, folders: {} },
    { folders: false },
  );
  await readWorkbooks({
    needsDraft: () => false,
    needsPublished: () => false,
    isAnyMissing: () => true,
    visit: (live) => index.add(live),
  });
  // Some lists leave dashboards out.
  const read = await Promise.all(unclearDependents(others(), new Set()).map(readWorkbook));
  for (const live of read) if (live) index.add(live);
  const drawing = others();
  return ({ id }) => {
    const { others, unowned } = dependentsOf(drawing, new Set([id]));
    return [...others, ...unowned].sort();
  };
}
