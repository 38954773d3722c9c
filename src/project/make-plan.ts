// Puts files, live state and planning together: the plan of one target. Sends nothing but GET, and nothing at all if the files have
// errors.

import { PLAN_RULES } from "../lint/index.ts";
import {
  type Deployment,
  type Folders,
  type LiveReports,
  type Looked,
  pairReports,
  printResidents,
  readDeployment,
} from "../live/index.ts";
import {
  type Change,
  compareDiagnostics,
  compareText,
  type Diagnostic,
  type Narrowing,
  nameOfChange,
  nameSome,
  narrowingOf,
  normalizeSlug,
  type Plan,
  type Project,
  type ResolvedReport,
  readStamp,
} from "../model/index.ts";
import {
  appContent,
  Comparison,
  countUnmanaged,
  type Declared,
  type DeclaredReport,
  declareReport,
  type FindLastSeen,
  type IgnoredPath,
  idsToLookFor,
  idsToRead,
  isInShard,
  type LiveIndex,
  type LiveReport,
  type LiveRow,
  type LiveWorkbook,
  orphansOf,
  type PlannerInput,
  planFrom,
  reportsOfShard,
  unclearRows,
  withOwners,
  withRows,
} from "../plan/index.ts";
import { nameToSay, policyOfPlan } from "../target/index.ts";
import type { ProjectContext } from "./context.ts";
import { readHistory, readUnmerged } from "./git.ts";
import { type DeclaredOptions, readDeclared } from "./read-declared.ts";
import { readIgnored } from "./read-ignored.ts";
import { refuseSecrets } from "./refuse-secrets.ts";
import { readOwners } from "./repository.ts";
import { requireOperations } from "./require-operations.ts";
import { explainAdoptions } from "./runs/explain-adopt.ts";
import { readLastSeen } from "./runs/last-seen.ts";

// The rule `new-app-content`: it compares with what is live, so that a plan finds it and lint cannot.

const RULE = "new-app-content";

/** A finding for each workbook whose app gets new or changed files or settings, in the order of `compareDiagnostics`; none if the rule is off. */
function findAppContent(changes: readonly Change[], { lint }: Project): Diagnostic[] {
  const usual = PLAN_RULES.find(({ id }) => id === RULE)?.severity ?? "warning";
  const severity = lint.rules[RULE] ?? usual;
  if (severity === "off") return [];
  return changes
    .flatMap((change): Diagnostic[] => {
      const names = appContent(change);
      if (names.length === 0) return [];
      const { file, line } = change.source ?? { file: "", line: 1 };
      const message = `The app of ${change.key} gets code that is new or changed: ${nameSome(names)}.`;
      const help =
        "It runs in the browsers of those who open the dashboard: read all of it, in the HTML report of the plan.";
      return [{ rule: RULE, severity, message, help, file, line, column: 1, slug: change.key }];
    })
    .sort(compareDiagnostics);
}

export interface PlanOptions extends ProjectContext, DeclaredOptions {
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
  const { declared, unselected, slugs, renames, owners, rows, checked, isCertain } =
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
  const liveReportIds = new Set(live.listed?.keys());
  const comparison = new Comparison({
    toolVersion: BOARDWRIGHT_VERSION,
    project,
    target: { name: target.name, url: target.url, deploymentId: target.deployment },
    declared,
    unselected,
    renames,
    can,
    reports: reportsOfShard(reports.pairs, wanted, shard),
    allReports: reports.pairs,
    otherReports: reports.others,
    liveReportIds: live.listed && liveReportIds,
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
  const { index } = comparison;
  const visit = (workbook: LiveWorkbook): void => {
    options.see?.(workbook);
    comparison.add(workbook);
  };
  const isAnyMissing = () => comparison.missing().length > 0;
  const listed = await live.readWorkbooks({
    needsDraft: (workbook) => comparison.needsDraft(workbook),
    needsOwner: (workbook) => comparison.needsOwner(workbook),
    needsPublished: (slug) => declared.get(renames.get(slug) ?? slug)?.publish === true,
    visit,
    visitUnnamed: (_, live) => index.addUnnamed(live),
    isAnyMissing,
  });
  const isReportMissing = reports.pairs.some((pair) => !pair.live);
  const isAnyUnclear = unclearRows(comparison).length > 0;
  const findLastSeen = isAnyMissing() || isReportMissing || isAnyUnclear ? await readRecords() : undefined;
  const read = await Promise.all(idsToRead(comparison, findLastSeen).map(live.readWorkbook));
  for (const workbook of read) if (workbook) comparison.add(workbook);
  const looked = await live.lookForWorkbooks(idsToLookFor(comparison, findLastSeen));
  looked.found.forEach(visit);
  for (const [id, why] of looked.unread) index.unread.set(id, why);
  if (isReportMissing) {
    const unseen = [...index.rows.values()]
      .flatMap(({ key = "", draws }) => (declared.has(key) ? [...draws] : []))
      .filter((id) => live.listed?.has(id) === false);
    const { found, unread } = await live.lookForReports(unseen);
    for (const id of [...found.map((report) => report.id), ...unread.keys()]) liveReportIds.add(id);
  }
  const reportCommits = new Map(
    [...live.reports, ...unlisted.found].map(({ id, meta }) => [id, readStamp(meta)?.commit]),
  );
  const commitOf = ({ kind, id }: Change) =>
    kind === "report" ? reportCommits.get(id ?? 0) : index.rows.get(id ?? 0)?.commit;
  const warnings = checked.diagnostics.filter(({ slug }) => slug === undefined || declared.has(slug));
  const orphans = orphansOf(comparison);
  const recorded = orphans.length > 0 ? await readRecords() : undefined;
  const history = await (options.history ?? readHistory)(
    project,
    options.env,
    orphans.map(({ change }) => ({
      change,
      commit: commitOf(change),
      isRecorded: recorded?.(change.kind as "workbook", change.key) !== undefined,
    })),
  );
  const finished = await printResidents(
    planFrom(comparison, {
      diagnostics: warnings,
      findLastSeen,
      orphans,
      history,
      unlisted: looked.found.length,
    }),
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
    liveCount: listed + looked.found.length,
    ...(narrowed ? {} : { outside: countUnmanaged(index, slugs, plan.changes) }),
    ignored,
    liveIds: new Set(index.rows.keys()),
    copies: copiesIn(index, project.name),
    updated: updatedIn(index, declared),
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

/** What previews of the project have up: one that somebody copied in the UI has another slug than its stamp. */
function copiesIn({ rows }: LiveIndex, project: string): Map<string, number> {
  const isCopy = ({ ownership: { state, owner } }: LiveRow) => state === "preview" && owner === project;
  return new Map([...rows.values()].flatMap((row) => (isCopy(row) ? [[row.slug ?? "", row.id]] : [])));
}

function updatedIn({ rows }: LiveIndex, declared: ReadonlyMap<string, Declared>): Map<number, string> {
  return new Map(
    [...rows.values()].flatMap(({ id, key = "", updatedAt }) =>
      updatedAt !== undefined && declared.has(key) ? [[id, updatedAt]] : [],
    ),
  );
}

// Declared reports that the list does not show, though a run of ours knew them live: it may hide them.

/** Those that a record knows. */
async function findUnlisted(
  declared: readonly DeclaredReport[],
  { reports, lookForReports }: Pick<Deployment, "reports" | "lookForReports">,
  readRecords: () => Promise<FindLastSeen>,
): Promise<Looked<LiveReport>> {
  const listed = new Set(reports.map(({ publicId }) => publicId));
  const missing = declared.filter(({ publicId }) => !listed.has(publicId));
  const findLastSeen = missing.length > 0 ? await readRecords() : undefined;
  // Whose publicId was changed in the files is listed under the old one.
  const shown = new Set(reports.map(({ id }) => id));
  const known = missing.flatMap(({ key }) => findLastSeen?.("report", key)?.id ?? []);
  return lookForReports(known.filter((id) => !shown.has(id)));
}
