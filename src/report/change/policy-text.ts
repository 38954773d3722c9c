// What the branch changes in the policy, in words for every medium: a reviewer who merges puts it in force (contract 11).

import { type Plan, type PlanPolicy, type PolicyChange, revisionText } from "../../model/index.ts";
import { count } from "../text/cells.ts";
import { hostText } from "../text/host-text.ts";
import { plainText, stepText, valueText } from "../text/value-text.ts";

/** The heading of the changes, and the words by which reviewers look for them. */
export const AFTER_MERGE = "In force after the merge";

const SIGNS = { added: "+", removed: "-", changed: "~" } as const;
/** Cells of a path. */
const PATH_ROOM = 120;

/** What the plan was made under. Without a full stop, not escaped. */
export function policySentence(policy: PlanPolicy): string {
  const { changes } = policy;
  const of = `the policy of ${revisionText(policy)}`;
  if (changes.length === 0) return `Under ${of}, which the files leave as it is`;
  return `${AFTER_MERGE}, not now: ${count(changes.length, "change")} to ${of}`;
}

/** `~ targets.production.url: https://a → https://b` for each, in about `room` cells. Escaped for a terminal. */
export function policyRows({ changes }: PlanPolicy, room: number): string[] {
  return changes.map((change) => `${headOf(change)}: ${stepOf(change, room)}`);
}

/** Sign, path and the values whole, none of them escaped. */
export function policyCells({ changes }: PlanPolicy): { sign: string; path: string; values: string[] }[] {
  return changes.map(({ path, change, before, after }) => {
    const values = [before, after].flatMap((value) => (value === undefined ? [] : [plainText(value)]));
    return { sign: SIGNS[change], path, values };
  });
}

/** `acme.example.com · deployment 12`. Not escaped. */
export function placeText({ url, deploymentId }: Plan["target"]): string {
  return `${hostText(url)} · deployment ${deploymentId}`;
}

function headOf({ path, change }: PolicyChange): string {
  return `${SIGNS[change]} ${valueText(path, PATH_ROOM)}`;
}

function stepOf({ before, after }: PolicyChange, room: number): string {
  if (before !== undefined && after !== undefined) return stepText(before, after, room);
  return valueText(before ?? after ?? null, room);
}
