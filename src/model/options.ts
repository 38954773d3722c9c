// What the library's functions take and give, and what features are asked for. All of it is public, so it names types of the model only: any
// other room would lead callers to the types of libraries that are bundled.

import type { Diagnostic } from "./diagnostic.ts";
import type { Allowing } from "./hazard.ts";
import type { PreviewUpResult } from "./preview.ts";
import type { PullResult } from "./pull.ts";
import type { ApplyProgress, ApplySummary, Result } from "./result.ts";

export interface LoadOptions {
  /** Where the search for the project file starts, going up. */
  cwd: string;
  /** The project file instead, relative to `cwd`. */
  config?: string | undefined;
  /** The Git revision that the policy is read from; `env.BOARDWRIGHT_POLICY` if absent, else the working tree. */
  policy?: string | undefined;
  /** Used instead of the process's environment variables. */
  env?: Readonly<Record<string, string | undefined>>;
}

export interface TargetOptions {
  /** A target of the project file; its default if absent. */
  target?: string;
  /** The deployment, if the target does not say. */
  deployment?: number;
  /** The credential; `env.PLATFORM_API_KEY` if absent. Never stored and never part of a result. */
  token?: string;
  /** Used instead of the process's environment variables; those if absent. */
  env?: Readonly<Record<string, string | undefined>>;
  /** What relative paths are relative to; the working directory if absent. */
  cwd?: string;
  /** Ends reading at once. From the first write on it stops taking new work, and what is in flight is finished. */
  signal?: AbortSignal;
}

export interface NarrowingOptions extends TargetOptions {
  /** Files or folders that narrow the work. */
  paths?: readonly string[];
  /** Globs of slugs that narrow it; one that begins with `!` leaves out what it matches. */
  only?: readonly string[];
}

/** Part `index` of `count`, counted from 1. */
export interface Shard {
  index: number;
  count: number;
}

export interface PlanOptions extends NarrowingOptions {
  /** Whether what the project manages but no file declares becomes a deletion; cannot be combined with narrowing. */
  prune?: boolean;
  /** Only this part of the slugs; all parts together are the whole plan. */
  shard?: Shard;
}

export interface ApplyOptions extends TargetOptions {
  /** If given, only a plan that was saved with `--seal` and this key is applied, and only backups that were are put back. */
  reviewKey?: string;
  /** Hazards accepted besides the project's own `apply.allow`: `drift`, or `drift:order-*` for these slugs alone. */
  allow?: readonly Allowing[];
  /** Requests in flight at most. */
  concurrency?: number | "auto";
  onProgress?: (progress: ApplyProgress) => void;
}

export interface RollbackOptions extends ApplyOptions {
  /** Globs of slugs: only these are put back, and no report. */
  only?: readonly string[];
}

export interface PullOptions extends TargetOptions {
  /** The workbooks to pull; if absent, those that the project declares. */
  slugs?: readonly string[];
  /** Whether live workbooks that no file declares get files as well. */
  all?: boolean;
  /** The folder of new files; the one that `include` names if absent. */
  into?: string;
  /** Whether new files go into folders that are named like the platform's. */
  mirrorFolders?: boolean;
  /** Whether blocks that several new files repeat are written once, as fragments that they include. */
  share?: boolean;
  /** Whose edit counts if both sides edited: `theirs` is live, `ours` the files. If absent it is a conflict, and nothing is taken. */
  resolution?: "theirs" | "ours";
  /** Whether the files are written: all of them or none. If absent nothing is, and the result says what would be. */
  write?: boolean;
}

export interface TestOptions extends NarrowingOptions {
  /** The branch of the data model; production if absent. */
  branch?: string;
  /** Only reports whose query changed since this Git revision. */
  against?: string;
  /** A query that takes longer is slow, in milliseconds; the project's `test.slow` if absent. */
  slowMs?: number;
}

export interface PreviewUpOptions extends NarrowingOptions {
  /** The branch of the data model that it is shown on. */
  branch: string;
  /** What it is called, like `pr-123`: a part of its slugs. */
  name: string;
  /** How long it stays up at most, counted from this run: `30m`, `72h`, `3d`. Without it only its branch ends it. */
  ttl?: string;
  onProgress?: (progress: ApplyProgress) => void;
}

export interface PreviewDownOptions extends TargetOptions {
  /** The preview of this name, or all of a branch, or that one of that branch: at least one of them. */
  name?: string;
  branch?: string;
  /** Instead of them: all whose branch is gone or whose end is past. */
  stale?: boolean;
}

export interface PreviewListOptions extends TargetOptions {
  /** Only those whose branch is gone or whose end is past. */
  stale?: boolean;
}

export interface UsesOptions extends Pick<TargetOptions, "target" | "env" | "cwd"> {
  /** Members, views, or globs of members; every member that the files name if absent. */
  members?: readonly string[];
}

export interface CompareModelsOptions extends TargetOptions {
  /** The branch of the data model; its staging environment must be on. */
  branch: string;
}

export interface LintResult {
  summary: { errors: number; warnings: number; files: number };
  diagnostics: Diagnostic[];
}

export interface ApplyResult {
  summary: ApplySummary;
  results: Result[];
  /** Whether `signal` ended it before all was done. */
  interrupted: boolean;
  /** The name of the run that `rollback` puts back; absent if it wrote nothing, or no record is kept. */
  run?: string;
}

/** What was pulled, and the new text of each file, or null for one that must go. */
export interface PullOutcome extends PullResult {
  texts: Record<string, string | null>;
}

export type PreviewUpOutcome = Omit<PreviewUpResult, "files" | "text">;
