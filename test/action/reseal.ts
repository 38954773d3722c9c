// A comment as the holder of the key would have written it, to put any content under a seal that holds.
import type { Approval } from "../../src/plan/index.ts";
import {
  approvalOf,
  type CommentSection,
  formatComment,
  parseComment,
  sealSection,
  withSection,
} from "../../src/report/index.ts";
import { withDigests } from "../../src/report/markdown/comment-state.ts";
import type { Comment } from "./github-server.ts";
import type { Place } from "./place.ts";
import { REPOSITORY } from "./runner.ts";

/** The section of a comment that shows a plan. */
export function planSection(body: string): CommentSection {
  const found = parseComment(body)?.sections.find(({ approval }) => approval);
  if (found === undefined) throw new Error("no section shows a plan");
  return found;
}

export function planApproval(body: string): Approval {
  return approvalOf(planSection(body)) as Approval;
}

/** The comment with this section in the place of one like it, drawn as its state says. */
export function withPlan(body: string, section: CommentSection): string {
  const state = parseComment(body);
  if (!state) throw new Error("no comment");
  const others = state.sections.filter((one) => one !== planSection(body));
  return formatComment(withSection({ ...state, sections: others }, section));
}

/** The same section with this to remember, under no seal. */
export function withApproval(
  { seal: _, key: _key, ...section }: CommentSection,
  { changes, ...approval }: Approval,
) {
  return withDigests({ ...section, approval, changes });
}

/** Makes the comment remember only what `keep` leaves of what it showed, and seals that with the key of the place. */
export function reseal(
  place: Place,
  pull: number,
  comment: Comment,
  keep: (approval: Approval) => Approval,
): void {
  const made = withApproval(planSection(comment.body), keep(planApproval(comment.body)));
  const key = String(place.given["api-key"]);
  comment.body = withPlan(comment.body, sealSection(made, { key, pull, repository: REPOSITORY }));
}
