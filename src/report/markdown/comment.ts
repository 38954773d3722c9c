// The Action's comment on a pull request, its issue and the summary of its job: one verdict that can be read on a phone, what
// to do, then folded sections, cut between sections if GitHub takes no more.

import {
  type ApplyReport,
  blankSecrets,
  type HazardCode,
  type Narrowing,
  type Plan,
  type PlanPolicy,
} from "../../model/index.ts";
import { type Approval, approvedChanges, type Move, planHash } from "../../plan/index.ts";
import { breakCommands, readableLines } from "../text/escape.ts";
import { countFindings, findingsText, type LintReport } from "../text/findings.ts";
import { excerpt } from "../text/value-text.ts";
import { applyDocument } from "./apply-markdown.ts";
import { type CommentIdentity, formatMarker } from "./comment-marker.ts";
import { blankMarker, type SealPlace, sealComment } from "./comment-seal.ts";
import { diagnosticSections } from "./diagnostic-markdown.ts";
import { driftDocument } from "./drift-markdown.ts";
import { type FitOptions, fitSections, headline, type MarkdownDocument } from "./markdown-document.ts";
import { linkTo, markdownCommit, markdownName, markdownPre } from "./markdown-text.ts";
import { movedDocument } from "./moved-markdown.ts";
import { groundBlocks } from "./policy-markdown.ts";
import {
  previewDownDocument,
  previewUpDocument,
  type ShownPreview,
  type ShownRemoval,
} from "./preview-markdown.ts";
import { reviewDocument } from "./review-markdown.ts";

/** Every part that is given is shown, in this order. */
export interface CommentInput extends CommentIdentity {
  commit?: string;
  /** Why the command could not do its work: shown first. */
  failure?: { message: string; details: readonly string[] };
  /** The changes since the review, if they stopped an apply. */
  moved?: readonly Move[];
  apply?: ApplyReport;
  /** Of `drift`, only the edits made outside Git; of any other command the plan. */
  plan?: Plan;
  /** Hazards that the policy accepts. */
  allowed?: ReadonlySet<HazardCode> | undefined;
  /** What it was narrowed to, for the commands that are shown with it. */
  narrowing?: Narrowing | undefined;
  /** Where the command goes, if it goes anywhere; that of `plan`, if there is one. */
  destination?: Plan["target"] | undefined;
  /** What the policy was read from; that of `plan`, if there is one. */
  policy?: PlanPolicy | undefined;
  /** Of an earlier comment, whose seal held: stays reviewed if there is no plan to take its place. */
  reviewed?: Approval;
  lint?: Pick<LintReport, "diagnostics" | "files">;
  preview?: ShownPreview;
  removal?: ShownRemoval;
  /** Plain sentences, such as why a fork is only linted. Not escaped; many are cut to the first ones, and long ones are shortened. */
  notes?: readonly string[];
}

export interface CommentOptions {
  /** Of a comment in UTF-16 units, of a summary in bytes of UTF-8. */
  limit?: number;
  /** Where the full report is: an address, or words. */
  fullReport?: string;
  /**
   * Only of a comment: what to seal it with, when that is, ISO 8601 in UTC, and the branch that the pull request goes to. Without it the
   * comment is no proof of a review.
   */
  seal?: (SealPlace & { at: string; base?: string | undefined }) | undefined;
}

/**
 * GitHub refuses a comment "over 65536 characters". Whether it counts code points or four bytes each is not known: so many UTF-16
 * units (3 bytes of UTF-8 each at most) are within both.
 */
const COMMENT_LIMIT = 65_536;
/** Notes are never left out, so there is a limit; a character is escaped to seven at most. */
const NOTES = 8;
/** Characters. */
const NOTE_ROOM = 600;
/** A step's summary, in bytes. */
const SUMMARY_LIMIT = 1024 * 1024;

/** A comment or the body of an issue, with the hidden marker as its first line. Ends with a line end. */
export function renderComment(input: CommentInput, options: CommentOptions = {}): string {
  const { command, target, project, shard } = input;
  const identity = { command, target, project: project || undefined, shard: shard || undefined };
  const approval = command === "plan" ? approvalFor(input, options) : undefined;
  const marker = { ...identity, approval };
  // Blanked before it is sealed: the seal is over what people read.
  const made = render(input, [options.seal ? blankMarker(marker) : formatMarker(marker)], {
    limit: options.limit ?? COMMENT_LIMIT,
    measure: (text) => text.length,
    rest: restText(options),
  });
  const text = blankSecrets(made);
  return options.seal ? sealComment(text, identity, options.seal) : text;
}

/** The same for the summary of a job, without a marker. Ends with a line end. */
export function renderSummary(input: CommentInput, options: CommentOptions = {}): string {
  return render(input, [], {
    limit: options.limit ?? SUMMARY_LIMIT,
    measure: (text) => Buffer.byteLength(text),
    rest: restText(options),
  });
}

function approvalFor(
  { plan, reviewed, commit }: CommentInput,
  { seal }: CommentOptions,
): Approval | undefined {
  if (!plan) return reviewed;
  const changes = approvedChanges(plan);
  const approval = { hash: planHash(plan), changes, total: changes.length };
  if (!seal) return approval;
  const { at, base } = seal;
  return {
    ...approval,
    at,
    ...(commit !== undefined && { head: commit }),
    ...(base !== undefined && { base }),
  };
}

function restText({ fullReport }: CommentOptions): string {
  if (fullReport === undefined) return "the log of the job";
  return URL.canParse(fullReport) ? linkTo(fullReport, "the full report") : markdownName(fullReport, 300);
}

function render(input: CommentInput, head: readonly string[], options: FitOptions): string {
  const documents = documentsOf(input);
  const { command, target, shard, notes = [] } = input;
  const verdict = documents.flatMap((document) => document.verdict);
  if (shard !== undefined) verdict.push(`shard ${markdownName(shard, 20)}`);
  const blocks = [
    headline(target === "" ? command : target, documents, verdict),
    ...groundBlocks({
      target: input.plan?.target ?? input.destination,
      policy: input.plan?.policy ?? input.policy,
    }),
    ...notes.slice(0, NOTES).map((note) => markdownName(note, NOTE_ROOM)),
    ...(notes.length > NOTES ? [`and ${notes.length - NOTES} more like these, in ${options.rest}`] : []),
    ...documents.flatMap((document) => document.lead),
  ];
  return fitSections(
    {
      head: [...head, ...blocks],
      overview: documents.find(({ overview }) => overview)?.overview,
      tail: [origin(input, options)],
    },
    documents.flatMap((document) => document.sections),
    options,
  );
}

/** What it is of, and where the rest is. */
function origin({ commit, plan }: CommentInput, { rest }: FitOptions): string {
  const parts = [
    ...(commit === undefined ? [] : [markdownCommit(commit)]),
    rest,
    ...(plan
      ? [
          `plan <code>${planHash(plan)
            .replace(/^sha256:/, "")
            .slice(0, 8)}</code>`,
        ]
      : []),
  ];
  return `<sub>${parts.join(" · ")}</sub>`;
}

function documentsOf(input: CommentInput): MarkdownDocument[] {
  const { command, failure, moved, apply, plan, narrowing, allowed, lint, preview, removal } = input;
  const source = { narrowing, allowed };
  return [
    failure && failureDocument(failure, command),
    moved && movedDocument(moved),
    apply && applyDocument(apply),
    plan && (command === "drift" ? driftDocument(plan, source) : reviewDocument(plan, source)),
    lint && lintDocument(lint),
    preview && previewUpDocument(preview),
    removal && previewDownDocument(removal),
  ].filter((document) => document !== undefined);
}

function failureDocument(
  { message, details }: NonNullable<CommentInput["failure"]>,
  command: string,
): MarkdownDocument {
  const lines = [message, ...details].flatMap(readableLines).slice(0, 12);
  const shown = lines.map((line) => excerpt(line, 0, 300));
  const [first = "", ...more] = shown;
  const text = breakCommands([first, ...more.map((line) => `  ${line}`)].join("\n"));
  return {
    light: "wrong",
    verdict: [`${markdownName(command, 40)} failed`],
    lead: [markdownPre(text)],
    sections: [],
  };
}

function lintDocument(lint: Pick<LintReport, "diagnostics" | "files">): MarkdownDocument {
  const found = countFindings(lint);
  const light = found.errors > 0 ? "wrong" : found.warnings > 0 ? "decide" : "go";
  return { light, verdict: [findingsText(found)], lead: [], sections: diagnosticSections(lint.diagnostics) };
}
