// What a planner is given, and what it takes.

import type { Change, Diagnostic, Plan, Project, Resident } from "../../model/index.ts";
import type { Scope } from "../change/workbook-change.ts";
import type { Declared } from "../state/declared.ts";
import type { DeclaredReport, LiveReport } from "../state/report-state.ts";
import type { LiveWorkbook } from "../state/state.ts";
import type { Abilities } from "./abilities.ts";
import type { History } from "./orphans.ts";
import type { Surroundings } from "./outline.ts";
import type { FindLastSeen, Sighting } from "./whereabouts.ts";

export interface PlannerInput extends Surroundings {
  toolVersion: string;
  project: Pick<Project, "name" | "apply"> & Partial<Pick<Project, "lint" | "reportKeys">>;
  target: { name: string; url: string; deploymentId: number };
  /** The workbooks that the files declare and the command line selects, by slug. */
  declared: ReadonlyMap<string, Declared>;
  /** Slug that was → slug, of all workbooks that the files give another one (contract 12), whether they are selected or not. */
  renames?: ReadonlyMap<string, string> | undefined;
  can: Abilities;
  /** The declared reports that are part of the work, each with the live report of its publicId. */
  reports: readonly { declared: DeclaredReport; live: LiveReport | undefined }[];
  /** All declared reports, if `reports` holds only a shard of them. */
  allReports?: PlannerInput["reports"];
  /** Live reports with a stamp that no file declares. */
  otherReports: readonly LiveReport[];
  /** The live ids of all reports, ours or not, if they are known. */
  liveReportIds?: ReadonlySet<number> | undefined;
  /** Why reports that were there, and that no list shows, could not be read, by their ids. */
  unreadReports?: ReadonlyMap<number, string> | undefined;
  /** Live id of a workbook → the reports that belong to it; needed for deletions only. */
  residents?: ReadonlyMap<number, readonly Resident[]>;
  /** Whether a managed workbook that is not declared is an orphan: not if the work was narrowed. */
  orphans: boolean;
  /** Whether a slug or report key belongs to the planned shard; all do if absent. `declared` holds no other slugs. */
  takes?(key: string): boolean;
  /** Whether to delete orphans, as far as the deployment can. */
  prune?: boolean;
  scope: Scope;
}

export interface Planner {
  /** Whether the plan needs this workbook's draft: if it is compared, or may be deleted. */
  needsDraft(live: LiveWorkbook): boolean;
  /** Whether it must be known who manages this workbook, which its list may leave out: it may be an orphan to delete. */
  needsOwner(live: LiveWorkbook): boolean;
  /** Takes one live workbook. If a slug comes again, nothing is planned for it. */
  add(live: LiveWorkbook): void;
  /** Takes one that has no slug: it may be a declared one that lost it. */
  addUnnamed(live: Omit<Sighting, "slug">): void;
  /** Whether any declared workbook was not seen yet. */
  isAnyMissing(): boolean;
  /** Whether the list did not say of some live workbooks whose they are. */
  isAnyUnclear(): boolean;
  /** When all were added: the ids of those to read by themselves, because they may be ours under another slug. */
  unclear(findLastSeen: FindLastSeen | undefined): number[];
  /** Takes one of them, as its own read shows it. */
  clarify(live: LiveWorkbook): void;
  /** The ids of workbooks that were there, and that no list shows: to be read, and added or missed, before the plan says that they are gone. */
  suspects(findLastSeen: FindLastSeen | undefined): number[];
  /** Notes why one of them could not be read. */
  miss(id: number, why: string): void;
  /** When all were added: what this project manages and no file declares. */
  orphans(): readonly Change[];
  /**
   * Closes the plan: declared workbooks that were not seen become creates, with the reason if `findLastSeen` is there. Orphans that `history`
   * does not know are left to whoever else has this project's name. `unlisted`: how many of those that were added no list shows.
   */
  finish(
    diagnostics: readonly Diagnostic[],
    findLastSeen?: FindLastSeen,
    more?: { unlisted?: number; history?: History | undefined },
  ): Plan;
}
