// One input for comment and summary alike.

import { type CommentInput, isSameComment, renderComment, renderSummary } from "../report/index.ts";
import type { Job } from "./job.ts";
import type { Comment } from "./outcome.ts";

export interface Told {
  summary: string;
  comment: Comment;
}

/** `input` in both forms; the full report is where the run is, beside the file that `report-file` names. */
export function describe({ event }: Pick<Job, "event">, input: CommentInput): Told {
  const options = event.runUrl === undefined ? {} : { fullReport: event.runUrl };
  const whole = { commit: event.sha, ...input };
  return {
    summary: renderSummary(whole, options),
    comment: {
      body: renderComment(whole, options),
      isOurs: (body) => isSameComment(body, input),
    },
  };
}
