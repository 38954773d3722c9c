// Writes a section into the comment that was found, or into one of its own if there is no room for its rows.

import {
  type CommentIdentity,
  type CommentParts,
  fitsComment,
  formatComment,
  isSameIdentity,
  isWholeComment,
  parseMarker,
  roomFor,
  sectionOf,
  withoutSeal,
  withSection,
} from "../../report/index.ts";
import type { GitHub } from "../github.ts";
import { isMissing, isRefused } from "../github-error.ts";
import type { Comment } from "../outcome.ts";
import type { Note } from "./comment-calls.ts";
import type { Found, Known } from "./find-comments.ts";

interface Tools {
  found: Found;
  /** The newest commit of the pull request. */
  head: string | undefined;
  github: GitHub;
  /** Runs a call that writes. */
  say: <T>(run: () => Promise<T>) => Promise<T>;
}

export interface Written {
  /** Of the comment of all sections. */
  id: number;
  how: "new" | "changed" | "same";
  /** What has to be in it: the section, and those of doubles. */
  sections: string[];
  /** The comment that holds the section alone, if there is no room for it. */
  alone?: number;
}

/** Undefined if there is no comment yet, and nothing to say. Rejects with a GitHubError. */
export async function writeSection(
  pull: number,
  { section, isQuiet }: Comment,
  { found, head, github, say }: Tools,
): Promise<Written | undefined> {
  const { identity } = section;
  const { parts, moved } = mergeDoubles(found, identity, head);
  const earlier = earlierOf(found, identity);
  const writeIn = (place: CommentParts) =>
    section.write(pull, { room: roomFor(place, identity), earlier, isQuiet });
  /** `own`: the comment without what others have written. */
  const save = (known: Known | undefined, whole: CommentParts, own: CommentParts) =>
    say(() => saveBody(known, { pull, body: formatComment(whole), own: formatComment(own), github }));

  const made = writeIn(parts);
  if (!found.main && found.alone.length === 0 && !made.isNews) return undefined;
  const whole = withSection(parts, identity, made.text);
  if (made.hasRows && fitsComment(whole)) {
    const { note, how } = await save(found.main, whole, { ...parts, sections: [made.text] });
    return { id: note.id, how, sections: [made.text, ...moved] };
  }
  const place: CommentParts = { ...parts, only: identity, sections: [] };
  const full = { ...place, sections: [writeIn(place).text] };
  const { note: alone } = await save(found.alone[0], full, full);
  const pointer = section.point(pull, alone.address ?? "");
  const pointing = withSection(parts, identity, pointer);
  // There is no room for that either: the comment of its own has to speak for itself.
  const sections = fitsComment(pointing) ? [pointer] : [];
  const rest = withSection(parts, identity, sections[0]);
  const { note, how } = await save(found.main, rest, { ...parts, sections });
  return { id: note.id, how, sections: [...sections, ...moved], alone: alone.id };
}

/** The comment with the sections that only doubles of it have: their jobs lost the race for the first comment. */
function mergeDoubles(
  { main, doubles }: Found,
  identity: CommentIdentity,
  head: string | undefined,
): { parts: CommentParts; moved: string[] } {
  const kept = main ? keptSections(main) : [];
  const moved: string[] = [];
  for (const text of doubles.flatMap(keptSections)) {
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
 * lines between them anew must not make a review of it again.
 */
function keptSections({ body, parts }: Known): string[] {
  return isWholeComment(body) ? [...parts.sections] : parts.sections.map(withoutSeal);
}

function isSectionOf(text: string, identity: CommentIdentity): boolean {
  const marker = parseMarker(text);
  return marker !== undefined && isSameIdentity(marker, identity);
}

/** What the section said, where nobody has changed the comment around it. */
function earlierOf({ main, doubles, alone }: Found, identity: CommentIdentity): string | undefined {
  const places = [...alone, ...(main ? [main] : []), ...doubles].filter(({ body }) => isWholeComment(body));
  return places.map(({ parts }) => sectionOf(parts, identity)).find((text) => text !== undefined);
}

async function saveBody(
  known: Known | undefined,
  { pull, body, own, github }: { pull: number; body: string; own: string; github: GitHub },
): Promise<{ note: Note; how: Written["how"] }> {
  if (!known) return { note: await github.createComment(pull, body), how: "new" };
  if (formatComment(known.parts) === body && isWholeComment(known.body)) return { note: known, how: "same" };
  try {
    return { note: await github.updateComment(known, body), how: "changed" };
  } catch (error) {
    const { cause } = error as { cause?: unknown };
    // Another account's may be refused, and one of ours be deleted by now.
    const isLost = isMissing(cause) || (known.isForeign === true && isRefused(cause));
    if (!isLost) throw error;
    return { note: await github.createComment(pull, own), how: "new" };
  }
}
