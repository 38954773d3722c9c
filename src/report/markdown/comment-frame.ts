// The one comment of a pull request: a hidden line that finds it, a section for each command, target and shard, and lines of its own
// between them. Each section is sealed by itself, so whoever writes one keeps the others byte for byte, also those of another key.

import { markdownCode, markdownName } from "../document/markdown-text.ts";
import {
  type CommentIdentity,
  type CommentMarker,
  decodeValue,
  encodePairs,
  formatLine,
  isSameComment,
  lineValues,
  markerValues,
  parseMarker,
  partText,
  WEIGHTS,
} from "./comment-marker.ts";

export interface CommentParts {
  project: string | undefined;
  /** The newest commit of the pull request, as far as the last writer knew. */
  head: string | undefined;
  /** The one section that the comment is for, if that has no room in the comment of all. */
  only?: CommentIdentity | undefined;
  /** Each from its marker to its last line. */
  sections: readonly string[];
}

/** GitHub's limit, see comment.ts. */
const LIMIT = 65_536;
/** What one section takes at most, so that there is room for others. */
const MOST = 44_000;
/** Findings are in the log and at their lines as well: they leave the room to plans. */
const MOST_OF_LINT = 12_000;
/** For the lines around a section. */
const AROUND = 1000;
const FRAME = "comment";
const END = formatLine("end", []);
/** Of those that matter alike: what became of a merge first, then what is decided on. */
const COMMANDS = ["apply", "plan", "preview", "test", "lint"];

/** What the comment consists of; undefined if its first line is not exactly ours. A section that has no end is one all the same. */
export function parseComment(body: string): CommentParts | undefined {
  const lines = normalized(body).split("\n");
  const values = lineValues(lines[0] ?? "", FRAME);
  if (!values) return undefined;
  const read = (name: string) => decodeValue(values.get(name));
  const project = read("project");
  const command = read("command");
  const target = read("target");
  const shard = read("shard");
  const named = command === undefined || target === undefined ? undefined : { command, target };
  const only = named && { ...named, ...(project && { project }), ...(shard && { shard }) };
  return { project, head: read("head"), only, sections: sectionsIn(lines) };
}

/**
 * The same of a comment of ours that somebody wrote above, or whose first line they took away: without what stands above. Only of our own account: anybody
 * can write a text of their own above a copy.
 */
export function parseBroken(body: string, project: string): CommentParts | undefined {
  const lines = normalized(body).split("\n");
  const first = lines.findIndex((line) => lineValues(line, FRAME));
  if (first >= 0) return parseComment(lines.slice(first).join("\n"));
  const sections = lines.includes(END) ? sectionsIn(lines) : [];
  const ours = sections.filter((text) => (parseMarker(text)?.project ?? "") === project);
  if (ours.length === 0) return undefined;
  return { project: project === "" ? undefined : project, head: undefined, sections: ours };
}

function sectionsIn(lines: readonly string[]): string[] {
  const sections: string[] = [];
  let open: string[] | undefined;
  const close = () => {
    if (open) sections.push(open.join("\n").trimEnd());
    open = undefined;
  };
  for (const line of lines) {
    if (isMarker(line)) {
      close();
      open = [line];
    } else if (line === END) close();
    else open?.push(line);
  }
  close();
  return sections;
}

function isMarker(line: string): boolean {
  const values = markerValues(line);
  return values?.has("command") === true && values.has("target");
}

/** The comment: the sections by what matters most to a reader, quiet ones as a word each in the last line. Ends with a line end. */
export function formatComment({ project, head, only, sections }: CommentParts): string {
  const { command, target, shard } = only ?? {};
  const frame = formatLine(FRAME, encodePairs({ project, head, command, target, shard }));
  const all = sections.map((text) => ({ text, marker: parseMarker(text) })).sort(byWeight(head));
  // If none has anything to say, the first one says so.
  const open = all.filter(({ marker }, at) => at === 0 || marker?.weight !== "quiet");
  const folded = all.filter((one) => !open.includes(one));
  const markers = all.map(({ marker }) => marker);
  const isPast = (marker: CommentMarker) => isOlder(marker, head);
  const blocks: string[] = [];
  const done: string[] = [];
  for (const { text, marker } of open) {
    const what = carriedOut(marker, markers, isPast);
    const own = [...olderLine(marker, head), ended(text)];
    if (marker && what === "whole") done.push(...foldedPlan(marker, own));
    else blocks.push(...(what === "part" ? [partLine()] : []), ...own);
  }
  return `${[frame, ...blocks, ...done, ...closing(all, folded, head)].join("\n\n")}\n`;
}

interface Read {
  text: string;
  marker: CommentMarker | undefined;
}

const ended = (text: string) => `${text}\n\n${END}`;

function byWeight(head: string | undefined): (one: Read, other: Read) => number {
  // What is wrong or waits in the newest commit is not read below what was wrong in an older one.
  const isUrgent = (marker: CommentMarker | undefined) => weightOf(marker) <= WEIGHTS.indexOf("first");
  const age = (marker: CommentMarker | undefined) => Number(isUrgent(marker) && isOlder(marker, head));
  return ({ marker: a }, { marker: b }) => {
    const order = [
      Number(isUrgent(b)) - Number(isUrgent(a)),
      age(a) - age(b),
      weightOf(a) - weightOf(b),
      placeOf(a) - placeOf(b),
      compareTexts(a?.target, b?.target),
      // So that 10/12 comes after 2/12.
      (a?.shard ?? "").length - (b?.shard ?? "").length,
      compareTexts(a?.shard, b?.shard),
    ];
    return order.find((one) => one !== 0) ?? 0;
  };
}

const weightOf = (marker: CommentMarker | undefined) => WEIGHTS.indexOf(marker?.weight ?? "draft");

function placeOf(marker: CommentMarker | undefined): number {
  const place = COMMANDS.indexOf(marker?.command ?? "");
  return place < 0 ? COMMANDS.length : place;
}

function compareTexts(a = "", b = ""): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Above a section that is not of the newest commit: reviewers would take it for what is merged. */
function olderLine(marker: CommentMarker | undefined, head: string | undefined): string[] {
  if (!isOlder(marker, head)) return [];
  return [
    `**What follows is of an older commit**, ${shortCommit(marker?.commit)}. The newest one is ${shortCommit(head)}.`,
  ];
}

function isOlder(marker: CommentMarker | undefined, head: string | undefined): boolean {
  return marker?.commit !== undefined && head !== undefined && marker.commit !== head;
}

function shortCommit(commit = ""): string {
  const short = commit.slice(0, 12);
  return `<code>${/^[0-9a-f]{7,12}$/.test(short) ? short : markdownName(short, 12)}</code>`;
}

/** The last line: what has nothing to say, what was not checked, and what can be had. */
function closing(all: readonly Read[], quiet: readonly Read[], head: string | undefined): string[] {
  const words = [...quiet.map((one) => quietWords(one, head)), ...missing(all)];
  if (quiet.length === 0) return words.length === 0 ? [] : [`<sub>${words.join(" · ")}</sub>`];
  return [
    `<details><summary>✅ ${words.join(" · ")}</summary>`,
    ...quiet.map(({ text }) => ended(text)),
    "</details>",
  ];
}

function quietWords({ marker }: Read, head: string | undefined): string {
  const { command = "", target = "", shard = "", word = "nothing to say" } = marker ?? {};
  const of = [command, ...(target === "" ? [] : ["of", target]), shard].join(" ").trim();
  const older = isOlder(marker, head) ? ` (of the older commit ${shortCommit(marker?.commit)})` : "";
  return `${markdownName(of, 80)}: ${markdownName(word, 80)}${older}`;
}

/** Of a plan that is not applied yet: a preview looks up its members, and shows it. What failed is said here as well as above. */
function missing(all: readonly Read[]): string[] {
  const has = (wanted: string) => all.some(({ marker }) => marker?.command === wanted);
  if (!has("plan") || has("apply")) return [];
  const label = all.map(({ marker }) => marker?.label).find((one) => one !== undefined);
  const way = label === undefined ? "" : ` (add the label ${markdownCode(label, 60)})`;
  const models = new Set(all.map(({ marker }) => marker?.model));
  const isFailed = all.some(({ marker }) => marker?.command === "preview" && marker.weight === "wrong");
  return [
    ...(models.has("failed")
      ? ["❌ model check: failed"]
      : models.has("checked")
        ? []
        : ["model check: not run"]),
    ...(isFailed ? ["❌ preview: failed"] : has("preview") ? [] : [`preview: not up${way}`]),
  ];
}

/** Whether nobody has changed the lines between the sections either: they are what this writes around them. */
export function isWholeComment(body: string): boolean {
  const parts = parseComment(body);
  return parts !== undefined && formatComment(parts).trim() === normalized(body).trim();
}

/** Servers may end lines in their own way. */
function normalized(body: string): string {
  return body.replace(/\r\n?/g, "\n");
}

export function sectionOf(parts: CommentParts | undefined, identity: CommentIdentity): string | undefined {
  return parts?.sections.find((section) => isSameComment(section, identity));
}

/** The same with this section in the place of the one that it had; without it, if that is undefined. */
export function withSection(
  parts: CommentParts,
  identity: CommentIdentity,
  section: string | undefined,
): CommentParts {
  const others = parts.sections.filter((one) => !isSameComment(one, identity));
  return { ...parts, sections: section === undefined ? others : [...others, section] };
}

/** How many characters a section may have there. */
export function roomFor(parts: CommentParts, identity: CommentIdentity): number {
  const taken = formatComment(withSection(parts, identity, undefined)).length;
  const most = identity.command === "lint" ? MOST_OF_LINT : MOST;
  return Math.min(parts.only ? LIMIT : most, LIMIT - taken - AROUND);
}

export function fitsComment(parts: CommentParts): boolean {
  return formatComment(parts).length <= LIMIT;
}

// A plan whose apply has come after it: what viewers see is what became of it, which the section of the apply says.

/** `whole`: all that the plan showed was applied or tried. `part`: a shard or a selection of it. */
type CarriedOut = "whole" | "part" | undefined;

/** `isOlder`: of an earlier commit than the newest: an apply of one came before the plans of this. */
function carriedOut(
  plan: CommentMarker | undefined,
  others: readonly (CommentMarker | undefined)[],
  isOlder: (marker: CommentMarker) => boolean,
): CarriedOut {
  // One that failed has planned nothing.
  if (plan?.command !== "plan" || plan.weight === "wrong") return undefined;
  const planned = plan.approval?.at ?? "";
  const applies = others.filter(
    (other): other is CommentMarker =>
      other?.command === "apply" &&
      other.target === plan.target &&
      // One that was refused has left the plan as it was; a plan that was made later shows what is left.
      other.did !== undefined &&
      other.did > planned &&
      !isOlder(other),
  );
  if (applies.some(({ shard }) => shard === undefined || shard === plan.shard)) return "whole";
  return plan.shard === undefined && applies.length > 0 ? "part" : undefined;
}

function partLine(): string {
  return "**What follows was planned before a part of it was applied**: what became of that is said above.";
}

/** Folded, so that nobody takes it for what happens next. */
function foldedPlan({ target, shard }: CommentMarker, blocks: readonly string[]): string[] {
  const of = [target, ...(shard === undefined ? [] : [partText(shard)])].join(" ");
  const what = `What was planned for ${markdownName(of, 80)} before: what became of it is said above`;
  return [`<details><summary>📋 ${what}</summary>`, ...blocks, "</details>"];
}
