// A comment as the holder of the key would have written it, to put any content under a seal that holds.
import type { Approval } from "../../src/plan/index.ts";
import {
  type CommentIdentity,
  type CommentMarker,
  formatComment,
  formatMarker,
  parseComment,
  parseMarker,
} from "../../src/report/index.ts";
import { blankMarker, sealComment } from "../../src/report/markdown/comment-seal.ts";
import type { Comment } from "./github-server.ts";
import type { Place } from "./place.ts";
import { REPOSITORY } from "./runner.ts";

/** The section of a comment that shows a plan. */
export function planSection(body: string): string {
  const found = parseComment(body)?.sections.find((section) => parseMarker(section)?.approval);
  if (found === undefined) throw new Error("no section shows a plan");
  return found;
}

export function planMarker(body: string): CommentMarker {
  return parseMarker(planSection(body)) as CommentMarker;
}

/** Makes the comment remember only what `keep` leaves of what it showed, and seals that with the key of the place. */
export function reseal(
  place: Place,
  pull: number,
  comment: Comment,
  keep: (approval: Approval) => Approval,
): void {
  const { approval, seal: _, ...identity } = planMarker(comment.body);
  const marker = { ...identity, approval: keep(approval as Approval) };
  comment.body = sealedBody(comment.body, marker, { key: String(place.given["api-key"]), pull });
}

/** The comment with the text of its plan under a new marker. `key`: undefined for a marker without a seal. */
export function sealedBody(
  body: string,
  marker: CommentIdentity & { approval?: Approval | undefined },
  { key, pull, repository = REPOSITORY }: { key: string | undefined; pull: number; repository?: string },
): string {
  const section = planSection(body);
  const rest = section.split("\n").slice(1);
  const made =
    key === undefined
      ? [formatMarker(marker), ...rest].join("\n")
      : sealComment([blankMarker(marker, key), ...rest].join("\n"), marker, { key, pull, repository });
  const parts = parseComment(body);
  if (!parts) throw new Error("no comment");
  return formatComment({ ...parts, sections: parts.sections.map((one) => (one === section ? made : one)) });
}
