// boardwright schema: the JSON Schemas of the files and of plans, for editors and other tools.

import { EXIT, UsageError } from "../../model/index.ts";
import { jsonText } from "../../report/index.ts";
import type { Declaration } from "../declaration.ts";
import { findFiles } from "../find-project.ts";
import type { GlobalFlags } from "../flags.ts";

export interface SchemaFlags extends GlobalFlags {
  write?: boolean;
}

const NOTHING_HERE = `
The files point outside the project, so nothing was written. To have the schemas in it, change the first lines to places inside and run this again:
  boardwright.yaml     # yaml-language-server: $schema=schemas/project.schema.json
  dashboards/a.yaml    # yaml-language-server: $schema=../schemas/workbooks.schema.json`;

export const command: Declaration = {
  isLocal: true,
  arguments: { name: "project, workbooks or plan (default: all of them, by name)" },
  options: [["--write", "write those of the files to where the project's files point an editor"]],
  examples: [
    "boardwright schema workbooks > workbooks.schema.json",
    "boardwright schema --write                # after an update, or in a project that has none",
  ],
  async run(terminal, [name], flags: SchemaFlags) {
    const [{ SCHEMA_TEXTS }, { writeSchemas }] = await Promise.all([
      import("../../project/generated/schema-texts.js"),
      import("../../project/schema-files.ts"),
    ]);
    if (flags.write !== true) {
      if (name === undefined) {
        const all = Object.entries(SCHEMA_TEXTS).map(([key, text]) => [key, JSON.parse(text)]);
        terminal.out(jsonText(Object.fromEntries(all)));
      } else if (Object.hasOwn(SCHEMA_TEXTS, name)) {
        terminal.out(SCHEMA_TEXTS[name as keyof typeof SCHEMA_TEXTS]);
      } else {
        throw new UsageError(`there is no schema ${JSON.stringify(name)}`, [
          `The schemas are ${Object.keys(SCHEMA_TEXTS).join(", ")}.`,
        ]);
      }
      return EXIT.ok;
    }
    if (name !== undefined)
      throw new UsageError("`--write` writes all schemas of the files: leave the name out");
    const result = await writeSchemas(await findFiles(terminal, flags), BOARDWRIGHT_VERSION);
    if (flags.json) {
      terminal.out(jsonText({ ...result }));
      return EXIT.ok;
    }
    for (const path of result.written) terminal.out(`wrote  ${path}`);
    for (const path of result.unchanged) terminal.out(`kept   ${path}   (it is right already)`);
    for (const path of result.elsewhere) terminal.out(`left   ${path}   (it is not in the project)`);
    if (result.elsewhere.length > 0 && result.written.length + result.unchanged.length === 0 && !flags.quiet)
      terminal.err(NOTHING_HERE);
    const [first] = result.silent;
    if (first !== undefined && !flags.quiet)
      terminal.err(
        `${result.silent.length} of the files name no schema, such as ${first}. An editor helps with a file that begins with\n# yaml-language-server: $schema=PATH, the path relative to that file.`,
      );
    return EXIT.ok;
  },
};
