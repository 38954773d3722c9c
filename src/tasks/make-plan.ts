// Puts files, live state and planning together: the plan of one target. Sends nothing but GET, and nothing at all if the files have
// errors.

import {
  type Folders,
  type LiveReports,
  pairReports,
  printResidents,
  readDeployment,
} from "../live/index.ts";
import {
  type Change,
  compareText,
  type Diagnostic,
  isObject,
  type Narrowing,
  nameOfChange,
  nameSome,
  narrowingOf,
  normalizeSlug,
  type Plan,
  type ResolvedReport,
  readStamp,
  stampOwner,
} from "../model/index.ts";
import {
  createPlanner,
  type Declared,
  declareReport,
  type FindLastSeen,
  type IgnoredPath,
  isBlank,
  isInShard,
  type LiveWorkbook,
  type PlannerInput,
  reportsOfShard,
  watchOutside,
  withOwners,
  withRows,
} from "../plan/index.ts";
import { nameToSay, policyOfPlan } from "../target/index.ts";
import { type DeclaredOptions, readDeclared } from "./declared/read-declared.ts";
import { readIgnored } from "./declared/read-ignored.ts";
import { readOwners } from "./declared/read-owners.ts";
import { findAppContent } from "./find-app-content.ts";
import { findUnlisted, watchDrawn } from "./find-unlisted.ts";
import { readHistory, readUnmerged } from "./git.ts";
import { refuseSecrets } from "./refuse-secrets.ts";
import { requireOperations } from "./require-operations.ts";
import { explainAdoptions } from "./runs/explain-adopt.ts";
import { readLastSeen } from "./runs/last-seen.ts";
import type { TaskContext } from "./task-context.ts";

export interface PlanOptions extends TaskContext, DeclaredOptions {
  /** Is shown each live workbook with a slug that was read. */
  see?(workbook: LiveWorkbook): void;
  /** How it is asked what this repository once declared; by default of the machine's git. */
  history?: typeof readHistory;
}

export interface Planned {
  plan: Plan;
  files: number;
  /** Workbooks with a slug on the deployment. */
  liveCount: number;
  /** How many of them no file declares and no project manages; absent if only a part of the files was looked at. */
  outside?: number;
  ignored: IgnoredPath[];
  /** The ids of the live workbooks, with a slug or without; absent if they were not read. */
  liveIds?: ReadonlySet<number>;
  /** Slug → id of what previews of the project have up, as far as the list says so; absent if nothing was read. */
  copies?: ReadonlyMap<string, number>;
  /** Live id of the declared workbooks → when each was last updated, if the platform says so. */
  updated: ReadonlyMap<number, string>;
  /** `kind key` of what the files declare, as far as it was compared; absent of a rollback. */
  declared?: ReadonlySet<string>;
  /** Its target's name, if the commands that are shown with the plan must name it. */
  target?: string | undefined;
  /** What those commands must narrow it to; absent if it is whole. */
  narrowing?: Narrowing | undefined;
}

/** What a plan was made from, for planning on from there. */
export interface PlanInputs {
  declared: ReadonlyMap<string, Declared>;
  reports: LiveReports;
  folders: Folders;
  can: PlannerInput["can"];
}

/** Connects when the files are known to be right. Throws a UserError for a plan that holds a secret. */
export async function makePlan(options: PlanOptions): Promise<Planned> {
  return (await planWithInputs(options)).planned;
}

/** The same, and what it was made from. */
export async function planWithInputs(
  options: PlanOptions,
): Promise<{ planned: Planned; inputs: PlanInputs }> {
  const { project, target, only = [], paths = [], prune = false, shard } = options;
  const ignored = readIgnored(project);
  const narrowed = only.length > 0 || paths.length > 0;
  const { declared, elsewhere, slugs, renames, owners, rows, checked, isCertain } =
    await readDeclared(options);

  const platform = await options.connect();
  const scope = { project: project.name, target: target.name, deploymentId: target.deployment };
  requireOperations(await platform.capabilities(), target);
  const wanted = [...declared.values()];
  const used = new Set(wanted.flatMap(({ references }) => references));
  const isPartOfWork = ({ key, entry }: ResolvedReport) =>
    used.has(key) || declared.has(String(entry.workbook)) || !narrowed;
  const declaredReports = checked.reports.filter(isPartOfWork).map((report) => declareReport(report, scope));
  const { can, folders, ...live } = await readDeployment(platform, target, {
    folders: wanted.some(({ shape }) => shape.folder !== undefined),
    reports: {
      publicIds: new Set(declaredReports.map(({ publicId }) => publicId)),
      others: narrowed && !declaredReports.some(({ was }) => was) ? undefined : "stamped",
      readsUnseen: prune,
    },
  });
  let records: Promise<FindLastSeen> | undefined;
  const readRecords = () => {
    records ??= readLastSeen(project, target);
    return records;
  };
  const unlisted = await findUnlisted(declaredReports, live, readRecords);
  const reports = pairReports(declaredReports, [...live.reports, ...unlisted.found], scope);
  const drawn = watchDrawn(live, project.reportKeys);
  const planner = createPlanner({
    toolVersion: BOARDWRIGHT_VERSION,
    project,
    target: { name: target.name, url: target.url, deploymentId: target.deployment },
    declared,
    elsewhere,
    renames,
    can,
    reports: reportsOfShard(reports.pairs, wanted, shard),
    allReports: reports.pairs,
    otherReports: reports.others,
    liveReportIds: drawn.ids,
    listedReports: live.listed,
    unreadReports: unlisted.unread,
    residents: live.residents,
    orphans: !narrowed && isCertain,
    prune,
    takes: (key) => isInShard(key, shard),
    scope: {
      ...scope,
      ignored,
      reports: reports.ids,
      reportVersions: reports.versions,
      folders: folders.ids,
    },
  });
  const updated = new Map<number, string>();
  const commits = new Map<string, string | undefined>();
  const noteCommit = (kind: string, { id, meta }: Pick<LiveWorkbook, "id" | "meta">) =>
    commits.set(`${kind} ${id}`, readStamp(meta)?.commit);
  for (const report of live.reports) noteCommit("report", report);
  for (const report of unlisted.found) noteCommit("report", report);
  const commitOf = ({ kind, id }: Change) => commits.get(`${kind} ${id}`);
  const outside = watchOutside(slugs, scope);
  const liveIds = new Set<number>();
  const copies = new Map<string, number>();
  const visit = (workbook: LiveWorkbook): void => {
    // An empty one under a slug of the files is nobody's.
    if (!isBlank(workbook) || !declared.has(workbook.slug)) liveIds.add(workbook.id);
    options.see?.(workbook);
    noteCommit("workbook", workbook);
    const { id, updatedAt } = workbook;
    const slug = renames.get(workbook.slug) ?? workbook.slug;
    if (updatedAt !== undefined && declared.has(slug)) updated.set(id, updatedAt);
    if (declared.has(slug)) drawn.add(workbook);
    if (isCopy(workbook, scope)) copies.set(workbook.slug, id);
    planner.add(workbook);
    outside.see(workbook);
  };
  const listed = await live.readWorkbooks({
    needsDraft: planner.needsDraft,
    needsOwner: planner.needsOwner,
    needsPublished: (slug) => declared.get(renames.get(slug) ?? slug)?.publish === true,
    visit,
    visitUnnamed({ id, name, meta: wireMeta, dashboardDraft }) {
      liveIds.add(id);
      const meta = isObject(wireMeta) ? wireMeta : {};
      planner.addUnnamed({ id, name, meta, draft: dashboardDraft ?? undefined });
    },
    isAnyMissing: planner.isAnyMissing,
  });
  const isAnyGone = planner.isAnyMissing() || reports.pairs.some((pair) => !pair.live);
  const findLastSeen = isAnyGone || planner.isAnyUnclear() ? await readRecords() : undefined;
  const read = await Promise.all(planner.unclear(findLastSeen).map(live.readWorkbook));
  for (const workbook of read.flatMap((one) => one ?? [])) {
    planner.clarify(workbook);
    outside.see(workbook);
  }
  let hidden = 0;
  for (const [id, sight] of await live.lookForWorkbooks(planner.suspects(findLastSeen))) {
    if ("found" in sight) {
      hidden += 1;
      visit(sight.found);
    } else if ("why" in sight) planner.miss(id, sight.why);
  }
  if (reports.pairs.some((pair) => !pair.live)) await drawn.find();
  const warnings = checked.diagnostics.filter(({ slug }) => slug === undefined || declared.has(slug));
  const orphans = planner.orphans();
  const recorded = orphans.length > 0 ? await readRecords() : undefined;
  const history = await (options.history ?? readHistory)(
    project,
    options.env,
    orphans.map((change) => ({
      change,
      commit: commitOf(change),
      isRecorded: recorded?.(change.kind as "workbook", change.key) !== undefined,
    })),
  );
  const finished = await printResidents(
    planner.finish(warnings, findLastSeen, { history, unlisted: hidden }),
    platform,
  );
  const plan = await explainAdoptions(finished, project);
  const homes = new Map(
    checked.reports.map(({ key, entry }) => [key, normalizeSlug(String(entry.workbook ?? ""))]),
  );
  const planned = {
    plan: {
      ...plan,
      changes: withRows(
        withOwners(plan.changes, { written: owners, homes, ofFile: readOwners(project) }),
        rows,
      ),
      ...policyOfPlan(project),
      diagnostics: [
        ...plan.diagnostics,
        ...findAppContent(plan.changes, project),
        ...(await findUnmerged(plan.changes, commitOf, options)),
      ],
    },
    files: checked.files,
    liveCount: listed + hidden,
    ...(narrowed ? {} : { outside: outside.count(plan.changes) }),
    ignored,
    liveIds,
    copies,
    updated,
    declared: new Set([
      ...wanted.map(({ slug }) => `workbook ${slug}`),
      ...declaredReports.map(({ key }) => `report ${key}`),
    ]),
    target: nameToSay(project, target, options.env),
    narrowing: narrowingOf({ only, paths, shard: shard && `${shard.index}/${shard.count}` }, [
      ...declared.keys(),
    ]),
  };
  refuseSecrets(planned.plan, { ...options, platform });
  return { planned, inputs: { declared, reports, folders, can } };
}

/** Of what the plan changes: what was applied from a commit that this checkout does not contain, and that Git knows here. */
async function findUnmerged(
  changes: readonly Change[],
  commitOf: (change: Change) => string | undefined,
  { project, env }: Pick<PlanOptions, "project" | "env">,
): Promise<Diagnostic[]> {
  const changed = changes.filter(({ action }) => action !== "stamp");
  const commits = [...new Set(changed.flatMap((change) => commitOf(change) ?? []))].sort(compareText);
  const unmerged = commits.length > 0 ? await readUnmerged(project.root, env, commits) : [];
  return [...unmerged].map((commit) => {
    const names = changed.filter((change) => commitOf(change) === commit).map(nameOfChange);
    const short = commit.slice(0, 12);
    return {
      rule: "unmerged-commit",
      severity: "warning",
      message: `applied from the commit ${short}, which this checkout does not contain: ${nameSome(names)}`,
      help: `An apply from here takes back what that commit brought. \`git log HEAD..${short}\` shows what is missing here.`,
      ...{ file: "", line: 1, column: 1 },
    };
  });
}

/** One that somebody copied in the UI has another slug than its stamp. */
function isCopy({ slug, meta }: LiveWorkbook, scope: { project: string; deploymentId: number }): boolean {
  const stamp = readStamp(meta);
  const isOfPreview = stamp?.preview !== undefined && stamp.project === scope.project;
  return isOfPreview && stamp.of === stampOwner(scope.deploymentId, slug);
}
