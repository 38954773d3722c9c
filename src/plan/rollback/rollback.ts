// Planning a rollback: the comparison of any plan, with the states from before a run instead of files.

import {
  type Action,
  type Change,
  type ChangeKind,
  compareText,
  type Diagnostic,
  type Hazard,
  type JsonObject,
  type LeftOut,
  type ManagedParts,
  type Plan,
  type RunChange,
  readStamp,
  type Stamp,
  TAKEN_MEANWHILE,
} from "../../model/index.ts";
import { isBlank } from "../change/claimed.ts";
import { fingerprint } from "../change/fingerprint.ts";
import { addMassChange, type Owner, takeoverHazard } from "../change/hazards.ts";
import { newChange } from "../change/new-change.ts";
import { ownerOf } from "../change/owner.ts";
import { isPublished, publicationNumber, publicationPrint } from "../change/publication.ts";
import type { Scope } from "../change/workbook-change.ts";
import { doublesOf } from "../planner/double-slugs.ts";
import type { Outline } from "../planner/outline.ts";
import { planAll } from "../planner/passes.ts";
import { withHomes, withResidents } from "../planner/prune.ts";
import { compareChanges, compareSubjects, newPlan, withChanges } from "../planner/summarize.ts";
import { isEditedSince, stampOver } from "../stamp/edited.ts";
import { stampRequest } from "../stamp/request.ts";
import { onLiveMeta } from "../stamp/sent-request.ts";
import type { Declared } from "../state/declared.ts";
import { identityOf, kindOf } from "../state/kind.ts";
import { openReferences, resolveReferences } from "../state/references.ts";
import type { DeclaredReport } from "../state/report-state.ts";
import type { Live, LiveReport, LiveWorkbook } from "../state/state.ts";
import type { Past, RollbackInput } from "./input.ts";
import { pastReport, pastWorkbook, withKeys } from "./past-state.ts";
import {
  goneFromView,
  goneSince,
  heldTwice,
  homeless,
  madeAgain,
  madeRenamed,
  mayBeNew,
  missingBackup,
  movedSince,
  notes,
  renamed,
  staysPublished,
  stillShown,
  taken,
  withNextSteps,
  withoutImpossible,
} from "./rollback-notes.ts";
import { keptReports, shownSince } from "./shown-reports.ts";

// Reports that nobody managed, and that went with a workbook that a run deleted: put back as they were, under no stamp of ours.

/** What was only taken out of its workbook goes back in; nothing else of it is touched. */
const ONLY_HOME: ManagedParts = { fields: ["workbook"], meta: [] };

/** The changes; those of `along`, report key → its state from before, without a stamp, and so without a hazard. */
function withoutStamps(changes: readonly Change[], along: ReadonlyMap<string, LiveReport>): Change[] {
  return changes.map((change): Change => {
    const before = change.kind === "report" ? along.get(change.key) : undefined;
    if (!before || !change.request) return change;
    const { meta: _, ...fields } = change.request;
    const request: JsonObject = change.action === "create" ? { ...fields, meta: before.meta } : fields;
    return { ...change, unmanaged: true, hazards: [], request };
  });
}

/** Its key in the plan is its publicId, because no file names it. */
function isAlong({ along }: RunChange): boolean {
  return along !== undefined;
}

// What a rollback ought to put back and cannot: the errors of its plan, as data that its results and its record count.

const OPPOSITE: Partial<Record<Action, Action>> = { create: "delete", delete: "create" };

/** One for each workbook, report or folder that an error is about, in the order of a plan. `changes`: those of the run. */
function leftOutOf(diagnostics: readonly Diagnostic[], changes: readonly RunChange[]): LeftOut[] {
  const byName = new Map<string, RunChange>();
  for (const change of changes) byName.set(nameOf(change.kind, change.key), change);
  const found = new Map<string, LeftOut>();
  for (const { severity, kind, subject: key, rule: code, message, help } of diagnostics) {
    if (severity !== "error" || kind === undefined || key === undefined) continue;
    const name = nameOf(kind, key);
    const { action = "create", id = null } = byName.get(name) ?? {};
    if (found.has(name)) continue;
    const undone = OPPOSITE[action] ?? action;
    found.set(name, { kind, key, action: undone, id, code, message, ...(help !== undefined && { help }) });
  }
  return [...found.values()].sort(compareSubjects);
}

function nameOf(kind: ChangeKind, key: string): string {
  return `${kind}:${key}`;
}

/** A plan that is empty if live is as it was before the run. Parts that the run did not manage stay as they are. */
export function planRollback(input: RollbackInput): Plan {
  if (input.run.record.disowns) return planReclaim(input);
  const { live, recordFile } = input;
  const reports = undoReports(input);
  const scope: Scope = { ...input.scope, reports: reports.ids, undoes: true };
  const byId = (id: number) => live.find((workbook) => workbook.id === id);
  const holders = new Map(live.map((workbook) => [workbook.slug, workbook]));
  const doubles = doublesOf(live);
  const diagnostics = [...reports.diagnostics];
  const declared = new Map<string, Declared>();
  const changes: Change[] = [];
  const { symbols } = reports;
  const common = {
    ignored: scope.ignored,
    folderPaths: input.folderPaths,
    reports: symbols,
    reportKeys: new Set(input.reportKeys),
  };
  // Without a backup the run did not come to it.
  const own = new Set(input.workbooks.flatMap(({ change, before }) => (before ? [change.key] : [])));
  const since = shownSince(input, symbols);
  const publications = since.filter(({ now }) => !own.has(now.slug));
  const shownAgain = new Set(since.map(({ now }) => now.slug));
  const published: Past<LiveWorkbook>[] = [];
  const renames = new Map<string, string>();

  for (const past of input.workbooks) {
    const { change, before, file } = past;
    // It did not come to its new slug, or has the old one again: what else an unfinished rollback left is still to be put back.
    const old = change.was === undefined ? undefined : holders.get(change.was);
    const now = holders.get(change.key) ?? (old && old.id === before?.id ? old : undefined);
    const double = doubles.get(change.key);
    if (double) {
      diagnostics.push(heldTwice(change.key, double, file));
      continue;
    }
    if (change.action === "create") {
      const { deletion, finding } = undoCreation(
        past,
        { now, made: byId(change.claimed ?? Number.NaN) },
        scope,
      );
      if (deletion) changes.push(deletion);
      if (finding) diagnostics.push(finding);
      continue;
    }
    if (!before) {
      diagnostics.push(...missingBackup(past));
      continue;
    }
    if (change.error === TAKEN_MEANWHILE && now && now.id !== before.id) {
      diagnostics.push(taken(change, now, file));
      continue;
    }
    const other = now?.id === before.id ? undefined : byId(before.id);
    if (other) {
      diagnostics.push(renamed(change, before.name, other, file));
      continue;
    }
    const wasPublished = before.published !== undefined;
    const didPublish = change.publish && change.status !== "awaiting-review";
    if (didPublish && !wasPublished && now?.published) diagnostics.push(staysPublished(change.key, file));
    if ((didPublish || shownAgain.has(change.key)) && wasPublished) published.push(past);
    if (change.action === "publish" && change.was === undefined) {
      const config = before.published && withKeys(before.published, symbols, common.reportKeys);
      if (!config || !didPublish) continue;
      if (now?.id === before.id) publications.push({ now, config: config as JsonObject, file });
      else diagnostics.push(goneFromView(change.key, file));
      continue;
    }
    // If it is gone, or another workbook has the slug, the whole backup is restored.
    const isSame = change.action !== "delete" && now?.id === before.id;
    const managed = isSame ? change.managed : undefined;
    const publish = isSame ? didPublish || shownAgain.has(change.key) : wasPublished;
    if (isSame && !managed) continue;
    const desired = pastWorkbook(before, { ...common, file, managed, publish, ignore: change.ignore });
    const isRenamed = desired.slug !== change.key;
    // Its stamp may still name the other slug.
    declared.set(desired.slug, isRenamed ? { ...desired, was: [change.key] } : desired);
    if (isRenamed) renames.set(change.key, desired.slug);
  }

  const about = { declared, renames, reports: reports.pairs, otherReports: [], orphans: false, scope };
  // What draws a report that is put back, and stays: the run need not have changed it.
  const going = new Set(changes.map(({ id }) => id));
  const unselected = new Map(
    live
      .filter(({ id, slug }) => !declared.has(slug) && !renames.has(slug) && !going.has(id))
      .map(({ slug, name }): [string, Outline] => [
        slug,
        { slug, file: recordFile, line: () => 1, references: [], title: () => name },
      ]),
  );
  const plan = planAll({ ...input, ...about, unselected }, live);
  // A change of the stamp alone restores nothing.
  const kept = withoutStamps(plan.changes, reports.along).filter(({ action }) => action !== "stamp");
  const unchanged = plan.summary.unchanged + plan.summary.stamp;
  changes.push(...reports.deletions);

  const moved = new Set(kept.filter(({ kind }) => kind === "report").map(({ key }) => key));
  for (const { now, config, file, isLater } of input.can.publish ? publications : []) {
    const shown = resolveReferences(config, scope.reports);
    const draws = [...openReferences(config)].filter((key) => moved.has(key)).sort();
    if (draws.length === 0 && isPublished(now, scope, shown)) continue;
    if (isLater) diagnostics.push(mayBeNew(now.slug, draws, file));
    kept.push(publishBackChange(now, { config: shown, draws, file }, scope));
  }

  // What viewers see of a publication that stays needs its reports.
  const ended = new Set(
    [...changes, ...kept].flatMap(({ kind, action, publish, id }) =>
      // A report may have the id of a workbook.
      kind === "workbook" && (action === "delete" || publish) ? [id] : [],
    ),
  );
  const stays = (change: Change): boolean => {
    const holder = live.find(({ id, snapshots }) => snapshots.has(change.id ?? 0) && !ended.has(id));
    if (change.kind !== "report" || !holder) return false;
    diagnostics.push(stillShown(change, holder.slug, recordFile));
    return true;
  };
  const homes = new Map(input.liveReports.map(({ id, workbookId }) => [id, workbookId]));
  const residents = withResidents(
    withHomes(
      changes.filter((change) => !stays(change)),
      homes,
    ),
    input.residents,
  );
  const { possible, refused } = withoutImpossible(residents, input.can, recordFile);
  const managedLive = live.filter((workbook) => ownerOf(workbook, scope).kind === "us").length;
  addMassChange(possible, managedLive, input.project.apply.limits);
  const all = withChanges(plan, [...kept, ...possible], unchanged);
  const findings = [...diagnostics, ...refused, ...keptReports(input, published), ...notes(input, all)];
  const byText = (a: Diagnostic, b: Diagnostic) =>
    compareText(a.file, b.file) || compareText(a.message, b.message);
  const sorted = [...withNextSteps(plan.diagnostics), ...findings].sort(byText);
  const leftOut = leftOutOf(sorted, input.run.record.changes);
  return { ...all, diagnostics: sorted, ...(leftOut.length > 0 && { leftOut }) };
}

// Rolling back a disown: the stamps that it took off are written again, as the backups have them. Nothing else is changed.

/** A plan of stamps: empty if the project manages again what the run let go of. Takes it back from nobody unasked. */
function planReclaim(input: RollbackInput): Plan {
  const { live, scope } = input;
  const changes: Change[] = [];
  const diagnostics: Diagnostic[] = [];
  let unchanged = 0;
  const doubles = doublesOf(live);
  const all: readonly Live[] = [...live, ...input.liveReports];
  for (const past of [...input.workbooks, ...input.reports]) {
    const { change, before, file } = past;
    const { kind, key } = change;
    const id = before?.id ?? change.id;
    const ofKind = all.filter((one) => one.kind === kind);
    const named = ofKind.find((one) => kindOf(one).nameOf(one) === (change.publicId ?? key));
    const now = id === null ? named : ofKind.find((one) => one.id === id);
    const double = kind === "workbook" ? doubles.get(key) : undefined;
    const [was, is] = [readStamp(before?.meta), readStamp(now?.meta)];
    if (double) diagnostics.push(heldTwice(key, double, file));
    else if (!now) diagnostics.push(named ? taken(change, named, file) : goneSince(change, file));
    else if (now !== named) diagnostics.push(renamed(change, key, now, file));
    else if (!was) diagnostics.push(...missingBackup(past));
    else if (is?.project === scope.project) unchanged += 1;
    else changes.push({ ...stampAgain(now, key, was, scope), hazards: is ? [takeoverHazard(is)] : [] });
  }
  diagnostics.sort((a, b) => compareText(a.file, b.file) || compareText(a.message, b.message));
  const leftOut = leftOutOf(diagnostics, input.run.record.changes);
  const plan = newPlan({ ...input, project: scope.project }, changes.sort(compareChanges), {
    unchanged,
    diagnostics,
  });
  return { ...plan, ...(leftOut.length > 0 && { leftOut }) };
}

/** Viewers see the version of a report before the stamp, too. */
function stampAgain(live: Live, key: string, stamp: Stamp, scope: RollbackInput["scope"]): Change {
  const made = newChange({
    ...{ ...identityOf(live), action: "stamp", key },
    request: onLiveMeta(stampRequest(stampOver(stamp, live)), live),
  });
  return { ...made, fingerprint: fingerprint(live, scope, made) };
}

// What a rollback does with the reports that its run wrote, deleted, or lost together with a workbook.

interface UndoneReports {
  pairs: { declared: DeclaredReport; live: LiveReport | undefined }[];
  ids: ReadonlyMap<string, number>;
  /** Id in a backup → report key. */
  symbols: Map<number, string>;
  /** Report key → its state from before, of those that nobody managed. */
  along: Map<string, LiveReport>;
  deletions: Change[];
  diagnostics: Diagnostic[];
}

function undoReports({ workbooks, reports, liveReports, live, run, scope }: RollbackInput): UndoneReports {
  const slugs = new Map(live.map(({ id, slug }) => [id, slug]));
  // A workbook that is gone is created again, with another id.
  for (const { kind, id, key } of run.record.changes) {
    if (kind === "workbook" && id !== null && !slugs.has(id)) slugs.set(id, key);
  }
  // One that the run renamed gets its old slug back.
  for (const { change, before } of workbooks)
    if (before && slugs.get(before.id) === change.key) slugs.set(before.id, before.slug);
  const byPublicId = new Map(liveReports.map((report) => [report.publicId, report]));
  const byId = new Map(liveReports.map((report) => [report.id, report]));
  const ids = new Map<string, number>();
  const undone: UndoneReports = {
    pairs: [],
    ids,
    symbols: new Map(),
    along: new Map(),
    deletions: [],
    diagnostics: [],
  };
  for (const past of reports) {
    const { change, before, file } = past;
    const now = byPublicId.get(change.publicId ?? "");
    if (change.action === "create") {
      const made = byId.get(change.claimed ?? Number.NaN);
      const { deletion, finding } = undoCreation(past, { now, made }, scope);
      if (deletion) undone.deletions.push(deletion);
      if (finding) undone.diagnostics.push(finding);
      continue;
    }
    if (!before) {
      undone.diagnostics.push(...missingBackup(past));
      continue;
    }
    const elsewhere = now?.id === before.id ? undefined : byId.get(before.id);
    if (elsewhere) {
      undone.diagnostics.push(renamed(change, before.name, elsewhere, file));
      continue;
    }
    // In its workbook again it is what was put back, whatever its id.
    const isHome = now !== undefined && slugs.get(now.workbookId ?? 0) === change.along;
    if (isAlong(change) && now && !isHome && now.id !== before.id) {
      undone.diagnostics.push(taken(change, now, file, before.name));
      continue;
    }
    undone.symbols.set(before.id, change.key);
    if (now) ids.set(change.key, now.id);
    if (isAlong(change)) {
      const home = now?.workbookId ?? null;
      if (home !== null) {
        if (!isHome) undone.diagnostics.push(movedSince(before.name, slugs.get(home) ?? String(home), file));
        continue;
      }
      undone.along.set(change.key, before);
    }
    const managed = now?.id === before.id ? partsToPutBack(change) : undefined;
    undone.pairs.push({ declared: pastReport(change.key, before, { file, managed, slugs }), live: now });
    const home = before.workbookId;
    const isKept = now?.workbookId === home || managed?.fields.includes("workbook") === false;
    if (home !== null && !slugs.has(home) && !isKept)
      undone.diagnostics.push(homeless(change.key, home, file));
  }
  return undone;
}

/** Of what is still there; undefined for all. */
function partsToPutBack(change: RunChange): ManagedParts | undefined {
  if (isAlong(change)) return ONLY_HOME;
  return change.action === "delete" ? undefined : change.managed;
}

// The changes of a rollback that no desired state asks for: deleting what a run made, and publishing again what was published before.

/** A creation of the run: deleted if it is still there under its name, and nobody else made anything of what the run had claimed. */
function undoCreation(
  { change, file }: Past<unknown>,
  { now, made }: { now: Live | undefined; made: Live | undefined },
  scope: RollbackInput["scope"],
): { deletion?: Change; finding?: Diagnostic } {
  const { key, status } = change;
  if (!made) return now ? { finding: madeAgain(change, now.id, file) } : {};
  if (now?.id !== made.id) return { finding: madeRenamed(change, made, file) };
  const isOurs = status === "applied" || isBlank(now) || ownerOf(now, scope, [key]).kind === "us";
  return isOurs ? { deletion: deletionOf(now, key, scope) } : {};
}

/** `key`: its slug, or the report's key in the files. */
function deletionOf(live: Live, key: string, scope: Omit<Scope, "reports">): Change {
  const owner = ownerOf(live, scope, [key]);
  const edited = owner.kind === "us" && isEditedSince(live, owner.stamp, scope.ignored);
  return newChange({
    ...{ ...identityOf(live), action: "delete", key, fingerprint: fingerprint(live, scope) },
    visible: kindOf(live).isShown(live),
    hazards: deletionHazards(isBlank(live) ? "nothing" : owner, edited),
  });
}

function publishBackChange(
  live: LiveWorkbook,
  { config, draws, file }: { config: JsonObject; draws: string[]; file: string },
  scope: Scope,
): Change {
  const { id, slug: key, name } = live;
  const again = newChange({
    kind: "workbook",
    action: "publish",
    ...{ id, key, title: name },
    source: { file, line: 1 },
    publish: true,
    visible: true,
    publication: publicationPrint(live, scope),
    publishConfig: config,
    ...(draws.length > 0 && { draws }),
    request: numbered(live, scope),
  });
  return { ...again, fingerprint: fingerprint(live, scope, again) };
}

/** A stamp of ours that counts publications counts this one: it is nobody's edit. */
function numbered(live: LiveWorkbook, scope: Scope): JsonObject | undefined {
  const owner = ownerOf(live, scope);
  const published = publicationNumber(live, true);
  if (owner.kind !== "us" || owner.stamp.published === undefined || published === undefined) return undefined;
  return stampRequest({ ...owner.stamp, published });
}

function deletionHazards(owner: Owner | "nothing", edited: boolean): Hazard[] {
  const hazards: Hazard[] = [{ code: "delete", message: "created by that run: rolling back deletes it" }];
  if (owner === "nothing") return hazards;
  if (owner.kind === "other-project") hazards.push(takeoverHazard(owner.stamp));
  if (owner.kind === "nobody") hazards.push({ code: "adopt", message: "no longer managed by any project" });
  if (edited) hazards.push({ code: "drift", message: "edited outside Git since the last apply" });
  return hazards;
}
