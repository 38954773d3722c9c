// What `preview up` knows before it sends anything that writes: the branch, what the pull request changes, what is up already, and
// the plan of the copies.

import { pairReports, readReports } from "../../live/index.ts";
import { type Plan, type PreviewMark, targetFlag, UserError } from "../../model/index.ts";
import { type LiveWorkbook, ownerOf } from "../../plan/index.ts";
import type { Platform } from "../../platform/index.ts";
import {
  type Changed,
  copyReports,
  findChanged,
  findStaging,
  type LivePreview,
  type PreviewCopy,
  type PreviewInput,
  planPreview,
  previewKey,
  readBranchStates,
  readPreviews,
  wasOnBefore,
} from "../../preview/index.ts";
import { type PlanInputs, type Planned, type PlanOptions, planWithInputs } from "../make-plan.ts";

export interface Prepared {
  platform: Platform;
  planned: Planned;
  mark: PreviewMark;
  /** The branch that is gone and that the preview was of; undefined if it was of none, or of this one. */
  movedFrom: string | undefined;
  /** Whether the staging environment is already on. */
  isOn: boolean;
  changed: Changed;
  /** Creates and updates the copies; empty if all are up to date. */
  plan: Plan;
  /** The copies, sorted, each with its live id if it is already up. */
  copies: (PreviewCopy & { id: number | undefined })[];
  /** Every preview of the deployment, of any project and name. */
  all: LivePreview[];
  /** Those of this preview. */
  own: LivePreview[];
  /** And no longer part of it. */
  obsolete: LivePreview[];
}

/**
 * Sends GET requests only. Throws a UserError for a branch that cannot be previewed (findStaging), a preview of that name on another
 * branch, and, with exit code 3, for what holds a slug of the preview and is none.
 */
export async function preparePreview(
  options: PlanOptions & { branch: string; name: string; until: string | undefined },
): Promise<Prepared> {
  const { project, target, branch, name, until, connect } = options;
  const deploymentId = target.deployment;
  let isOn = false;
  // The branch is looked at before the deployment is read through, and after the files are known to be right.
  const { planned, inputs } = await planWithInputs({
    ...options,
    async connect() {
      const platform = await connect();
      ({ isOn } = await findStaging(platform, deploymentId, branch));
      return platform;
    },
  });
  const platform = await connect();
  const changed = findChanged(planned.plan, inputs.declared);
  const wanted = new Set(changed.slugs.flatMap((slug) => [slug, previewKey(slug, name)]));
  const live = new Map<string, LiveWorkbook>();
  const doubles: LiveWorkbook[] = [];
  const mine = { project: project.name, deploymentId, preview: { name, branch, wasOn: false } };
  const all = await readPreviews(platform, deploymentId, {
    folders: inputs.folders,
    needsDraft: (workbook) => wanted.has(workbook.slug) && ownerOf(workbook, mine).kind === "us",
    visit(workbook) {
      if (!wanted.has(workbook.slug)) return;
      if (live.has(workbook.slug)) doubles.push(workbook);
      else live.set(workbook.slug, workbook);
    },
  });
  const own = all.filter((item) => item.project === project.name && item.mark.name === name);
  const movedFrom = await findMove(platform, own, {
    ...{ deploymentId, branch, name },
    flag: targetFlag(planned.target),
  });
  const wasOn = wasOnBefore(all, { name, branch, isOn });
  const mark = { name, branch, wasOn, ...(until !== undefined && { until }) };
  const known = { options, planned, inputs, mark, changed, live, doubles, own };
  const copies = await planCopies(platform, known);
  return { platform, planned, mark, movedFrom, isOn, changed, all, own, ...copies };
}

interface Known {
  options: PlanOptions;
  planned: Planned;
  inputs: PlanInputs;
  mark: PreviewMark;
  changed: Changed;
  live: ReadonlyMap<string, LiveWorkbook>;
  doubles: readonly LiveWorkbook[];
  own: readonly LivePreview[];
}

async function planCopies(
  platform: Platform,
  { options, planned, inputs, mark, changed, live, doubles, own }: Known,
): Promise<Pick<Prepared, "plan" | "copies" | "obsolete">> {
  const { project, target, only = [], paths = [] } = options;
  const input: PreviewInput = {
    toolVersion: BOARDWRIGHT_VERSION,
    project,
    target: planned.plan.target,
    can: inputs.can,
    mark,
    changed,
    declared: inputs.declared,
    reports: inputs.reports.pairs.map(({ declared }) => declared),
    live,
    doubles,
    ignored: planned.ignored,
    folders: inputs.folders.ids,
    reportIds: inputs.reports.ids,
  };
  const reports = copyReports(input);
  const publicIds = new Set(reports.map(({ publicId }) => publicId));
  const { reports: found } = await readReports(platform, target.deployment, { publicIds });
  const { plan, copies } = planPreview(input, pairReports(reports, found));
  // Narrowed work makes nothing an orphan.
  const isNarrowed = only.length > 0 || paths.length > 0;
  const kept = new Set([
    ...changed.slugs.map((slug) => `workbook ${previewKey(slug, mark.name)}`),
    ...reports.map(({ key }) => `report ${key}`),
  ]);
  return {
    plan,
    copies: copies.map((copy) => ({ ...copy, id: live.get(copy.slug)?.id })),
    obsolete: isNarrowed ? [] : own.filter(({ kind, key }) => !kept.has(`${kind} ${key}`)),
  };
}

/**
 * The branch that the preview was of, if that is gone: a branch that was renamed takes its previews along. Throws a UserError if it still
 * exists: its environment would stay on, and nobody would know why.
 */
async function findMove(
  platform: Platform,
  own: readonly LivePreview[],
  { deploymentId, branch, name, flag }: { deploymentId: number; branch: string; name: string; flag: string },
): Promise<string | undefined> {
  // A report that is left, because somebody draws it, is no preview that is up.
  const workbooks = own.filter(({ kind, mark }) => kind === "workbook" && mark.branch !== branch);
  const others = new Set(workbooks.map(({ mark }) => mark.branch));
  const states = await readBranchStates(platform, deploymentId, others);
  const other = [...others].find((each) => states.get(each) !== "gone");
  if (other === undefined) return [...others][0];
  throw new UserError(`the preview ${name} is already up, for branch ${other} and not for ${branch}`, {
    details: [
      `Take it down first with \`boardwright preview down --name ${name}${flag}\`, or choose another name.`,
    ],
  });
}
