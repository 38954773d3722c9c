// An old run that is started again would apply what was reviewed back then, and undo what was merged since.

import type { Job } from "./job.ts";
import { asksForNoReview, refused, short, unlessUnknown, WITHOUT_REVIEW } from "./review-gate.ts";

/**
 * Throws a UserError of exit code 3 if this is a further attempt of a run whose commit is no longer the newest of its branch, or nothing
 * says whether it is. A first attempt goes on: of two merges in quick succession the first is no longer the newest when its run begins.
 */
export async function requireNewest({ event, inputs, github }: Job): Promise<void> {
  const { attempt, pull } = event;
  if (attempt < 2 || asksForNoReview({ event, inputs })) return;
  const branch = pull ? pull.base : event.branch;
  const commit = pull ? pull.merge : event.sha;
  const what = `this is attempt ${attempt} of a run`;
  if (branch === undefined || commit === undefined)
    throw refused(`${what}, and the event ${event.name} names no branch whose newest commit it could be`, [
      BY_HAND,
    ]);
  if (!github)
    throw refused(`${what}, and there is no \`github-token\` to read the newest commit of ${branch} with`, [
      BY_HAND,
    ]);
  const tip = await unlessUnknown(
    `whether the commit of this repeated run is still the newest of ${branch}`,
    () => github.commitOf(branch),
  );
  if (tip === commit) return;
  throw refused(
    `${what} of ${short(commit)}, and the newest commit of ${branch} is ${short(tip)}: it could undo what was merged since`,
    [`Let the run of ${short(tip)} do it. ${ANEW}`],
  );
}

const ANEW = `If there is none, start one by hand: it takes the newest commit. ${WITHOUT_REVIEW}`;
const BY_HAND = `Start a new run, by hand. ${WITHOUT_REVIEW}`;
