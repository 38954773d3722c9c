// The live state compared with the files: which declared things were edited, and what no file declares yet. GET requests only.

import { abilitiesOf, type LiveReports, pairReports, readDeployment } from "../../live/index.ts";
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
} from "../../model/index.ts";
import {
  compareReport,
  compareWorkbook,
  type Declared,
  type DeclaredReport,
  displacedHazard,
  type FindLastSeen,
  findCompanions,
  type IgnoredPath,
  LiveIndex,
  type LiveReport,
  type LiveRow,
  type LiveWorkbook,
  lookUp,
  ownerOf,
  type ReportIds,
  type Scope,
  slugsGiven,
  type Unreadable,
  withLabels,
} from "../../plan/index.ts";
import type { Capabilities, Platform } from "../../platform/index.ts";
import { findRenamedLive, mayBeTaken, type NotFollowed, type RenamedLive } from "./renamed.ts";

interface SurveyOptions {
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
  /** Selected slugs that several live workbooks have, with their ids: nothing says which of them a file is about. `was`: the slug that one of them has live. */
  doubles: { slug: string; ids: readonly number[]; was: string | undefined }[];
  /** Selected ones that are in the list, and that no read shows. */
  unread: Unreadable[];
  /** Declared workbooks that are live under another slug: everything else names them by the slug that the files have. Sorted by it. */
  renamed: RenamedLive[];
  /** Declared workbooks of which an edit in the UI moved the slug, so that no renaming in the files could follow; sorted by slug. */
  moved: { slug: string; message: string; help: string }[];
  /** Slugs that were named for others: a slug that `was`, or one that a renamed workbook has live. */
  aliases: ReadonlySet<string>;
  /** Selected slugs that are declared and not live, with what is known of it. */
  absent: { slug: string; file: string; reason: Reason | undefined; unclear: NotFollowed | undefined }[];
  /** Slug → id of all live workbooks. */
  slugs: ReadonlyMap<string, number>;
  /** All live reports, by id; empty if none is needed or the deployment cannot manage them. */
  reports: ReadonlyMap<number, LiveReport>;
  /** Report key → live id, of the declared ones that are live. */
  reportIds: ReportIds;
  can: { reports: boolean; publish: boolean };
  /** Selected workbooks and reports that do not differ. */
  unchanged: number;
  /** Selected workbooks that nobody edited live: what differs in them was edited in Git. */
  unedited: number;
}

export async function surveyLive(platform: Platform, options: SurveyOptions): Promise<Survey> {
  const { project, target, declared, ignored, all } = options;
  const given = slugsGiven(declared);
  /** A slug that was stands for the one that the files give now. */
  const named =
    options.named && new Set([...options.named].flatMap((slug) => [slug, given.get(slug) ?? slug]));
  const capabilities = await platform.capabilities();
  requireList(capabilities, target);
  // Reports that cannot be written are not pulled.
  const readsReports = abilitiesOf(capabilities).reports && needsReports(options);
  const isSelected = (slug: string): boolean => all || named === undefined || named.has(slug);
  const { can, folders, ...deployment } = await readDeployment(platform, target, {
    folders: true,
    reports: readsReports ? { publicIds: new Set(), others: "all" } : undefined,
  });
  const { pairs, ids } = pairReports(options.reports, deployment.reports, {
    project: project.name,
    deploymentId: target.deployment,
  });
  const scope: Scope = {
    project: project.name,
    deploymentId: target.deployment,
    ignored,
    reports: ids,
    reportVersions: new Map(),
    folders: folders.ids,
  };

  const index = new LiveIndex({ scope, declared, renames: given });
  const isThere = (slug: string): boolean => index.holders(slug).length > 0;
  const slugOf = (slug: string): string => given.get(slug) ?? slug;
  const isWanted = (slug: string) =>
    isSelected(slug) && (declared.has(slug) || all || named?.has(slug) === true);
  const aliases = new Set([...(options.named ?? [])].filter((slug) => given.has(slug)));
  const seen = new Map<number, Seen>();
  const visit = (found: LiveWorkbook): void => {
    const { id, key = found.slug, unread } = index.add(found);
    if (!isWanted(key)) return;
    const wanted = declared.get(key);
    const change = wanted && !unread ? withoutWas(compareWorkbook(wanted, found, scope)) : undefined;
    const isKept = !wanted || (change !== undefined && change.fields.length > 0);
    seen.set(id, {
      change,
      isEdited: isEditedLive(change),
      ...(isKept && { live: { ...found, slug: key } }),
    });
  };
  await deployment.readWorkbooks({
    needsDraft: ({ slug }) => isWanted(slugOf(slug)),
    needsPublished: (slug) => isWanted(slugOf(slug)) && !declared.has(slugOf(slug)),
    isAnyMissing: () => all || [...(named ?? declared.keys())].some((slug) => !isThere(slug)),
    visitUnnamed: (_, live) => index.addUnnamed(live),
    visit,
  });
  const isMissing = ({ slug }: Declared): boolean => isSelected(slug) && !isThere(slug);
  // One that is named by the slug that it has live may be any of those that are not there.
  const isOtherNamed = [...(named ?? [])].some((slug) => isThere(slug) && !declared.has(slug));
  const unseen = [...declared.values()].filter(
    (wanted) => isMissing(wanted) || (isOtherNamed && !isThere(wanted.slug)),
  );
  const findLastSeen = unseen.length > 0 ? await options.readLastSeen() : undefined;
  const declaredReports = pairs.map((pair) => pair.declared);
  const lookup = lookUp(index, { findLastSeen, reports: deployment.reports, declaredReports });
  const looked = await deployment.lookForWorkbooks(unseen.flatMap(({ slug }) => lookup.suspects(slug)));
  looked.found.forEach(visit);
  for (const [id, why] of looked.unread) index.unread.set(id, why);
  const stillUnseen = unseen.filter(({ slug }) => !isThere(slug));
  const sought = findRenamedLive(stillUnseen, { declared, index, lookup });
  const renamed: Survey["renamed"] = [];
  for (const { wanted, id, slug } of sought.found) {
    if (!isSelected(wanted.slug) && named?.has(slug) !== true) continue;
    const live = index.holders(slug).length === 1 ? await deployment.readWorkbook(id) : undefined;
    if (live?.slug !== slug || !mayBeTaken(live, wanted, scope)) continue;
    const { slug: from, file } = wanted;
    renamed.push({ from, to: slug, id, name: live.name, file, line: wanted.line() });
    named?.add(wanted.slug);
    aliases.add(slug);
    visit({ ...live, slug: wanted.slug });
  }
  const doubles = index.doubles();
  const rows = [...index.rows.values()].flatMap((row): (LiveRow & Seen & { key: string })[] => {
    const { id, key } = row;
    const found = seen.get(id);
    return found && key !== undefined && !doubles.has(key) ? [{ ...row, ...found, key }] : [];
  });
  const ours = rows.filter(({ key, unread }) => declared.has(key) && unread === undefined);
  const edited = ours.flatMap(({ key, live, change }) =>
    live && change ? [{ declared: declared.get(key) as Declared, live, change }] : [],
  );
  const known = { reports: pairs, reportKeys: project.reportKeys };
  const labelled = withLabels(
    edited.map(({ change }) => change),
    known,
  );
  const edits = edited.map((one, at) => ({ ...one, change: labelled[at] as Change }));
  const asBefore = ours.filter(({ id }) => renamed.every((one) => one.id !== id));
  const slugs = index.ids();
  const ofReports = compareReports(pairs, { ...options, named }, { ...scope, workbooks: slugs });
  const undeclared = rows.filter(({ key, unread }) => !declared.has(key) && unread === undefined);
  return {
    ...sortUndeclared(undeclared, named ?? new Set(), scope),
    edits: edits.sort((a, b) => compareText(a.live.slug, b.live.slug)),
    reportEdits: ofReports.edits,
    unnamed: [...index.rows.values()]
      .flatMap(({ id, key, name }) => (all && key === undefined ? [{ id, name }] : []))
      .sort((a, b) => a.id - b.id),
    doubles: [...doubles]
      .filter(([slug]) => isWanted(slug))
      .map(([slug, ids]) => ({ slug, ids, was: index.holders(slug).find((row) => row.slug !== slug)?.slug }))
      .sort(bySlug),
    unread: rows.flatMap(({ key: slug, id, unread }) => (unread ? [{ slug, id, unread }] : [])).sort(bySlug),
    reportIds: ids,
    renamed: renamed.sort((a, b) => compareText(a.from, b.from)),
    aliases,
    moved: [...ours.flatMap(renamedBack), ...findDisplaced(edits, index)].sort(bySlug),
    absent: unseen
      .filter(isMissing)
      .map((wanted) => {
        const { slug, file } = wanted;
        return { slug, file, reason: lookup.explain(wanted), unclear: sought.unclear.get(slug) };
      })
      .sort(bySlug),
    slugs,
    reports: new Map(deployment.reports.map((report) => [report.id, report])),
    can,
    unchanged: asBefore.filter(({ live }) => !live).length + ofReports.unchanged,
    unedited: asBefore.filter(({ isEdited }) => !isEdited).length,
  };
}

/** What the comparison found of a workbook that is wanted. */
interface Seen {
  change: Change | undefined;
  isEdited: boolean;
  /** Kept only if something is pulled from it. */
  live?: LiveWorkbook;
}

const bySlug = (a: { slug: string }, b: { slug: string }): number => compareText(a.slug, b.slug);

/** Live workbooks that no file declares: those to take in, and those that are pulled only by name. */
function sortUndeclared(
  rows: readonly (LiveRow & Seen & { key: string })[],
  named: ReadonlySet<string>,
  scope: Scope,
): Pick<Survey, "fresh" | "foreign" | "removed"> {
  const found: Pick<Survey, "fresh" | "foreign" | "removed"> = { fresh: [], foreign: [], removed: [] };
  for (const { key, owner, live } of rows) {
    const isNamed = named.has(key);
    // A preview goes with its pull request, so it is pulled only by name.
    if (!live || (!isNamed && isPreview(readStamp(live.meta)))) continue;
    const project = isNamed ? undefined : foreignOwner(live, scope);
    if (project === undefined) found.fresh.push(live);
    else found.foreign.push({ slug: key, project });
    if (owner === "us" && !isNamed) found.removed.push(key);
  }
  found.fresh.sort(bySlug);
  found.foreign.sort(bySlug);
  found.removed.sort(compareText);
  return found;
}

function compareReports(
  pairs: LiveReports["pairs"],
  { declared, all, named }: Pick<SurveyOptions, "declared" | "all" | "named">,
  scope: Parameters<typeof compareReport>[2],
): { edits: Survey["reportEdits"]; unchanged: number } {
  const isSelected = (slug: string) => all || named === undefined || named.has(slug);
  const companionOf = findCompanions(new Map([...declared].filter(([slug]) => isSelected(slug))));
  const edits: Survey["reportEdits"] = [];
  let unchanged = 0;
  for (const { declared: report, live } of pairs) {
    const slug = companionOf(report);
    if (!live || (!all && named !== undefined && slug === undefined)) continue;
    const change = compareReport(report, live, scope);
    if (change && change.fields.length > 0) edits.push({ declared: report, live, change, slug });
    else unchanged += 1;
  }
  return { edits, unchanged };
}

/** How it is renamed is no edit of what is live. */
function withoutWas(change: Change | undefined): Change | undefined {
  const { was: _, ...rest } = change ?? {};
  return change && (rest as Change);
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

// Declared workbooks whose slug was moved in the UI, so that no renaming in the files could follow.

/** If its stamp says that an apply gave it its slug, and it has one of before again. */
function renamedBack({ key, slug, appliedAs }: LiveRow & { key: string }): Survey["moved"] {
  if (slug === key || appliedAs !== key) return [];
  const message = `${key} is live as ${slug} again, which its \`was\` names: renamed in the UI?`;
  const help = `Declare it as ${slug}, without that in \`was\`; or rename it once more with \`boardwright apply --allow renamed\`.`;
  return [{ slug: key, message, help }];
}

/** Of those whose slug another live workbook has by now. */
function findDisplaced(edits: Survey["edits"], index: LiveIndex): Survey["moved"] {
  return edits.flatMap(({ declared: { slug }, change }) => {
    const isAdopted = change.hazards.some(({ code }) => code === "adopt");
    const [place] = isAdopted && !index.isSettled(slug) ? index.moved(slug) : [];
    if (!place) return [];
    const help = `Give the workbook ${place.id} the slug ${slug} back on the platform, and the other one its own; or give both other slugs in the files.`;
    return [{ slug, message: `${slug}: ${displacedHazard(place).message}`, help }];
  });
}
