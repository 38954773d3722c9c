// What an included file says of its parameters: a file may open with `params:`, as the first key of a map or, before anything else than
// a map, as a document of its own.
import { didYouMean, isObject, type Json, type JsonObject } from "../model/index.ts";
import { errorAt } from "./findings/diagnose.ts";
import { type Spot, spanOfSpot } from "./spot.ts";
import type { Declared, ParameterType, Walk } from "./walk.ts";

const TYPES: readonly ParameterType[] = ["string", "integer", "number", "boolean", "list", "map"];

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
  const say = (path: readonly string[], message: string, help = HELP) => {
    const spot: Spot = { file: walk.file, doc: 0, path: ["params", ...path] };
    walk.diagnostics.push(
      errorAt(spanOfSpot(walk.resolver.files, spot), { rule: "wrong-type", message, help }),
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

export function fits(value: Json, type: ParameterType): boolean {
  if (type === "list") return Array.isArray(value);
  if (type === "map") return isObject(value);
  if (type === "integer") return Number.isInteger(value) || typeof value === "bigint";
  if (type === "number") return typeof value === "number" || typeof value === "bigint";
  return typeof value === type;
}

/** A value as messages call it. */
export function kindOf(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "a map";
  return typeof value === "string" ? "a text" : `\`${value}\``;
}
