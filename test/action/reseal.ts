// A comment as the holder of the key would have written it, to put any content under a seal that holds.
import type { Approval } from "../../src/plan/index.ts";
import {
  type CommentIdentity,
  type CommentMarker,
  formatMarker,
  parseMarker,
} from "../../src/report/index.ts";
import { blankMarker, sealComment } from "../../src/report/markdown/comment-seal.ts";
import type { Comment } from "./github-server.ts";
import type { Place } from "./place.ts";
import { REPOSITORY } from "./runner.ts";

/** Makes the comment remember only what `keep` leaves of what it showed, and seals that with the key of the place. */
export function reseal(
  place: Place,
  pull: number,
  comment: Comment,
  keep: (approval: Approval) => Approval,
): void {
  const { approval, seal: _, ...identity } = parseMarker(comment.body) as CommentMarker;
  const marker = { ...identity, approval: keep(approval as Approval) };
  comment.body = sealedBody(comment.body, marker, { key: String(place.given["api-key"]), pull });
}

/** The text of `body` under a new marker. `key`: undefined for a marker without a seal. */
export function sealedBody(
  body: string,
  marker: CommentIdentity & { approval?: Approval | undefined },
  { key, pull, repository = REPOSITORY }: { key: string | undefined; pull: number; repository?: string },
): string {
  const rest = body.split("\n").slice(1);
  if (key === undefined) return [formatMarker(marker), ...rest].join("\n");
  return sealComment([blankMarker(marker), ...rest].join("\n"), marker, { key, pull, repository });
}
