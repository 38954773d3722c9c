// The live state compared with the files: which declared things were edited, and what no file declares yet. GET requests only.

import { abilitiesOf, pairReports, readDeployment } from "../live/index.ts";
import {
  type Change,
  compareText,
  isObject,
  isPreview,
  readStamp,
  STAMP_KEY,
  UserError,
} from "../model/index.ts";
import {
  compareReport,
  compareWorkbook,
  type Declared,
  displacedHazard,
  findCompanions,
  LiveIndex,
  type LiveWorkbook,
  lookUp,
  ownerOf,
  type Scope,
  slugsGiven,
} from "../plan/index.ts";
import type { Capabilities, Platform } from "../platform/index.ts";
import type { Survey, SurveyOptions } from "./found.ts";
import { findRenamedLive, mayBeTaken, type NotFollowed } from "./renamed.ts";

export type { Survey } from "./found.ts";

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
  const aliases = new Set([...(options.named ?? [])].filter((slug) => given.has(slug)));
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
    reportIds: ids,
    renamed: [],
    aliases,
    moved: [],
    absent: [],
    slugs: new Map(),
    reports: new Map(deployment.reports.map((report) => [report.id, report])),
    can,
    unchanged: 0,
    unedited: 0,
  };
  const isWanted = (slug: string) =>
    isSelected(slug) && (declared.has(slug) || all || named?.has(slug) === true);
  const visit = (found: LiveWorkbook): void => {
    const { key = found.slug, owner } = index.add(found);
    const live = { ...found, slug: key };
    if (index.holders(key).length > 1 || !isWanted(key)) return;
    const { slug, id, unread } = live;
    if (unread) return void survey.unread.push({ slug, id, unread });
    const wanted = declared.get(live.slug);
    if (!wanted) {
      // A preview goes with its pull request, so it is pulled only by name.
      if (isPreview(readStamp(live.meta)) && named?.has(live.slug) !== true) return;
      const foreign = named?.has(live.slug) ? undefined : foreignOwner(live, scope);
      if (foreign === undefined) survey.fresh.push(live);
      else survey.foreign.push({ slug: live.slug, project: foreign });
      if (owner === "us" && named?.has(key) !== true) survey.removed.push(key);
      return;
    }
    if (found.slug !== slug && ownerOf(live, scope).kind === "us")
      survey.moved.push({ slug, ...renamedBack(slug, found.slug) });
    const change = withoutWas(compareWorkbook(wanted, found, scope));
    if (!isEditedLive(change)) unedited.add(live.slug);
    if (change && change.fields.length > 0) survey.edits.push({ declared: wanted, live, change });
    else unchanged.add(live.slug);
  };
  await deployment.readWorkbooks({
    needsDraft: ({ slug }) => isWanted(slugOf(slug)),
    needsPublished: (slug) => isWanted(slugOf(slug)) && !declared.has(slugOf(slug)),
    isAnyMissing: () => all || [...(named ?? declared.keys())].some((slug) => !isThere(slug)),
    visitUnnamed({ id, name, meta }) {
      index.addUnnamed({ id, name, meta });
      if (all) survey.unnamed.push({ id, name });
    },
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
  for (const { wanted, id, slug } of sought.found) {
    if (!isSelected(wanted.slug) && named?.has(slug) !== true) continue;
    const live = index.holders(slug).length === 1 ? await deployment.readWorkbook(id) : undefined;
    if (live?.slug !== slug || !mayBeTaken(live, wanted, scope)) continue;
    survey.renamed.push({
      from: wanted.slug,
      to: slug,
      id,
      name: live.name,
      file: wanted.file,
      line: wanted.line(),
    });
    named?.add(wanted.slug);
    aliases.add(slug);
    visit({ ...live, slug: wanted.slug });
    for (const alike of [unchanged, unedited]) alike.delete(wanted.slug);
  }
  const absent = unseen.filter(isMissing);
  const doubles = index.doubles();
  for (const [slug, ids] of doubles) {
    const was = index.holders(slug).find((row) => row.slug !== slug)?.slug;
    if (isWanted(slug)) survey.doubles.push({ slug, ids, was });
    unchanged.delete(slug);
    unedited.delete(slug);
  }
  survey.unedited = unedited.size;
  survey.unchanged = unchanged.size;
  survey.edits = survey.edits.filter(({ live }) => !doubles.has(live.slug));
  survey.moved.push(...findDisplaced(survey.edits, index));
  survey.slugs = index.ids();
  const isNew = ({ slug }: { slug: string }) => isThere(slug) && !doubles.has(slug);
  survey.fresh = survey.fresh.filter(isNew);
  survey.foreign = survey.foreign.filter(isNew);
  survey.removed = survey.removed.filter((slug) => isNew({ slug }));
  survey.absent = absent.map((wanted) => {
    const { slug, file } = wanted;
    return { slug, file, reason: lookup.explain(wanted), unclear: sought.unclear.get(slug) };
  });
  const companionOf = findCompanions(new Map([...declared].filter(([slug]) => isSelected(slug))));
  for (const { declared: report, live } of pairs) {
    if (!live) continue;
    const slug = companionOf(report);
    if (!all && named !== undefined && slug === undefined) continue;
    const change = compareReport(report, live, { ...scope, workbooks: survey.slugs });
    if (change && change.fields.length > 0) survey.reportEdits.push({ declared: report, live, change, slug });
    else survey.unchanged += 1;
  }
  sortBySlug(survey);
  return survey;
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

/** Of one whose stamp says that an apply gave it its slug, and that has one of before again. */
function renamedBack(slug: string, live: string): NotFollowed {
  return {
    message: `${slug} is live as ${live} again, which its \`was\` names: renamed in the UI?`,
    help: `Declare it as ${live}, without that in \`was\`; or rename it once more with \`boardwright apply --allow renamed\`.`,
  };
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

// The order in which a survey is told: by slug, so that it does not depend on the platform's.

function sortBySlug(survey: Survey): void {
  const { absent, doubles, edits, foreign, fresh, moved, removed, renamed, unnamed, unread } = survey;
  edits.sort((a, b) => compareText(a.live.slug, b.live.slug));
  for (const list of [fresh, moved, foreign, absent, doubles, unread])
    list.sort((a, b) => compareText(a.slug, b.slug));
  removed.sort(compareText);
  renamed.sort((a, b) => compareText(a.from, b.from));
  unnamed.sort((a, b) => a.id - b.id);
}
