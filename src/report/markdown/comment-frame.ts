// The text of the one comment, drawn from its state: a hidden first line that finds it, the sections by what matters most to a reader, and
// the state as a hidden last line. Nothing that people see is read back.

import { markdownCode, markdownName } from "../document/markdown-text.ts";
import {
  COMMENT_LIMIT,
  type CommentSection,
  type CommentState,
  formatState,
  isOlder,
  isStateLine,
  partText,
  readState,
  shortened,
  WEIGHTS,
} from "./comment-state.ts";
import { formatLine, lineValues } from "./hidden-line.ts";

const FRAME = "comment";
/** Of those that matter alike: what became of a merge first, then what is decided on. */
const COMMANDS = ["apply", "plan", "preview", "test", "lint"];

/**
 * What a comment of ours holds, also if somebody wrote above it or below; undefined if it has neither of the hidden lines. Without one that can
 * be read it has no sections.
 */
export function parseComment(body: string): CommentState | undefined {
  const lines = linesOf(body);
  const frame = lines.map((line) => lineValues(line, FRAME)).find((values) => values !== undefined);
  const state = readState(lines.findLast(isStateLine) ?? "");
  if (state) return state;
  return frame && { project: frame.get("project"), head: undefined, sections: [] };
}

/** Whether nobody has changed what people see: it is what this draws of its state. */
export function isWholeComment(body: string): boolean {
  const lines = linesOf(body);
  const at = lines.findLastIndex(isStateLine);
  const state = readState(lines[at] ?? "");
  if (!state) return false;
  const text = [...lines.slice(0, at), ...lines.slice(at + 1)].join("\n");
  return text.trim() === drawComment(state).trim();
}

/** Servers may end lines in their own way. */
function linesOf(body: string): string[] {
  return body.replace(/\r\n?/g, "\n").split("\n");
}

/** The comment, with as much of its sections as it takes. Ends with a line end. */
export function formatComment(state: CommentState): string {
  const text = drawComment(state);
  const body = text.length > COMMENT_LIMIT ? text : `${text}\n\n${formatState(state)}\n`;
  const less = body.length > COMMENT_LIMIT ? shortened(state) : undefined;
  return less ? formatComment(less) : body;
}

/** Quiet sections are a word each in the last line. */
function drawComment({ project, head, sections }: CommentState): string {
  const all = [...sections].sort(byWeight(head));
  // If none has anything to say, the first one says so.
  const open = all.filter(({ weight }, at) => at === 0 || weight !== "quiet");
  const quiet = all.filter((one) => !open.includes(one));
  const blocks: string[] = [];
  const done: string[] = [];
  for (const section of open) {
    const what = carriedOut(section, all, head);
    const own = [...olderLine(section, head), ...editedLine(section), textOf(section)];
    if (what === "whole") done.push(...foldedPlan(section, own));
    else blocks.push(...(what === "part" ? [partLine()] : []), ...own);
  }
  return [formatLine(FRAME, { project }), ...blocks, ...done, ...closing(all, quiet, head)].join("\n\n");
}

/** Of one that somebody has changed itself nothing can be shown. */
function textOf({ command, target, shard, texts: [text] }: CommentSection): string {
  const parts = [target === "" ? command : target, ...(shard === undefined ? [] : [partText(shard)])];
  return text ?? `### 🟡 Boardwright · ${markdownName(parts.join(" "), 80)}: somebody edited this section`;
}

function editedLine({ command, texts, edited }: CommentSection): string[] {
  if (!edited) return [];
  const job = `the job of ${markdownCode(command, 40)} has run again`;
  return texts.length === 0
    ? [`**The seal of what follows no longer held**: it is left out until ${job}.`]
    : [
        `**Somebody edited this comment**: what follows is as it was written, and proves no review until ${job}.`,
      ];
}

function byWeight(head: string | undefined): (one: CommentSection, other: CommentSection) => number {
  // What is wrong or waits in the newest commit is not read below what was wrong in an older one.
  const isUrgent = ({ weight }: CommentSection) => WEIGHTS.indexOf(weight) <= WEIGHTS.indexOf("first");
  const age = (section: CommentSection) => Number(isUrgent(section) && isOlder(section, head));
  return (a, b) => {
    const order = [
      Number(isUrgent(b)) - Number(isUrgent(a)),
      age(a) - age(b),
      WEIGHTS.indexOf(a.weight) - WEIGHTS.indexOf(b.weight),
      placeOf(a) - placeOf(b),
      compareTexts(a.target, b.target),
      // So that 10/12 comes after 2/12.
      (a.shard ?? "").length - (b.shard ?? "").length,
      compareTexts(a.shard, b.shard),
    ];
    return order.find((one) => one !== 0) ?? 0;
  };
}

function placeOf({ command }: CommentSection): number {
  const place = COMMANDS.indexOf(command);
  return place < 0 ? COMMANDS.length : place;
}

function compareTexts(a = "", b = ""): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Above a section that is not of the newest commit: reviewers would take it for what is merged. */
function olderLine(section: CommentSection, head: string | undefined): string[] {
  if (!isOlder(section, head)) return [];
  return [
    `**What follows is of an older commit**, ${shortCommit(section.commit)}. The newest one is ${shortCommit(head)}.`,
  ];
}

function shortCommit(commit = ""): string {
  const short = commit.slice(0, 12);
  return `<code>${/^[0-9a-f]{7,12}$/.test(short) ? short : markdownName(short, 12)}</code>`;
}

/** The last line: what has nothing to say, what was not checked, and what can be had. */
function closing(
  all: readonly CommentSection[],
  quiet: readonly CommentSection[],
  head: string | undefined,
): string[] {
  const words = [...quiet.map((one) => quietWords(one, head)), ...missing(all)];
  if (quiet.length === 0) return words.length === 0 ? [] : [`<sub>${words.join(" · ")}</sub>`];
  return [`<details><summary>✅ ${words.join(" · ")}</summary>`, ...quiet.map(textOf), "</details>"];
}

function quietWords(section: CommentSection, head: string | undefined): string {
  const { command, target, shard = "", word = "nothing to say", commit } = section;
  const of = [command, ...(target === "" ? [] : ["of", target]), shard].join(" ").trim();
  const older = isOlder(section, head) ? ` (of the older commit ${shortCommit(commit)})` : "";
  return `${markdownName(of, 80)}: ${markdownName(word, 80)}${older}`;
}

/** Of a plan that is not applied yet: a preview looks up its members, and shows it. What failed is said here as well as above. */
function missing(all: readonly CommentSection[]): string[] {
  const has = (wanted: string) => all.some(({ command }) => command === wanted);
  if (!has("plan") || has("apply")) return [];
  const label = all.map((one) => one.label).find((one) => one !== undefined);
  const way = label === undefined ? "" : ` (add the label ${markdownCode(label, 60)})`;
  const models = new Set(all.map(({ model }) => model));
  const isFailed = all.some(({ command, weight }) => command === "preview" && weight === "wrong");
  return [
    ...(models.has("failed")
      ? ["❌ model check: failed"]
      : models.has("checked")
        ? []
        : ["model check: not run"]),
    ...(isFailed ? ["❌ preview: failed"] : has("preview") ? [] : [`preview: not up${way}`]),
  ];
}

// A plan whose apply has come after it: what viewers see is what became of it, which the section of the apply says.

/** `whole`: all that the plan showed was applied or tried. `part`: a shard or a selection of it. */
type CarriedOut = "whole" | "part" | undefined;

function carriedOut(
  plan: CommentSection,
  others: readonly CommentSection[],
  head: string | undefined,
): CarriedOut {
  // One that failed has planned nothing.
  if (plan.command !== "plan" || plan.weight === "wrong") return undefined;
  const planned = plan.approval?.at ?? "";
  const applies = others.filter(
    (other) =>
      other.command === "apply" &&
      other.target === plan.target &&
      // One that was refused has left the plan as it was; a plan that was made later shows what is left.
      other.did !== undefined &&
      other.did > planned &&
      // An apply of an earlier commit came before the plans of this.
      !isOlder(other, head),
  );
  if (applies.some(({ shard }) => shard === undefined || shard === plan.shard)) return "whole";
  return plan.shard === undefined && applies.length > 0 ? "part" : undefined;
}

function partLine(): string {
  return "**What follows was planned before a part of it was applied**: what became of that is said above.";
}

/** Folded, so that nobody takes it for what happens next. */
function foldedPlan({ target, shard }: CommentSection, blocks: readonly string[]): string[] {
  const of = [target, ...(shard === undefined ? [] : [partText(shard)])].join(" ");
  const what = `What was planned for ${markdownName(of, 80)} before: what became of it is said above`;
  return [`<details><summary>📋 ${what}</summary>`, ...blocks, "</details>"];
}
