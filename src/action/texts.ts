// One input for comment and summary alike.

import { blankSecrets, UserError, withoutSecrets } from "../model/index.ts";
import {
  type CommentInput,
  isSameComment,
  isSealedComment,
  listNames,
  readSealed,
  renderComment,
  renderSummary,
} from "../report/index.ts";
import { allowedIn, destinationOf, identityOf, type Job, narrowingOfJob } from "./job.ts";
import type { Outcome } from "./outcome.ts";
import { sealPlaceOf } from "./sealed-plans.ts";

export type Texts = Pick<Outcome, "summary"> & Required<Pick<Outcome, "comment">>;
export type Content = Omit<
  CommentInput,
  "command" | "target" | "project" | "shard" | "commit" | "narrowing" | "allowed" | "destination" | "policy"
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
  const source = { narrowing, allowed: allowedIn(job) };
  const whole: CommentInput = { commit: event.sha, ...identity, ...source, ...ground, ...input, ...words };
  const options = event.runUrl === undefined ? {} : { fullReport: event.runUrl };
  return {
    summary: (more) => blankSecrets(renderSummary({ ...whole, notes: [...words.notes, ...more] }, options)),
    comment: {
      target: identity.target,
      body(pull, earlier = "") {
        const place = pull === undefined ? undefined : sealPlaceOf(job, pull);
        if (!place) return renderComment(whole, options);
        const reviewed = readSealed(earlier, identity, place);
        const write = (at: string) =>
          renderComment(
            { ...whole, ...(reviewed && { reviewed }) },
            { ...options, seal: { ...place, at, base: event.pull?.base } },
          );
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
