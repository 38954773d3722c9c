// Compiles the JSON Schemas of schemas/ to plain functions, so that no schema is compiled when the command starts.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import Ajv2020 from "ajv/dist/2020.js";
import standaloneCode from "ajv/dist/standalone/index.js";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** Writes src/desired/generated/validators.js (and its types) from the schemas. */
export function generateValidators() {
  const schema = (name) => JSON.parse(readFileSync(join(root, "schemas", `${name}.schema.json`), "utf8"));
  const ajv = new Ajv2020({
    schemas: [schema("project"), schema("workbooks")],
    allErrors: true,
    verbose: true,
    strict: false,
    code: { source: true, esm: true, lines: false },
  });
  const names = { validateProject: schema("project").$id, validateWorkbooks: schema("workbooks").$id };
  const code = standaloneCode(ajv, names);
  const folder = join(root, "src/desired/generated");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "validators.js"), code);
  const types = Object.keys(names).map((name) => `export declare const ${name}: ValidateFunction;`);
  writeFileSync(
    join(folder, "validators.d.ts"),
    `import type { ValidateFunction } from "ajv";\n${types.join("\n")}\n`,
  );
}
