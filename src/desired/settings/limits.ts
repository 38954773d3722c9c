// `targets` of a workbook or report: the targets that it is declared for (contract 15). Everywhere else it is as if the file did not have it.

import {
  didYouMean,
  globProblem,
  isTargetGlob,
  type Json,
  listKnown,
  type Project,
  shorten,
  type Target,
  targetsMeant,
} from "../../model/index.ts";

export interface LimitProblem {
  index: number;
  rule: string;
  message: string;
  help?: string;
}

export interface Limit {
  /** Whether the chosen target is among them; true if none is chosen. */
  isHere: boolean;
  /** All of them. */
  names: ReadonlySet<string>;
  problems: LimitProblem[];
}

/** Undefined if there is no limit, or nothing that could be one, which the schema reports. */
export function readLimit(
  value: Json | undefined,
  project: Project,
  target: Target | undefined,
): Limit | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const fleet = { names: Object.keys(project.targets), groups: project.groups ?? {} };
  const meant = new Set<string>();
  const problems: LimitProblem[] = [];
  for (const [index, text] of value.entries()) {
    if (typeof text !== "string") continue;
    const why = globProblem(text);
    const found = why === undefined ? targetsMeant(text, fleet) : [];
    for (const name of found) meant.add(name);
    if (found.length > 0) continue;
    const known = [...fleet.names, ...Object.keys(fleet.groups)];
    const help =
      known.length > 0 ? `Targets and groups: ${listKnown(known)}.` : "The project declares no targets.";
    const unknown = isTargetGlob(text)
      ? `No target is called like \`${text}\`.`
      : `The project has no target or group \`${shorten(text, 80)}\`.${didYouMean(text, known)}`;
    problems.push(
      why === undefined
        ? { index, rule: "unknown-target", message: unknown, help }
        : { index, rule: "invalid-value", message: `\`${shorten(text, 80)}\` ${why}.` },
    );
  }
  // What is misspelt must not take a workbook away.
  return {
    isHere: target === undefined || problems.length > 0 || meant.has(target.name),
    names: meant,
    problems,
  };
}
