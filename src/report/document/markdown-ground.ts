// Where a command goes and under which policy, in the first lines of every plan and comment (contract 11).

import { type Plan, type PlanPolicy, revisionText } from "../../model/index.ts";
import { count } from "../text/cells.ts";
import { AFTER_MERGE, placeText, policyRows, someOfEach } from "../text/policy-text.ts";
import { type MarkdownDocument, worstOf } from "./markdown-document.ts";
import { markdownName, markdownPre } from "./markdown-text.ts";

/** The blocks are never cut away, so there is a limit; the plan and its report have all. */
const ROWS = 40;
/** Cells. */
const ROW_ROOM = 200;
const NAME_ROOM = 200;

interface Ground {
  target?: Plan["target"] | undefined;
  policy?: PlanPolicy | undefined;
}

/** One block for host and deployment, and one for what the branch changes in the policy. */
export function groundBlocks({ target, policy }: Ground): string[] {
  const place = target === undefined ? [] : [`<sub>${markdownName(placeText(target), NAME_ROOM)}</sub>`];
  if (!policy || policy.changes.length === 0) return place;
  const { changes } = policy;
  const rows = policyRows({ ...policy, changes: someOfEach(changes, ROWS) }, ROW_ROOM);
  const left = changes.length - rows.length;
  if (left > 0) rows.push(`and ${count(left, "more change", "more changes")}, in the full report`);
  const from = `the policy of ${markdownName(revisionText(policy), NAME_ROOM)} counts until then`;
  return [
    ...place,
    `**${AFTER_MERGE}** this branch changes the policy; ${from}:\n${markdownPre(rows.join("\n"), "diff")}`,
  ];
}

/** For the first line: what the merge puts in force is for a reviewer to decide, though no dashboard changes. */
export function policyVerdict({ policy }: Ground): Pick<MarkdownDocument, "light" | "verdict">[] {
  if (!policy || policy.changes.length === 0) return [];
  return [{ light: "decide", verdict: ["<b>this branch changes the policy</b>"] }];
}

/** The document with these blocks first. */
export function withGround(document: MarkdownDocument, ground: Ground): MarkdownDocument {
  const all = [...policyVerdict(ground), document];
  return {
    ...document,
    light: worstOf(all),
    verdict: all.flatMap(({ verdict }) => verdict),
    lead: [...groundBlocks(ground), ...document.lead],
  };
}
