// A step that fails before it has found its project has no section: but what earlier steps have said of an older commit says so from now on.
// A review that stays as it was looks like one of what was just pushed.

import { type Clock, systemClock } from "../../platform/index.ts";
import { formatComment, isWholeComment, parseComment, withoutSeal } from "../../report/index.ts";
import type { GitHub } from "../forge/github.ts";
import { patiently } from "./patience.ts";

export interface MarkOptions {
  github: GitHub;
  stop: AbortSignal;
  clock?: Pick<Clock, "sleep">;
}

/** Brings the comments of our account up to date with the newest commit, of whatever project. Rejects with a GitHubError. */
export async function markOlder(
  pull: number,
  { github, stop, clock = systemClock }: MarkOptions,
): Promise<void> {
  const wait = (ms: number) => clock.sleep(ms, [stop]);
  const say = <T>(run: () => Promise<T>) => patiently(run, { wait, stop, isRepeatable: true });
  const { headSha: head } = await say(() => github.pullNow(pull));
  if (head === undefined) return;
  const isOurs = (body: string) => parseComment(body) !== undefined;
  for (const note of await say(() => github.findComments(pull, { isOurs }))) {
    const state = parseComment(note.body);
    if (!state || state.sections.length === 0 || state.head === head || stop.aborted) continue;
    // A text that somebody changed is drawn again, which must not make a review of it.
    const sections = isWholeComment(note.body) ? state.sections : state.sections.map(withoutSeal);
    await say(() => github.updateComment(note, formatComment({ ...state, head, sections })));
  }
}
