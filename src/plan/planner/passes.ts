// The passes of a plan, in the order in which they mean something. Each is a pure function of the changes so far and of what is known; it gives
// the changes from there on, and what it found.

import { type Change, compareDiagnostics, type Diagnostic, type Plan } from "../../model/index.ts";
import { isBlank } from "../change/claimed.ts";
import { diagnose } from "../change/diagnose.ts";
import { addMassChange } from "../change/hazards.ts";
import { namesOf } from "../change/owner.ts";
import { compareReport } from "../change/report-change.ts";
import { createChange } from "../change/workbook-change.ts";
import type { Declared } from "../state/declared.ts";
import { reportsByKey } from "../state/report-state.ts";
import type { LiveWorkbook } from "../state/state.ts";
import { nameCompanions } from "./companions.ts";
import { Comparison, isUnchanged, ofNobody } from "./comparison.ts";
import { explainDeletions } from "./deletions.ts";
import { findDoubleStamps, findOtherForms, refuseDoubles } from "./double-slugs.ts";
import { type Feasible, resolveFolders } from "./folders.ts";
import { forReaders } from "./for-readers.ts";
import type { PlannerInput } from "./input.ts";
import { type LiveIndex, type LiveRow, movedFrom } from "./live-index.ts";
import { lookUp, reportReason, withReason } from "./lookup.ts";
import { type Orphan, orphanReports } from "./orphans.ts";
import { type Known, type Later, type Pass, subjectOf } from "./pass.ts";
import { withOrphans } from "./prune.ts";
import { displacedHazard, strangerHazard } from "./reasons.ts";
import { checkRenames, isRefusedRename } from "./renames.ts";
import { withRepublishing } from "./republish.ts";
import { reportShardKey } from "./shard.ts";
import { compareChanges, newPlan } from "./summarize.ts";
import { unclearRows } from "./to-read.ts";
import { countUnseen, refuseUnread } from "./unreadable.ts";
import { withoutUnresolved } from "./unresolved.ts";

/** Closes a plan: every live workbook was added to the comparison. */
export function planFrom(comparison: Comparison, later: Later = {}): Plan {
  const { input, index } = comparison;
  const orphans = later.orphans ?? orphansOf(comparison);
  const known: Known = { ...later, input, comparison, index, doubles: index.doubles(), orphans };
  let changes: readonly Change[] = [];
  const diagnostics = [...(later.diagnostics ?? [])];
  for (const pass of PASSES) {
    const found = pass(changes, known, diagnostics);
    changes = found.changes ?? changes;
    diagnostics.push(...(found.diagnostics ?? []));
  }
  const sorted = [...changes].sort(compareChanges);
  const changed = new Set(sorted.flatMap(({ kind, key }) => (kind === "workbook" ? [key] : [])));
  const asDeclared = [...input.declared.keys()].filter((slug) => isUnchanged(comparison, slug));
  return newPlan({ ...input, project: input.project.name }, sorted, {
    unchanged: asDeclared.filter((slug) => !changed.has(slug)).length,
    diagnostics: diagnostics.sort(compareDiagnostics),
  });
}

/** The plan of these live workbooks, of which nothing else is known. */
export function planAll(input: PlannerInput, live: Iterable<LiveWorkbook>): Plan {
  const comparison = new Comparison(input);
  for (const workbook of live) comparison.add(workbook);
  return planFrom(comparison);
}

const PASSES: readonly Pass[] = [
  (_, known) => ({ changes: [...changedWorkbooks(known), ...missingWorkbooks(known)] }),
  (changes, { index }) => ({ changes: changes.map((change) => withDisplaced(change, index)) }),
  (changes, known) => ({ changes: [...changes, ...changedReports(known)] }),
  (changes, { input }) => ({ changes: nameCompanions(changes, input) }),
  (changes, { input }) => ({ changes: explainDeletions(changes, input.liveReportIds) }),
  checkRenames,
  (changes, { input, doubles }, findings) =>
    refuseDoubles(changes, doubles, input.declared, new Set(findings.flatMap(isRefusedRename))),
  withOrphans,
  // A change that is left out needs no folder; what needs a workbook that is left out for its folder is left out too.
  (changes, { input }) => withoutUnresolved(changes, input.can),
  (changes, { input }) => resolveFolders(changes, input.scope.folders, input.can.folders),
  (changes, { input }) => withoutUnresolved(changes, input.can),
  (changes, { comparison }) => ({ changes: withRepublishing(changes, comparison) }),
  (changes, { comparison }) => ({ changes: forReaders(changes, comparison) }),
  limitChanges,
  (_, known) => ({ diagnostics: findUnseen(known) }),
];

/** What the comparison found, of slugs that one live workbook has. */
function changedWorkbooks({ comparison: { compared, index, input } }: Known): Change[] {
  return [...input.declared.keys()].flatMap((slug) => {
    const [row, another] = index.holders(slug);
    return row && !another ? (compared.get(row.id) ?? []) : [];
  });
}

function missingWorkbooks({ input, comparison, index, findLastSeen }: Known): Change[] {
  const declaredReports = (input.allReports ?? input.reports).map(({ declared }) => declared);
  const isFree = ({ key }: LiveRow) =>
    key === undefined || (input.orphans && comparison.takes(key) && !input.declared.has(key));
  const sources = { findLastSeen, reports: comparison.liveReports, declaredReports, isFree };
  const lookup = lookUp(index, sources);
  return comparison.missing().map((wanted) => {
    const reason = findLastSeen && lookup.explain(wanted);
    const isMoved = namesOf(wanted).some((name) => index.moved(name).length > 0);
    return { ...createChange(wanted, input.scope), ...withReason(reason, isMoved) };
  });
}

/** An adoption says so if the slug was that of another workbook of ours, or if what has it now carries the stamp of another slug. */
function withDisplaced(change: Change, index: LiveIndex): Change {
  const { kind, key, id, hazards } = change;
  if (kind !== "workbook" || !hazards.some(({ code }) => code === "adopt")) return change;
  const [ours] = index.isSettled(key) ? [] : index.moved(key);
  const row = id === null ? undefined : index.rows.get(id);
  const from = movedFrom(row);
  const told = hazards.map((hazard) =>
    hazard.code === "adopt" && row && from !== undefined ? strangerHazard(row.id, from) : hazard,
  );
  return { ...change, hazards: ours ? [...told, displacedHazard(ours)] : told };
}

function changedReports({ input, comparison, index, findLastSeen }: Known): Change[] {
  const byKey = reportsByKey(input.otherReports, input.scope);
  const home = {
    ...input.scope,
    workbooks: index.ids(),
    renames: input.renames,
    isElsewhere: (slug: string) => !comparison.takes(slug),
    isUnfilled: (slug: string) => comparison.unfilled.has(slug),
    stampedAs: (id: number) => movedFrom(index.rows.get(id)),
  };
  return input.reports.flatMap(({ declared: report, live }): Change[] => {
    const compared = compareReport(report, live, home);
    const change = compared?.action === "update" && live && isBlank(live) ? ofNobody(compared) : compared;
    // Another shard's report is written only if ours draw it, and never for its stamp alone.
    const isOurs = comparison.takes(reportShardKey(report.key, report.state.workbook));
    if (!change || (!isOurs && change.action === "stamp")) return [];
    if (live) return [change];
    const last = findLastSeen?.("report", report.key);
    return [{ ...change, ...withReason(reportReason(last, input.unreadReports, byKey.get(report.key))) }];
  });
}

/** What this project manages and no file declares. */
export function orphansOf(comparison: Comparison): Orphan[] {
  const { input, index } = comparison;
  if (!input.orphans) return [];
  const { scope, prune = false, otherReports, reports, allReports = reports } = input;
  const keys = new Set(allReports.map(({ declared: { key } }) => key));
  const isTaken = ({ change, home }: Orphan): boolean =>
    comparison.takes(reportShardKey(change.key, index.rows.get(home ?? 0)?.key));
  const ofReports = orphanReports(otherReports, keys, { ...scope, prune }).filter(isTaken);
  return [...comparison.orphans.values(), ...ofReports];
}

function limitChanges(changes: readonly Change[], { input, comparison, index, unlisted }: Known): Feasible {
  const isFilled = (key: string | undefined) => !comparison.unfilled.has(key ?? "");
  const managed = [...index.rows.values()].filter(
    ({ key, owner }) => owner === "us" && comparison.takes(key ?? "") && isFilled(key),
  );
  const counted = changes.filter(({ key }) => isFilled(key));
  addMassChange(counted, managed.length, input.project.apply.limits, unlisted);
  return { changes: [...changes], diagnostics: [] };
}

/** What could not be looked at, or not be done as the files say. */
function findUnseen({ input, comparison, index }: Known): Diagnostic[] {
  const { declared, prune = false, orphans, otherReports } = input;
  const isHidden = ({ metaUnseen, workbookId }: (typeof otherReports)[number]) =>
    metaUnseen && comparison.takes(index.rows.get(workbookId ?? 0)?.key ?? "");
  const unclear = orphans ? unclearRows(comparison).filter(({ key }) => comparison.takes(key ?? "")) : [];
  const reports = orphans ? otherReports.filter(isHidden) : [];
  return [
    ...comparison.unpublished.map(cannotPublish),
    ...countUnseen({ workbooks: unclear.length, reports: reports.length }, prune),
    ...findOtherForms(declared, index),
    ...findDoubleStamps(declared, index),
    ...refuseUnread(declared, index),
  ];
}

function cannotPublish(wanted: Declared): Diagnostic {
  return diagnose(subjectOf(wanted), {
    rule: "publish-unsupported",
    severity: "warning",
    message: `this deployment does not describe publishing; ${wanted.slug} is applied as a draft`,
    help: "Publish it on the platform, or set `publish: false` for this target under `overrides`.",
  });
}
