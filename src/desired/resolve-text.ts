// Fills in the variables of one text, and reports those that cannot be filled in.
import { errorAt } from "./diagnose.ts";
import { spanOfSpot } from "./spot.ts";
import { expandText, usesTarget, type VariableProblem, type Variables } from "./variables.ts";
import { spend, type Walk } from "./walk.ts";
import { lineAt } from "./yaml/problem.ts";

/** Variables of one text that are reported: each costs a search in the text. Nothing is planned before they are right. */
const MOST_VARIABLES = 20;

/** The text with its variables filled in; those that cannot be are among the diagnostics of the walk. */
export function resolveText(walk: Walk, text: string): string {
  const problems: VariableProblem[] = [];
  if (usesTarget(text)) walk.resolver.dependsOnTarget = true;
  const expanded = expandText(text, variablesHere(walk), problems);
  if (expanded.length > text.length && !spend(walk, undefined, { nodes: 0, text: expanded.length }))
    return text;
  const different = new Map(problems.map((problem) => [problem.written, problem]));
  for (const problem of [...different.values()].slice(0, MOST_VARIABLES)) reportVariable(walk, problem);
  return expanded;
}

/** Overrides of another target than the chosen one read that target's variables. */
function variablesHere({ path, resolver: { variables } }: Walk): Variables {
  const name = path[0] === "workbooks" && path[2] === "overrides" ? path[3] : undefined;
  const { targets } = variables.project;
  if (typeof name !== "string" || !Object.hasOwn(targets, name)) return variables;
  return { ...variables, target: targets[name]! };
}

/** Points at the variable if the first line of the text as written holds it, else at the whole text. */
function reportVariable({ resolver, file, doc, path, diagnostics }: Walk, problem: VariableProblem): void {
  const { files } = resolver;
  const span = spanOfSpot(files, { file, doc, path });
  const line = lineAt(files.trees(file).text, span.line);
  const column = line.indexOf(problem.written, span.column - 1) + 1;
  const exact = { column, endLine: span.line, endColumn: column + problem.written.length };
  diagnostics.push(errorAt(column === 0 ? span : { ...span, ...exact }, problem));
}
