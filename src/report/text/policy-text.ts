// What the branch changes in the policy, in words for every medium: a reviewer who merges puts it in force (contract 11).

import { type Json, type Plan, type PlanPolicy, type PolicyChange, revisionText } from "../../model/index.ts";
import { count } from "./cells.ts";
import { addressText, hiddenHost, hostText } from "./host-text.ts";
import { nameText, plainText, stepText, valueText } from "./value-text.ts";

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
    const values = [before, after].flatMap((value) => (value === undefined ? [] : [wholeText(path, value)]));
    return { sign: SIGNS[change], path, values };
  });
}

function wholeText(path: string, value: Json): string {
  const host = isAddress(path, value) ? hiddenHost(value) : undefined;
  return host === undefined ? plainText(value) : `${plainText(value)} (host ${host})`;
}

/**
 * As many of the changes as there is room for, in their order: what is changed of a target that is known, and of everything else some of
 * each kind. A thousand harmless ones do not push out the one that matters.
 */
export function someOfEach(changes: readonly PolicyChange[], most: number): PolicyChange[] {
  const seen = new Map<string, number>();
  const turns = changes.map((one) => {
    const setting = one.path.replace(/(?<=^targets\..*\.folders)[.[].*$/s, "");
    const kind = `${one.change} ${setting.replace(/^targets\..*\./s, "targets.*.")}`;
    const turn = seen.get(kind) ?? 0;
    seen.set(kind, turn + 1);
    return { one, turn: one.change === "changed" ? 0 : turn };
  });
  const first = turns.sort((a, b) => a.turn - b.turn).slice(0, most);
  const chosen = new Set(first.map(({ one }) => one));
  return changes.filter((one) => chosen.has(one));
}

/** `acme.example.com · deployment 12`. Not escaped. */
export function placeText({ url, deploymentId }: Plan["target"]): string {
  return `${hostText(url)} · deployment ${deploymentId}`;
}

function isAddress(path: string, value: Json): value is string {
  return typeof value === "string" && /^targets\..*\.(?:url|link)$/s.test(path);
}

function headOf({ path, change }: PolicyChange): string {
  return `${SIGNS[change]} ${nameText(path, PATH_ROOM)}`;
}

function stepOf({ path, before, after }: PolicyChange, room: number): string {
  if ([before, after].every((value) => value === undefined || isAddress(path, value)))
    return [before, after]
      .flatMap((url) => (url === undefined ? [] : addressText(`${url}`, room)))
      .join(" → ");
  if (before !== undefined && after !== undefined) return stepText(before, after, room);
  return valueText(before ?? after ?? null, room);
}
