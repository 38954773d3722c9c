// One input for comment and summary alike.

import {
  type CommentInput,
  isSameComment,
  isSealedComment,
  listNames,
  readSealed,
  renderComment,
  renderSummary,
} from "../report/index.ts";
import { identityOf, type Job, narrowingOfJob } from "./job.ts";
import type { Outcome } from "./outcome.ts";
import { sealPlaceOf } from "./sealed-plans.ts";
import { withoutSecrets } from "./secrets.ts";

export type Texts = Pick<Outcome, "summary"> & Required<Pick<Outcome, "comment">>;
export type Content = Omit<CommentInput, "command" | "target" | "project" | "shard" | "commit" | "narrowing">;

/** Characters. */
const NAMES_WIDTH = 400;

/** `input` in both forms. A plan was already checked for secrets; other texts were not. */
export function renderTexts(job: Job, { failure, lint, preview, notes = [], ...input }: Content): Texts {
  const { event, secrets } = job;
  const identity = identityOf(job);
  const words = withoutSecrets(
    { ...(failure && { failure }), ...(lint && { lint }), ...(preview && { preview }), notes },
    secrets,
  );
  const narrowing = narrowingOfJob(job);
  const whole: CommentInput = { commit: event.sha, ...identity, narrowing, ...input, ...words };
  const options = event.runUrl === undefined ? {} : { fullReport: event.runUrl };
  return {
    summary: (more) => renderSummary({ ...whole, notes: [...words.notes, ...more] }, options),
    comment: {
      target: identity.target,
      body(pull, earlier = "") {
        const place = pull === undefined ? undefined : sealPlaceOf(job, pull);
        if (!place) return renderComment(whole, options);
        const reviewed = readSealed(earlier, identity, place);
        const write = (at: string) =>
          renderComment({ ...whole, ...(reviewed && { reviewed }) }, { ...options, seal: { ...place, at } });
        // What is there already is not written again for the time alone.
        const same = reviewed?.at !== undefined && write(reviewed.at) === earlier;
        return same ? earlier : write(new Date().toISOString());
      },
      isOurs: (body) => isSameComment(body, identity),
      isSealed(body, pull) {
        const place = sealPlaceOf(job, pull);
        return place !== undefined && isSealedComment(body, identity, place);
      },
    },
  };
}

/** A list for a note or a verdict, which are never cut to what GitHub takes: some of thousands, and how many more there are. */
export function someNames(names: readonly string[]): string {
  return listNames(names, NAMES_WIDTH);
}
