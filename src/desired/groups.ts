// `groups` of the project file: names for several targets (contract 15).

import {
  didYouMean,
  globProblem,
  isTargetGlob,
  type Json,
  type JsonObject,
  listKnown,
  matchNames,
  shorten,
} from "../model/index.ts";
import type { Say, TargetsProblem } from "./like.ts";

/** The members of each group, in the order of its entries, each once. The schema has just checked what the casts say. */
export function groupsOf(value: JsonObject, names: readonly string[]): Record<string, string[]> {
  const groups = Object.entries(value).map(([group, entries]) => {
    const members = (entries as string[]).flatMap((entry) => membersOf(entry, names));
    return [group, [...new Set(members)]];
  });
  return Object.fromEntries(groups);
}

/** What is wrong with them besides their form. */
export function groupProblems(value: JsonObject, names: readonly string[], say: Say): TargetsProblem[] {
  return Object.entries(value).flatMap(([group, entries]) => {
    const found: TargetsProblem[] = [];
    if (names.includes(group)) {
      const message = `\`${group}\` is a target already, at ${say(["targets", group])}.`;
      const help = "`--target` takes both, so that a group needs a name of its own.";
      found.push({ rule: "invalid-value", message, help, path: ["groups", group], part: "key" });
    } else if (isTargetGlob(group)) {
      const message = `\`${shorten(group, 80)}\` cannot be the name of a group: it would be read as a glob.`;
      found.push({ rule: "invalid-value", message, path: ["groups", group], part: "key" });
    }
    const list: readonly Json[] = Array.isArray(entries) ? entries : [];
    for (const [index, entry] of list.entries()) {
      if (typeof entry !== "string") continue;
      const problem = entryProblem(entry, names);
      if (problem) found.push({ ...problem, path: ["groups", group, index], part: "value" });
    }
    return found;
  });
}

function membersOf(entry: string, names: readonly string[]): readonly string[] {
  if (names.includes(entry)) return [entry];
  return isTargetGlob(entry) ? matchNames(entry, names) : [];
}

function entryProblem(
  entry: string,
  names: readonly string[],
): Pick<TargetsProblem, "rule" | "message" | "help"> | undefined {
  const why = globProblem(entry);
  if (why !== undefined) return { rule: "invalid-value", message: `\`${shorten(entry, 80)}\` ${why}.` };
  if (membersOf(entry, names).length > 0) return undefined;
  const help = names.length > 0 ? `Targets: ${listKnown(names)}.` : "Declare them under `targets`.";
  const message = isTargetGlob(entry)
    ? `No target is called like \`${entry}\`.`
    : `There is no target \`${entry}\`.${didYouMean(entry, names)}`;
  return { rule: "unknown-target", message, help };
}
