// The plan: what `apply` will do, computed from desired and live state. Plain data, the shape of contract 4.

import type { ChangeKind } from "./change-kind.ts";
import type { Diagnostic } from "./diagnostic.ts";
import type { Hazard, HazardCode } from "./hazard.ts";
import type { Json, JsonObject } from "./json.ts";

export const PLAN_FORMAT_VERSION = 1;

/** rename: its content is as declared, and only its name in Git is another one. */
export type Action = "create" | "update" | "publish" | "rename" | "stamp" | "delete" | "orphaned";
/** Who changed since the last apply (contract 5). */
export type Origin = "git" | "live" | "both" | "unknown";

export interface FieldChange {
  /** Like `dashboard.widgets[revenue].position.x`: widgets by id, never by index. */
  path: string;
  /** What a person calls the widget that it is about: its title as it is now, else its text or its report's title; absent if it has none. */
  label?: string;
  /** Of a field that names a report: what people call the reports of both sides, as far as it is known. */
  names?: { before?: string; after?: string };
  change: "added" | "removed" | "changed" | "reordered";
  before?: Json;
  after?: Json;
  /** The live value after the last apply, if it is different now; null: not there. */
  base?: Json;
  origin: Origin;
}

/** Why a change is no ordinary one, and what to do: of a create, that it was there before, or may be there under another slug. */
export interface Reason {
  /**
   * deleted: an earlier run, or the stamp of a report, knows it live · deleted-by-run: an apply or a
   * rollback of this project deleted it, which is no drift · renamed: a live workbook is it, under another slug ·
   * alike: one that no file declares has the same name, which is a guess · unchecked: it was there, no list shows it, and a read
   * of it was refused or failed · unfinished: of an update, that a run of
   * ours made it and ended before it was filled · unstamped: a run wrote it, and its stamp is gone · lost-default: something that the
   * platform had filled in was taken away there, which no file can say · unread: an apply ended before it read the answer, and live is not
   * what was asked for.
   */
  code:
    | "deleted"
    | "deleted-by-run"
    | "renamed"
    | "alike"
    | "unchecked"
    | "unfinished"
    | "unstamped"
    | "lost-default"
    | "unread";
  message: string;
  help: string;
  /** Of a rename: the slug that it is live under, if it has one. */
  liveSlug?: string | undefined;
}

export interface Change {
  kind: ChangeKind;
  /** Slug, report key or folder path. */
  key: string;
  action: Action;
  /** The slug or key that it has live, if another: it is given `key` first, by its id (contract 12). */
  was?: string;
  origin: Origin;
  /** The live id, null if there is none yet. */
  id: number | null;
  /** A report's identity on the platform; reports only. */
  publicId?: string;
  /**
   * Of a report that was edited on the platform: the declared workbook that it is pulled with, if there is one. Of one that is deleted: its
   * workbook, if that is deleted as well.
   */
  workbook?: string;
  /** What a person calls it: the name as it will be. */
  title: string;
  /** The declared folder of a workbook, as a path or `{ id, path? }`, if its folder is managed. */
  folder?: Json;
  /** Where it is declared; absent if no file declares it. */
  source?: { file: string; line: number };
  /** The key of its template as written, and the `key` of its row; only of what a row declares (contract 15). */
  template?: string;
  row?: string;
  /** Who looks after it, as files of the repository say: for people to read, nothing is decided by it. Absent if none says. */
  owners?: readonly string[];
  /** The paths that its own file ignores. */
  ignore?: readonly string[];
  /** Published after the write. */
  publish: boolean;
  /** Whether a viewer sees a difference once this is applied: of a report, in the workbooks that the plan publishes. */
  visible: boolean;
  hazards: Hazard[];
  /** Of a create, of an update that follows from a deletion on the platform, of what lost its stamp, and of what lost a default. */
  reason?: Reason;
  fields: FieldChange[];
  /** `sha256:…` of the live state that this change was computed from; null if there was none. */
  fingerprint: string | null;
  /** Of a workbook that is published, perhaps for that alone: the reports that viewers do not see as they are. */
  renews?: RenewedReports;
  /**
   * Of a workbook that is published: reports that no file declares and that changed since viewers were given them; they get them with
   * it, as far as the platform says so. Sorted by id.
   */
  carries?: CarriedReport[];
  /** `sha256:…` of what viewers saw then, null for nothing; only of a workbook that is published after the write. */
  publication?: string | null;
  /** Of a deleted workbook: the reports in it that the plan does not delete, and that the platform may delete with it; by id. */
  residents?: Resident[];
  /** Of a report that nobody manages, and that a rollback puts back: it gets no stamp. */
  unmanaged?: true;
  /** `sha256:…` of all that the files say, if they say something at ignored paths: it is sent where nothing is live yet. */
  declared?: string;
  /** Of a publication without a request: the digest of the stamp that is there. */
  applied?: string;
  /**
   * Of a workbook that is published after the write: the keys of the reports in this plan that it draws. It is published only if they are
   * applied.
   */
  draws?: string[];
  /**
   * Of a report that is created, updated or deleted: the declared workbooks that draw it, whatever is done with them, also those that
   * the command line did not select, in their files or live; sorted by slug.
   */
  drawnBy?: DrawingWorkbook[];
  /** When live was last updated, if the platform says so: only for drift. */
  updatedAt?: string;
  /** The body of the upsert, with references a run has yet to create left symbolic. */
  request?: JsonObject;
  /**
   * Of a workbook that is published: what changes for those who see its publication of now, field by field; absent if that is what `fields`
   * say of the dashboard, or if nothing was published.
   */
  shown?: FieldChange[];
  /** What viewers will see, if not the draft: only a rollback publishes anything else. */
  publishConfig?: JsonObject;
}

/** Hazards that were accepted: of a change, or, without one, of all of them. A set of codes is one. */
export interface Allowed {
  has(code: HazardCode, change?: Change): boolean;
}

/** A declared workbook that draws a report. */
export interface DrawingWorkbook {
  /** Its slug. */
  key: string;
  /** What a person calls it. */
  title: string;
  /** The live id, null if there is none yet. */
  id: number | null;
  source: { file: string; line: number };
  /** These as of a change. */
  owners?: readonly string[];
  template?: string;
  row?: string;
  /** How many of its widgets draw it, as its files have it; absent where that is not known. */
  charts?: number;
}

/** A report that belongs to a workbook. */
export interface Resident {
  id: number;
  publicId: string;
  name: string;
  /** `sha256:…` of it when the change was computed; absent if it could not be read then, and in rollbacks. */
  fingerprint?: string;
}

/** The keys of reports that a publication holds in an older version, sorted. */
export interface RenewedReports {
  /** Those that the plan changes. */
  changing: string[];
  /** Those that changed since the publication. */
  changed: string[];
}

/** A report that is published as it is now, because a dashboard that draws it is. */
export interface CarriedReport {
  id: number;
  publicId: string;
  name: string;
  version: number;
}

/** What a rollback ought to put back and cannot, so that it stays as the run left it. */
export interface LeftOut {
  kind: ChangeKind;
  key: string;
  /** What putting it back would have been. */
  action: Action;
  /** The live id that the run knew. */
  id: number | null;
  /** Why: the rule, the words and the next step of its diagnostic. */
  code: string;
  message: string;
  help?: string;
}

export interface PlanSummary {
  create: number;
  update: number;
  publish: number;
  /** Absent if none is. */
  rename?: number;
  stamp: number;
  delete: number;
  unchanged: number;
  orphaned: number;
}

/** One difference between the policy in force and the working tree: in force after the merge (contract 11). */
export interface PolicyChange {
  /** Like `project`, `env`, `apply.limits.delete`, `targets.production.url`; each entry of a list is a change of its own. */
  path: string;
  change: "added" | "removed" | "changed";
  before?: Json;
  after?: Json;
}

export interface PlanPolicy {
  /** The revision as it was named: `origin/main`, or a commit. */
  revision: string;
  commit: string;
  /** Sorted by path. */
  changes: PolicyChange[];
}

/** `origin/main (0123456789ab)`, `the commit 0123456789ab`. Not escaped. */
export function revisionText({ revision, commit }: Pick<PlanPolicy, "revision" | "commit">): string {
  const short = commit.slice(0, 12);
  return revision === commit ? `the commit ${short}` : `${revision} (${short})`;
}

export interface Plan {
  formatVersion: typeof PLAN_FORMAT_VERSION;
  tool: { name: "boardwright"; version: string };
  project: string;
  target: { name: string; url: string; deploymentId: number };
  /** Absent if the policy is that of the working tree. */
  policy?: PlanPolicy;
  /** What the Action planned: `owner/name`, and the full commit; absent in a plan of the command. */
  checkout?: { repository: string; commit: string };
  summary: PlanSummary;
  changes: Change[];
  diagnostics: Diagnostic[];
  /** Of a rollback that can put back only a part of its run; each has an error among the diagnostics. In no document. */
  leftOut?: LeftOut[];
}

/**
 * Whether the field only gives back what was deleted on the platform: the workbook of a report, the report of a chart. Nobody edited it,
 * so that, unlike an edit made in the UI, it has no value from before that edit.
 */
export function followsDeletion({ action, reason }: Change, { origin, base }: FieldChange): boolean {
  return action === "update" && reason?.code === "deleted" && origin === "live" && base === undefined;
}
