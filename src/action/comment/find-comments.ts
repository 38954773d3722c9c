// The comments of a project on a pull request: that of all sections, and those that hold a section which has no room in it.

import { type CommentParts, isSameIdentity, parseBroken, parseComment } from "../../report/index.ts";
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
  /** Comments of our account that hold another section alone. */
  others: Known[];
  /** Whether the list does not hold yet what this job has posted, nor then what others have: servers answer lists from copies. */
  isBehind: boolean;
}

/** `posted`: what this job has posted, as it was answered. Rejects with a GitHubError. */
export async function findComments(
  pull: number,
  { identity, isSealed }: SectionWriter,
  github: GitHub,
  posted: readonly Note[],
): Promise<Found> {
  const { project = "" } = identity;
  const isOurs = (body: string) => {
    const parts = partsOf(body, project);
    return parts !== undefined && (parts.project ?? "") === project;
  };
  // By another account it has to be as we wrote it: anybody can write above a copy.
  const hasSeal = (body: string) =>
    (parseComment(body)?.sections ?? []).some((section) => isSealed(section, pull));
  const ids = posted.map(({ id }) => id);
  const listed = await github.findComments(pull, { isOurs, isSealed: hasSeal, posted: ids });
  const late = posted.filter(({ id }) => listed.every((one) => one.id !== id));
  const own = [...listed.filter(({ isForeign }) => !isForeign), ...late];
  const known = [...own, ...listed.filter(({ isForeign }) => isForeign)].flatMap((note) =>
    withParts(note, project),
  );
  const readNow = async (note: Known): Promise<Known | undefined> => {
    // What it has posted is there, also where the copy that answers does not know it yet.
    const body = (await github.readComment(note)) ?? (ids.includes(note.id) ? note.body : undefined);
    return body === undefined ? undefined : withParts({ ...note, body }, project)[0];
  };
  const candidates = known.filter(({ parts }) => parts.only === undefined);
  const main = await firstOf(candidates, readNow);
  const apart = known.filter(({ parts, isForeign }) => !isForeign && parts.only !== undefined);
  const isOwn = ({ parts: { only } }: Known) => only !== undefined && isSameIdentity(only, identity);
  const [alone, ...more] = apart.filter(isOwn);
  const now = alone && (await readNow(alone));
  return {
    main,
    doubles: candidates.filter(({ id, isForeign }) => !isForeign && main && id > main.id),
    alone: now ? [now, ...more] : more,
    others: apart.filter((one) => !isOwn(one)),
    isBehind: late.length > 0,
  };
}

/** As it is now: a list of many comments takes a while to read, and another run may have written in the meantime. */
async function firstOf(
  candidates: readonly Known[],
  readNow: (note: Known) => Promise<Known | undefined>,
): Promise<Known | undefined> {
  for (const candidate of candidates) {
    const now = await readNow(candidate);
    if (now) return now;
  }
  return undefined;
}

function partsOf(body: string, project: string): CommentParts | undefined {
  return parseComment(body) ?? parseBroken(body, project);
}

function withParts(note: Note, project: string): Known[] {
  const parts = partsOf(note.body, project);
  return parts ? [{ ...note, parts }] : [];
}
