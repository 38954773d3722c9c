// The one comment of a pull request as data: a section for each command, target and shard. The text that people see is drawn from it
// (comment-frame.ts) and never read back. Each section has a seal of its own, since those who write them hold different keys.

import { hash } from "node:crypto";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { blankSecrets, type Json, readJson, writeJson } from "../../model/index.ts";
import {
  type Approval,
  type ApprovedChange,
  canonical,
  GROUND,
  isSealed,
  seal,
  shortDigest,
} from "../../plan/index.ts";

/** Distinguishes the sections of the comment on a pull request. */
export interface CommentIdentity {
  command: string;
  /** Empty if the command is about no target. */
  target: string;
  /** The project: a repository may hold several, each with a comment of its own. */
  project?: string | undefined;
  /** The part that it is of, if each writes its own: `2/4` of a shard, `only a b*` of a plan that was narrowed. */
  shard?: string | undefined;
}

export interface CommentState {
  project: string | undefined;
  /** The newest commit of the pull request, as far as the last writer knew. */
  head: string | undefined;
  sections: readonly CommentSection[];
}

/** How much a section matters to a reader, the most first. */
export const WEIGHTS = ["wrong", "first", "seen", "draft", "quiet"] as const;
export type Weight = (typeof WEIGHTS)[number];

export interface CommentSection extends CommentIdentity {
  weight: Weight;
  /** The commit of the pull request that it is of; absent if it is of none, such as an apply of the merge. */
  commit?: string | undefined;
  /** All that there is to say, of a quiet section. */
  word?: string | undefined;
  /** Of an apply that wrote something, or had nothing to do: when, ISO 8601 in UTC. */
  did?: string | undefined;
  /** Of a plan: the label that puts up a preview of the pull request, if somebody said which. */
  label?: string | undefined;
  /** `checked` if the members of all dashboards were looked up in a data model, `failed` if some would break there. */
  model?: string | undefined;
  /** What it showed for review; only of plans. */
  approval?: Omit<Approval, "changes"> | undefined;
  /** The changes that it showed, or the first of them; absent if the comment had no room for them. */
  changes?: readonly ApprovedChange[] | undefined;
  /** What it says, in Markdown, with ever fewer words. The first is shown; it goes if the comment has no room for it. */
  texts: readonly string[];
  /** How many of the texts, at the end, lack rows or words of rows. */
  brief: number;
  /** The seal is over these in the place of `texts` and `changes`: it holds without those for which there was no room. */
  digests: { texts: readonly string[]; sizes: readonly number[]; changes?: string | undefined };
  /** Somebody changed it, or the text that people see: it proves no review. */
  edited?: true | undefined;
  /** Tells the keys of sections apart. */
  key?: string | undefined;
  seal?: string | undefined;
}

/**
 * GitHub refuses a comment "over 65536 characters". Whether it counts code points or four bytes each is not known: so many UTF-16
 * units (3 bytes of UTF-8 each at most) are within both.
 */
export const COMMENT_LIMIT = 65_536;
/** Of a comment about 300 changes. If there are more, only the first ones and the hash are kept. */
const MAX_CHANGES = 16_384;
/** Before the globs that a plan is narrowed to. */
const ONLY = "only ";
/** Characters of them in a comment. */
const MOST_ONLY = 80;
/** Characters of a name. */
const NAME_ROOM = 300;

/** As people read it. Not escaped. */
export function partText(shard: string): string {
  return shard.startsWith(ONLY) ? shard : `shard ${shard}`;
}

/** The part that is narrowed to these globs; undefined for none. Long lists are told apart by their digest. */
export function onlyPart(only: readonly string[]): string | undefined {
  if (only.length === 0) return undefined;
  const sorted = [...only].sort();
  const all = ONLY + sorted.join(" ");
  if (all.length <= MOST_ONLY) return all;
  return `${ONLY}${sorted[0]?.slice(0, 40)} and ${sorted.length - 1} more (${hash("sha256", all).slice(0, 8)})`;
}

/** As a comment has it: without secrets, and long names cut, as they only distinguish sections. */
export function shownIdentity({ command, target, project, shard }: CommentIdentity): CommentIdentity {
  const shown = (name: string) => blankSecrets(name).slice(0, NAME_ROOM);
  return {
    ...{ command: shown(command), target: shown(target) },
    ...(project && { project: shown(project) }),
    ...(shard && { shard: shown(shard) }),
  };
}

export function isSameIdentity(one: CommentIdentity, other: CommentIdentity): boolean {
  return textOf(shownIdentity(one)) === textOf(shownIdentity(other));
}

export function sectionOf(
  state: CommentState | undefined,
  identity: CommentIdentity,
): CommentSection | undefined {
  return state?.sections.find((section) => isSameIdentity(section, identity));
}

/** The same with this section, in the place of an earlier one. */
export function withSection(state: CommentState, section: CommentSection): CommentState {
  const at = state.sections.findIndex((one) => isSameIdentity(one, section));
  return { ...state, sections: at < 0 ? [...state.sections, section] : state.sections.with(at, section) };
}

/** Whether it is of another commit than the newest one. */
export function isOlder({ commit }: CommentSection, head: string | undefined): boolean {
  return commit !== undefined && head !== undefined && commit !== head;
}

export function approvalOf({ approval, changes }: CommentSection): Approval | undefined {
  return approval && { ...approval, ...(changes && { changes }) };
}

/** The section with what the seal is over in the place of its texts and changes, of which it keeps as many as a comment can remember. */
export function withDigests({ changes, ...section }: Omit<CommentSection, "digests">): CommentSection {
  const some = changes && someOf(changes);
  const digests = {
    texts: section.texts.map(shortDigest),
    sizes: section.texts.map(({ length }) => length),
    ...(some && { changes: shortDigest(textOf(some)) }),
  };
  return { ...section, digests, ...(some && { changes: some }) };
}

function someOf(changes: readonly ApprovedChange[]): readonly ApprovedChange[] {
  for (let some = changes; ; ) {
    const size = pack(some).length;
    if (size <= MAX_CHANGES) return some;
    some = some.slice(0, Math.floor(some.length * Math.min(0.9, MAX_CHANGES / size)));
  }
}

// What does not fit.

/** A section, and the same with less of it. */
interface Cut {
  from: CommentSection;
  to: CommentSection;
  /** Drawings and details go first, then the memory of changes, then rows. */
  rank: number;
  size: number;
}

/** The state with less of one section, of an older commit if there is one, else of the largest; undefined if there is no less. Every seal still holds. */
export function shortened(state: CommentState): CommentState | undefined {
  const age = ({ from }: Cut) => Number(!isOlder(from, state.head));
  const [cut] = state.sections
    .flatMap(cutsOf)
    .sort((a, b) => a.rank - b.rank || age(a) - age(b) || b.size - a.size);
  return cut && { ...state, sections: state.sections.map((one) => (one === cut.from ? cut.to : one)) };
}

function cutsOf(from: CommentSection): Cut[] {
  const [text = "", ...texts] = from.texts;
  const rank = texts.length > from.brief ? 0 : 2;
  return [
    ...(texts.length > 0 ? [{ from, to: { ...from, texts }, rank, size: text.length }] : []),
    ...(from.changes
      ? [{ from, to: { ...from, changes: undefined }, rank: 1, size: from.changes.length }]
      : []),
  ];
}

// The seal of a section: that it is ours, of this pull request, and that nobody has changed a word of it. Who may comment can copy a
// comment, and who may write can edit ours; neither can seal.

/** Where it is, and the key that seals it. Whoever has the key can seal anything. */
export interface SealPlace {
  key: string;
  /** `owner/name`. */
  repository: string;
  /** The pull request's number. */
  pull: number;
}

export function sealSection(section: CommentSection, place: SealPlace): CommentSection {
  const named = { ...section, key: keyName(place.key) };
  return { ...named, seal: seal(place.key, "review comment", sealedFields(named, place)) };
}

/** Whether it is as it was sealed at this place, but for what a comment had no room for. */
export function isSealedSection(section: CommentSection, place: SealPlace): boolean {
  const { texts, changes, digests } = section;
  const left = digests.texts.slice(-texts.length);
  return (
    texts.length > 0 &&
    texts.every((text, at) => shortDigest(text) === left[at]) &&
    (changes === undefined || shortDigest(textOf(changes)) === digests.changes) &&
    isSealed(section.seal, place.key, "review comment", sealedFields(section, place))
  );
}

/** Whether somebody has changed a section that was sealed with this key: of those with other keys nobody can say it here. */
export function isEditedSection(section: CommentSection, place: SealPlace): boolean {
  return section.key === keyName(place.key) && !isSealedSection(section, place);
}

/** What a sealed section showed for review; undefined if its seal does not hold, or it showed no plan. */
export function readSealed(section: CommentSection, place: SealPlace): Approval | undefined {
  return isSealedSection(section, place) ? approvalOf(section) : undefined;
}

/**
 * Whether it shows its rows, or a comment had no room for them: else somebody took them away, and nobody saw what it is about. That
 * the rest was shortened as well is allowed for; what the state takes is not, since nobody sees it.
 */
export function showsRows({ texts, brief, digests }: CommentSection, body: string): boolean {
  const { sizes } = digests;
  const at = sizes.length - texts.length;
  const size = body.split("\n").reduce((sum, line) => sum + (isStateLine(line) ? 0 : line.length + 1), 0);
  const longer = size + (sizes[at - 1] ?? 0) - (sizes[at] ?? 0);
  return at === 0 || texts.length > brief || longer > COMMENT_LIMIT / 2;
}

/** Whether both say the same under the same seal, whatever a comment had room for. */
export function isSameSection(one: CommentSection, other: CommentSection): boolean {
  return one.seal === other.seal && sealedText(one) === sealedText(other);
}

/**
 * Of a comment whose text somebody has changed: it was not seen as it was written, so that the right text around it must make no review of it
 * again. It still claims what it showed, so that an apply is refused until its command has run again.
 */
export function withoutSeal({ seal: proof, key: _, ...section }: CommentSection): CommentSection {
  return proof !== undefined && section.approval ? { ...section, edited: true } : section;
}

/** The same of one that somebody has changed itself: its words are not what its command has said. */
export function withoutWords(section: CommentSection): CommentSection {
  const { word: _, did: _did, ...rest } = withoutSeal(section);
  return { ...rest, weight: "first", edited: true, texts: [] };
}

function sealedFields(section: CommentSection, { repository, pull }: SealPlace): string[] {
  return [repository.toLowerCase(), String(pull), sealedText(section)];
}

function sealedText({ texts: _, changes: _changes, seal: _seal, ...sealed }: CommentSection): string {
  return textOf(sealed);
}

/** Tells keys apart, and nothing else of them: who has another one cannot say whether a seal holds. */
function keyName(key: string): string {
  return seal(key, "name of the key", []).slice(0, 8);
}

/** The same for the same data, whatever the order of its fields. */
function textOf(data: unknown): string {
  return canonical(data as Json);
}

// As one line of a comment. Anybody who may write comments can copy one, or make one up: what it says of a review counts only under a seal
// that holds.

/** The size of a state when it is unpacked, in bytes. */
const MAX_UNPACKED = 4_000_000;
/** Of values in values. A state has a few; what reads it calls itself for each. */
const MAX_DEPTH = 20;
/** More than a comment has room for: drawing it takes the square of their number. */
const MAX_SECTIONS = 1000;
const LINE = /^<!-- boardwright:state ([A-Za-z0-9+/]+=*) -->\s*$/;

/** Base64 has no character that ends a comment. */
export function formatState(state: CommentState): string {
  return `<!-- boardwright:state ${pack(state)} -->`;
}

export function isStateLine(line: string): boolean {
  return LINE.test(line);
}

/** Undefined if the line is not exactly one, or what it holds is no state. */
export function readState(line: string): CommentState | undefined {
  const [, packed] = LINE.exec(line) ?? [];
  if (packed === undefined) return undefined;
  try {
    const options = { maxOutputLength: MAX_UNPACKED };
    const state: unknown = readJson(brotliDecompressSync(Buffer.from(packed, "base64"), options).toString());
    return isWithin(state, MAX_DEPTH) && isState(state) ? state : undefined;
  } catch {
    return undefined;
  }
}

/** The texts of a section repeat each other, further apart than deflate looks. */
function pack(value: unknown): string {
  const text = writeJson(value);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 10,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  };
  return brotliCompressSync(text, { params }).toString("base64");
}

function isState(value: unknown): value is CommentState {
  if (!isObject(value) || !isEach(value, ["project", "head"], isTextOrNone)) return false;
  const { sections } = value;
  return Array.isArray(sections) && sections.length <= MAX_SECTIONS && sections.every(isSection);
}

const NEEDED = ["command", "target"];
const OTHERS = ["project", "shard", "commit", "word", "did", "label", "model", "key", "seal"];

function isSection(value: unknown): value is CommentSection {
  if (!isObject(value) || !isEach(value, NEEDED, isText) || !isEach(value, OTHERS, isTextOrNone))
    return false;
  const { weight, approval, changes, texts, brief, digests, edited } = value;
  return (
    WEIGHTS.some((one) => one === weight) &&
    (approval === undefined || isApproval(approval)) &&
    (changes === undefined || (Array.isArray(changes) && changes.every(isChange))) &&
    isTexts(texts) &&
    texts.every(isClosed) &&
    typeof brief === "number" &&
    isObject(digests) &&
    isTexts(digests.texts) &&
    Array.isArray(digests.sizes) &&
    digests.sizes.every((size) => typeof size === "number") &&
    isTextOrNone(digests.changes) &&
    (edited === undefined || edited === true)
  );
}

function isApproval(value: unknown): boolean {
  if (!isObject(value) || !isText(value.hash) || !isEach(value, ["head", "base", "at"], isTextOrNone))
    return false;
  const { ground, total } = value;
  const isGround = ground === undefined || (isObject(ground) && isEach(ground, GROUND, isText));
  return isGround && (total === undefined || typeof total === "number");
}

function isChange(value: unknown): boolean {
  if (!isObject(value) || !isEach(value, ["key", "live", "asked"], isText)) return false;
  return ["workbook", "report", "folder"].some((kind) => kind === value.kind) && isTextOrNone(value.action);
}

function isEach(
  value: Record<string, unknown>,
  names: readonly string[],
  isIt: (item: unknown) => boolean,
): boolean {
  return names.every((name) => isIt(value[name]));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === "string";
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);
const isTextOrNone = (value: unknown): value is string | undefined => value === undefined || isText(value);

function isWithin(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return depth > 0 && Object.values(value).every((inner) => isWithin(inner, depth - 1));
}

const TAG = /<(\/?)([a-z][a-z0-9]*)(?=[\s/>])[^<>]*>/gi;
const VOID = new Set(["br", "hr", "img", "wbr"]);

/** Whether nothing of it hides or swallows what stands below it: what it opens it closes, in order, and nothing else looks like a tag. */
function isClosed(text: string): boolean {
  const open: string[] = [];
  for (const [, end, tag = ""] of text.matchAll(TAG)) {
    const name = tag.toLowerCase();
    if (end === "") {
      if (!VOID.has(name)) open.push(name);
    } else if (open.pop() !== name) return false;
  }
  return open.length === 0 && !/<[a-z/!?]/i.test(text.replace(TAG, ""));
}
