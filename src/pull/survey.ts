// The live state compared with the files: which declared things were edited, and what no file declares yet. GET requests only.

import { abilitiesOf, pairReports, readDeployment } from "../live/index.ts";
import {
  type Change,
  compareText,
  isObject,
  isPreview,
  type Project,
  type Reason,
  readStamp,
  STAMP_KEY,
  type Target,
  UserError,
} from "../model/index.ts";
import {
  compareReport,
  compareWorkbook,
  type Declared,
  type DeclaredReport,
  doublesOf,
  type FindLastSeen,
  findCompanions,
  type IgnoredPath,
  type LiveReport,
  type LiveWorkbook,
  noteHolder,
  ownerOf,
  type Scope,
  type Unreadable,
  watchWhereabouts,
} from "../plan/index.ts";
import type { Capabilities, Platform } from "../platform/index.ts";

export interface SurveyOptions {
  project: Project;
  target: Target & { deployment: number };
  ignored: readonly IgnoredPath[];
  /** What the files declare. */
  declared: ReadonlyMap<string, Declared>;
  reports: readonly DeclaredReport[];
  /** The slugs that were named; undefined: all that are declared. */
  named: ReadonlySet<string> | undefined;
  /** Whether to look for undeclared things as well. */
  all: boolean;
  /** Asked once, and only if something that is declared is not live. */
  readLastSeen(): Promise<FindLastSeen>;
}

export interface Survey {
  /** Declared workbooks that differ, with the change that a plan would show. */
  edits: { declared: Declared; live: LiveWorkbook; change: Change }[];
  /** `slug`: a workbook that the report is pulled with. */
  reportEdits: { declared: DeclaredReport; live: LiveReport; change: Change; slug: string | undefined }[];
  /** Live workbooks that no file declares and that are wanted; sorted by slug. */
  fresh: LiveWorkbook[];
  /** Live workbooks of another project, or of a preview, that are pulled only by name. */
  foreign: { slug: string; project: string }[];
  /** Those of `fresh` that this project manages, unless they are named: their declaration was removed from the files. */
  removed: string[];
  /** Live workbooks without a slug, if `all`. */
  unnamed: { id: number; name: string }[];
  /** Selected slugs that several live workbooks have, with their ids: nothing says which of them a file is about. */
  doubles: { slug: string; ids: readonly number[] }[];
  /** Selected ones that are in the list, and that no read shows. */
  unread: Unreadable[];
  /** Selected slugs that are declared and not live, with what is known of it. */
  absent: { slug: string; file: string; reason: Reason | undefined }[];
  /** Slug → id of all live workbooks. */
  slugs: ReadonlyMap<string, number>;
  /** All live reports, by id; empty if none is needed or the deployment cannot manage them. */
  reports: ReadonlyMap<number, LiveReport>;
  can: { reports: boolean; publish: boolean };
  /** Selected workbooks and reports that do not differ. */
  unchanged: number;
  /** Selected workbooks that nobody edited live: what differs in them was edited in Git. */
  unedited: number;
}

export async function surveyLive(platform: Platform, options: SurveyOptions): Promise<Survey> {
  const { project, target, declared, ignored, named, all } = options;
  const capabilities = await platform.capabilities();
  requireList(capabilities, target);
  // Reports that cannot be written are not pulled.
  const readsReports = abilitiesOf(capabilities).reports && needsReports(options);
  const isSelected = (slug: string): boolean => all || named === undefined || named.has(slug);
  const { can, folders, ...deployment } = await readDeployment(platform, target, {
    folders: true,
    reports: readsReports ? { publicIds: new Set(), others: "all" } : undefined,
  });
  const { pairs, ids } = pairReports(options.reports, deployment.reports);
  const scope: Scope = {
    project: project.name,
    deploymentId: target.deployment,
    ignored,
    reports: ids,
    reportVersions: new Map(),
    folders: folders.ids,
  };

  const slugs = new Map<string, number>();
  const whereabouts = watchWhereabouts(scope);
  const holders = new Map<string, number[]>();
  const unchanged = new Set<string>();
  const unedited = new Set<string>();
  const survey: Survey = {
    edits: [],
    reportEdits: [],
    fresh: [],
    foreign: [],
    removed: [],
    unnamed: [],
    doubles: [],
    unread: [],
    absent: [],
    slugs,
    reports: new Map(deployment.reports.map((report) => [report.id, report])),
    can,
    unchanged: 0,
    unedited: 0,
  };
  const isWanted = (slug: string) =>
    isSelected(slug) && (declared.has(slug) || all || named?.has(slug) === true);
  const visit = (live: LiveWorkbook): void => {
    if (noteHolder(holders, live) > 1) return;
    slugs.set(live.slug, live.id);
    whereabouts.see(live, !declared.has(live.slug));
    if (!isWanted(live.slug)) return;
    const { slug, id, unread } = live;
    if (unread) return void survey.unread.push({ slug, id, unread });
    const wanted = declared.get(live.slug);
    if (!wanted) {
      // A preview goes with its pull request, so it is pulled only by name.
      if (isPreview(readStamp(live.meta)) && named?.has(live.slug) !== true) return;
      const foreign = named?.has(live.slug) ? undefined : foreignOwner(live, scope);
      if (foreign === undefined) survey.fresh.push(live);
      else survey.foreign.push({ slug: live.slug, project: foreign });
      const isOurs = ownerOf(live, scope).kind === "us" && named?.has(live.slug) !== true;
      if (isOurs) survey.removed.push(live.slug);
      return;
    }
    const change = compareWorkbook(wanted, live, scope);
    if (!isEditedLive(change)) unedited.add(live.slug);
    if (change && change.fields.length > 0) survey.edits.push({ declared: wanted, live, change });
    else unchanged.add(live.slug);
  };
  await deployment.readWorkbooks({
    needsDraft: ({ slug }) => isWanted(slug),
    needsPublished: (slug) => isWanted(slug) && !declared.has(slug),
    isAnyMissing: () => all || [...(named ?? declared.keys())].some((slug) => !slugs.has(slug)),
    visitUnnamed({ id, name, meta, dashboardDraft }) {
      const draft = dashboardDraft ?? undefined;
      whereabouts.see({ id, name, slug: undefined, meta: isObject(meta) ? meta : {}, draft }, true);
      if (all) survey.unnamed.push({ id, name });
    },
    visit,
  });
  const isMissing = ({ slug }: Declared): boolean => isSelected(slug) && !slugs.has(slug);
  const unseen = [...declared.values()].filter(isMissing);
  const findLastSeen = unseen.length > 0 ? await options.readLastSeen() : undefined;
  const known = { reports: deployment.reports, declaredReports: pairs.map((pair) => pair.declared) };
  const suspects = unseen.flatMap(({ slug }) =>
    whereabouts.suspects(slug, { last: findLastSeen?.("workbook", slug), ...known }),
  );
  for (const [id, sight] of await deployment.lookForWorkbooks([...new Set(suspects)])) {
    if ("found" in sight) visit(sight.found);
    else if ("why" in sight) whereabouts.miss(id, sight.why);
  }
  const absent = unseen.filter(isMissing);
  const doubles = doublesOf(holders);
  for (const [slug, ids] of doubles) {
    if (isWanted(slug)) survey.doubles.push({ slug, ids });
    unchanged.delete(slug);
    unedited.delete(slug);
  }
  survey.unedited = unedited.size;
  survey.unchanged = unchanged.size;
  survey.edits = survey.edits.filter(({ live }) => !doubles.has(live.slug));
  survey.fresh = survey.fresh.filter(({ slug }) => !doubles.has(slug));
  survey.foreign = survey.foreign.filter(({ slug }) => !doubles.has(slug));
  survey.removed = survey.removed.filter((slug) => !doubles.has(slug));
  survey.absent = absent.map((wanted) => {
    const last = findLastSeen?.("workbook", wanted.slug);
    return { slug: wanted.slug, file: wanted.file, reason: whereabouts.explain(wanted, { last, ...known }) };
  });
  const companionOf = findCompanions(new Map([...declared].filter(([slug]) => isSelected(slug))));
  for (const { declared: report, live } of pairs) {
    if (!live) continue;
    const slug = companionOf(report);
    if (!all && named !== undefined && slug === undefined) continue;
    const change = compareReport(report, live, { ...scope, workbooks: slugs });
    if (change && change.fields.length > 0) survey.reportEdits.push({ declared: report, live, change, slug });
    else survey.unchanged += 1;
  }
  survey.edits.sort((a, b) => compareText(a.live.slug, b.live.slug));
  for (const list of [survey.fresh, survey.foreign, survey.absent, survey.doubles, survey.unread])
    list.sort((a, b) => compareText(a.slug, b.slug));
  survey.removed.sort(compareText);
  survey.unnamed.sort((a, b) => a.id - b.id);
  return survey;
}

/** Also if nobody knows who made a difference, or somebody published it since. */
function isEditedLive(change: Change | undefined): boolean {
  const { fields, hazards } = change ?? { fields: [], hazards: [] };
  return fields.some(({ origin }) => origin !== "git") || hazards.length > 0;
}

/** If no file declares a report, only new workbooks need reports. */
function needsReports({ reports, all, named, declared }: SurveyOptions): boolean {
  return reports.length > 0 || all || [...(named ?? [])].some((slug) => !declared.has(slug));
}

/** The owner of a live workbook that this project must not pull unasked; undefined if it is free. */
function foreignOwner(live: LiveWorkbook, scope: Scope): string | undefined {
  const owner = ownerOf(live, scope);
  if (owner.kind === "other-project") return owner.stamp.project;
  const stamp = live.meta[STAMP_KEY];
  const preview = isObject(stamp) ? stamp.preview : undefined;
  return isObject(preview) ? `the preview ${JSON.stringify(preview.name ?? "")}` : undefined;
}

function requireList(capabilities: Capabilities, target: SurveyOptions["target"]): void {
  if (capabilities.has("listWorkbooks")) return;
  throw new UserError(`deployment ${target.deployment} of ${target.url} does not list its workbooks`, {
    details: [
      "Its API description (GET /api/v1/spec) does not name GET …/workbooks, so there is nothing to pull from.",
      "Newer versions of the platform have it: switch the deployment to one, then pull again.",
    ],
  });
}
