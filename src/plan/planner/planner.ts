// Puts a plan together. Live workbooks stream through; only changes are kept.

import {
  type Change,
  compareDiagnostics,
  type Diagnostic,
  type FieldChange,
  isObject,
  isPlainSlug,
  type Json,
  type JsonObject,
  PLAN_FORMAT_VERSION,
  readStamp,
} from "../../model/index.ts";
import { isBlank, isBlankReport } from "../change/claimed.ts";
import { diagnose } from "../change/diagnose.ts";
import { fingerprint } from "../change/fingerprint.ts";
import { addMassChange } from "../change/hazards.ts";
import { newChange } from "../change/new-change.ts";
import { namesOf, ownerOf } from "../change/owner.ts";
import { publicationPrint } from "../change/publication.ts";
import { compareReport, reportOwner } from "../change/report-change.ts";
import { compareWorkbook, createChange, identify, type Scope } from "../change/workbook-change.ts";
import { isShell } from "../stamp/same-work.ts";
import { sumOrigins } from "../stamp/three-way.ts";
import { type Declared, resolveDeclared } from "../state/declared.ts";
import { withOwnPaths } from "../state/ignore.ts";
import { reportsByKey } from "../state/reports-by-key.ts";
import type { LiveWorkbook } from "../state/state.ts";
import type { Abilities } from "./abilities.ts";
import { editedSince, type Outdated } from "./carried.ts";
import { nameCompanions } from "./companions.ts";
import { doublesOf, findOtherForms, noteHolder, refuseDoubles } from "./double-slugs.ts";
import { reportsDrawnBy } from "./drawers.ts";
import { resolveFolders } from "./folders.ts";
import { forReaders } from "./for-readers.ts";
import type { Planner, PlannerInput } from "./input.ts";
import { findStrangers, type Orphan, orphanReports } from "./orphans.ts";
import type { Surroundings } from "./outline.ts";
import { pruneOrphans } from "./prune.ts";
import { watchRenames } from "./renames.ts";
import { withResidents } from "./residents.ts";
import { reportShardKey } from "./shard.ts";
import { compareChanges, summarize } from "./summarize.ts";
import { watchUndeclared } from "./undeclared.ts";
import { refuseUnread } from "./unreadable.ts";
import { withoutUnresolved } from "./unresolved.ts";
import {
  displacedHazard,
  reportReason,
  strangerHazard,
  type Whereabouts,
  watchWhereabouts,
  withReason,
} from "./whereabouts.ts";

// A publication holds its reports as they were when it was made: if a plan changes one, what draws it is published again.

interface Republishing {
  /** Live workbooks that are to be published and draw reports, by slug. */
  publishing: ReadonlyMap<string, LiveWorkbook>;
  /** The slugs of workbooks that need nothing else; those that are published again are taken out. */
  unchanged: Set<string>;
  declared: ReadonlyMap<string, Declared>;
  scope: Scope;
}

/**
 * The changes of a plan, with the publications that its reports call for, and with the reports that each publication waits for. A workbook that
 * was left out of the plan is not published either.
 */
function withRepublishing(
  changes: readonly Change[],
  { publishing, unchanged, declared, scope }: Republishing,
): Change[] {
  const written = new Set(changes.filter(isReportWrite).map(({ key }) => key));
  const drawnBy = (slug: string): string[] => {
    const references = new Set(declared.get(slug)?.references);
    return [...references].filter((key) => written.has(key)).sort();
  };
  const withDrawn = (change: Change): Change => {
    const draws = change.kind === "workbook" ? drawnBy(change.key) : [];
    if (draws.length === 0) return change;
    const live = publishing.get(change.key);
    if (!live) return change.publish ? { ...change, draws } : change;
    const shown = {
      ...change,
      publish: true,
      visible: true,
      publication: publicationPrint(live, withOwnPaths(scope, change)),
      draws,
    };
    const isRecord = change.action === "stamp" || change.action === "rename";
    if (change.action === "update" || (!isRecord && !change.renews)) return shown;
    const changed = change.renews?.changed.filter((key) => !written.has(key)) ?? [];
    return { ...shown, action: "publish", renews: { changing: draws, changed } };
  };
  const added: Change[] = [];
  for (const [slug, live] of publishing) {
    const draws = drawnBy(slug);
    const wanted = declared.get(slug);
    if (!wanted || draws.length === 0 || !unchanged.delete(slug)) continue;
    const again = newChange({
      ...identify(wanted, resolveDeclared(wanted, scope.reports).state(), live),
      action: "publish",
      publish: true,
      visible: true,
      renews: { changing: draws, changed: [] },
      publication: publicationPrint(live, withOwnPaths(scope, wanted)),
      ...appliedTo(live),
    });
    added.push({ ...again, fingerprint: fingerprint(live, scope, again), draws });
  }
  const all = [...changes.map(withDrawn), ...added];
  const shown = new Set(all.flatMap(({ publish, draws = [] }) => (publish ? draws : [])));
  return all.map((change) =>
    isReportWrite(change) ? { ...change, visible: shown.has(change.key) } : change,
  );
}

function appliedTo({ meta }: LiveWorkbook): Pick<Change, "applied"> {
  const digest = readStamp(meta)?.digest;
  return digest === undefined ? {} : { applied: digest };
}

const isReportWrite = ({ kind, action }: Change): boolean =>
  kind === "report" && (action === "create" || action === "update");

export function createPlanner(input: PlannerInput): Planner {
  const { scope, takes = () => true, prune = false } = input;
  const { declared, unpublished } = withoutPublishing(input);
  let changes: Change[] = [];
  const seen = new Set<string>();
  const workbooks = new Map<string, number>();
  const holders = new Map<string, number[]>();
  let unseenReports = 0;
  /** Live workbooks that are published and draw reports. */
  const publishing = new Map<string, LiveWorkbook>();
  let managedLive = 0;
  let declaredLive = 0;
  /** Slugs of the workbooks that a run of ours made and did not fill. */
  const shells = new Set<string>();
  const unchanged = new Set<string>();
  const unread = new Map<string, LiveWorkbook>();
  const whereabouts = watchWhereabouts(scope);

  const renames = watchRenames({ ...input, declared });
  const drawn = watchElsewhere(input);
  const { drawers, ...undeclared } = watchUndeclared(input, whereabouts);
  const liveReports = [...input.reports.flatMap(({ live }) => live ?? []), ...input.otherReports];
  let orphans: Orphan[] | undefined;
  const findOrphans = (): Orphan[] => {
    if (orphans) return orphans;
    orphans = undeclared.orphans();
    if (!input.orphans) return orphans;
    const keys = new Set((input.allReports ?? input.reports).map(({ declared: { key } }) => key));
    const slugs = new Map<number | null, string>([...workbooks].map(([slug, id]) => [id, slug]));
    const isTaken = ({ change, home }: Orphan): boolean => takes(reportShardKey(change.key, slugs.get(home)));
    orphans.push(...orphanReports(input.otherReports, keys, { ...scope, prune }).filter(isTaken));
    // What no workbook of ours tells a shard is counted by one of them.
    const hidden = input.otherReports.filter(({ metaUnseen }) => metaUnseen);
    unseenReports = hidden.filter(({ workbookId }) => takes(slugs.get(workbookId) ?? "")).length;
    return orphans;
  };
  /** Work that was narrowed knows only what it selected. */
  const isFree = ({ slug }: LiveWorkbook) => input.orphans && takes(slug) && !declared.has(slug);

  return {
    isAnyMissing: () => seen.size < declared.size,
    isAnyUnclear: undeclared.isAnyUnclear,
    unclear(findLastSeen) {
      const missing = [...declared.keys()].filter((slug) => !seen.has(slug));
      return undeclared.toRead({ missing, findLastSeen, reports: liveReports });
    },
    suspects(findLastSeen) {
      const missing = findLastSeen ? [...declared.values()].filter(({ slug }) => !seen.has(slug)) : [];
      const found = missing
        .flatMap(namesOf)
        .flatMap((name) =>
          whereabouts.suspects(name, { last: findLastSeen?.("workbook", name), reports: liveReports }),
        );
      return [...new Set(found)];
    },
    miss: whereabouts.miss,
    clarify(found) {
      const live = renames.named(found);
      if (declared.has(live.slug)) return;
      whereabouts.see(live, isFree(live));
      if (takes(live.slug) && ownerOf(live, scope).kind === "us") managedLive += 1;
      undeclared.add(live);
    },
    needsDraft: (live) =>
      declared.has(renames.slugOf(live.slug)) || (prune && ownerOf(live, scope).kind === "us"),
    needsOwner: ({ slug }) => prune && takes(slug),
    add(found) {
      const live = renames.named(found);
      const isFirst = noteHolder(holders, live) === 1;
      if (isFirst) workbooks.set(live.slug, live.id);
      if (isFirst) drawn.see(live);
      whereabouts.see(found, isFree(live));
      undeclared.add(live);
      if (!takes(live.slug)) return;
      const owner = ownerOf(found, scope, namesOf(declared.get(live.slug) ?? live));
      if (owner.kind === "us" && isShell(live, owner.stamp)) shells.add(live.slug);
      else if (owner.kind === "us") managedLive += 1;
      const wanted = declared.get(live.slug);
      if (!wanted) return;
      if (owner.kind === "us") declaredLive += 1;
      if (!isFirst) {
        // Which of them an upsert would write nobody knows, so what was found out about the first counts for nothing.
        changes = changes.filter(({ key }) => key !== live.slug);
        unchanged.delete(live.slug);
        publishing.delete(live.slug);
        unread.delete(live.slug);
        return;
      }
      seen.add(live.slug);
      if (live.unread) return void unread.set(live.slug, live);
      if (wanted.publish && wanted.references.length > 0) publishing.set(live.slug, live);
      renames.see(wanted, found);
      const change = compareWorkbook(wanted, found, scope);
      if (change?.action === "update" && isBlank(live)) {
        shells.add(live.slug);
        // What it asks for gives it a name as well.
        changes.push({ ...ofNobody(change), request: createChange(wanted, scope).request });
      } else if (change) changes.push(change);
      else unchanged.add(live.slug);
    },
    addUnnamed: (live) => whereabouts.see({ ...live, slug: undefined }, true),
    orphans: () => findOrphans().map(({ change }) => change),
    finish(diagnostics, findLastSeen, { history, unlisted } = {}) {
      const strayed = whereabouts.strayed();
      const reports = input.allReports ?? input.reports;
      const declaredReports = reports.map((report) => report.declared);
      for (const wanted of declared.values()) {
        if (seen.has(wanted.slug)) continue;
        const last = findLastSeen?.("workbook", wanted.slug);
        const known = { last, reports: liveReports, declaredReports };
        const reason = findLastSeen && whereabouts.explain(wanted, known, findLastSeen);
        const isStrayed = namesOf(wanted).some((name) => strayed.has(name));
        changes.push({ ...createChange(wanted, scope), ...withReason(reason, isStrayed) });
      }
      changes = changes.map((change) => {
        const isAdopted = change.kind === "workbook" && change.hazards.some(({ code }) => code === "adopt");
        if (!isAdopted) return change;
        const ours = whereabouts.findDisplaced(change.key);
        const { id } = change;
        const stamped = id === null ? undefined : whereabouts.stampedAs(id);
        const hazards = change.hazards.map((one) =>
          one.code === "adopt" && id !== null && stamped !== undefined ? strangerHazard(id, stamped) : one,
        );
        return { ...change, hazards: ours ? [...hazards, displacedHazard(ours)] : hazards };
      });
      const byKey = reportsByKey(input.otherReports, scope);
      for (const { declared: report, live } of input.reports) {
        const isElsewhere = (slug: string) => !takes(slug);
        const { stampedAs } = whereabouts;
        const isUnfilled = (slug: string) => shells.has(slug);
        const home = { ...scope, workbooks, isElsewhere, renames: input.renames, stampedAs, isUnfilled };
        const compared = compareReport(report, live, home);
        const change =
          compared?.action === "update" && live && isBlankReport(live) ? ofNobody(compared) : compared;
        // Another shard's report is written only if ours draw it, and never for its stamp alone.
        const isOurs = takes(reportShardKey(report.key, report.state.workbook));
        if (!change || (!isOurs && change.action === "stamp")) continue;
        const last = live ? undefined : findLastSeen?.("report", report.key);
        changes.push({
          ...change,
          ...withReason(reportReason(last, input.unreadReports, live ? undefined : byKey.get(report.key))),
        });
      }
      const ownReports = input.reports.filter(
        ({ declared: { key }, live }) => live && reportOwner(live, key, scope).kind === "us",
      );
      const { strangers, diagnostics: shared } = findStrangers(findOrphans(), history, {
        project: scope.project,
        declared: declaredLive + ownReports.length,
      });
      changes = tellDeletions(nameCompanions(changes, input), input.liveReportIds);
      const doubles = doublesOf(holders);
      const renamed = renames.check(changes, { declared, doubles, findOlder: whereabouts.findOlder });
      const told = new Set(
        renamed.diagnostics.flatMap(({ slug, severity }) => (severity === "error" ? (slug ?? []) : [])),
      );
      const single = refuseDoubles(renamed.changes, doubles, declared, told);
      const pruned = pruneOrphans(findOrphans(), {
        ...{ prune, can: input.can, reports, doubles, drawers, changes, strangers },
      });
      changes = [...single.changes, ...withResidents(pruned.changes, input.residents, single.changes)];
      // A change that is left out needs no folder; what needs a workbook that is left out for its folder is left out too.
      const answered = withoutUnresolved(changes, input.can);
      const placed = resolveFolders(answered.changes, scope.folders, input.can.folders);
      const blocked = withoutUnresolved(placed.changes, input.can);
      const shown = withRepublishing(blocked.changes, { publishing, unchanged, declared, scope });
      changes = forReaders(shown, { reports, declared, ...drawn, ids: workbooks }).sort(compareChanges);
      const counted = changes.filter(({ key }) => !shells.has(key));
      addMassChange(counted, managedLive, input.project.apply.limits, unlisted);
      return {
        formatVersion: PLAN_FORMAT_VERSION,
        tool: { name: "boardwright", version: input.toolVersion },
        project: input.project.name,
        target: input.target,
        summary: summarize(changes, unchanged.size),
        changes,
        diagnostics: [
          diagnostics,
          unpublished,
          countUnseen({ workbooks: undeclared.countUnclear(), reports: unseenReports }, prune),
          findOtherForms(declared, holders),
          findDoubleStamps(declared, workbooks, whereabouts),
          renamed,
          single,
          refuseUnread(unread, declared),
          pruned,
          shared,
          answered,
          placed,
          blocked,
        ]
          .flatMap((found) => ("diagnostics" in found ? found.diagnostics : found))
          .sort(compareDiagnostics),
      };
    },
  };
}

// What a deletion on the platform leaves behind: reports without their workbook, and widgets that draw a report which is gone. Nobody
// edited those, and nothing is lost by an apply, so there is no hazard; but it was the UI, not Git, that made the difference.

/**
 * The changes, with the origin `live` and a reason where one follows from the deletion of a workbook or a report. `liveReports`: the ids
 * of all live reports; if they are unknown, no reference counts as one to a deleted report.
 */
function tellDeletions(changes: readonly Change[], liveReports: ReadonlySet<number> | undefined): Change[] {
  const keysOf = (kind: Change["kind"], is: (change: Change) => boolean) =>
    new Set(
      changes.filter((one) => one.kind === kind && one.action === "create" && is(one)).map(({ key }) => key),
    );
  const workbooks = keysOf("workbook", ({ reason }) => reason?.code === "deleted");
  const reports = keysOf("report", ({ reason }) => reason?.code !== "deleted-by-run");
  /** Report key → the workbook that still draws it. */
  const drawn = new Map<string, { slug: string; id: number }>();
  const withReferences = changes.map((change): Change => {
    if (change.kind !== "workbook" || change.action !== "update") return change;
    const lost = new Set<string>();
    const fields = change.fields.map((field): FieldChange => {
      const key = reportOf(field.after);
      const { before } = field;
      const isLost = field.origin === "git" && typeof before === "number" && !liveReports?.has(before);
      if (!liveReports || key === undefined || !reports.has(key) || !isLost) return field;
      lost.add(key);
      if (!drawn.has(key)) drawn.set(key, { slug: change.key, id: before });
      return { ...field, origin: "live" };
    });
    if (lost.size === 0) return change;
    const which = lost.size === 1 ? "the report" : "reports";
    return gone(change, fields, `draws ${which} ${[...lost].sort().join(", ")}, deleted on the platform`);
  });
  return withReferences.map((change): Change => {
    const { kind, key, action, reason } = change;
    if (kind !== "report") return change;
    const by = drawn.get(key);
    if (action === "create" && by && !reason) {
      const message = `deleted on the platform: the workbook ${by.slug} still draws it, id ${by.id}`;
      const help = "An apply creates it again. If it was deleted on purpose, remove it from the files.";
      return { ...change, origin: "live", reason: { code: "deleted", message, help } };
    }
    const home = change.fields.find((field) => isLostHome(field, workbooks));
    if (action !== "update" || !home) return change;
    const fields = change.fields.map(
      (field): FieldChange => (field === home ? { ...field, origin: "live" } : field),
    );
    return gone(change, fields, `its workbook ${String(home.after)} was deleted on the platform`);
  });
}

function gone(change: Change, fields: FieldChange[], message: string): Change {
  const help = "An apply creates that again, and gives it back.";
  const reason = change.reason ?? { code: "deleted" as const, message, help };
  return { ...change, fields, origin: sumOrigins(fields), reason };
}

function reportOf(value: Json | undefined): string | undefined {
  return isObject(value) && typeof value.$report === "string" ? value.$report : undefined;
}

/** A report that has no workbook, or one without a slug, and goes to one that was deleted. */
function isLostHome({ path, origin, before, after }: FieldChange, workbooks: ReadonlySet<string>): boolean {
  const isWithout = before === undefined || isObject(before);
  return path === "workbook" && origin === "git" && isWithout && workbooks.has(String(after));
}

// What is live of the declared workbooks outside narrowed work: a report that the work changes may be drawn there.

/** Notes the names of declared workbooks, and which reports those outside the work draw live: viewers see those there, whatever the files say. */
function watchElsewhere({
  declared,
  elsewhere = new Map(),
  reports,
  listedReports = new Map(),
  project: { reportKeys = ["reportId"] },
}: Surroundings & {
  declared: ReadonlyMap<string, { publish: boolean }>;
  reports: readonly { declared: { key: string }; live: { id: number } | undefined }[];
  project: { reportKeys?: readonly string[] };
}) {
  const keys = new Map(reports.map(({ declared, live }) => [live?.id, declared.key]));
  const drawnLive = new Map<string, string[]>();
  const names = new Map<string, string>();
  const outdated = new Map<string, Outdated>();
  return {
    elsewhere,
    drawnLive,
    names,
    outdated,
    reportKeys,
    drawsIn: (board: JsonObject) => reportsDrawnBy(board, reportKeys),
    see({ slug, name, draft, published, snapshots }: LiveWorkbook): void {
      const old = declared.get(slug)?.publish ? editedSince(snapshots, { keys, listedReports }) : [];
      if (old.length > 0) outdated.set(slug, { reports: old, draft, published });
      const isElsewhere = elsewhere.has(slug);
      if (isElsewhere || declared.has(slug)) names.set(slug, name);
      if (!isElsewhere) return;
      const ids = [draft, published].flatMap((board) =>
        board ? [...reportsDrawnBy(board, reportKeys)] : [],
      );
      // A publication knows its reports under whatever key they are drawn.
      const drawn = [...new Set([...ids, ...snapshots.keys()])].flatMap((id) => keys.get(id) ?? []);
      if (drawn.length > 0) drawnLive.set(slug, drawn);
    },
  };
}

// Slugs under which two live workbooks were applied: somebody gave the first one another slug in the moment before an apply wrote it, and
// the write made a second one. The first is not the copy that the stamp of any younger workbook may come from.

/** A warning for each declared workbook that is live twice. `workbooks`: slug → live id. */
function findDoubleStamps(
  declared: ReadonlyMap<string, Declared>,
  workbooks: ReadonlyMap<string, number>,
  { findOlder }: Pick<Whereabouts, "findOlder">,
): Diagnostic[] {
  return [...declared.values()].flatMap(({ slug, file, line }): Diagnostic[] => {
    const id = workbooks.get(slug);
    const first = id === undefined ? undefined : findOlder(slug, id);
    if (!first) return [];
    const there = first.slug === undefined ? "without a slug" : `as ${first.slug}`;
    const known = first.slug !== undefined && isPlainSlug(first.slug) ? first.slug : "SLUG";
    const letGo = first.slug === undefined ? "" : `, or let go of it with \`boardwright disown ${known}\``;
    return [
      diagnose(
        { kind: "workbook", key: slug, source: { file, line: line() } },
        {
          rule: "double-stamp",
          severity: "warning",
          message: `the workbooks ${first.id} and ${id} both were applied as ${slug}, and the older one is live ${there}: renamed in the UI?`,
          help: `The older one has the links, publication and rights. Delete ${id} on the platform and give ${first.id} the slug ${slug} back; or delete ${first.id}${letGo}.`,
        },
      ),
    ];
  });
}

/** An empty workbook or report without a stamp is nobody's, and may be of a run that was killed: filling it asks nobody. */
function ofNobody(change: Change): Change {
  return { ...change, hazards: change.hazards.filter(({ code }) => code !== "adopt") };
}

// Workbooks to be published on a deployment that cannot publish.

/** If the deployment cannot publish, the drafts are applied all the same, with a warning each. */
function withoutPublishing({
  declared,
  can,
}: {
  declared: ReadonlyMap<string, Declared>;
  can: Pick<Abilities, "publish">;
}) {
  const unpublished = can.publish ? [] : [...declared.values()].filter(({ publish }) => publish);
  const drafts = unpublished.map((wanted) => [wanted.slug, { ...wanted, publish: false }] as const);
  return { declared: new Map([...declared, ...drafts]), unpublished: unpublished.map(cannotPublish) };
}

function cannotPublish({ slug, file, line }: Declared): Diagnostic {
  return diagnose(
    { kind: "workbook", key: slug, source: { file, line: line() } },
    {
      rule: "publish-unsupported",
      severity: "warning",
      message: `this deployment does not describe publishing; ${slug} is applied as a draft`,
      help: "Publish it on the platform, or set `publish: false` for this target under `overrides`.",
    },
  );
}

// Live workbooks and reports of which nobody can say whether they are ours: the list leaves out their `meta`, where the stamp is.

/** How many could not be checked. */
interface Unseen {
  workbooks: number;
  reports: number;
}

/** A warning that counts them; none if there are none. `prune`: each of them was asked for, and still did not say. */
function countUnseen({ workbooks, reports }: Unseen, prune: boolean): Diagnostic[] {
  if (workbooks + reports === 0) return [];
  const counted = [amount(workbooks, "workbook"), amount(reports, "report")].filter((text) => text !== "");
  const kind = reports === 0 ? "a workbook" : workbooks === 0 ? "a report" : "each";
  const why = prune
    ? "neither the list nor a read of its own shows its `meta`, which says who manages it"
    : `the list leaves out the \`meta\`, which says who manages ${kind}`;
  return [
    {
      rule: "unseen-owner",
      severity: "warning",
      message: `${counted.join(" and ")} could not be checked for orphans${workbooks > 0 ? " or renamed slugs" : ""}: ${why}`,
      help: prune
        ? "They are kept. Ask for access to them, or delete on the platform what is no longer wanted."
        : "`--prune` reads each of them; no plan deletes anything that it could not check.",
      file: "",
      line: 1,
      column: 1,
    },
  ];
}

function amount(count: number, kind: string): string {
  if (count === 0) return "";
  return count === 1 ? `1 live ${kind}` : `${count} live ${kind}s`;
}
