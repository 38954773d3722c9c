// The first line of a section of our comment, and of our issue: an html comment with what it is of, and what its plan showed for review.

import { hash } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { blankSecrets, type ChangeKind, readJson, writeJson } from "../../model/index.ts";
import { type Approval, type ApprovedChange, GROUND, type Ground } from "../../plan/index.ts";

/** Distinguishes the sections of the comment on a pull request. */
export interface CommentIdentity {
  command: string;
  /** Empty if the command is about no target. */
  target: string;
  /** The project: a repository may hold several, each with a comment of its own. */
  project?: string;
  /** The part that it is of, if each writes its own: `2/4` of a shard, `only a b*` of a plan that was narrowed. */
  shard?: string;
}

/** How much a section matters to a reader, the most first. */
export const WEIGHTS = ["wrong", "first", "seen", "draft", "quiet"] as const;
export type Weight = (typeof WEIGHTS)[number];

export interface CommentMarker extends CommentIdentity {
  /** What the section showed for review; only of plans. */
  approval?: Approval | undefined;
  /** The commit of the pull request that it is of; absent if it is of none, such as an apply of the merge. */
  commit?: string | undefined;
  weight?: Weight | undefined;
  /** All that there is to say, of a quiet section. */
  word?: string | undefined;
  /** Of an apply that wrote something, or had nothing to do: when, ISO 8601 in UTC. */
  did?: string | undefined;
  /** Of a plan: the label that puts up a preview of the pull request, if somebody said which. */
  label?: string | undefined;
  /** `checked` if the members of all dashboards were looked up in a data model, `failed` if some would break there. */
  model?: string | undefined;
  /** Tells the keys of sections apart, see comment-seal.ts. */
  key?: string | undefined;
  /** See comment-seal.ts. */
  seal?: string | undefined;
}

/** A quarter of a comment: about 300 changes. If there are more, only the first ones and the hash are kept. */
const MAX_CHANGES = 16_384;
/** Characters of a value. */
export const VALUE_ROOM = 300;
/** Before the globs that a plan is narrowed to. */
const ONLY = "only ";
/** Characters of them in a comment. */
const MOST_ONLY = 80;
/** The size of a list of changes when it is unpacked. */
const MAX_UNPACKED = 1_000_000;
const LINE = /^<!-- boardwright:([a-z0-9]+)((?: [a-z]+=[A-Za-z0-9%._:+/=-]*)*) -->\s*$/;
const MARKER = "v1";
const KINDS: readonly ChangeKind[] = ["workbook", "report", "folder"];

/** One line. No value can end it: everything but letters, digits and harmless marks is percent-encoded. */
export function formatMarker(marker: CommentMarker): string {
  const { command, target, project, shard, approval, commit, weight, word, did, label, model, key, seal } =
    marker;
  const { hash, head, base, at } = approval ?? {};
  const pairs = encodePairs({ command, target, project, shard, hash, head, base, at });
  const { changes, total = changes?.length, ground } = approval ?? {};
  // The identity has these.
  const { project: _project, target: _target, ...rest } = ground ?? {};
  pairs.push(...encodePairs(rest));
  if (changes) pairs.push(`total=${total}`, `changes=${packSome(changes)}`);
  pairs.push(...encodePairs({ commit, weight, word, did, label, model, key }));
  if (seal !== undefined) pairs.push(`seal=${seal}`);
  return formatLine(MARKER, pairs);
}

/** A hidden line of ours. `kind`: letters and digits. */
export function formatLine(kind: string, pairs: readonly string[]): string {
  return `<!-- ${[`boardwright:${kind}`, ...pairs].join(" ")} -->`;
}

/** `name=value` of each value that there is. */
export function encodePairs(values: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeValue(value)}`],
  );
}

/** The values of a hidden line as they are written, by name; undefined if the first line of the text is not exactly one of this kind. */
export function lineValues(text: string, kind: string): Map<string, string> | undefined {
  const [, found, list] = LINE.exec(text.slice(0, 40_000).split("\n", 1)[0] ?? "") ?? [];
  if (found !== kind || list === undefined) return undefined;
  return new Map([...list.matchAll(/([a-z]+)=(\S*)/g)].map(([, name = "", value = ""]) => [name, value]));
}

/** Those of a marker. */
export function markerValues(body: string): Map<string, string> | undefined {
  return lineValues(body, MARKER);
}

/**
 * Reads the marker of a comment; undefined if the first line is not exactly one. Anybody who may write comments can copy a marker, or
 * make one up: what it says of a review counts only under a seal that holds.
 */
export function parseMarker(body: string): CommentMarker | undefined {
  const values = markerValues(body);
  if (!values) return undefined;
  const read = (name: string) => decodeValue(values.get(name));
  const command = read("command");
  const target = read("target");
  const hash = read("hash");
  if (command === undefined || target === undefined) return undefined;
  const weight = WEIGHTS.find((one) => one === values.get("weight"));
  const marker: CommentMarker = {
    ...{ command, target, project: read("project"), shard: read("shard") },
    ...{ commit: read("commit"), weight, word: read("word") },
    ...(values.has("did") && { did: read("did") }),
    ...(values.has("label") && { label: read("label") }),
    ...(values.has("model") && { model: read("model") }),
    ...(values.has("key") && { key: read("key") }),
  };
  if (hash === undefined) return marker;
  const changes = readChanges(values.get("changes"), values.get("total"));
  const head = read("head");
  const base = read("base");
  const at = read("at");
  const ground = Object.fromEntries(GROUND.map((name) => [name, read(name)])) as Ground;
  marker.approval = {
    ...{ hash, ...(head && { head }), ...(base && { base }), ...(at && { at }) },
    ...(GROUND.every((name) => ground[name] !== undefined) && { ground }),
    ...changes,
  };
  return marker;
}

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

/** Whether it is the section, or the issue, of this command, target, project and shard. */
export function isSameComment(body: string, identity: CommentIdentity): boolean {
  const marker = parseMarker(body);
  return marker !== undefined && isSameIdentity(marker, identity);
}

/** The same with no seal in its marker, and no word of whose: it still claims what it showed for review, and proves nothing. */
export function withoutSeal(section: string): string {
  return section.replace(/^<!-- .* -->/, (line) => line.replace(/ (?:key|seal)=\S*/g, ""));
}

/** As far as a marker tells them apart. */
export function isSameIdentity(one: CommentIdentity, other: CommentIdentity): boolean {
  return (["command", "target", "project", "shard"] as const).every(
    (name) => encodeValue(one[name] ?? "") === encodeValue(other[name] ?? ""),
  );
}

function readChanges(
  changes: string | undefined,
  total: string | undefined,
): Pick<Approval, "changes" | "total"> {
  const list = changes === undefined ? undefined : unpack(changes);
  if (!list) return {};
  return { changes: list, total: /^\d{1,7}$/.test(total ?? "") ? Number(total) : list.length };
}

/** Long values are cut: they only distinguish sections. */
export function encodeValue(value: string): string {
  return encodeURIComponent(
    blankSecrets(value)
      .slice(0, VALUE_ROOM)
      .replace(/\p{Cs}/gu, "\ufffd"),
  )
    .replace(/[!'()*~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll("%3A", ":")
    .replace(/-(?=-)/g, "%2D");
}

export function decodeValue(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}

function packSome(changes: readonly ApprovedChange[]): string {
  let count = changes.length;
  for (;;) {
    const packed = pack(changes.slice(0, count));
    if (packed.length <= MAX_CHANGES) return packed;
    count = Math.floor(count * Math.min(0.9, MAX_CHANGES / packed.length));
  }
}

/** Names repeat, so the list is packed; base64 has no character that ends a comment. */
function pack(changes: readonly ApprovedChange[]): string {
  const rows = changes.map((one) => [KINDS.indexOf(one.kind), one.key, one.live, one.asked, one.action]);
  return deflateRawSync(writeJson(rows)).toString("base64");
}

function unpack(text: string): ApprovedChange[] | undefined {
  try {
    const json = inflateRawSync(Buffer.from(text, "base64"), { maxOutputLength: MAX_UNPACKED }).toString();
    const rows: unknown = readJson(json);
    if (!Array.isArray(rows)) return undefined;
    return rows.map((row: unknown) => {
      const [kind, key, live, asked, action] = Array.isArray(row) ? row : [];
      const known = KINDS[kind];
      if (!known || [key, live, asked].some((value) => typeof value !== "string"))
        throw new TypeError("no change");
      return { kind: known, key, live, asked, action };
    });
  } catch {
    return undefined;
  }
}
