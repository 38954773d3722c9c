// Puts directives and variables in place. Only called for files whose text may hold any; plain files skip this walk.
import { type Diagnostic, isObject, type Json, type JsonObject, type Path } from "../model/index.ts";
import { addAll, diagnosticOf, errorAt, mayQuote, WORKBOOK_FILE, withoutQuotes } from "./diagnose.ts";
import { type Directive, directiveOf, findTarget, isDirectiveProblem, readFolder } from "./directives.ts";
import type { Files } from "./files.ts";
import { placeWidget } from "./layouts.ts";
import { mergeOver } from "./merging/merge.ts";
import { type OverrideProblem, patchWidgets } from "./merging/overrides.ts";
import { resolveText } from "./resolve-text.ts";
import { spanOfSpot } from "./spot.ts";
import type { Uses } from "./uses.ts";
import type { Variables } from "./variables.ts";
import { fail, type Included, isSpent, type Resolver, refuse, sizeOf, spend, type Walk } from "./walk.ts";
import { formatOf, parseText } from "./yaml/parse.ts";

/** UTF-16 units of the included files whose values are kept: themes and the like are small, and the rest may be read again. */
const KEPT_TEXT = 20_000_000;
/** What reading a small file again costs, as units of text. */
export const COST_OF_READING = 10_000;

export interface Resolved {
  value: Json;
  diagnostics: Diagnostic[];
  failed: Path[];
}

export function createResolver(
  files: Files,
  variables: Variables,
  { matched = new Set(), uses }: { matched?: ReadonlySet<string>; uses?: Uses | undefined } = {},
): Resolver {
  return {
    files,
    variables,
    matched,
    unquoted: new Set(),
    dependsOnTarget: false,
    included: new Map(),
    fragments: new Set(),
    named: new Map(),
    read: 0,
    uses,
    spent: { nodes: 0, text: 0 },
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

function resolveDirective(walk: Walk, directive: Directive, object: JsonObject): Json {
  if (isSpent(walk.resolver.spent)) {
    walk.failed.push([...walk.path]);
    return null;
  }
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
  const { value } = included;
  if (!isObject(value) && !isListOfNamed(value)) {
    const message = `\`${target.name}\` is neither a map nor a list of widgets, so the keys next to \`$include\` cannot be merged over it.`;
    return refuse(walk, "$include", message);
  }
  for (const key of keys) siblings[key] = resolveChild(walk, key, siblings[key]!);
  return isObject(value) ? mergeOver(value, siblings) : mergeById(walk, value, siblings);
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

function readIncluded(walk: Walk, target: { name: string; real: string }): Included {
  const { resolver } = walk;
  resolver.fragments.add(target.real);
  const known = resolver.included.get(target.real);
  if (known) {
    resolver.uses?.repeat(known.uses);
    resolver.dependsOnTarget ||= known.dependsOnTarget;
    return known;
  }
  const inner: Walk = {
    ...walk,
    file: target.name,
    doc: 0,
    path: [],
    chain: [...walk.chain, target.real],
    diagnostics: [],
    failed: [],
  };
  // Of the file alone: it is resolved once, and used by many.
  const { dependsOnTarget } = resolver;
  resolver.dependsOnTarget = false;
  const read = () => readInclusion(inner, walk);
  const { result: value, uses } = resolver.uses?.watch(read) ?? { result: read(), uses: [] };
  const included: Included = {
    value: value ?? null,
    diagnostics: inner.diagnostics,
    ok: value !== undefined && inner.failed.length === 0,
    uses,
    dependsOnTarget: resolver.dependsOnTarget,
  };
  resolver.dependsOnTarget ||= dependsOnTarget;
  // It may have failed because of this chain (a cycle), so a failure is not kept.
  if (included.ok && resolver.read <= KEPT_TEXT) resolver.included.set(target.real, included);
  return included;
}

function readInclusion(inner: Walk, outer: Walk): Json | undefined {
  if (!WORKBOOK_FILE.test(inner.file)) {
    const message = `\`${inner.file}\` is neither YAML nor JSON by its name. For the text of a file, use \`$file\`.`;
    refuse(outer, "$include", message);
    return undefined;
  }
  const text = inner.resolver.files.read(inner.file);
  if (typeof text !== "string") {
    refuse(outer, "$include", `\`${inner.file}\` is not usable. ${text.message}`);
    return undefined;
  }
  // Those that are not kept are read again for each place.
  if (!spend(outer, "$include", { nodes: 0, text: text.length + COST_OF_READING })) return undefined;
  inner.resolver.read += text.length;
  const parsed = parseText(text, formatOf(inner.file));
  if (parsed.problems.length > 0) {
    const { matched, unquoted } = inner.resolver;
    const isQuoted = matched.has(inner.file) || mayQuote(text);
    if (!isQuoted) unquoted.add(inner.file);
    const problems = isQuoted ? parsed.problems : parsed.problems.map(withoutQuotes);
    for (const problem of problems) inner.diagnostics.push(diagnosticOf(inner.file, text, problem));
    return undefined;
  }
  if (parsed.documents.length > 1) {
    const message = `\`${inner.file}\` holds ${parsed.documents.length} documents, but one value is needed.`;
    refuse(outer, "$include", message);
    return undefined;
  }
  return resolveValue(inner, parsed.documents[0] ?? null);
}
