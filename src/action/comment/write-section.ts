// Writes a section into the comment that was found, or into one of its own if there is no room for its rows.

import {
  type CommentIdentity,
  type CommentParts,
  fitsComment,
  formatComment,
  isWholeComment,
  roomFor,
  sectionOf,
  type TouchOf,
  withSection,
} from "../../report/index.ts";
import type { GitHub } from "../github.ts";
import { isMissing, isRefused } from "../github-error.ts";
import type { Comment } from "../outcome.ts";
import type { Note } from "./comment-calls.ts";
import type { Found, Known } from "./find-comments.ts";
import { keptSections, mergeDoubles } from "./kept-sections.ts";
import { moveOut, withoutMovable } from "./make-room.ts";

export interface Tools {
  found: Found;
  /** The newest commit of the pull request. */
  head: string | undefined;
  github: GitHub;
  /** Runs a call that may be repeated. */
  say: <T>(run: () => Promise<T>) => Promise<T>;
  /** Posts a comment. */
  post: (body: string) => Promise<Note>;
  touchOf: TouchOf | undefined;
}

export interface Written {
  /** Of the comment of all sections. */
  id: number;
  how: "new" | "changed" | "same";
  /** What has to be in it: the section, and those of doubles. */
  sections: string[];
  /** The comment that holds the section alone, if there is no room for it. */
  alone?: { id: number; text: string };
}

/** Undefined if there is no comment yet, and nothing to say; or if it is only to be said again, and was not said before. Rejects with a GitHubError. */
export async function writeSection(
  pull: number,
  { section, isQuiet, onlyAgain }: Comment,
  tools: Tools,
): Promise<Written | undefined> {
  const { found, head, touchOf, post } = tools;
  const { identity } = section;
  if (onlyAgain && !isKnown(found, identity)) return undefined;
  const isEdited = (text: string) => section.isEdited(text, pull);
  const merged = mergeDoubles(found, { identity, head, isEdited });
  const earlier = earlierOf(found, identity);
  const writeIn = (place: CommentParts) =>
    section.write(pull, { room: roomFor(place, identity), earlier, isQuiet, touchOf });
  await markOlder(found, { ...tools, isEdited });

  let { parts } = merged;
  let made = writeIn(parts);
  if (!found.main && found.alone.length === 0 && !made.isNews) return undefined;
  const isFitting = () => made.hasRows && fitsComment(withSection(parts, identity, made.text));
  const moved = [...merged.moved];
  const moveOne = async (isOlderOnly: boolean): Promise<boolean> => {
    const room = await moveOut(parts, { identity, isOlderOnly, others: found.others, save: keep });
    if (!room) return false;
    parts = room.parts;
    moved.push(room.pointer);
    return true;
  };
  const keep = (known: Known | undefined, whole: CommentParts) =>
    saveBody(known, { ...tools, body: formatComment(whole), own: formatComment(whole), post });
  // What is of an older commit makes room for what is of the newest, if that is enough.
  const mayMove = section.commit === undefined || section.commit === head;
  const isEnough = () => writeIn(withoutMovable(parts, identity)).hasRows;
  if (!isFitting() && mayMove && isEnough())
    while (!isFitting() && (await moveOne(true))) made = writeIn(parts);
  const save = (whole: CommentParts, sections: string[]) =>
    saveBody(found.main, {
      ...{ ...tools, post, body: formatComment(whole) },
      // Without what others have written: they see to it in the comment that they know.
      own: formatComment({ ...parts, sections }),
    });
  const sectionsNow = (own: string[]) => [...own, ...moved.filter((text) => parts.sections.includes(text))];
  if (isFitting()) {
    const { note, how } = await save(withSection(parts, identity, made.text), [made.text]);
    return { id: note.id, how, sections: sectionsNow([made.text]) };
  }
  const place: CommentParts = { ...parts, only: identity, sections: [] };
  const { text } = writeIn(place);
  const alone = await keep(found.alone[0], { ...place, sections: [text] });
  const pointer = section.point(pull, alone.note.address ?? "");
  const pointing = () => withSection(parts, identity, pointer);
  while (!fitsComment(pointing()) && (await moveOne(false)));
  const { note, how } = await save(pointing(), [pointer]);
  return {
    id: note.id,
    how: how === "same" && alone.how !== "same" ? "changed" : how,
    sections: sectionsNow([pointer]),
    alone: { id: alone.note.id, text },
  };
}

function isKnown({ main, doubles, alone }: Found, identity: CommentIdentity): boolean {
  const all = [...alone, ...(main ? [main] : []), ...doubles];
  return all.some(({ parts }) => sectionOf(parts, identity) !== undefined);
}

/** What the section said, where nobody has changed the comment around it. */
function earlierOf({ main, doubles, alone }: Found, identity: CommentIdentity): string | undefined {
  const places = [...alone, ...(main ? [main] : []), ...doubles].filter(({ body }) => isWholeComment(body));
  return places.map(({ parts }) => sectionOf(parts, identity)).find((text) => text !== undefined);
}

/** Sections in comments of their own say what is the newest commit as well. */
async function markOlder(
  { others }: Found,
  { head, github, say, isEdited }: Tools & { isEdited: (text: string) => boolean },
): Promise<void> {
  for (const one of others) {
    if (head === undefined || one.parts.head === head) continue;
    // The list may be from before its own job has written it.
    const now = await say(() => github.readComment(one));
    if (now !== one.body) continue;
    const body = formatComment({ ...one.parts, head, sections: keptSections(one, isEdited) });
    await say(() => github.updateComment(one, body)).catch((error: unknown) => {
      // Its own job deletes it where the section fits again.
      if (!isMissing((error as { cause?: unknown }).cause)) throw error;
    });
  }
}

interface Saving extends Pick<Tools, "github" | "say" | "post"> {
  body: string;
  /** What is written where the comment is gone, or not ours to write. */
  own: string;
}

async function saveBody(
  known: Known | undefined,
  { body, own, github, say, post }: Saving,
): Promise<{ note: Note; how: Written["how"] }> {
  if (!known) return { note: await post(body), how: "new" };
  if (formatComment(known.parts) === body && isWholeComment(known.body)) return { note: known, how: "same" };
  try {
    return { note: await say(() => github.updateComment(known, body)), how: "changed" };
  } catch (error) {
    const { cause } = error as { cause?: unknown };
    // Another account's may be refused, and one of ours be deleted by now.
    const isLost = isMissing(cause) || (known.isForeign === true && isRefused(cause));
    if (!isLost) throw error;
    return { note: await post(own), how: "new" };
  }
}
