// Room in the comment of all sections: one of another command goes into a comment of its own, byte for byte, so that its seal holds there.

import {
  type CommentIdentity,
  type CommentParts,
  isSameIdentity,
  movedStandIn,
  parseMarker,
  withSection,
} from "../../report/index.ts";
import type { Note } from "./comment-calls.ts";
import type { Known } from "./find-comments.ts";

interface Moving {
  /** Of the section that is to have the room. */
  identity: CommentIdentity;
  /** Whether only sections of an older commit may go. */
  isOlderOnly: boolean;
  /** Comments that hold another section alone. */
  others: readonly Known[];
  save: (known: Known | undefined, whole: CommentParts) => Promise<{ note: Note }>;
}

/** Less than this is not worth a comment of its own: what links to it takes as much. */
const WORTH = 2000;

/** The comment with what links to the largest section in its place; undefined if there is none to move. Rejects with a GitHubError. */
export async function moveOut(
  parts: CommentParts,
  { identity, isOlderOnly, others, save }: Moving,
): Promise<{ parts: CommentParts; pointer: string } | undefined> {
  const movable = movableOf(parts, identity, isOlderOnly);
  const [text] = movable.sort((a, b) => b.length - a.length);
  const marker = text === undefined ? undefined : parseMarker(text);
  if (text === undefined || !marker) return undefined;
  const { command, target, project, shard } = marker;
  const only = { command, target, ...(project && { project }), ...(shard && { shard }) };
  const known = others.find((one) => one.parts.only && isSameIdentity(one.parts.only, only));
  const { note } = await save(known, { ...parts, only, sections: [text] });
  const pointer = movedStandIn(text, note.address ?? "");
  return { parts: withSection(parts, only, pointer), pointer };
}

/** The comment as if all sections of an older commit were moved. */
export function withoutMovable(parts: CommentParts, identity: CommentIdentity): CommentParts {
  const movable = movableOf(parts, identity, true);
  return { ...parts, sections: parts.sections.filter((text) => !movable.includes(text)) };
}

function movableOf(parts: CommentParts, identity: CommentIdentity, isOlderOnly: boolean): string[] {
  return parts.sections.filter((text) => {
    const marker = parseMarker(text);
    if (!marker || isSameIdentity(marker, identity) || text.length < WORTH) return false;
    return !isOlderOnly || (marker.commit !== undefined && marker.commit !== parts.head);
  });
}
