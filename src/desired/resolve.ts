// Puts directives and variables in place. Only called for files whose text may hold any; plain files skip this walk.
import { type Diagnostic, isObject, type Json, type JsonObject, type Path } from "../model/index.ts";
import { addAll, diagnosticOf, errorAt } from "./diagnose.ts";
import {
  type Directive,
  type DirectiveProblem,
  directiveOf,
  findTarget,
  isDirectiveProblem,
  readFolder,
} from "./directives.ts";
import type { Files } from "./files.ts";
import { mergeOver } from "./merge.ts";
import { type Spot, spanOfSpot } from "./spot.ts";
import { expandText, usesTarget, type VariableProblem, type Variables } from "./variables.ts";
import { formatOf, parseText } from "./yaml/parse.ts";
import { lineAt } from "./yaml/problem.ts";

export interface Resolver {
  files: Files;
  variables: Variables;
  /** Set when anything depends on the target. */
  dependsOnTarget: boolean;
  included: Map<string, Included>;
  /** Real paths of all files that were included, kept or not. */
  fragments: Set<string>;
  /** Real path of each file or folder that a directive names → the places that name it. */
  named: Map<string, Set<string>>;
}

/** An included file, resolved: shared by all files that include it, so never changed. */
interface Included {
  value: Json;
  diagnostics: Diagnostic[];
  ok: boolean;
}

/** Included files whose values are kept: themes and the like are few, and the rest may be read again. */
const KEPT_INCLUDES = 64;

interface Walk {
  resolver: Resolver;
  file: string;
  doc: number;
  path: (string | number)[];
  /** Real paths of the files being included, outermost first. */
  chain: readonly string[];
  diagnostics: Diagnostic[];
  /** The paths that have no value because a directive failed. */
  failed: Path[];
}

export interface Resolved {
  value: Json;
  diagnostics: Diagnostic[];
  failed: Path[];
}

export function createResolver(files: Files, variables: Variables): Resolver {
  return {
    files,
    variables,
    dependsOnTarget: false,
    included: new Map(),
    fragments: new Set(),
    named: new Map(),
  };
}

/** Resolves one document. `value` is changed in place if possible. */
export function resolveDocument(
  resolver: Resolver,
  { file, doc, value }: { file: string; doc: number; value: Json },
): Resolved {
  const found = resolver.files.follow(`${resolver.files.root}/${file}`);
  const chain = typeof found === "string" ? [] : [found.real];
  const walk: Walk = { resolver, file, doc, path: [], chain, diagnostics: [], failed: [] };
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
  for (const key of Object.keys(value)) value[key] = resolveChild(walk, key, value[key]!);
  return value;
}

function resolveChild(walk: Walk, key: string | number, value: Json): Json {
  if (value === null || (typeof value !== "string" && typeof value !== "object")) return value;
  walk.path.push(key);
  const resolved = resolveValue(walk, value);
  walk.path.pop();
  return resolved;
}

/** Variables of one text that are reported: each costs a search in the text. Nothing is planned before they are right. */
const MOST_VARIABLES = 20;

function resolveText(walk: Walk, text: string): string {
  const problems: VariableProblem[] = [];
  if (usesTarget(text)) walk.resolver.dependsOnTarget = true;
  const expanded = expandText(text, variablesHere(walk), problems);
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

function resolveDirective(walk: Walk, directive: Directive, object: JsonObject): Json {
  const path = resolveChild(walk, directive, object[directive]!);
  const target = findTarget(walk.resolver.files, { file: walk.file, directive, path });
  if (isDirectiveProblem(target)) return fail(walk, directive, target);
  noteUse(walk, target.real);
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
  if (typeof text === "string") return text;
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
  const included = readIncluded(walk, target);
  addAll(walk.diagnostics, included.diagnostics);
  if (!included.ok) {
    walk.failed.push([...walk.path]);
    return included.value;
  }
  const keys = Object.keys(siblings);
  if (keys.length === 0) return included.value;
  if (!isObject(included.value)) {
    const message = `\`${target.name}\` is not a map, so the keys next to \`$include\` cannot be merged over it.`;
    return refuse(walk, "$include", message);
  }
  for (const key of keys) siblings[key] = resolveChild(walk, key, siblings[key]!);
  return mergeOver(included.value, siblings);
}

function readIncluded(walk: Walk, target: { name: string; real: string }): Included {
  const { resolver } = walk;
  resolver.fragments.add(target.real);
  const known = resolver.included.get(target.real);
  if (known) return known;
  const inner: Walk = {
    ...walk,
    file: target.name,
    doc: 0,
    path: [],
    chain: [...walk.chain, target.real],
    diagnostics: [],
    failed: [],
  };
  const value = readInclusion(inner, walk);
  const included: Included = {
    value: value ?? null,
    diagnostics: inner.diagnostics,
    ok: value !== undefined && inner.failed.length === 0,
  };
  // It may have failed because of this chain (a cycle), so a failure is not kept.
  if (included.ok && resolver.included.size < KEPT_INCLUDES) resolver.included.set(target.real, included);
  return included;
}

function readInclusion(inner: Walk, outer: Walk): Json | undefined {
  const text = inner.resolver.files.read(inner.file);
  if (typeof text !== "string") {
    refuse(outer, "$include", `\`${inner.file}\` is not usable. ${text.message}`);
    return undefined;
  }
  const parsed = parseText(text, formatOf(inner.file));
  for (const problem of parsed.problems) inner.diagnostics.push(diagnosticOf(inner.file, text, problem));
  if (parsed.problems.length > 0) return undefined;
  if (parsed.documents.length > 1) {
    const message = `\`${inner.file}\` holds ${parsed.documents.length} documents, but one value is needed.`;
    refuse(outer, "$include", message);
    return undefined;
  }
  return resolveValue(inner, parsed.documents[0] ?? null);
}

function refuse(walk: Walk, directive: Directive, message: string): null {
  return fail(walk, directive, { rule: "include-invalid", message });
}

function fail(walk: Walk, directive: Directive, problem: DirectiveProblem): null {
  const spot: Spot = { file: walk.file, doc: walk.doc, path: [...walk.path, directive] };
  walk.diagnostics.push(errorAt(spanOfSpot(walk.resolver.files, spot), problem));
  walk.failed.push([...walk.path]);
  return null;
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
