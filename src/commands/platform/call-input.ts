// The parameters and the body of a described operation, checked against the description: all that is wrong is said at once.

import { didYouMean } from "../../desired/index.ts";
import { isObject, type Json, UsageError } from "../../model/index.ts";
import type { WireDescription } from "../../platform/index.ts";
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
}

/** Throws a UsageError that lists everything that does not fit. */
export function readCallInput(
  description: WireDescription,
  operation: DescribedOperation,
  given: ReadonlyMap<string, readonly string[]>,
  body: Json | undefined,
  check: SchemaCheck,
): CallInput {
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
  problems.push(...checkBody(description, operation, body, check));
  if (problems.length > 0) {
    const takes = parameters.map(({ name, required }) => (required ? name : `[${name}]`)).join(", ");
    throw new UsageError(`${operation.id} cannot be called like this; nothing was sent`, [
      ...problems,
      `${operation.method} ${operation.fullPath} takes ${takes || "no parameters"}.`,
    ]);
  }
  const inQuery = parameters.filter((parameter) => parameter.in === "query" && given.has(parameter.name));
  return {
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
function readParameters(description: WireDescription, { path, method }: DescribedOperation): Parameter[] {
  const found = new Map<string, Parameter>();
  for (const holder of [
    ["paths", path],
    ["paths", path, method.toLowerCase()],
  ]) {
    const list = follow(description, [...holder, "parameters"])?.value;
    if (!Array.isArray(list)) continue;
    for (const index of list.keys()) {
      const at = follow(description, [...holder, "parameters", String(index)]);
      if (!at || !isObject(at.value)) continue;
      const { name, in: place, required, schema, style, explode } = at.value;
      if (typeof name !== "string" || typeof place !== "string") continue;
      found.set(`${place} ${name}`, {
        name,
        in: place,
        required: required === true || place === "path",
        joined: explode === false && (style === undefined || style === "form"),
        schema: isObject(schema) ? [...at.place, "schema"] : undefined,
      });
    }
  }
  return [...found.values()];
}

function checkBody(
  description: WireDescription,
  { path, method }: DescribedOperation,
  body: Json | undefined,
  check: SchemaCheck,
): string[] {
  const at = follow(description, ["paths", path, method.toLowerCase(), "requestBody"]);
  if (!at || !isObject(at.value)) return body === undefined ? [] : ["It takes no body: leave -d out."];
  if (body === undefined) return at.value.required === true ? ["It needs a body: -d BODY."] : [];
  const { content } = at.value;
  const types = isObject(content) ? Object.keys(content) : [];
  const json = types.find((type) => /^application\/([\w.-]+\+)?json\b/i.test(type));
  if (json === undefined)
    return types.length === 0 ? [] : [`Its body is ${types.join(" or ")}; -d sends JSON.`];
  const schema = follow(description, [...at.place, "content", json, "schema"]);
  return schema ? check(schema.place, body, "body") : [];
}
