import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse, parseDocument } from "yaml";
import {
  GRANULARITIES,
  HAZARD_CODES,
  isObject,
  type Json,
  type JsonObject,
  mapValues,
} from "../../src/model/index.ts";
import { findings, NAMES, nodesOf, ROOT, schemas, validator } from "./support.ts";

/** Only ask questions of a value; nobody sees them. */
const CONDITIONS = ["/$defs/bothFolders", "/$defs/noFolderId"];
/** Its texts are under `configByType`, one for each type: an editor shows the first that it finds. */
const CONFIG = "#/$defs/config";

describe.each(NAMES)("the %s schema", (name) => {
  const nodes = [...nodesOf(schemas[name])];

  it("is draft 2020-12 and compiles strictly", () => {
    expect(schemas[name].$schema).toBe("https://json-schema.org/draft/2020-12/schema");
    expect(() => validator(name)).not.toThrow();
  });

  it("says no key twice: the last one would count alone", () => {
    const { errors } = parseDocument(readFileSync(new URL(`schemas/${name}.schema.json`, ROOT), "utf8"));
    expect(errors.map(({ message }) => message)).toEqual([]);
  });

  it("has no id, which an editor would take for the address to load it from", () => {
    expect(schemas[name].$id).toBeUndefined();
  });

  it("describes itself, every property and every definition", () => {
    const silent = nodes
      .filter(({ under }) => under === "" || under === "properties" || under === "$defs")
      .filter(({ pointer }) => !CONDITIONS.some((condition) => pointer.startsWith(condition)))
      .filter(({ pointer, schema }) => `#${pointer}` !== CONFIG && schema.$ref !== CONFIG)
      .filter(({ pointer }) => !/^\/\$defs\/configByType\/.*\/if\//.test(pointer))
      .filter(({ schema }) => !describes(schemas[name], schema))
      .map(({ pointer }) => pointer);
    expect(silent).toEqual([]);
  });

  it("has examples and defaults that it accepts", () => {
    const samples = nodes.flatMap(({ pointer, schema }) => {
      const values = Array.isArray(schema.examples) ? schema.examples : [];
      return [...values, ...("default" in schema ? [schema.default] : [])].map((value) => ({
        pointer,
        value,
      }));
    });
    expect(samples.length).toBeGreaterThan(10);
    const refused = samples.flatMap(({ pointer, value }) =>
      findings(validator(name, pointer), value).map((finding) => `${pointer}: ${finding}`),
    );
    expect(refused).toEqual([]);
  });

  it.skipIf(name === "plan")("has no example that an editor would offer as [object Object]", () => {
    const examples = nodes.flatMap(({ pointer, schema }) =>
      (Array.isArray(schema.examples) ? schema.examples : []).map((value) => ({ pointer, value })),
    );
    expect(examples.filter(({ value }) => typeof value === "object")).toEqual([]);
  });

  it("has snippets that it accepts, and one text for each value that it lists", () => {
    const refused = nodes.flatMap(({ pointer, schema }) =>
      (Array.isArray(schema.defaultSnippets) ? schema.defaultSnippets : []).flatMap((snippet) => {
        const value = snippetValue((snippet as { body: Json }).body);
        return findings(validator(name, pointer), value).map((finding) => `${pointer}: ${finding}`);
      }),
    );
    expect(refused).toEqual([]);
    for (const { schema } of nodes) {
      const texts = schema.enumDescriptions;
      if (Array.isArray(texts)) expect(texts).toHaveLength((schema.enum as Json[]).length);
    }
  });

  it("requires only properties that it has", () => {
    const unknown = nodes.flatMap(({ pointer, schema }) => {
      const { properties, required } = schema;
      if (!isObject(properties) || !Array.isArray(required)) return [];
      return required
        .filter((key) => !Object.hasOwn(properties, String(key)))
        .map((key) => `${pointer}: ${key}`);
    });
    expect(unknown).toEqual([]);
  });

  it("refers only to what it defines, and defines only what is referred to", () => {
    const defined = Object.keys(schemas[name].$defs as JsonObject).map((key) => `#/$defs/${key}`);
    const referred = new Set(
      nodes.flatMap(({ schema }) => (typeof schema.$ref === "string" ? [schema.$ref] : [])),
    );
    expect([...referred].sort()).toEqual(defined.sort());
  });
});

describe("the schemas and the code", () => {
  it("know the same hazards", () => {
    const items = valueIn(schemas.project, "$defs", "apply", "properties", "allow", "items") as JsonObject;
    const codes = valueIn(schemas.plan, "$defs", "hazard", "properties", "code", "enum");
    expect(items.examples).toEqual([...HAZARD_CODES]);
    expect(items.pattern).toBe(`^(${HAZARD_CODES.join("|")})(:.+)?$`);
    expect(codes).toEqual([...HAZARD_CODES]);
  });

  it("know the same granularities", () => {
    const dimension = valueIn(schemas.workbooks, "$defs", "queryTimeDimension", "properties", "granularity");
    expect((dimension as { anyOf: Json[] }).anyOf[0]).toEqual({ enum: GRANULARITIES });
  });

  it("need no helper of ajv at run time, which a module without `require` could not load", () => {
    // ajv counts characters with a helper that its standalone code loads with `require`.
    for (const name of ["project", "workbooks"] as const) {
      const counting = [...nodesOf(schemas[name])].filter(
        ({ schema }) => "minLength" in schema || "maxLength" in schema,
      );
      expect(counting.map(({ pointer }) => pointer)).toEqual([]);
    }
  });
});

/** What a file holds once the snippet is put in: YAML, its placeholders filled. */
function snippetValue(body: Json): Json {
  const filled = JSON.stringify(body)
    .replace(/\$\{\d+:([^}]*)\}/g, "$1")
    .replace(/\$\{\d+\|([^,|]*)[^}]*\}/g, "$1");
  return unquote(JSON.parse(filled) as Json);
}

function unquote(value: Json): Json {
  if (typeof value === "string")
    return value.startsWith("^") ? (parse(value.slice(1).replace(/\\(.)/g, "$1")) as Json) : value;
  if (Array.isArray(value)) return value.map(unquote);
  return isObject(value) ? mapValues(value, unquote) : value;
}

function describes(root: JsonObject, schema: JsonObject): boolean {
  if (typeof schema.description === "string" && schema.description !== "") return true;
  if (typeof schema.$ref !== "string") return false;
  const target = valueIn(root, ...schema.$ref.slice(2).split("/"));
  return isObject(target) && describes(root, target);
}

function valueIn(value: Json, ...path: string[]): Json | undefined {
  let at: Json | undefined = value;
  for (const key of path) at = isObject(at) ? at[key] : undefined;
  return at;
}
