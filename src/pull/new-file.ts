// One new workbook file with what belongs to it: its reports, long texts, an app's files.

import { posix } from "node:path";
import { type JsonObject, UsageError } from "../model/index.ts";
import { createNames, safeName } from "./file-names.ts";
import { createTextFiles } from "./texts.ts";
import { writtenReport, writtenWorkbook } from "./written.ts";
import { layOutYaml } from "./yaml-layout.ts";

export interface NewFile {
  /** The workbook's slug; also what the file is named after. */
  slug: string;
  /** Absent where only reports of a declared workbook are written. */
  workbook?: JsonObject;
  /** Key → entry. */
  reports: ReadonlyMap<string, JsonObject>;
}

export interface Placing {
  /** The folder, relative to the project's; "" for that itself. */
  into: string;
  /** Whether a file or folder of this name is there already. */
  isThere(name: string): boolean;
  /** Whether the project reads a file of this name as a workbook file. */
  isIncluded(name: string): boolean;
  /** The globs, for who has to mend them. */
  include: readonly string[];
  /** Where the schema of workbook files lies, relative to the project's folder, or its URL. */
  schema: string | undefined;
}

export interface Written {
  slug: string;
  /** The workbook file. */
  file: string;
  /** Name → text, the workbook file last. */
  files: Map<string, string>;
}

/** Lays the files out; names are given in the order of `files`. Throws a UsageError for a place that `include` does not reach. */
export function writeNewFiles(files: readonly NewFile[], placing: Placing): Written[] {
  const below = (name: string) => (placing.into === "" ? name : `${placing.into}/${name}`);
  const ending = endingIn(placing, below);
  const nameFor = createNames((name) => placing.isThere(below(name)));
  return files.map(({ slug, workbook, reports }): Written => {
    const name = nameFor(safeName(workbook ? slug : `${slug}-reports`), ending);
    const file = below(name);
    const base = below(name.slice(0, -ending.length));
    // A text that `include` chooses would be read as a workbook file.
    const texts = createTextFiles(base, (path) => placing.isThere(path) || placing.isIncluded(path));
    const sections: JsonObject = {};
    if (workbook) sections.workbooks = { [slug]: writtenWorkbook(workbook, texts) };
    if (reports.size > 0) {
      const entries = [...reports].map(([key, entry]) => [key, writtenReport(key, entry, texts)] as const);
      sections.reports = Object.fromEntries(entries);
    }
    const text = layOutYaml(sections, modeline(placing.schema, file));
    return { slug, file, files: new Map([...texts.files, [file, text]]) };
  });
}

function endingIn(placing: Placing, below: (name: string) => string): string {
  const ending = [".yaml", ".yml"].find((one) => placing.isIncluded(below(`workbook${one}`)));
  if (ending !== undefined) return ending;
  const globs = placing.include.map((glob) => JSON.stringify(glob)).join(", ");
  throw new UsageError(
    `new files in ${placing.into === "" ? "the project's folder" : `${placing.into}/`} would be no part of the project`,
    [
      `\`include\` in boardwright.yaml is [${globs}].`,
      'Name a folder that it reaches with --into DIR, or add a glob like "dashboards/**/*.{yaml,yml,json}" to it.',
    ],
  );
}

/** Tells YAML editors the schema; they read its path relative to the file that holds the line. */
function modeline(schema: string | undefined, file: string): string[] {
  if (schema === undefined) return [];
  const path = /^[a-z][a-z0-9+.-]*:|^\//i.test(schema) ? schema : posix.relative(posix.dirname(file), schema);
  return [`yaml-language-server: $schema=${path}`];
}
