// Brings the command's section of the one comment up to date. Jobs write it at the same time, and GitHub has no way to write only what
// nobody else has changed: so whoever has written looks whether it is still there, and merges again if another run wrote over it.

import { type Clock, systemClock } from "../../platform/index.ts";
import { parseMarker, sectionOf, type TouchOf } from "../../report/index.ts";
import type { GitHub } from "../github.ts";
import { GitHubError } from "../github-error.ts";
import type { Comment } from "../outcome.ts";
import type { Note } from "./comment-calls.ts";
import { type Found, findComments } from "./find-comments.ts";
import { isUnanswered, patiently, waitAfter } from "./patience.ts";
import { type Tools, type Written, writeSection } from "./write-section.ts";

export interface SaveOptions {
  github: GitHub;
  /** Aborts when the workflow is cancelled: nothing is waited for then. */
  stop: AbortSignal;
  clock?: Pick<Clock, "sleep">;
  /** What the pull request changes of where a finding is; undefined if nobody knows. */
  touchOf?: TouchOf | undefined;
}

const ATTEMPTS = 8;
/** So often it looks again for what it has posted. Then the list is very late, and the next run sees to what else is there. */
const LOOKS = 5;
/** Posting is not repeated more often where no answer came: each is a mail to all who watch. */
const POSTS = 2;

/** Returns the comment's id; undefined if there is none, and nothing to say. Rejects with a GitHubError. */
export async function saveSection(
  pull: number,
  comment: Comment,
  { github, stop, clock = systemClock, touchOf }: SaveOptions,
): Promise<number | undefined> {
  const { section } = comment;
  const posted: Note[] = [];
  const wait = (ms: number) => clock.sleep(ms, [stop]);
  const say: Tools["say"] = (run) => patiently(run, { wait, stop, isRepeatable: true });
  const post = async (body: string): Promise<Note> => {
    const run = () => github.createComment(pull, body);
    const note = await patiently(run, { wait, stop, isRepeatable: false });
    // As a list would have it: a server may answer another text than it keeps.
    posted.push({ ...note, body });
    return note;
  };
  const look = () => say(() => findComments(pull, section, github, posted));
  const head = (await say(() => github.pullNow(pull))).headSha ?? section.commit;
  let found = await look();
  let failed = 0;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (isOutrun(found, comment, head)) return found.main?.id;
    let written: Written | undefined;
    try {
      written = await writeSection(pull, comment, { found, head, say, post, github, touchOf });
    } catch (error) {
      if (!isUnanswered(error) || ++failed >= POSTS || stop.aborted) throw error;
      // It may be there all the same.
      await wait(waitAfter(attempt, Math.random()));
      found = await look();
      continue;
    }
    if (!written || stop.aborted) return written?.id;
    if (written.how !== "same") {
      const before = found.main?.body;
      // A run that read before this one wrote may be about to write. Of two new comments the later sees the earlier.
      if (written.how === "changed") await wait(waitAfter(attempt, Math.random()));
      found = await look();
      for (let looks = 1; isOld(found, written, { before, looks }) && attempt < ATTEMPTS - 1; looks++) {
        await wait(waitAfter(attempt++, Math.random()));
        found = await look();
      }
    }
    if (isKept(found, written)) {
      const spare = [...found.doubles, ...found.alone.filter(({ id }) => id !== written.alone?.id)];
      for (const one of spare) await say(() => github.deleteComment(one));
      return written.id;
    }
  }
  throw new GitHubError(
    `could not keep the comment on #${pull}: after ${ATTEMPTS} tries it does not hold what this job wrote. Other jobs may have written over it`,
    { cause: undefined },
  );
}

/** Whether the answer may be from before it was written. */
function isOld(
  { main, isBehind }: Found,
  { id, how }: Written,
  { before, looks }: { before: string | undefined; looks: number },
): boolean {
  // With an earlier comment in the list there is no need for its own.
  if (how === "new") return isBehind && main?.id === id && looks < LOOKS;
  return looks < 2 && main?.id === id && main.body === before;
}

function isKept({ main, alone: [alone] }: Found, written: Written): boolean {
  const { id, sections, alone: own } = written;
  if (main?.id !== id || !sections.every((text) => main.parts.sections.includes(text))) return false;
  return own === undefined || (alone?.id === own.id && alone.parts.sections.includes(own.text));
}

/** Whether a run of the newest commit has written the section already, and this one is of an older commit. */
function isOutrun({ main }: Found, { section }: Comment, head: string | undefined): boolean {
  const known = sectionOf(main?.parts, section.identity);
  const isNewest = known !== undefined && head !== undefined && parseMarker(known)?.commit === head;
  return isNewest && section.commit !== undefined && section.commit !== head;
}
