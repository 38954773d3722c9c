// The outcome of a command of the Action: all that outputs, summary, annotations, comment and exit code then say.

import type { Diagnostic, ExitCode } from "../model/index.ts";
import type { CommentIdentity, CommentSection, MadeSection, TouchOf } from "../report/index.ts";

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
  /** What an issue says. */
  issue(): string;
  /** Whether an earlier issue is the one that this replaces. */
  isOurs(body: string): boolean;
  /** Nothing happened: it only replaces an earlier one. */
  isQuiet?: boolean;
  /** It is about a pull request that the run is not: it only takes the place of what the comment says already. */
  onlyAgain?: boolean;
  section: SectionWriter;
  /** Of an apply: the pull requests whose plans it carried out, or was to, if they are known. */
  pulls?: readonly number[];
}

/** Writes the command's section of the comment on a pull request. */
export interface SectionWriter {
  identity: CommentIdentity;
  /** The commit of the pull request that it is of; undefined if it is of none. */
  commit: string | undefined;
  write(pull: number, options: SectionPlace): MadeSection;
  /** Whether a section is one that somebody with our key sealed on this pull request. */
  isSealed(section: CommentSection, pull: number): boolean;
  /** Whether a section was sealed with our key, and somebody has changed it since. */
  isEdited(section: CommentSection, pull: number): boolean;
}

export interface SectionPlace {
  /**
   * The section whose place it takes, if nobody has changed the comment. What was reviewed there stays reviewed until a plan replaces it,
   * if its seal holds.
   */
  earlier: CommentSection | undefined;
  isQuiet: boolean | undefined;
  /** What the pull request changes of where a finding is; undefined if nobody knows. */
  touchOf?: TouchOf | undefined;
}

/** The outputs of a command that compared nothing. */
export const NOTHING = {
  counts: { create: 0, update: 0, delete: 0 },
  changes: false,
  errors: 0,
  diagnostics: [],
} satisfies Partial<Outcome>;
