// The outcome of a command of the Action: all that outputs, summary, annotations, comment and exit code then say.

import type { Diagnostic, ExitCode } from "../model/index.ts";

export interface Counts {
  create: number;
  update: number;
  delete: number;
}

export interface Outcome {
  exitCode: ExitCode;
  counts: Counts;
  /** Whether anything would change, or was changed. */
  changes: boolean;
  errors: number;
  /** One line: what the step says if it fails. */
  verdict: string;
  /** For the job summary: Markdown. `notes` are said plainly, such as why there is no comment. */
  summary(notes: readonly string[]): string;
  /** Findings to show at their lines; files are relative to the project's folder. */
  diagnostics: readonly Diagnostic[];
  /** What the comment (for drift the issue) says; absent if there is none. */
  comment?: Comment;
  planFile?: string;
  planHash?: string;
  reportFile?: string;
  /** The pull request that proposes the edits; it takes the place of the issue. */
  pullRequest?: number | undefined;
  /** Slug → link. */
  previewLinks?: Readonly<Record<string, string>>;
}

export interface Comment {
  /** The target's name, for the title of an issue. */
  target: string;
  /**
   * On the pull request, or of an issue if that is absent. `earlier`: the comment whose place it takes. What was reviewed there stays
   * reviewed until a plan replaces it, if its seal holds.
   */
  body(pull?: number, earlier?: string): string;
  /** Nothing happened: it only replaces an earlier one. */
  isQuiet?: boolean;
  /** Whether an earlier comment is the one that this replaces. */
  isOurs(body: string): boolean;
  /** Whether it is one that we sealed on this pull request, whoever it is by. */
  isSealed(body: string, pull: number): boolean;
}

/** The outputs of a command that compared nothing. */
export const NOTHING = {
  counts: { create: 0, update: 0, delete: 0 },
  changes: false,
  errors: 0,
  diagnostics: [],
} satisfies Partial<Outcome>;
