// What a writer of the comment keeps of what it finds: the sections of others, byte for byte where nobody has changed them.

import {
  type CommentIdentity,
  type CommentParts,
  editedStandIn,
  isSameIdentity,
  isWholeComment,
  parseMarker,
  withoutSeal,
} from "../../report/index.ts";
import type { Found, Known } from "./find-comments.ts";

interface Keeping {
  identity: CommentIdentity;
  head: string | undefined;
  /** Whether somebody has changed a section that was sealed with our key. */
  isEdited: (text: string) => boolean;
}

/** The comment with the sections that only doubles of it have: their jobs lost the race for the first comment. */
export function mergeDoubles(
  { main, doubles }: Found,
  { identity, head, isEdited }: Keeping,
): { parts: CommentParts; moved: string[] } {
  const kept = main ? keptSections(main, isEdited) : [];
  const moved: string[] = [];
  for (const text of doubles.flatMap((double) => keptSections(double, isEdited))) {
    const marker = parseMarker(text);
    const isKnown = marker === undefined || kept.some((one) => isSectionOf(one, marker));
    if (isKnown || isSameIdentity(marker, identity)) continue;
    kept.push(text);
    moved.push(text);
  }
  return { parts: { project: identity.project, head: head ?? main?.parts.head, sections: kept }, moved };
}

/**
 * Byte for byte; but what stood in a comment that somebody has changed between its sections was not seen as it was written. Writing the
 * lines between them anew must not make a review of it again. What somebody changed within a section is not kept: it would go on looking like ours.
 */
export function keptSections({ body, parts }: Known, isEdited: (text: string) => boolean): string[] {
  const isWhole = isWholeComment(body);
  return parts.sections.map((text) => {
    if (isEdited(text)) return editedStandIn(text);
    return isWhole ? text : withoutSeal(text);
  });
}

function isSectionOf(text: string, identity: CommentIdentity): boolean {
  const marker = parseMarker(text);
  return marker !== undefined && isSameIdentity(marker, identity);
}
