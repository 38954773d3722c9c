// A section of the Action's comment on a pull request, its issue and the summary of its job: one verdict that can be read on a phone,
// what to do, then folded parts, cut between parts if GitHub takes no more.

import {
  type Allowed,
  type ApplyReport,
  blankSecrets,
  type DataTest,
  type Narrowing,
  type Plan,
  type PlanPolicy,
} from "../../model/index.ts";
import { type Approval, type Move, planHash } from "../../plan/index.ts";
import { markdownParts } from "../document/markdown.ts";
import {
  type FitOptions,
  fitSections,
  headline,
  type MarkdownDocument,
} from "../document/markdown-document.ts";
import { groundBlocks, policyVerdict } from "../document/markdown-ground.ts";
import { linkTo, markdownCommit, markdownName, markdownPre } from "../document/markdown-text.ts";
import type { ReviewLinks } from "../review/links.ts";
import { applyDocument } from "../subjects/apply.ts";
import { driftDocument } from "../subjects/drift.ts";
import { lintDocument, type TouchOf } from "../subjects/findings.ts";
import { planDocument } from "../subjects/plan.ts";
import {
  previewDownDocument,
  previewUpDocument,
  type ShownDown,
  type ShownPreview,
} from "../subjects/preview.ts";
import { testDocument } from "../subjects/test.ts";
import { breakCommands, readableLines } from "../text/escape.ts";
import type { LintReport } from "../text/findings.ts";
import { excerpt } from "../text/value-text.ts";
import { COMMENT_LIMIT, type CommentIdentity, partText } from "./comment-state.ts";
import { formatLine } from "./hidden-line.ts";
import { movedDocument } from "./moved-markdown.ts";

/** Every part that is given is shown, in this order. */
export interface CommentInput extends CommentIdentity {
  commit?: string;
  /** Why the command could not do its work: shown first. */
  failure?: { message: string; details: readonly string[] };
  /** The changes since the review, if they stopped an apply. */
  moved?: readonly Move[];
  apply?: ApplyReport;
  /** What was applied. */
  applied?: Plan;
  /** When an apply wrote something, ISO 8601 in UTC. */
  did?: string;
  /** Of `drift`, only the edits made outside Git; of any other command the plan. */
  plan?: Plan;
  /** Whether what no file declares any more is deleted. */
  prune?: boolean;
  /** What the project ignores, as its policy has it. */
  ignore?: readonly string[];
  /** Hazards that the policy accepts. */
  allowed?: Allowed | undefined;
  /** Where the dashboards and files of the plan can be seen. */
  links?: ReviewLinks | undefined;
  /** What it was narrowed to, for the commands that are shown with it. */
  narrowing?: Narrowing | undefined;
  /** Where the command goes, if it goes anywhere; that of `plan`, if there is one. */
  destination?: Plan["target"] | undefined;
  /** What the policy was read from; that of `plan`, if there is one. */
  policy?: PlanPolicy | undefined;
  /** Of an earlier comment, whose seal held: stays reviewed if there is no plan to take its place. */
  reviewed?: Approval | undefined;
  lint?: ShownLint;
  /** The label that puts up a preview, if somebody said which. */
  label?: string | undefined;
  /** Of findings of `lint` and `preview`; undefined if nobody knows what the pull request changes. */
  touchOf?: TouchOf | undefined;
  preview?: ShownPreview;
  removal?: ShownDown;
  /** What became of the queries of dashboards. */
  test?: DataTest;
  /** Plain sentences, such as why a fork is only linted. Not escaped; many are cut to the first ones, and long ones are shortened. */
  notes?: readonly string[];
}

export interface ShownLint extends Pick<LintReport, "diagnostics" | "files"> {
  /** Whether members were looked up in a data model. */
  isOnline?: boolean;
  /** Whether some dashboards would break there. */
  isBroken?: boolean;
}

export interface CommentOptions {
  /** Of a comment in UTF-16 units, of a summary in bytes of UTF-8. */
  limit?: number;
  /** Where the full report is: an address, or words. */
  fullReport?: string;
}

/** Notes are never left out, so there is a limit; a character is escaped to seven at most. */
const NOTES = 8;
/** Characters. */
const NOTE_ROOM = 600;
/** A step's summary, in bytes. */
const SUMMARY_LIMIT = 1024 * 1024;
const MARKER = "v1";
const REFUSED = "apply refused, <b>nothing was written</b>";

/** For the summary of a job. Ends with a line end. */
export function renderSummary(input: CommentInput, options: CommentOptions = {}): string {
  const measure = (text: string) => Buffer.byteLength(text);
  return textOf(input, documentsOf(input), options)(options.limit ?? SUMMARY_LIMIT, measure);
}

/** The body of an issue, with a hidden marker as its first line. Ends with a line end. */
export function renderComment(input: CommentInput, options: CommentOptions = {}): string {
  const text = textOf(input, documentsOf(input), options, [markerOf(input)]);
  return blankSecrets(text(options.limit ?? COMMENT_LIMIT));
}

/** Whether it is the issue of this command, target, project and shard. */
export function isSameComment(body: string, identity: CommentIdentity): boolean {
  return body.split(/\r?\n/, 1)[0] === markerOf(identity);
}

function markerOf({ command, target, project, shard }: CommentIdentity): string {
  return formatLine(MARKER, { command, target, project, shard });
}

/** Where the rest can be read: markdown. */
function restText({ fullReport }: CommentOptions): string {
  if (fullReport === undefined) return "the log of the job";
  return URL.canParse(fullReport) ? linkTo(fullReport, "this run") : markdownName(fullReport, 300);
}

/** Writes what is said within a limit, in UTF-16 units if there is no `measure`. `above`: lines above all. Ends with a line end. */
export function textOf(
  input: CommentInput,
  documents: readonly MarkdownDocument[],
  options: CommentOptions,
  above: readonly string[] = [],
): (limit: number, measure?: FitOptions["measure"]) => string {
  const { notes = [] } = input;
  const rest = restText(options);
  const head = [
    ...above,
    ...firstBlocks(input, documents),
    ...notes.slice(0, NOTES).map((note) => markdownName(note, NOTE_ROOM)),
    ...(notes.length > NOTES ? [`and ${notes.length - NOTES} more like these, in ${rest}`] : []),
    ...documents.flatMap((document) => document.lead),
  ];
  const overview = documents.find((document) => document.overview)?.overview;
  const sections = documents.flatMap((document) => document.sections);
  const frame = { head, overview, tail: [origin(input, rest)] };
  return (limit, measure = ({ length }) => length) => fitSections(frame, sections, { limit, measure, rest });
}

/** What is left of it if there is no room for its rows: what it comes to, and where all of it is. */
export function briefText(
  input: CommentInput,
  documents: readonly MarkdownDocument[],
  options: CommentOptions,
): string {
  const rest = restText(options);
  const note = `There is no room for it here: all of it is in ${rest}.`;
  return [...firstBlocks(input, documents), note, origin(input, rest)].join("\n\n");
}

/** The verdict, and where the command goes. */
function firstBlocks(input: CommentInput, documents: readonly MarkdownDocument[]): string[] {
  const { command, target, shard } = input;
  const ground = {
    target: input.plan?.target ?? input.destination,
    policy: input.plan?.policy ?? input.policy,
  };
  const all = [...policyVerdict(ground), ...documents];
  const verdict = all.flatMap((one) => one.verdict);
  if (shard !== undefined) verdict.push(markdownName(partText(shard), 100));
  return [headline(target === "" ? command : target, all, verdict), ...groundBlocks(ground)];
}

/** What it is of, and where the rest is. */
function origin({ commit, links, applied, plan = applied }: CommentInput, rest: string): string {
  const parts = [
    ...(commit === undefined ? [] : [markdownCommit(commit, links?.commit)]),
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

export function documentsOf(input: CommentInput): MarkdownDocument[] {
  const { command, failure, moved, apply, plan, narrowing, allowed, links } = input;
  const { lint, preview, removal, test, touchOf } = input;
  // A comment and a summary are of a job.
  const source = { narrowing, allowed, links, inJob: true, target: plan?.target.name };
  // A plan beside what stopped its apply: nothing of it has happened.
  const isStopped = command === "apply" && plan !== undefined && (failure ?? moved) !== undefined;
  const review = (shown: Plan) => {
    if (command === "drift")
      return markdownParts(driftDocument(shown, { ...source, inJob: false }), { links });
    const document = markdownParts(planDocument(shown, source), { links });
    return isStopped ? undone(document) : document;
  };
  return [
    failure && failureDocument(failure, isStopped ? REFUSED : `${markdownName(command, 40)} failed`),
    moved && movedDocument(moved, plan),
    apply &&
      markdownParts(applyDocument(apply, { inJob: true, plan: input.applied, live: links?.live }), { links }),
    plan && review(plan),
    lint && markdownParts(lintDocument({ ...lint, touchOf }), { links }),
    preview && markdownParts(previewUpDocument(preview, { touchOf }), { links }),
    removal && markdownParts(previewDownDocument(removal)),
    test && markdownParts(testDocument(test, { touchOf }), { links }),
  ].filter((document) => document !== undefined);
}

/** Without the verdict, which says what viewers will see. */
function undone(document: MarkdownDocument): MarkdownDocument {
  return { ...document, verdict: [], lead: [...document.lead, "What it would have done:"] };
}

function failureDocument(
  { message, details }: NonNullable<CommentInput["failure"]>,
  verdict: string,
): MarkdownDocument {
  const lines = [message, ...details].flatMap(readableLines).slice(0, 12);
  const shown = lines.map((line) => excerpt(line, 0, 300));
  const [first = "", ...more] = shown;
  const text = breakCommands([first, ...more.map((line) => `  ${line}`)].join("\n"));
  return {
    light: "wrong",
    verdict: [verdict],
    lead: [markdownPre(text)],
    sections: [],
  };
}
