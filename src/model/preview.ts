// Previews of a pull request as plain data (contract 8): those put up, taken down, and up now.

import type { Diagnostic } from "./diagnostic.ts";
import type { ApplySummary, Result } from "./result.ts";

/** Of a branch's staging environment. `gone`: the branch no longer exists; `unknown`: the deployment does not list its branches. */
export type BranchState = "on" | "off" | "gone" | "unknown";

/** A workbook that a preview shows. */
export interface PreviewWorkbook {
  slug: string;
  name: string;
  id: number;
  /** How it is opened in a browser, if the target says so. */
  link?: string;
}

/** What `preview up` did. */
export interface PreviewUpResult {
  name: string;
  branch: string;
  /** Sorted. `of`: the slug of the workbook that it is a copy of. */
  workbooks: (PreviewWorkbook & { of: string })[];
  /** What the model check found in all workbooks, and what the plan had to leave out; sorted. */
  diagnostics: Diagnostic[];
  /** Slugs of the workbooks that would be previewed and do not work on the model: if there are any, nothing was applied. */
  broken: string[];
  /** Of all workbooks that do not work on the model. */
  brokenAnywhere: string[];
  /** The outcome of each copy that had to be written; empty if all were up to date. */
  summary: ApplySummary;
  results: Result[];
  elapsedMs: number;
  /** Copies of earlier runs that are no longer part of it: slugs and report keys. */
  removed: string[];
  kept: string[];
  /** Report copies of earlier runs that stay, because these workbooks outside the preview draw them: slugs, sorted. */
  inUse: readonly { key: string; by: readonly string[] }[];
  /** What could not be deleted, and the environment if it could not be put back. */
  failed: { key: string; message: string }[];
  /** When it ends, ISO 8601 in UTC; absent if it has no end. */
  until?: string;
  /** The branch that it was of before, which is gone: renamed, most likely. */
  movedFrom?: string;
  /** Slugs of the copies that an earlier run put up, and that a run which applied nothing left as they are. */
  standing: readonly string[];
  /** How these are opened in a browser, by slug, if the target says so. */
  standingLinks?: Readonly<Record<string, string>>;
  /** The branch's environment at the end. */
  staging: "on" | "off";
  interrupted: boolean;
  /** Whether the preview shows all that it should, and nothing else. */
  complete: boolean;
  /** For showing the findings in their places. */
  files: number;
  text(file: string): string | undefined;
}

/** The outcome of one preview that was taken down. */
export interface PreviewRemoval {
  name: string;
  branch: string;
  /** Slugs of the workbooks, and keys of the reports, that are gone; sorted. */
  removed: readonly string[];
  removedReports: readonly string[];
  /** Still there, because the deployment cannot delete them. */
  kept: readonly string[];
  keptReports: readonly string[];
  /** Reports that stay, because these workbooks outside the preview draw them: slugs, sorted. */
  inUse: readonly { key: string; by: readonly string[] }[];
  failed: { key: string; message: string }[];
  /**
   * Off, also if it was off already; left on, because it was on before or another preview needs it; absent, because the branch no longer
   * exists; untouched, because only reports were left to sweep, and nothing says who turned it on.
   */
  staging: "off" | "left-on" | "absent" | "untouched";
  /** The other previews of the branch that it was left on for; sorted. */
  neededBy: readonly string[];
}

/** What `preview down` did. */
export interface PreviewDownResult {
  /** Sorted by branch and name; empty if none was up. */
  previews: PreviewRemoval[];
  /** If none was up and a branch was named: the state of its environment, which is left as it is. */
  untouched?: { branch: string; state: BranchState };
}

/** A preview that is up. */
export interface ListedPreview {
  name: string;
  branch: string;
  staging: BranchState;
  /** When it ends, ISO 8601 in UTC; absent if it has no end. */
  until?: string;
  /** Whether the environment was on before the preview. */
  wasOn: boolean;
  workbooks: PreviewWorkbook[];
  /** Keys of the report copies. */
  reports: string[];
}
