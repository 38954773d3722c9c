// Puts a plan together. Live workbooks stream through; only changes are kept.

import { type Change, compareDiagnostics, PLAN_FORMAT_VERSION } from "../../model/index.ts";
import { isBlank, isBlankReport } from "../change/claimed.ts";
import { addMassChange } from "../change/hazards.ts";
import { namesOf, ownerOf } from "../change/owner.ts";
import { compareReport, reportOwner } from "../change/report-change.ts";
import { compareWorkbook, createChange } from "../change/workbook-change.ts";
import { isShell } from "../stamp/half-done.ts";
import { reportsByKey } from "../state/reports-by-key.ts";
import type { LiveWorkbook } from "../state/state.ts";
import { forReaders } from "../telling/for-readers.ts";
import { nameCompanions } from "./companions.ts";
import { tellDeletions } from "./deletions.ts";
import { watchElsewhere } from "./elsewhere.ts";
import { resolveFolders } from "./folders.ts";
import type { Planner, PlannerInput } from "./input.ts";
import { findStrangers, type Orphan, orphanReports } from "./orphans.ts";
import { pruneOrphans } from "./prune.ts";
import { withRepublishing } from "./republishing.ts";
import { withResidents } from "./residents.ts";
import { reportShardKey } from "./shard.ts";
import { doublesOf, findOtherForms, noteHolder, refuseDoubles } from "./slugs/double-slugs.ts";
import { findDoubleStamps } from "./slugs/double-stamps.ts";
import { watchRenames } from "./slugs/renames.ts";
import { compareChanges, summarize } from "./summarize.ts";
import { watchUndeclared } from "./undeclared.ts";
import { withoutPublishing } from "./unpublished.ts";
import { refuseUnread } from "./unreadable.ts";
import { withoutUnresolved } from "./unresolved.ts";
import { countUnseen } from "./unseen-owners.ts";
import {
  displacedHazard,
  reportReason,
  strangerHazard,
  watchWhereabouts,
  withReason,
} from "./whereabouts.ts";

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
      const missing = findLastSeen ? [...declared.keys()].filter((slug) => !seen.has(slug)) : [];
      const found = missing.flatMap((slug) =>
        whereabouts.suspects(slug, { last: findLastSeen?.("workbook", slug), reports: liveReports }),
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
      // What a run that was killed may have left is made anew, and asked of nobody.
      if (change?.action === "update" && isBlank(live)) {
        shells.add(live.slug);
        changes.push(createChange(wanted, scope));
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
      for (const { declared: report, live: found } of input.reports) {
        const isElsewhere = (slug: string) => !takes(slug);
        const { stampedAs } = whereabouts;
        const isUnfilled = (slug: string) => shells.has(slug);
        const home = { ...scope, workbooks, isElsewhere, renames: input.renames, stampedAs, isUnfilled };
        const compared = compareReport(report, found, home);
        const live = compared?.action === "update" && found && isBlankReport(found) ? undefined : found;
        const change = live === found ? compared : compareReport(report, undefined, home);
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
