// The comments of a project on a pull request: that of all sections, and those that hold a section which has no room in it.

import { type CommentParts, isSameIdentity, parseComment } from "../../report/index.ts";
import type { GitHub } from "../github.ts";
import type { SectionWriter } from "../outcome.ts";
import type { Note } from "./comment-calls.ts";

export interface Known extends Note {
  parts: CommentParts;
}

export interface Found {
  /** The comment of all sections. */
  main: Known | undefined;
  /** Further ones of our account: jobs made them at the same time, and the first one stays. */
  doubles: Known[];
  /** Comments of our account that hold this section alone. */
  alone: Known[];
}

/** Rejects with a GitHubError. */
export async function findComments(
  pull: number,
  { identity, isSealed }: SectionWriter,
  github: GitHub,
): Promise<Found> {
  const isOurs = (body: string) => {
    const parts = parseComment(body);
    return parts !== undefined && (parts.project ?? "") === (identity.project ?? "");
  };
  const hasSeal = (body: string) =>
    (parseComment(body)?.sections ?? []).some((section) => isSealed(section, pull));
  const known = (await github.findComments(pull, isOurs, hasSeal)).flatMap(withParts);
  const candidates = known.filter(({ parts }) => parts.only === undefined);
  const main = await readFirst(candidates, github);
  return {
    main,
    doubles: candidates.filter(({ id, isForeign }) => !isForeign && main && id > main.id),
    alone: known.filter(
      ({ parts: { only }, isForeign }) => !isForeign && only !== undefined && isSameIdentity(only, identity),
    ),
  };
}

/** As it is now: a list of many comments takes a while to read, and another run may have written in the meantime. */
async function readFirst(candidates: readonly Known[], github: GitHub): Promise<Known | undefined> {
  for (const candidate of candidates) {
    const body = await github.readComment(candidate);
    const [now] = body === undefined ? [] : withParts({ ...candidate, body });
    if (now) return now;
  }
  return undefined;
}

function withParts(note: Note): Known[] {
  const parts = parseComment(note.body);
  return parts ? [{ ...note, parts }] : [];
}
