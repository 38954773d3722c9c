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
  writeJson,
} from "../model/index.ts";

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
  const known = limitsOf.get(project) ?? new Map<string, Pick<Limit, "names" | "problems">>();
  limitsOf.set(project, known);
  const key = writeJson(value);
  const limit = known.get(key) ?? limitTo(value, project);
  known.set(key, limit);
  const { names, problems } = limit;
  // What is misspelt must not take a workbook away.
  return { ...limit, isHere: target === undefined || problems.length > 0 || names.has(target.name) };
}

/** Rows and reports repeat the few limits that a project has, and each is compared with all targets. */
const limitsOf = new WeakMap<Project, Map<string, Pick<Limit, "names" | "problems">>>();

function limitTo(value: readonly Json[], project: Project): Pick<Limit, "names" | "problems"> {
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
  return { names: meant, problems };
}
