// Planning a rollback: the comparison of any plan, with the states from before a run instead of files.

import {
  type Change,
  compareText,
  type Diagnostic,
  type JsonObject,
  type Plan,
  TAKEN_MEANWHILE,
} from "../../model/index.ts";
import { isBlank } from "../change/claimed.ts";
import { addMassChange } from "../change/hazards.ts";
import { ownerOf } from "../change/owner.ts";
import { isPublished } from "../change/publication.ts";
import type { Scope } from "../change/workbook-change.ts";
import { createPlanner } from "../planner/planner.ts";
import { withResidents } from "../planner/residents.ts";
import { doublesOf, noteHolder } from "../planner/slugs/double-slugs.ts";
import { withChanges } from "../planner/summarize.ts";
import type { Declared } from "../state/declared.ts";
import { openReferences, resolveReferences } from "../state/references.ts";
import type { LiveWorkbook } from "../state/state.ts";
import type { Past, RollbackInput } from "./input.ts";
import { leftOutOf } from "./left-out.ts";
import { pastWorkbook, withKeys } from "./past-state.ts";
import { planReclaim } from "./reclaim.ts";
import {
  goneFromView,
  heldTwice,
  madeAgain,
  madeRenamed,
  mayBeNew,
  missingBackup,
  notes,
  renamed,
  staysPublished,
  stillShown,
  taken,
  withNextSteps,
  withoutImpossible,
} from "./rollback-notes.ts";
import { keptReports, shownSince } from "./shown-reports.ts";
import { deleteWorkbookChange, publishBackChange } from "./undo-change.ts";
import { undoReports } from "./undo-reports.ts";
import { withoutStamps } from "./unmanaged.ts";

/** A plan that is empty if live is as it was before the run. Parts that the run did not manage stay as they are. */
export function planRollback(input: RollbackInput): Plan {
  if (input.run.record.disowns) return planReclaim(input);
  const { live, recordFile } = input;
  const reports = undoReports(input);
  const scope: Scope = { ...input.scope, reports: reports.ids, undoes: true };
  const byId = (id: number) => live.find((workbook) => workbook.id === id);
  const holders = new Map(live.map((workbook) => [workbook.slug, workbook]));
  const ids = new Map<string, number[]>();
  for (const workbook of live) noteHolder(ids, workbook);
  const doubles = doublesOf(ids);
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
    const now = holders.get(change.key);
    const double = doubles.get(change.key);
    if (double) {
      diagnostics.push(heldTwice(change.key, double, file));
      continue;
    }
    if (change.action === "create") {
      const { claimed = Number.NaN } = change;
      const made = byId(claimed);
      const isOurs =
        change.status === "applied" || (now && (isBlank(now) || ownerOf(now, scope).kind === "us"));
      if (now?.id === claimed) {
        if (isOurs) changes.push(deleteWorkbookChange(now, scope));
      } else if (made) diagnostics.push(madeRenamed(change.key, made.slug, file));
      else if (now) diagnostics.push(madeAgain(change, now.id, file));
      continue;
    }
    if (!before) {
      diagnostics.push(...missingBackup(past));
      continue;
    }
    if (change.error === TAKEN_MEANWHILE && now && now.id !== before.id) {
      diagnostics.push(taken(change.key, now.id, file));
      continue;
    }
    // It did not come to its new slug, or was given the old one again.
    if (!now && change.was !== undefined && holders.get(change.was)?.id === before.id) continue;
    const other = now?.id === before.id ? undefined : byId(before.id);
    if (other) {
      diagnostics.push(renamed(change.key, other.slug, file));
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
    const desired = pastWorkbook(before, { ...common, file, managed, publish });
    declared.set(desired.slug, desired);
    if (desired.slug !== change.key) renames.set(change.key, desired.slug);
  }

  const planner = createPlanner({
    ...input,
    declared,
    renames,
    reports: reports.pairs,
    otherReports: [],
    orphans: false,
    scope,
  });
  for (const workbook of live) planner.add(workbook);
  const plan = planner.finish([]);
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
    [...changes, ...kept].flatMap((one) => (one.action === "delete" || one.publish ? [one.id] : [])),
  );
  const stays = (change: Change): boolean => {
    const holder = live.find(({ id, snapshots }) => snapshots.has(change.id ?? 0) && !ended.has(id));
    if (change.kind !== "report" || !holder) return false;
    diagnostics.push(stillShown(change, holder.slug, recordFile));
    return true;
  };
  const residents = withResidents(
    changes.filter((change) => !stays(change)),
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
