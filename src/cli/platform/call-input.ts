// The parameters and the body of a described operation, checked against the description: all that is wrong is said at once.

import { didYouMean, isObject, type Json, UsageError } from "../../model/index.ts";
import { type BodyType, FORM, type WireDescription } from "../../platform/index.ts";
import { type DescribedOperation, follow, type Place } from "./description.ts";
import { checkText, type SchemaCheck } from "./schema-check.ts";

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  /** Lists are repeated, unless the description says that they are joined with commas. */
  joined: boolean;
  schema: Place | undefined;
}

export interface CallInput {
  /** Below the platform's address, filled in. */
  path: string;
  query: Record<string, string[]>;
  /** How the body is sent. */
  bodyAs: BodyType;
  /** The media types of the described successes; absent if none is described. */
  accept?: string;
}

interface Given {
  description: WireDescription;
  operation: DescribedOperation;
  /** The parameters: name → values. */
  given: ReadonlyMap<string, readonly string[]>;
  body: Json | undefined;
  check: SchemaCheck;
}

/** Throws a UsageError that lists everything that does not fit. */
export function readCallInput({ description, operation, given, body, check }: Given): CallInput {
  const parameters = readParameters(description, operation);
  const names = parameters.map(({ name }) => name);
  const problems = [...given.keys()]
    .filter((name) => !names.includes(name))
    .map((name) => `It has no parameter ${name}.${didYouMean(name, names)}`);
  for (const { name, required, schema, in: place } of parameters) {
    const values = given.get(name);
    if (values === undefined) {
      if (required) problems.push(`The ${place} parameter ${name} is required: --param ${name}=…`);
      continue;
    }
    if (place === "header" || place === "cookie") problems.push(`${name} is a ${place}, which is not sent.`);
    if (place === "path" && (values.length > 1 || /^\.{0,2}$/.test(values[0]!)))
      problems.push(`${name} is one part of the path, and not empty or dots.`);
    if (schema) problems.push(...checkText(check, schema, values, name));
  }
  const bodyAt = findBody(description, operation);
  problems.push(...checkBody(bodyAt, body, check));
  if (problems.length > 0) {
    const takes = parameters.map(({ name, required }) => (required ? name : `[${name}]`)).join(", ");
    throw new UsageError(`${operation.id} cannot be called like this; nothing was sent`, [
      ...problems,
      `${operation.method} ${operation.fullPath} takes ${takes || "no parameters"}.`,
    ]);
  }
  const inQuery = parameters.filter((parameter) => parameter.in === "query" && given.has(parameter.name));
  const accept = acceptOf(description, operation);
  return {
    bodyAs: bodyAt?.as ?? "application/json",
    ...(accept !== "" && { accept }),
    path: operation.fullPath.replace(/\{([^{}]*)\}/g, (_, name: string) =>
      encodeURIComponent(given.get(name)?.[0] ?? ""),
    ),
    query: Object.fromEntries(
      inQuery.map(({ name, joined }) => {
        const values = [...given.get(name)!];
        return [name, joined ? [values.join(",")] : values];
      }),
    ),
  };
}

/** Those of the path item and those of the operation, which come before them (OpenAPI 3.1, "Path Item Object"). */
function readParameters(description: WireDescription, { place }: DescribedOperation): Parameter[] {
  const found = new Map<string, Parameter>();
  for (const holder of [place.slice(0, -1), place]) {
    const list = follow(description, [...holder, "parameters"])?.value;
    for (const index of Array.isArray(list) ? list.keys() : []) {
      const at = follow(description, [...holder, "parameters", String(index)]);
      if (!at || !isObject(at.value)) continue;
      const { name, in: where, required, schema, style, explode } = at.value;
      if (typeof name !== "string" || typeof where !== "string") continue;
      found.set(`${where} ${name}`, {
        name,
        in: where,
        required: required === true || where === "path",
        joined: explode === false && (style === undefined || style === "form"),
        schema: isObject(schema) ? [...at.place, "schema"] : undefined,
      });
    }
  }
  return [...found.values()];
}

interface BodyPlace {
  required: boolean;
  /** All that are described. */
  types: readonly string[];
  /** The one that is sent; undefined if none of them can be. */
  as?: BodyType;
  schema?: Place;
}

/** JSON before a form; undefined if no body is described. */
function findBody(description: WireDescription, { place }: DescribedOperation): BodyPlace | undefined {
  const at = follow(description, [...place, "requestBody"]);
  if (!at || !isObject(at.value)) return undefined;
  const { content } = at.value;
  const types = isObject(content) ? Object.keys(content) : [];
  const body = { required: at.value.required === true, types };
  const json = types.find((type) => /^application\/([\w.-]+\+)?json\b/i.test(type));
  const type = json ?? types.find((each) => each.toLowerCase().startsWith(FORM));
  if (type === undefined) return body;
  const schema = follow(description, [...at.place, "content", type, "schema"])?.place;
  return { ...body, as: type === json ? "application/json" : FORM, ...(schema && { schema }) };
}

function checkBody(at: BodyPlace | undefined, body: Json | undefined, check: SchemaCheck): string[] {
  if (at === undefined) return body === undefined ? [] : ["It takes no body: leave -d out."];
  if (body === undefined) return at.required ? ["It needs a body: -d BODY."] : [];
  if (at.as === undefined) {
    const types = at.types.join(" or ");
    return types === "" ? [] : [`Its body is ${types}; -d sends JSON, or a JSON object as a form.`];
  }
  if (at.as === FORM && !isObject(body))
    return ["Its body is a form: -d takes a JSON object with its fields."];
  return at.schema ? check(at.schema, body, "body") : [];
}

function acceptOf(description: WireDescription, { place }: DescribedOperation): string {
  const at = follow(description, [...place, "responses"]);
  if (!at || !isObject(at.value)) return "";
  const types = Object.keys(at.value)
    .filter((status) => status.startsWith("2"))
    .map((status) => follow(description, [...at.place, status, "content"])?.value)
    .flatMap((content) => (isObject(content) ? Object.keys(content) : []));
  return [...new Set(types)].join(", ");
}
