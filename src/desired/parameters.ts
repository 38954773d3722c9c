// Parameters of included files: the values that `with` gives next to `$include`, and what the file says of them. It may open with `params:`,
// as the first key of a map or, before anything else than a map, as a document of its own.
import {
  type Diagnostic,
  didYouMean,
  isObject,
  type Json,
  type JsonObject,
  listKnown,
  ownValue,
} from "../model/index.ts";
import { errorAt } from "./diagnose.ts";
import { type Spot, spanOfSpot } from "./spot.ts";
import { type Declared, type Included, type ParameterType, sizeOf, spend, type Walk } from "./walk.ts";

const TYPES: readonly ParameterType[] = ["string", "integer", "number", "boolean", "list", "map"];

/** The values of `with`, resolved where they are written; undefined if they cannot be used, which is a finding by then. Null is not given. */
export function readWith(
  walk: Walk,
  written: Json | undefined,
  resolveChild: (walk: Walk, key: string, value: Json) => Json,
): JsonObject | undefined {
  if (written == null) return {};
  const failures = walk.failed.length;
  const values = resolveChild(walk, "with", written);
  if (walk.failed.length > failures) return undefined;
  if (!isObject(values)) {
    const message = `\`with\` is a map of parameter to value, not ${kindOf(values)}.`;
    walk.diagnostics.push(errorAt(spanIn(walk, spotOf(walk, "with")), { rule: "include-invalid", message }));
    return undefined;
  }
  if (!spend(walk, "$include", sizeOf(values))) return undefined;
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

/** What is wrong with the values for this file: each finding is at the includer, and names the place in the file. */
export function checkGiven(
  walk: Walk,
  { name: file }: { name: string },
  values: JsonObject,
  { declared, given }: Included,
): Diagnostic[] {
  const found: Diagnostic[] = [];
  const known = declared ? [...declared.keys()] : [...given.used, ...given.missing.keys()];
  const unknown = Object.keys(values).filter((name) =>
    declared ? !declared.has(name) : !given.used.has(name),
  );
  for (const name of unknown) {
    const message = `\`${file}\` ${declared ? "has no parameter" : "does not use the parameter"} \`${name}\`.${didYouMean(name, known)}`;
    const list =
      known.length > 0 ? `It takes ${listKnown(known)}.` : `No text in it is \`\${param.${name}}\`.`;
    found.push(
      errorAt(spanIn(walk, spotOf(walk, "with", name), "key"), {
        rule: "unused-parameter",
        message,
        help: list,
      }),
    );
  }
  for (const [name, { spot, type, byDefault }] of declared ?? []) {
    const value = ownValue(values, name);
    const place = placeOf(walk, spot);
    if (value === undefined && byDefault === undefined)
      found.push(
        missing(walk, `\`${file}\` needs the parameter \`${name}\`, a ${type}: see ${place}.`, name),
      );
    else if (value !== undefined && !fits(value, type)) {
      const message = `The parameter \`${name}\` is ${kindOf(value)}, but ${place} declares it as ${type}.`;
      found.push(errorAt(spanIn(walk, spotOf(walk, "with", name)), { rule: "wrong-type", message }));
    }
    if (!given.used.has(name)) {
      const message = `The parameter \`${name}\` is declared but not used: no text is \`\${param.${name}}\`.`;
      found.push(errorAt(spanIn(walk, spot, "key"), { rule: "unused-parameter", message }));
    }
  }
  for (const [name, spot] of given.missing) {
    if (declared?.has(name)) continue;
    const place = placeOf(walk, spot);
    const message = declared
      ? `\`${file}\` uses \`\${param.${name}}\` at ${place}, but its \`params\` do not declare it.${didYouMean(name, known)}`
      : `\`${file}\` needs the parameter \`${name}\`: see ${place}.`;
    found.push(missing(walk, message, name));
  }
  return found;
}

/** A finding for a key that looks as if a parameter could be in it. A file that is given none may have any key. */
export function checkKey(walk: Walk, key: string): void {
  const name = /(?<!\$)\$\{param\.([^{}]*)\}/.exec(key)?.[1];
  if (name === undefined || !walk.given?.values.has(name)) return;
  const message = `Only values take parameters: \`\${param.${name}}\` in a key stays as it is.`;
  const help = "Let the includer write what differs in its keys, next to `$include`.";
  walk.diagnostics.push(
    errorAt(spanIn(walk, spotOf(walk, key), "key"), { rule: "ambiguous-key", message, help }),
  );
}

function missing(walk: Walk, message: string, name: string): Diagnostic {
  const help = `Give it: \`with: { ${name}: … }\` next to \`$include\`. For plain text the file says \`$\${param.${name}}\`.`;
  return errorAt(spanIn(walk, spotOf(walk, "$include")), { rule: "missing-parameter", message, help });
}

function spotOf({ file, doc, path }: Walk, ...below: string[]): Spot {
  return { file, doc, path: [...path, ...below] };
}

function spanIn({ resolver }: Walk, spot: Spot, part?: "key" | "value") {
  return spanOfSpot(resolver.files, spot, part);
}

function placeOf(walk: Walk, spot: Spot): string {
  const { file, line, column } = spanIn(walk, spot);
  return `${file}:${line}:${column}`;
}

export interface Opened {
  declared: ReadonlyMap<string, Declared> | undefined;
  /** What is included: the file without its `params`. */
  value: Json;
  /** The document that it is in. */
  doc: number;
  /** How many documents there are besides one that is nothing but `params`. */
  several: number;
}

/** Takes `params` out of the documents of an included file; what is wrong with it is added to the walk. */
export function openIncluded(
  walk: Walk,
  documents: readonly Json[],
  resolveValue: (walk: Walk, value: Json) => Json,
): Opened {
  const [first = null, second] = documents;
  const params = isObject(first) && Object.keys(first)[0] === "params" ? first.params : undefined;
  if (!isObject(first) || params === undefined)
    return { declared: undefined, value: first, doc: 0, several: documents.length };
  const declared = readDeclared(walk, params, resolveValue);
  const isAlone = Object.keys(first).length === 1 && second !== undefined;
  if (isAlone) return { declared, value: second, doc: 1, several: documents.length - 1 };
  const { params: _, ...value } = first;
  return { declared, value, doc: 0, several: documents.length };
}

function readDeclared(
  walk: Walk,
  params: Json,
  resolveValue: (walk: Walk, value: Json) => Json,
): ReadonlyMap<string, Declared> {
  const declared = new Map<string, Declared>();
  const say = (path: readonly string[], message: string) => {
    const spot: Spot = { file: walk.file, doc: 0, path: ["params", ...path] };
    walk.diagnostics.push(
      errorAt(spanOfSpot(walk.resolver.files, spot), { rule: "wrong-type", message, help: HELP }),
    );
    walk.failed.push([]);
  };
  if (!isObject(params)) {
    say([], "`params` at the top of an included file is a map of parameter to type.");
    return declared;
  }
  for (const [name, written] of Object.entries(params)) {
    const {
      type,
      default: byDefault,
      ...others
    } = isObject(written) ? written : ({ type: written } as JsonObject);
    const spot: Spot = { file: walk.file, doc: 0, path: ["params", name] };
    const [other] = Object.keys(others);
    if (!isType(type)) {
      const near = typeof type === "string" ? didYouMean(type, TYPES) : "";
      say([name], `The parameter \`${name}\` needs a type: ${TYPES.join(", ")}.${near}`);
      continue;
    }
    if (other !== undefined) say([name, other], `A parameter has a type and a default, but no \`${other}\`.`);
    const inner: Walk = { ...walk, path: ["params", name, "default"] };
    const value = byDefault == null ? undefined : resolveValue(inner, byDefault);
    if (value !== undefined && !fits(value, type))
      say([name, "default"], `The default of \`${name}\` is ${kindOf(value)}, but its type is ${type}.`);
    declared.set(name, { type, byDefault: value, spot });
  }
  return declared;
}

const HELP =
  "`params: { title: string, limit: { type: integer, default: 10 } }` declares parameters. For a key of this name, put another key before it.";

function isType(type: Json | undefined): type is ParameterType {
  return TYPES.includes(type as ParameterType);
}

function fits(value: Json, type: ParameterType): boolean {
  if (type === "list") return Array.isArray(value);
  if (type === "map") return isObject(value);
  if (type === "integer") return Number.isInteger(value) || typeof value === "bigint";
  if (type === "number") return typeof value === "number" || typeof value === "bigint";
  return typeof value === type;
}

/** A value as messages call it. */
function kindOf(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "a map";
  return typeof value === "string" ? "a text" : `\`${value}\``;
}
