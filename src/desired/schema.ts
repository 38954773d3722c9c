// Checks values by schema and turns ajv's errors into a rule, a sentence for people, and a path.
import type { ErrorObject, ValidateFunction } from "ajv";
import {
  didYouMean,
  isObject,
  type Json,
  type JsonObject,
  listKnown,
  type Path,
  suggest,
} from "../model/index.ts";
import { validateProject, validateWorkbooks } from "./generated/validators.js";

export interface SchemaProblem {
  rule: string;
  message: string;
  /** The path of the wrong value, or of the key that should not be there. */
  path: Path;
  part: "key" | "value";
  help?: string;
  meant?: { from: string; to: string };
}

const NOTHING: SchemaProblem[] = [];

/** Values that a message lists; more of them are listed in its help. */
const MOST_LISTED = 12;

/** Checks a resolved workbook file (contract 2). */
export function validateFile(value: Json): SchemaProblem[] {
  return validateWorkbooks(value) ? NOTHING : explain(validateWorkbooks, value, "A workbook file");
}

/** Checks a project file (contract 1). */
export function validateProjectFile(value: Json): SchemaProblem[] {
  return validateProject(value) ? NOTHING : explain(validateProject, value, "A project file");
}

/** Keywords whose findings only repeat others at the same place. */
const ECHOES = new Set(["if", "anyOf", "oneOf", "allOf", "propertyNames"]);

function explain(validate: ValidateFunction, value: Json, what: string): SchemaProblem[] {
  if (!isObject(value)) {
    const message = `${what} is a map at its top level, not ${kindOf(value)}.`;
    return [{ rule: "wrong-type", message, path: [], part: "value" }];
  }
  const problems = new Map<string, SchemaProblem>();
  for (const error of validate.errors ?? []) {
    if (ECHOES.has(error.keyword) || isLargeNumber(error)) continue;
    const problem = inQuery(problemOf(error, pathOf(error.instancePath, value), what));
    problems.set(JSON.stringify([problem.rule, problem.path, problem.message]), problem);
  }
  return [...problems.values()];
}

/** Ajv knows no bigint. Where any number will do, so does one beyond 2^53; where the platform counts, a whole number is asked for. */
function isLargeNumber({ keyword, data, parentSchema }: ErrorObject): boolean {
  return keyword === "type" && typeof data === "bigint" && [parentSchema?.type].flat().includes("number");
}

/** Inside of a report's query the data API decides what is right: a rule of its own, which leaves the report whole. */
function inQuery(problem: SchemaProblem): SchemaProblem {
  const [top, , part] = problem.path;
  const isInside = top === "reports" && part === "query" && problem.path.length > 3;
  const isQuery =
    isInside || (problem.path.length === 3 && part === "query" && problem.rule !== "wrong-type");
  return top === "reports" && isQuery ? { ...problem, rule: "invalid-query" } : problem;
}

/** The path of a JSON pointer, list indexes as numbers. */
function pathOf(pointer: string, root: Json): (string | number)[] {
  const path: (string | number)[] = [];
  let at: Json | undefined = root;
  for (const part of pointer.split("/").slice(1)) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(at)) {
      path.push(Number(key));
      at = at[Number(key)];
    } else {
      path.push(key);
      at = isObject(at) ? at[key] : undefined;
    }
  }
  return path;
}

function problemOf(error: ErrorObject, path: Path, what: string): SchemaProblem {
  const { keyword, params, propertyName } = error;
  const schema = (error.parentSchema ?? {}) as JsonObject;
  const said = typeof schema.errorMessage === "string" ? schema.errorMessage : undefined;
  if (propertyName !== undefined) {
    const message = said ?? `\`${propertyName}\` cannot be a key here.`;
    return { rule: "invalid-value", message, path: [...path, propertyName], part: "key" };
  }
  if (keyword === "additionalProperties") {
    const field = String(params.additionalProperty);
    return unknownField({ schema, field, path, owner: thing(schema, path, what) });
  }
  if (keyword === "required") {
    const message = `${thing(schema, path, what)} needs \`${params.missingProperty}\`.`;
    return { rule: "missing-field", message, path, part: "value" };
  }
  const here = { path, part: "value" } as const;
  if (keyword === "not" && path.at(-2) === "meta") {
    return { rule: "reserved-meta", message: said ?? `${nameOf(path)} is reserved.`, path, part: "key" };
  }
  if (keyword === "type" && path.at(-1) === "folderId" && schema.type === "null") {
    return {
      rule: "folder-conflict",
      message: said ?? "`folder` and `folderId` contradict each other.",
      ...here,
    };
  }
  if (keyword === "type") {
    const message = `${nameOf(path)} must be ${typesOf(schema.type)}, not ${kindOf(error.data as Json)}.`;
    const help = meantHelp(schema, error.data);
    return { rule: "wrong-type", message, ...here, ...(help && { help }) };
  }
  if (keyword === "enum" || keyword === "const") return { ...notAllowed(schema, error.data, path), ...here };
  return { rule: "invalid-value", message: said ?? limitMessage(error, path), ...here };
}

interface UnknownField {
  schema: JsonObject;
  field: string;
  path: Path;
  /** The thing that has no such field. */
  owner: string;
}

function unknownField({ schema, field, path, owner }: UnknownField): SchemaProblem {
  const known = Object.keys(isObject(schema.properties) ? schema.properties : {});
  const likely = known.filter((name) => name.startsWith("$") === field.startsWith("$"));
  const message = `\`${field}\` is not a field of ${owner.charAt(0).toLowerCase()}${owner.slice(1)}.${didYouMean(field, likely)}`;
  const near = suggest(field, likely);
  const problem: SchemaProblem = {
    ...{ rule: "unknown-field", message, path: [...path, field], part: "key" },
    ...(near !== undefined && { meant: { from: field, to: near } }),
  };
  const help = helpFor(field, path, known);
  return help ? { ...problem, help } : problem;
}

/** A user who wrote a token must read where it belongs before it is committed again. */
function helpFor(field: string, path: Path, known: readonly string[]): string | undefined {
  const secret = /token|secret|password|api_?-?key|credential|authorization/i.test(field);
  const project = path.length === 0 || path[0] === "targets" || path[0] === "apply";
  if (secret && project && !known.includes("widgets")) {
    return "Tokens are never read from the project file: set PLATFORM_API_KEY.";
  }
  if (field === "<<") return "Merge keys are not part of YAML 1.2. Use `$include` to share values.";
  const fields = known.filter((name) => !name.startsWith("$"));
  return fields.length > 0 ? `Fields here: ${listKnown(fields)}.` : undefined;
}

/** "A widget": from a schema's title. */
function thing(schema: JsonObject, path: Path, what: string): string {
  if (path.length === 0) return what;
  if (path.at(-2) === "widgets") return "A widget";
  if (typeof schema.title !== "string") return nameOf(path);
  const title = schema.title.toLowerCase();
  if (title.endsWith("s") && !title.endsWith("ss")) return nameOf(path);
  return `${/^[aeio]/.test(title) ? "An" : "A"} ${title}`;
}

/** "`rowHeight`" or "entry 2 of `margin`". */
function nameOf(path: Path): string {
  const last = path.at(-1);
  if (last === undefined) return "the file";
  if (typeof last === "string") return `\`${last}\``;
  const list = path.at(-2);
  return `Entry ${last + 1}${typeof list === "string" ? ` of \`${list}\`` : ""}`;
}

function notAllowed(
  schema: JsonObject,
  data: unknown,
  path: Path,
): Pick<SchemaProblem, "rule" | "message" | "help"> {
  const allowed = (Array.isArray(schema.enum) ? schema.enum : [schema.const]).filter((one) => one != null);
  const list = allowed.map((one) => `\`${one}\``).join(", ");
  const near = typeof data === "string" ? didYouMean(data, allowed.map(String)) : "";
  const shown = typeof data === "object" ? kindOf(data as Json) : `\`${data}\``;
  if (allowed.length > MOST_LISTED) {
    const message = `${nameOf(path)} cannot be ${shown}.${near}`;
    return { rule: "invalid-value", message, help: `It is one of ${list}.` };
  }
  const one = allowed.length > 1 ? "one of " : "";
  return { rule: "invalid-value", message: `${nameOf(path)} must be ${one}${list}, not ${shown}.${near}` };
}

function limitMessage({ keyword, params, data, message }: ErrorObject, path: Path): string {
  const name = nameOf(path);
  const length = Array.isArray(data) ? data.length : isObject(data) ? Object.keys(data).length : 0;
  switch (keyword) {
    case "minItems":
      return `${name} needs ${params.limit} entries, not ${length}.`;
    case "maxItems":
      return `${name} takes ${params.limit} entries, not ${length}.`;
    case "maxLength":
      return `${name} is longer than ${params.limit} characters.`;
    case "minimum":
      return `${name} is ${data}, but at least ${params.limit} is needed.`;
    case "maximum":
      return `${name} is ${data}, but at most ${params.limit} is allowed.`;
    case "maxProperties":
      return `${name} takes one key, not ${length}.`;
    default:
      return `${name} ${message ?? "is not right"}.`;
  }
}

const TYPE_NAMES: Record<string, string> = {
  object: "a map",
  array: "a list",
  string: "text",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  null: "null",
};

/** Null is left out where anything else will do: nobody writes it on purpose. */
function typesOf(type: Json | undefined): string {
  const types = (Array.isArray(type) ? type : [type]).filter((one): one is string => typeof one === "string");
  const shown = types.length > 1 ? types.filter((one) => one !== "null") : types;
  return shown.map((one) => TYPE_NAMES[one] ?? one).join(" or ");
}

/** How a scalar that was taken for another kind is written. */
function meantHelp({ type, pattern, errorMessage }: JsonObject, value: unknown): string | undefined {
  const wanted = typesOf(type);
  if (wanted === TYPE_NAMES.boolean) {
    const meant = meantBoolean(value);
    return meant && `Write \`${meant}\`.`;
  }
  const isNumeric = wanted === TYPE_NAMES.integer || wanted === TYPE_NAMES.number;
  if (isNumeric && typeof value === "string" && /^-?\d{1,15}$/.test(value)) return "Write it without quotes.";
  const isScalar = typeof value === "number" || typeof value === "boolean";
  if (wanted !== TYPE_NAMES.string || !isScalar) return undefined;
  // In quotes it would be text, but still not the text that is asked for.
  const isMeant = typeof pattern !== "string" || new RegExp(pattern, "u").test(String(value));
  return isMeant ? "Put it in quotes." : typeof errorMessage === "string" ? errorMessage : undefined;
}

/** What YAML 1.1 read as true or false is text in YAML 1.2. */
function meantBoolean(value: unknown): "true" | "false" | undefined {
  if (typeof value !== "string") return undefined;
  if (/^(yes|y|on|true)$/i.test(value)) return "true";
  return /^(no|n|off|false)$/i.test(value) ? "false" : undefined;
}

function kindOf(value: Json | undefined): string {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "a map";
  if (typeof value === "string") return "text";
  if (typeof value === "boolean") return String(value);
  // Where the platform counts, no number is that large; in free-form values any is.
  return typeof value === "bigint" ? `${value}, which is beyond 2^53` : `the number ${value}`;
}
