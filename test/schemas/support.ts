// The schemas as files, compiled strictly: what a typo in a schema would silently switch off is an error here.
import { readFileSync } from "node:fs";
import Ajv2020, { type ValidateFunction } from "ajv/dist/2020.js";
import { isObject, type Json, type JsonObject } from "../../src/model/index.ts";

export const ROOT = new URL("../../", import.meta.url);
export const NAMES = ["project", "workbooks", "plan"] as const;
export type SchemaName = (typeof NAMES)[number];

export const schemas = Object.fromEntries(
  NAMES.map((name) => [
    name,
    JSON.parse(readFileSync(new URL(`schemas/${name}.schema.json`, ROOT), "utf8")) as JsonObject,
  ]),
) as Record<SchemaName, JsonObject>;

const ajv = new Ajv2020.default({ allErrors: true, strict: true, strictTypes: false, strictRequired: false });
/** What editors show and offer. `errorMessage` is also what lint says. */
const FOR_EDITORS = [
  "errorMessage",
  "markdownDescription",
  "enumDescriptions",
  "markdownEnumDescriptions",
  "defaultSnippets",
];
ajv.addVocabulary(FOR_EDITORS);
for (const name of NAMES) ajv.addSchema(schemas[name], name);

/** A validator of the schema, or of the part of it at a JSON pointer. */
export function validator(name: SchemaName, pointer = ""): ValidateFunction {
  return ajv.compile({ $ref: `${name}#${encodeURI(pointer)}` });
}

/** The findings as `place keyword`, sorted; the summary that ajv adds for a failed `if` is left out. */
export function findings(validate: ValidateFunction, value: unknown): string[] {
  validate(value);
  const errors = (validate.errors ?? []).filter((error) => error.keyword !== "if");
  return errors.map((error) => `${error.instancePath} ${error.keyword}`).sort();
}

export interface Node {
  pointer: string;
  schema: JsonObject;
  /** The keyword that holds it: `properties`, `$defs`, `items` … */
  under: string;
}

const MAPS = ["properties", "$defs"];
const LISTS = ["allOf", "anyOf"];
const SINGLES = ["items", "additionalProperties", "propertyNames", "if", "then", "else", "not"];

/** Every schema inside a schema, with its JSON pointer. */
export function* nodesOf(schema: JsonObject, pointer = "", under = ""): Generator<Node> {
  yield { pointer, schema, under };
  for (const keyword of MAPS) {
    const map = schema[keyword];
    if (!isObject(map)) continue;
    for (const [key, value] of Object.entries(map))
      if (isObject(value)) yield* nodesOf(value, `${pointer}/${keyword}/${key}`, keyword);
  }
  for (const keyword of LISTS) {
    const list = schema[keyword];
    if (!Array.isArray(list)) continue;
    for (const [index, value] of list.entries())
      if (isObject(value)) yield* nodesOf(value, `${pointer}/${keyword}/${index}`, keyword);
  }
  for (const keyword of SINGLES) {
    const value = schema[keyword];
    if (isObject(value)) yield* nodesOf(value, `${pointer}/${keyword}`, keyword);
  }
}

/** A copy of `value` with the value at `path` put in; `undefined` takes it out. */
export function put(value: Json, path: readonly (string | number)[], inner: Json | undefined): Json {
  const copy = structuredClone(value);
  let at = copy as Record<string | number, Json>;
  for (const key of path.slice(0, -1)) at = at[key] as Record<string | number, Json>;
  const last = path[path.length - 1]!;
  if (inner === undefined) delete at[last];
  else at[last] = inner;
  return copy;
}
