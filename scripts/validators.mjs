// Compiles the JSON Schemas of schemas/ to plain functions, so that no schema is compiled when the command starts, and puts the
// schemas themselves into a module, for the command that writes them into projects.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import Ajv2020 from "ajv/dist/2020.js";
import standaloneCode from "ajv/dist/standalone/index.js";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** Writes generated/validators.js (and its types) of each room that checks a document, and the module of texts, from the schemas. */
export function generateValidators() {
  const files = { validateProject: "project", validateWorkbooks: "workbooks" };
  writeValidators("desired", files, { allErrors: true, verbose: true });
  // Of a plan that is none, the first thing that is wrong says enough.
  writeValidators("plan", { validatePlan: "plan" }, {});
  const texts = ["project", "workbooks", "plan"].map((name) => [name, readSchema(name)]);
  writeModule("project", "schema-texts", {
    code: `export const SCHEMA_TEXTS = ${JSON.stringify(Object.fromEntries(texts))};\n`,
    types: 'export declare const SCHEMA_TEXTS: Readonly<Record<"project" | "workbooks" | "plan", string>>;\n',
  });
}

function writeValidators(room, files, options) {
  const schemas = Object.entries(files).map(([name, file]) => [
    name,
    withoutTexts(JSON.parse(readSchema(file))),
  ]);
  const ajv = new Ajv2020({
    schemas: Object.fromEntries(schemas),
    strict: false,
    code: { source: true, esm: true, lines: false },
    ...options,
  });
  const names = Object.fromEntries(schemas.map(([name]) => [name, name]));
  const code = standaloneCode(ajv, names);
  const types = Object.keys(names).map((name) => `export declare const ${name}: ValidateFunction;`);
  writeModule(room, "validators", {
    code,
    types: `import type { ValidateFunction } from "ajv";\n${types.join("\n")}\n`,
  });
}

const readSchema = (name) => readFileSync(join(root, "schemas", `${name}.schema.json`), "utf8");

function writeModule(room, name, { code, types }) {
  const folder = join(root, "src", room, "generated");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.js`), code);
  writeFileSync(join(folder, `${name}.d.ts`), types);
}

/** What only people and editors read; code that reports an error would carry it along. */
const TEXTS = new Set([
  // Texts by a widget's type. What they are about is open, so there is nothing in them to check.
  "allOf",
  "default",
  "defaultSnippets",
  "description",
  "enumDescriptions",
  "examples",
  "markdownDescription",
  "markdownEnumDescriptions",
]);
/** What is put in place before anything is checked: only editors see it. */
const isResolved = ({ $ref } = {}) => $ref === "#/$defs/with" || $ref === "#/$defs/each";
/** What stands for a value of any type until it is put in place: of a text with this pattern only editors know. */
const GIVEN = "^\\$\\{(param|row)\\.[^}]+\\}$";
/** Keywords whose keys are names, not keywords. */
const MAPS = new Set(["properties", "$defs"]);

function withoutTexts(schema) {
  if (Array.isArray(schema)) return schema.map(withoutTexts);
  if (typeof schema !== "object" || schema === null) return schema;
  const entries = Object.entries(resolved(schema)).filter(([keyword]) => !TEXTS.has(keyword));
  return Object.fromEntries(
    entries.map(([keyword, value]) => {
      const isMap = MAPS.has(keyword) && typeof value === "object";
      const inner = isMap
        ? Object.entries(value)
            .filter(([, each]) => !isResolved(each))
            .map(([name, each]) => [name, withoutTexts(each)])
        : undefined;
      return [keyword, inner ? Object.fromEntries(inner) : withoutTexts(value)];
    }),
  );
}

/** A schema for a value that is put in place by now. */
function resolved(schema) {
  if (schema.anyOf?.at(-1)?.pattern === GIVEN) {
    const { anyOf, ...own } = schema;
    return { ...own, ...anyOf[0] };
  }
  if (schema.pattern !== GIVEN) return schema;
  const { pattern: _, ...own } = schema;
  const types = schema.type.filter((type) => type !== "string");
  return { ...own, type: types.length === 1 ? types[0] : types };
}
