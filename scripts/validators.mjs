// Compiles the JSON Schemas of schemas/ to plain functions, so that no schema is compiled when the command starts.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import Ajv2020 from "ajv/dist/2020.js";
import standaloneCode from "ajv/dist/standalone/index.js";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** Writes generated/validators.js (and its types) of each room that checks a document, from the schemas. */
export function generateValidators() {
  const files = { validateProject: "project", validateWorkbooks: "workbooks" };
  writeValidators("desired", files, { allErrors: true, verbose: true });
  // Of a plan that is none, the first thing that is wrong says enough.
  writeValidators("plan", { validatePlan: "plan" }, {});
}

function writeValidators(room, files, options) {
  const schemas = Object.entries(files).map(([name, file]) => [
    name,
    JSON.parse(readFileSync(join(root, "schemas", `${file}.schema.json`), "utf8")),
  ]);
  const ajv = new Ajv2020({
    schemas: schemas.map(([, schema]) => schema),
    strict: false,
    code: { source: true, esm: true, lines: false },
    ...options,
  });
  const names = Object.fromEntries(schemas.map(([name, { $id }]) => [name, $id]));
  const code = standaloneCode(ajv, names);
  const folder = join(root, "src", room, "generated");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "validators.js"), code);
  const types = Object.keys(names).map((name) => `export declare const ${name}: ValidateFunction;`);
  writeFileSync(
    join(folder, "validators.d.ts"),
    `import type { ValidateFunction } from "ajv";\n${types.join("\n")}\n`,
  );
}
