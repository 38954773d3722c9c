// What both floors do first: read every file, parse it with js-yaml, validate it with ajv. Nothing is kept.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Ajv2020 from "ajv/dist/2020.js";
import { load } from "js-yaml";

/** Throws where a file does not fit the schema: then the floor would be doing less than it says. */
export function readFiles(project) {
  const schemas = new URL("../../schemas/", import.meta.url);
  const read = (name) => JSON.parse(readFileSync(new URL(`${name}.schema.json`, schemas), "utf8"));
  const validate = new Ajv2020({ strict: false }).compile(read("workbooks"));
  const folder = join(project, "dashboards");
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!name.endsWith(".yaml")) continue;
    const value = load(readFileSync(join(folder, name), "utf8"));
    if (!validate(value)) throw new Error(`${name}: ${JSON.stringify(validate.errors)}`);
  }
}
