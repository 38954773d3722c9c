// Puts directives and variables in place. Only called for files whose text may hold any; plain files skip this walk.

import {
  type Diagnostic,
  isObject,
  type Json,
  type JsonObject,
  lineAt,
  ownValue,
  type Path,
} from "../model/index.ts";
import { addAll, errorAt } from "./diagnose.ts";
import {
  contentOf,
  type Directive,
  directiveOf,
  findTarget,
  isDirectiveProblem,
  readFolder,
} from "./directives.ts";
import type { Files } from "./files.ts";
import { placeWidget } from "./layouts.ts";
import { mergeOver, type OverrideProblem, patchWidgets } from "./overrides.ts";
import { checkGiven, checkKey, readWith } from "./parameters.ts";
import { readIncluded } from "./read-included.ts";
import { spanOfSpot } from "./spot.ts";
import type { Uses } from "./uses.ts";
import {
  expandText,
  type LocalName,
  type LocalValue,
  usesTarget,
  type VariableProblem,
  type Variables,
  wholeName,
} from "./variables.ts";
import {
  type Budget,
  fail,
  openBudget,
  type Resolver,
  type Row,
  refuse,
  sizeOf,
  spend,
  type Walk,
} from "./walk.ts";

// Fills in the variables of one text, and reports those that cannot be filled in.

/** Variables of one text that are reported: each costs a search in the text. Nothing is planned before they are right. */
const MOST_VARIABLES = 20;

/**
 * The text with its variables filled in, or the value of what is all of it; those that cannot be filled in are among the diagnostics
 * of the walk.
 */
function resolveText(walk: Walk, text: string): Json {
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

export interface Resolved {
  value: Json;
  diagnostics: Diagnostic[];
  failed: Path[];
}

export function createResolver(
  files: Files,
  variables: Variables,
  {
    matched = new Set(),
    uses,
    budget = openBudget(),
  }: { matched?: ReadonlySet<string>; uses?: Uses | undefined; budget?: Budget | undefined } = {},
): Resolver {
  return {
    files,
    variables,
    matched,
    unquoted: new Set(),
    dependsOnTarget: false,
    included: new Map(),
    templates: new Map(),
    fragments: new Set(),
    named: new Map(),
    read: 0,
    uses,
    spent: { nodes: 0, text: 0 },
    budget,
    earned: new Set(),
    hasRunOut: false,
  };
}

/** Resolves one document, or the value at a path of it, perhaps for a row. `value` is changed in place if possible. */
export function resolveDocument(
  resolver: Resolver,
  { file, doc, value, path = [], row }: { file: string; doc: number; value: Json; path?: Path; row?: Row },
): Resolved {
  const found = resolver.files.follow(`${resolver.files.root}/${file}`);
  const chain = typeof found === "string" ? [] : [found.real];
  const walk: Walk = {
    resolver,
    file,
    doc,
    path: [...path],
    given: undefined,
    row,
    chain,
    diagnostics: [],
    failed: [],
  };
  const resolved = resolveValue(walk, value);
  return { value: resolved, diagnostics: walk.diagnostics, failed: walk.failed };
}

function resolveValue(walk: Walk, value: Json): Json {
  if (typeof value === "string") return value.includes("${") ? resolveText(walk, value) : value;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++)
      value[index] = resolveChild(walk, index, value[index]!);
    return value;
  }
  if (!isObject(value)) return value;
  const directive = directiveOf(value);
  if (directive) return resolveDirective(walk, directive, value);
  for (const key of Object.keys(value)) {
    if (key.includes("${")) checkKey(walk, key);
    value[key] = resolveChild(walk, key, value[key]!);
  }
  return value;
}

function resolveChild(walk: Walk, key: string | number, value: Json): Json {
  if (value === null || (typeof value !== "string" && typeof value !== "object")) return value;
  walk.path.push(key);
  const resolved = resolveValue(walk, value);
  walk.path.pop();
  return resolved;
}

function resolveDirective(walk: Walk, directive: Directive, object: JsonObject): Json {
  if (!spend(walk, directive, { steps: 1 })) return null;
  const value = readDirective(walk, directive, object);
  // What an included file includes counts where that file is put in place.
  return walk.chain.length > 1 || spend(walk, directive, sizeOf(value)) ? value : null;
}

function readDirective(walk: Walk, directive: Directive, object: JsonObject): Json {
  const path = resolveChild(walk, directive, object[directive]!);
  const target = findTarget(walk.resolver.files, { file: walk.file, directive, path });
  if (isDirectiveProblem(target)) return fail(walk, directive, target);
  noteUse(walk, target.real);
  walk.resolver.uses?.note(directive, target.name);
  const { [directive]: _, ...siblings } = object;
  if (directive === "$include") return resolveInclude(walk, target, siblings);
  if (Object.keys(siblings).length > 0) {
    const message = `\`${directive}\` must be the only key: nothing can be merged over what it names.`;
    return refuse(walk, directive, message);
  }
  return directive === "$file" ? readFile(walk, target.name) : readDirectory(walk, target.name);
}

function noteUse({ resolver: { named }, file, path }: Walk, real: string): void {
  const places = named.get(real) ?? new Set();
  named.set(real, places.add(`${file} ${path.join("/")}`));
}

function readFile(walk: Walk, name: string): Json {
  const text = walk.resolver.files.read(name);
  if (typeof text === "string") return contentOf(text);
  return refuse(walk, "$file", `\`${name}\` is not usable. ${text.message}`);
}

function readDirectory(walk: Walk, name: string): Json {
  try {
    const contents = readFolder(walk.resolver.files, name);
    return isDirectiveProblem(contents) ? fail(walk, "$dir", contents) : contents;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why =
      code === "ENOTDIR" ? "is not a folder: `$file` names a single file" : `cannot be read (${code})`;
    return refuse(walk, "$dir", `\`${name}\` ${why}.`);
  }
}

function resolveInclude(walk: Walk, target: { name: string; real: string }, siblings: JsonObject): Json {
  if (walk.chain.includes(target.real)) {
    const message = `\`${target.name}\` includes itself${walk.chain.length > 1 ? " through other files" : ""}.`;
    return fail(walk, "$include", { rule: "include-cycle", message });
  }
  const { with: written, ...changes } = siblings;
  const given = readWith(walk, written, resolveChild);
  if (!given) {
    walk.failed.push([...walk.path]);
    return null;
  }
  const included = readIncluded(walk, { ...target, given }, resolveValue);
  addAll(walk.diagnostics, included.diagnostics);
  const problems =
    included.ok || included.given.missing.size > 0 ? checkGiven(walk, target, given, included) : [];
  addAll(walk.diagnostics, problems);
  if (!included.ok || problems.length > 0) {
    walk.failed.push([...walk.path]);
    return included.value;
  }
  const keys = Object.keys(changes);
  if (keys.length === 0) return included.value;
  const { value } = included;
  if (!isObject(value) && !isListOfNamed(value)) {
    const message = `\`${target.name}\` is neither a map nor a list of widgets, so the keys next to \`$include\` cannot be merged over it.`;
    return refuse(walk, "$include", message);
  }
  for (const key of keys) changes[key] = resolveChild(walk, key, changes[key]!);
  return isObject(value) ? mergeOver(value, changes) : mergeById(walk, value, changes);
}

/** Whether every item of a list has an id, so that the keys next to `$include` can name them. */
function isListOfNamed(value: Json): value is JsonObject[] {
  return Array.isArray(value) && value.every((item) => isObject(item) && typeof item.id === "string");
}

/** The included list with the changes next to `$include`, as in overrides: by id, null removes, a new id with a type is added. */
function mergeById(walk: Walk, list: readonly JsonObject[], changes: JsonObject): Json[] {
  const problems: OverrideProblem[] = [];
  const placed = list.map((widget) => placeWidget(widget, undefined));
  const merged = patchWidgets(placed, changes, { owner: "The included list", problems });
  const { file, doc, path } = walk;
  for (const { rule, message, widget } of problems) {
    const span = spanOfSpot(walk.resolver.files, { file, doc, path: [...path, widget] }, "key");
    walk.diagnostics.push(errorAt(span, { rule, message }));
  }
  return merged;
}
