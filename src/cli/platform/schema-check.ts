// Values held against the schemas of a served description, before anything is sent.

import type { ErrorObject } from "ajv/dist/2020.js";
import type { Json, JsonObject } from "../../model/index.ts";
import type { WireDescription } from "../../platform/index.ts";
import { type Place, refTo, rootOf } from "./description.ts";

/** What is wrong with a value, in words that begin with `name`; empty if nothing is. */
export type SchemaCheck = (schema: Place, value: Json, name: string) => string[];

export async function openSchemaCheck(description: WireDescription): Promise<SchemaCheck> {
  const { default: ajv2020 } = await import("ajv/dist/2020.js");
  // The description is not the user's: what ajv would find unusual in it does not matter here.
  const lenient = { strict: false, validateFormats: false, validateSchema: false, logger: false } as const;
  const ajv = new ajv2020.Ajv2020({ allErrors: true, ...lenient });
  ajv.addSchema({ $id: "description", ...rootOf(description) }, "description");
  return (schema, value, name) => {
    const validate = ajv.compile({ $ref: `description${refTo(schema)}` });
    return validate(value) ? [] : problemsOf(validate.errors ?? [], name);
  };
}

function problemsOf(errors: readonly ErrorObject[], name: string): string[] {
  const problems = errors
    // These only sum up what the other errors say.
    .filter(({ keyword }) => !["anyOf", "oneOf", "if", "$ref"].includes(keyword) || errors.length === 1)
    // A nullable value could also be null, which does not help; of one that is null and may not be, nothing else is reported.
    .filter((error, _, all) => !isNullBranch(error) || !all.some((other) => isBesideNull(error, other)))
    .map(
      ({ instancePath, message, params }) =>
        `${name}${instancePath.replaceAll("/", ".")} ${message}${more(params)}`,
    );
  return [...new Set(problems)];
}

function isNullBranch({ keyword, params }: ErrorObject): boolean {
  return keyword === "type" && params.type === "null";
}

/** What is wrong with the same value, or with something in it. */
function isBesideNull({ instancePath }: ErrorObject, other: ErrorObject): boolean {
  return !isNullBranch(other) && `${other.instancePath}/`.startsWith(`${instancePath}/`);
}

function more(params: JsonObject): string {
  if (Array.isArray(params.allowedValues)) return `: ${params.allowedValues.join(", ")}`;
  return typeof params.additionalProperty === "string" ? `: ${params.additionalProperty}` : "";
}

/**
 * Holds what was typed against a schema: the text itself, the number, truth value or null that it spells, and a list of these.
 * Any of them may fit. If none does, the problems are those of the one that is of the right kind.
 */
export function checkText(
  check: SchemaCheck,
  schema: Place,
  texts: readonly string[],
  name: string,
): string[] {
  const [first = ""] = texts;
  const values = [
    ...(texts.length === 1 ? meanings(first) : []),
    [...texts],
    texts.map((text) => meanings(text).at(-1)!),
  ];
  const found = values.map((value) => check(schema, value, name));
  if (found.some((problems) => problems.length === 0)) return [];
  const sharp = found.map((problems) => problems.filter((problem) => !IS_ABOUT_KIND.test(problem)));
  return sharp.find((problems) => problems.length > 0) ?? found[0] ?? [];
}

const IS_ABOUT_KIND = / must be (string|number|integer|boolean|object|array|null)(,\w+)*$/;

function meanings(text: string): Json[] {
  const spelled = /^(-?\d+(\.\d+)?([eE][+-]?\d+)?|true|false|null)$/.test(text)
    ? [JSON.parse(text) as Json]
    : [];
  return [text, ...spelled];
}
