// What a survey is given, and what it finds.

import type { Change, Project, Reason, Target } from "../../model/index.ts";
import type {
  Declared,
  DeclaredReport,
  FindLastSeen,
  IgnoredPath,
  LiveReport,
  LiveWorkbook,
  ReportIds,
  Unreadable,
} from "../../plan/index.ts";
import type { NotFollowed, RenamedLive } from "./renamed.ts";

export interface SurveyOptions {
  project: Project;
  target: Target & { deployment: number };
  ignored: readonly IgnoredPath[];
  /** What the files declare. */
  declared: ReadonlyMap<string, Declared>;
  reports: readonly DeclaredReport[];
  /** The slugs that were named; undefined: all that are declared. */
  named: ReadonlySet<string> | undefined;
  /** Whether to look for undeclared things as well. */
  all: boolean;
  /** Asked once, and only if something that is declared is not live. */
  readLastSeen(): Promise<FindLastSeen>;
}

export interface Survey {
  /** Declared workbooks that differ, with the change that a plan would show. */
  edits: { declared: Declared; live: LiveWorkbook; change: Change }[];
  /** `slug`: a workbook that the report is pulled with. */
  reportEdits: { declared: DeclaredReport; live: LiveReport; change: Change; slug: string | undefined }[];
  /** Live workbooks that no file declares and that are wanted; sorted by slug. */
  fresh: LiveWorkbook[];
  /** Live workbooks of another project, or of a preview, that are pulled only by name. */
  foreign: { slug: string; project: string }[];
  /** Those of `fresh` that this project manages, unless they are named: their declaration was removed from the files. */
  removed: string[];
  /** Live workbooks without a slug, if `all`. */
  unnamed: { id: number; name: string }[];
  /** Selected slugs that several live workbooks have, with their ids: nothing says which of them a file is about. `was`: the slug that one of them has live. */
  doubles: { slug: string; ids: readonly number[]; was: string | undefined }[];
  /** Selected ones that are in the list, and that no read shows. */
  unread: Unreadable[];
  /** Declared workbooks that are live under another slug: everything else names them by the slug that the files have. Sorted by it. */
  renamed: RenamedLive[];
  /** Declared workbooks of which an edit in the UI moved the slug, so that no renaming in the files could follow; sorted by slug. */
  moved: { slug: string; message: string; help: string }[];
  /** Slugs that were named for others: a slug that `was`, or one that a renamed workbook has live. */
  aliases: ReadonlySet<string>;
  /** Selected slugs that are declared and not live, with what is known of it. */
  absent: { slug: string; file: string; reason: Reason | undefined; unclear: NotFollowed | undefined }[];
  /** Slug → id of all live workbooks. */
  slugs: ReadonlyMap<string, number>;
  /** All live reports, by id; empty if none is needed or the deployment cannot manage them. */
  reports: ReadonlyMap<number, LiveReport>;
  /** Report key → live id, of the declared ones that are live. */
  reportIds: ReportIds;
  can: { reports: boolean; publish: boolean };
  /** Selected workbooks and reports that do not differ. */
  unchanged: number;
  /** Selected workbooks that nobody edited live: what differs in them was edited in Git. */
  unedited: number;
}
