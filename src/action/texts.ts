// One input for comment and summary alike.

import { blankSecrets, UserError, withoutSecrets } from "../model/index.ts";
import {
  type CommentInput,
  isSameComment,
  listNames,
  parseMarker,
  renderComment,
  renderSummary,
} from "../report/index.ts";
import { destinationOf, identityOf, type Job, narrowingOfJob } from "./job.ts";
import type { Outcome } from "./outcome.ts";

export type Texts = Pick<Outcome, "summary"> & Required<Pick<Outcome, "comment">>;
export type Content = Omit<
  CommentInput,
  "command" | "target" | "project" | "shard" | "commit" | "narrowing" | "destination" | "policy"
>;

/** Characters. */
const NAMES_WIDTH = 400;

/** `input` in both forms. A plan was already checked for secrets; other texts were not. */
export function renderTexts(job: Job, { failure, lint, preview, notes = [], ...input }: Content): Texts {
  const { event } = job;
  const identity = identityOf(job);
  const words = withoutSecrets({
    ...(failure && { failure }),
    ...(lint && { lint }),
    ...(preview && { preview }),
    notes,
  });
  const narrowing = narrowingOfJob(job);
  const ground = withoutSecrets({ destination: placeOf(job), policy: job.project.policy });
  const whole: CommentInput = { commit: event.sha, ...identity, narrowing, ...ground, ...input, ...words };
  const options = event.runUrl === undefined ? {} : { fullReport: event.runUrl };
  return {
    summary: (more) => blankSecrets(renderSummary({ ...whole, notes: [...words.notes, ...more] }, options)),
    comment: {
      target: identity.target,
      body(earlier = "") {
        const reviewed = parseMarker(earlier)?.approval;
        return blankSecrets(renderComment({ ...whole, ...(reviewed && { reviewed }) }, options));
      },
      isOurs: (body) => isSameComment(body, identity),
    },
  };
}

/** Where the command goes; undefined if it goes nowhere, or nothing says where. */
function placeOf(job: Job): CommentInput["destination"] {
  if (identityOf(job).target === "") return undefined;
  try {
    const { name, url, deployment } = destinationOf(job);
    return { name, url, deploymentId: deployment };
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

/** A list for a note or a verdict, which are never cut to what GitHub takes: some of thousands, and how many more there are. */
export function someNames(names: readonly string[]): string {
  return listNames(names, NAMES_WIDTH);
}
