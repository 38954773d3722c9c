// The first line of every comment of ours: an html comment with the identity of the comment, and what its plan showed for review.

import { deflateRawSync, inflateRawSync } from "node:zlib";
import { blankSecrets, type ChangeKind, readJson, writeJson } from "../../model/index.ts";
import type { Approval, ApprovedChange } from "../../plan/index.ts";

/** Distinguishes the comments on one pull request. */
export interface CommentIdentity {
  command: string;
  /** Empty if the command is about no target. */
  target: string;
  /** The project, if a repository holds several. */
  project?: string;
  /** `2/4`, if each shard writes its own. */
  shard?: string;
}

export interface CommentMarker extends CommentIdentity {
  /** What the comment showed for review; only of plans. */
  approval?: Approval | undefined;
  /** See comment-seal.ts. */
  seal?: string | undefined;
}

/** A quarter of a comment: about 300 changes. If there are more, only the first ones and the hash are kept. */
const MAX_CHANGES = 16_384;
/** The size of a list of changes when it is unpacked. */
const MAX_UNPACKED = 1_000_000;
const MARKER = /^<!-- boardwright:v1((?: [a-z]+=[A-Za-z0-9%._:+/=-]*)+) -->\s*$/;
const KINDS: readonly ChangeKind[] = ["workbook", "report", "folder"];

/** One line. No value can end the comment: everything but letters, digits and harmless marks is percent-encoded. */
export function formatMarker({ command, target, project, shard, approval, seal }: CommentMarker): string {
  const { hash, head, base, at } = approval ?? {};
  const values = { command, target, project, shard, hash, head, base, at };
  const pairs = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeValue(value)}`],
  );
  const { changes, total = changes?.length } = approval ?? {};
  if (changes) pairs.push(`total=${total}`, `changes=${packSome(changes)}`);
  if (seal !== undefined) pairs.push(`seal=${seal}`);
  return `<!-- boardwright:v1 ${pairs.join(" ")} -->`;
}

/** The values of the marker as they are written, by name; undefined if the first line is not exactly one. */
export function markerValues(body: string): Map<string, string> | undefined {
  const list = MARKER.exec(body.slice(0, 40_000).split("\n", 1)[0] ?? "")?.[1];
  if (list === undefined) return undefined;
  return new Map([...list.matchAll(/([a-z]+)=(\S*)/g)].map(([, name = "", value = ""]) => [name, value]));
}

/**
 * Reads the marker of a comment; undefined if the first line is not exactly one. Anybody who may write comments can copy a marker, or
 * make one up: what it says of a review counts only under a seal that holds.
 */
export function parseMarker(body: string): CommentMarker | undefined {
  const values = markerValues(body);
  if (!values) return undefined;
  const read = (name: string) => decodeValue(values.get(name));
  const [command, target, hash] = [read("command"), read("target"), read("hash")];
  if (command === undefined || target === undefined) return undefined;
  const marker: CommentMarker = { command, target, project: read("project"), shard: read("shard") };
  if (hash === undefined) return marker;
  const changes = readChanges(values.get("changes"), values.get("total"));
  const [head, base, at] = [read("head"), read("base"), read("at")];
  marker.approval = { hash, ...(head && { head }), ...(base && { base }), ...(at && { at }), ...changes };
  return marker;
}

/** Whether the body is the comment of this command, target, project and shard. */
export function isSameComment(body: string, identity: CommentIdentity): boolean {
  const marker = parseMarker(body);
  if (!marker) return false;
  return (["command", "target", "project", "shard"] as const).every(
    (name) => encodeValue(marker[name] ?? "") === encodeValue(identity[name] ?? ""),
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

/** Long values are cut: they only distinguish comments. */
export function encodeValue(value: string): string {
  return encodeURIComponent(
    blankSecrets(value)
      .slice(0, 300)
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
  const rows = changes.map(({ kind, key, live, asked }) => [KINDS.indexOf(kind), key, live, asked]);
  return deflateRawSync(writeJson(rows)).toString("base64");
}

function unpack(text: string): ApprovedChange[] | undefined {
  try {
    const json = inflateRawSync(Buffer.from(text, "base64"), { maxOutputLength: MAX_UNPACKED }).toString();
    const rows: unknown = readJson(json);
    if (!Array.isArray(rows)) return undefined;
    return rows.map((row: unknown) => {
      const [kind, key, live, asked] = Array.isArray(row) ? row : [];
      const known = KINDS[kind];
      if (!known || [key, live, asked].some((value) => typeof value !== "string"))
        throw new TypeError("no change");
      return { kind: known, key, live, asked };
    });
  } catch {
    return undefined;
  }
}
