// The previews that are up, read from their stamps: there is no other record of them.

import { type Folders, readDeployment } from "../../live/index.ts";
import { compareText, type PreviewMark, readStamp, stampOwner } from "../../model/index.ts";
import { derivePublicId, type LiveWorkbook } from "../../plan/index.ts";
import type { Platform } from "../../platform/index.ts";
import { isPreviewKey } from "./name.ts";

/** A workbook or a report that is a copy for a preview. */
export interface LivePreview {
  kind: "workbook" | "report";
  /** Slug or report key, with the preview's name in it. */
  key: string;
  id: number;
  name: string;
  /** The project that made it. */
  project: string;
  mark: PreviewMark;
}

export interface ReadPreviewsOptions {
  folders?: Folders;
  /** Whether this workbook's draft has to be read. */
  needsDraft?(live: LiveWorkbook): boolean;
  /** Takes every workbook with a slug, previews or not. */
  visit?(live: LiveWorkbook): void;
}

/**
 * Every preview of the deployment, of any project, sorted by kind and key. A copy made in the UI has the preview's stamp, but another
 * slug or publicId, so it is not counted. Sends GET requests only.
 */
export async function readPreviews(
  platform: Platform,
  deploymentId: number,
  { folders, needsDraft = () => false, visit }: ReadPreviewsOptions = {},
): Promise<LivePreview[]> {
  const found: LivePreview[] = [];
  const { reports, readWorkbooks, lookForWorkbooks } = await readDeployment(
    platform,
    { deployment: deploymentId, folders: {} },
    { folders: folders ?? false, reports: { publicIds: new Set(), others: "stamped" } },
  );
  const seen = new Set<number>();
  const see = (live: LiveWorkbook): void => {
    seen.add(live.id);
    visit?.(live);
    const stamp = readStamp(live.meta);
    if (!stamp?.preview || stamp.of !== stampOwner(deploymentId, live.slug)) return;
    const { id, slug, name } = live;
    found.push({ kind: "workbook", key: slug, id, name, project: stamp.project, mark: stamp.preview });
  };
  await readWorkbooks({
    needsDraft,
    // Only a copy's slug has a preview's name in it.
    needsOwner: ({ slug }) => isPreviewKey(slug),
    needsPublished: () => false,
    isAnyMissing: () => true,
    visit: see,
  });
  const prefix = stampOwner(deploymentId, "");
  // A list may be late: the report of a copy names its workbook.
  const unseen = new Set<number>();
  for (const { id, name, publicId, meta, workbookId } of reports) {
    const stamp = readStamp(meta);
    if (!stamp?.preview || !stamp.of.startsWith(prefix)) continue;
    const key = stamp.of.slice(prefix.length);
    // Anybody may write a stamp: only a copy's publicId is the one that its key gives it.
    if (publicId !== derivePublicId({ project: stamp.project, deploymentId, key })) continue;
    found.push({ kind: "report", key, id, name, project: stamp.project, mark: stamp.preview });
    if (workbookId !== null && !seen.has(workbookId)) unseen.add(workbookId);
  }
  for (const workbook of (await lookForWorkbooks([...unseen])).found) see(workbook);
  return found.sort((a, b) => compareText(b.kind, a.kind) || compareText(a.key, b.key) || a.id - b.id);
}

/** A preview is up while one of its workbooks is live: a report that is left needs no environment, and knows nothing of it any more. */
export function isUp(previews: readonly LivePreview[], branch: string): boolean {
  return previews.some(({ kind, mark }) => kind === "workbook" && mark.branch === branch);
}

/**
 * Whether the branch's environment was on before any preview of it. The workbooks that are up say so: first those of this name
 * (contract 8: a second `up` keeps it), else those of another preview of the branch, which turned it on. If none is up: whether it is on.
 */
export function wasOnBefore(
  previews: readonly LivePreview[],
  { name, branch, isOn }: { name: string; branch: string; isOn: boolean },
): boolean {
  const ofBranch = previews.filter(({ kind, mark }) => kind === "workbook" && mark.branch === branch);
  const ofName = ofBranch.filter(({ mark }) => mark.name === name);
  const witnesses = ofName.length > 0 ? ofName : ofBranch;
  return witnesses.length > 0 ? witnesses.some(({ mark }) => mark.wasOn) : isOn;
}
