// What a plan is made from, besides the live workbooks.

import type { Project, Resident } from "../../model/index.ts";
import type { Scope } from "../change/workbook-change.ts";
import type { Declared } from "../state/declared.ts";
import type { DeclaredReport } from "../state/report-state.ts";
import type { LiveReport } from "../state/state.ts";
import type { Surroundings } from "./outline.ts";

/** Of a deployment, as far as a plan depends on them. */
export interface Abilities {
  /** Making folders. */
  folders: boolean;
  /** Listing and writing reports. */
  reports: boolean;
  publish: boolean;
  /** Giving a workbook another slug. */
  rename: boolean;
  delete: {
    workbooks: boolean;
    reports: boolean;
    /** Why nobody knows: the description could not be read. */
    unknown?: string | undefined;
  };
}

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
