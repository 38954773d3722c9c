// Fills in the variables of one text, and reports those that cannot be filled in.
import { type Json, ownValue } from "../model/index.ts";
import { errorAt } from "./findings/diagnose.ts";
import { spanOfSpot } from "./spot.ts";
import {
  expandText,
  type LocalName,
  type LocalValue,
  usesTarget,
  type VariableProblem,
  type Variables,
  wholeName,
} from "./texts/variables.ts";
import { spend, type Walk } from "./walk.ts";
import { lineAt } from "./yaml/problem.ts";

/** Variables of one text that are reported: each costs a search in the text. Nothing is planned before they are right. */
const MOST_VARIABLES = 20;

/**
 * The text with its variables filled in, or the value of what is all of it; those that cannot be filled in are among the diagnostics
 * of the walk.
 */
export function resolveText(walk: Walk, text: string): Json {
  const whole = wholeName(text);
  const value = whole && lookUpLocal(walk, whole);
  if (value && "value" in value) return value.value;
  const problems: VariableProblem[] = [];
  if (usesTarget(text)) walk.resolver.dependsOnTarget = true;
  const expanded = expandText(text, variablesHere(walk), problems);
  if (expanded.length > text.length && !spend(walk, undefined, { text: expanded.length })) return text;
  const different = new Map(problems.map((problem) => [problem.written, problem]));
  for (const problem of [...different.values()].slice(0, MOST_VARIABLES)) reportVariable(walk, problem);
  // There is no value that could have a type.
  if (whole && different.size > 0) walk.failed.push([...walk.path]);
  return expanded;
}

/** A value that was given to the file; that one is missing is said where the file is included. */
function lookUpLocal(walk: Walk, { kind, name }: LocalName): LocalValue {
  const { given, row, file, doc, path, failed } = walk;
  if (kind === "row") {
    if (!row) return nowhere(kind, name);
    const own = ownValue(row.values, name);
    if (own != null) return { value: own };
    const message = `The row has no value \`${name}\`.`;
    return {
      rule: "missing-parameter",
      message,
      help: "Give every row one, or leave it out of the template.",
    };
  }
  if (!given) return nowhere(kind, name);
  const value = given.values.get(name);
  if (value !== undefined) {
    given.used.add(name);
    return { value };
  }
  if (!given.missing.has(name)) given.missing.set(name, { file, doc, path: [...path] });
  failed.push([...path]);
  return undefined;
}

function nowhere(kind: LocalName["kind"], name: string): LocalValue {
  const written = `\${${kind}.${name}}`;
  const where =
    kind === "row" ? "under a key with `${row.…}`" : "in a file that is included `with` parameters";
  const message = `\`${written}\` has no value here: it stands only ${where}.`;
  return { rule: "missing-parameter", message, help: `For the plain text, write $${written}.` };
}

/** Overrides of another target than the chosen one read that target's variables. */
function variablesHere(walk: Walk): Variables {
  const { path } = walk;
  const variables: Variables = { ...walk.resolver.variables, local: (name) => lookUpLocal(walk, name) };
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
