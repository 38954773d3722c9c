// The seal of a section of our comment: that it is ours, of this pull request, and that nobody has changed a word of it. Who may comment can copy a
// comment, and who may write can edit ours; neither can seal.

import { type Approval, GROUND, isSealed, seal } from "../../plan/index.ts";
import {
  type CommentIdentity,
  type CommentMarker,
  formatMarker,
  markerValues,
  parseMarker,
  VALUE_ROOM,
} from "./comment-marker.ts";

/** Where it is, and the key that seals it. Whoever has the key can seal anything. */
export interface SealPlace {
  key: string;
  /** `owner/name`. */
  repository: string;
  /** The pull request's number. */
  pull: number;
}

/** Of the length of a seal, and none: until it is known what is sealed. */
const BLANK = "0".repeat(64);
/** Of the marker's values those that say what was shown. */
const SHOWN = [
  "hash",
  "head",
  "base",
  "at",
  ...GROUND,
  "total",
  "changes",
  "commit",
  "weight",
  "word",
  "label",
  "model",
];

/** The marker of a section that is to be sealed: as long as it will be. */
export function blankMarker(marker: CommentMarker, key: string): string {
  return formatMarker({ ...marker, key: keyName(key), seal: BLANK });
}

/** Tells keys apart, and nothing else of them: who has another one cannot say whether a seal holds. */
function keyName(key: string): string {
  return seal(key, "name of the key", []).slice(0, 8);
}

/** Whether somebody has changed a section that was sealed with this key: of those with other keys nobody can say it here. */
export function isEdited(body: string, identity: CommentIdentity, place: SealPlace): boolean {
  const { command, target, project = "", shard = "" } = identity;
  // Of a longer one the marker has only the beginning, and the seal is over all of it.
  const isWhole = [command, target, project, shard].every((value) => value.length < VALUE_ROOM);
  const isOurs = markerValues(body)?.get("key") === keyName(place.key);
  return isWhole && isOurs && !isSealedComment(body, identity, place);
}

/** The section with its seal in place of the blank one. */
export function sealComment(body: string, identity: CommentIdentity, place: SealPlace): string {
  const made = seal(place.key, "review comment", sealedFields(body, identity, place));
  return body.replace(` seal=${BLANK} `, ` seal=${made} `);
}

/** Whether it is sealed: the section of `identity` at this place, as it was written. */
export function isSealedComment(body: string, identity: CommentIdentity, place: SealPlace): boolean {
  const found = markerValues(body)?.get("seal");
  return isSealed(found, place.key, "review comment", sealedFields(body, identity, place));
}

/** What a sealed section showed for review; undefined if its seal does not hold, or it showed no plan. */
export function readSealed(body: string, identity: CommentIdentity, place: SealPlace): Approval | undefined {
  return isSealedComment(body, identity, place) ? parseMarker(body)?.approval : undefined;
}

/** The identity is the reader's own: in the marker its values are cut. */
function sealedFields(body: string, identity: CommentIdentity, { repository, pull }: SealPlace): string[] {
  const { command, target, project = "", shard = "" } = identity;
  const values = markerValues(body) ?? new Map<string, string>();
  const shown = SHOWN.map((name) => values.get(name) ?? "");
  const where = [repository.toLowerCase(), String(pull)];
  return [...where, command, project, target, shard, ...shown, textOf(body)];
}

/** What people read: all after the marker. Servers may end lines in their own way, and trim. */
function textOf(body: string): string {
  const end = body.indexOf("\n");
  return end < 0 ? "" : body.slice(end).replace(/\r\n?/g, "\n").trim();
}
