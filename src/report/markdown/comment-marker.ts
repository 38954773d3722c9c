// The first line of every comment of ours: an html comment that says whose the comment is, and what the plan in it was.

import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { ChangeKind } from "../../model/index.ts";
import type { Approval, ApprovedChange } from "../../plan/index.ts";

/** What tells one comment from another on the same pull request. */
export interface CommentIdentity {
  command: string;
  /** Empty where the command is about no target. */
  target: string;
  /** The project, where a repository holds several. */
  project?: string;
  /** `2/4`, where each shard writes its own. */
  shard?: string;
}

export interface CommentMarker extends CommentIdentity {
  /** What the comment showed for review; only of plans. */
  approval?: Approval;
}

/** A quarter of a comment: about 1,000 changes. Beyond it the first ones are remembered, and the hash. */
const MAX_CHANGES = 16_384;
/** What a list of that size may unfold to. */
const MAX_UNFOLDED = 1_000_000;
const MARKER = /^<!-- boardwright:v1((?: [a-z]+=[A-Za-z0-9%._:+/=-]*)+) -->\s*$/;
const KINDS: readonly ChangeKind[] = ["workbook", "report", "folder"];

/** One line. No value can end the comment: whatever is not a letter, a digit or harmless is percent-encoded. */
export function formatMarker({ command, target, project, shard, approval }: CommentMarker): string {
  const pairs: [string, string | undefined][] = [
    ["command", encodeValue(command)],
    ["target", encodeValue(target)],
    ["project", project === undefined ? undefined : encodeValue(project)],
    ["shard", shard === undefined ? undefined : encodeValue(shard)],
  ];
  if (approval) {
    pairs.push(["hash", encodeValue(approval.hash)]);
    const { changes } = approval;
    if (changes) {
      pairs.push(["total", String(approval.total ?? changes.length)]);
      pairs.push(["changes", foldSome(changes)]);
    }
  }
  const given = pairs.filter(([, value]) => value !== undefined);
  return `<!-- boardwright:v1 ${given.map(([name, value]) => `${name}=${value}`).join(" ")} -->`;
}

/**
 * Reads the marker of a comment; undefined where the first line is not exactly one. Whoever may write comments may copy a marker:
 * the caller looks only at comments of its own author.
 */
export function parseMarker(body: string): CommentMarker | undefined {
  const list = MARKER.exec(body.slice(0, 40_000).split("\n", 1)[0] ?? "")?.[1];
  if (list === undefined) return undefined;
  const values = new Map(
    list
      .trim()
      .split(" ")
      .map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]),
  );
  const read = (name: string) => decodeValue(values.get(name));
  const [command, target, hash] = [read("command"), read("target"), read("hash")];
  if (command === undefined || target === undefined) return undefined;
  const [project, shard] = [read("project"), read("shard")];
  const marker: CommentMarker = { command, target };
  if (project !== undefined) marker.project = project;
  if (shard !== undefined) marker.shard = shard;
  if (hash !== undefined) marker.approval = readApproval(hash, values.get("changes"), values.get("total"));
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

function readApproval(hash: string, changes: string | undefined, total: string | undefined): Approval {
  const list = changes === undefined ? undefined : unfold(changes);
  if (!list) return { hash };
  return { hash, changes: list, total: /^\d{1,7}$/.test(total ?? "") ? Number(total) : list.length };
}

/** Long values are cut: they tell comments apart, nothing more. */
function encodeValue(value: string): string {
  return encodeURIComponent(value.slice(0, 300).replace(/\p{Cs}/gu, "\ufffd"))
    .replace(/[!'()*~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll("%3A", ":")
    .replace(/-(?=-)/g, "%2D");
}

function decodeValue(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}

function foldSome(changes: readonly ApprovedChange[]): string {
  let count = changes.length;
  for (;;) {
    const folded = fold(changes.slice(0, count));
    if (folded.length <= MAX_CHANGES) return folded;
    count = Math.floor(count * Math.min(0.9, MAX_CHANGES / folded.length));
  }
}

/** Names repeat, so the list is packed; base64 has no character that ends a comment. */
function fold(changes: readonly ApprovedChange[]): string {
  const rows = changes.map(({ kind, key, live, asked }) => [KINDS.indexOf(kind), key, live, asked]);
  return deflateRawSync(JSON.stringify(rows)).toString("base64");
}

function unfold(text: string): ApprovedChange[] | undefined {
  try {
    const json = inflateRawSync(Buffer.from(text, "base64"), { maxOutputLength: MAX_UNFOLDED }).toString();
    const rows: unknown = JSON.parse(json);
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
