// Brings the command's section of the one comment up to date. Jobs write it at the same time, and GitHub has no way to write only what
// nobody else has changed: so whoever has written looks whether it is still there, and merges again if another run wrote over it.

import { type Clock, systemClock } from "../../platform/index.ts";
import { parseMarker, sectionOf } from "../../report/index.ts";
import type { GitHub } from "../github.ts";
import { GitHubError } from "../github-error.ts";
import type { Comment } from "../outcome.ts";
import { type Found, findComments } from "./find-comments.ts";
import { patiently, waitAfter } from "./patience.ts";
import { writeSection } from "./write-section.ts";

export interface SaveOptions {
  github: GitHub;
  /** Aborts when the workflow is cancelled: nothing is waited for then. */
  stop: AbortSignal;
  clock?: Pick<Clock, "sleep">;
}

const ATTEMPTS = 8;

/** Returns the comment's id; undefined if there is none, and nothing to say. Rejects with a GitHubError. */
export async function saveSection(
  pull: number,
  comment: Comment,
  { github, stop, clock = systemClock }: SaveOptions,
): Promise<number | undefined> {
  const { section } = comment;
  const wait = (ms: number) => clock.sleep(ms, [stop]);
  const say = <T>(run: () => Promise<T>) => patiently(run, { wait, stop });
  const head = (await github.pullNow(pull)).headSha ?? section.commit;
  let found = await findComments(pull, section, github);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (isOutrun(found, comment, head)) return found.main?.id;
    const written = await writeSection(pull, comment, { found, head, github, say });
    if (!written || stop.aborted) return written?.id;
    if (written.how !== "same") {
      // A run that read before this one wrote may be about to write. Of two new comments the later sees the earlier.
      if (written.how === "changed") await wait(waitAfter(attempt, Math.random()));
      found = await findComments(pull, section, github);
    }
    const { main, doubles, alone } = found;
    if (main?.id === written.id && written.sections.every((text) => main.parts.sections.includes(text))) {
      const spare = [...doubles, ...alone.filter(({ id }) => id !== written.alone)];
      for (const one of spare) await say(() => github.deleteComment(one));
      return written.id;
    }
  }
  throw new GitHubError(
    `could not keep the comment on #${pull}: other jobs wrote over it ${ATTEMPTS} times`,
    { cause: undefined },
  );
}

/** Whether a run of the newest commit has written the section already, and this one is of an older commit. */
function isOutrun({ main }: Found, { section }: Comment, head: string | undefined): boolean {
  const known = sectionOf(main?.parts, section.identity);
  const isNewest = known !== undefined && head !== undefined && parseMarker(known)?.commit === head;
  return isNewest && section.commit !== undefined && section.commit !== head;
}
