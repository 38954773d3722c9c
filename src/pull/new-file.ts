// One new workbook file with what belongs to it: its reports, long texts, an app's files.

import { posix } from "node:path";
import { createNames, safeName } from "../edit/index.ts";
import { type JsonObject, UsageError } from "../model/index.ts";
import type { Placing } from "./placing.ts";
import { createTextFiles } from "./texts.ts";
import { writtenReport, writtenWorkbook } from "./written.ts";
import { printYaml } from "./yaml-layout.ts";

export interface NewFile {
  /** The workbook's slug; also what the file is named after. */
  slug: string;
  /** Absent if only reports of a declared workbook are written. */
  workbook?: JsonObject;
  /** The file that declares the workbook of the reports, if that is not new. */
  beside?: string | undefined;
  /** Key → entry. */
  reports: ReadonlyMap<string, JsonObject>;
}

export interface Written {
  slug: string;
  /** The workbook file. */
  file: string;
  /** Name → text, the workbook file last. */
  files: Map<string, string>;
}

/** The texts of the files; names are given in the order of `files`. Throws a UsageError for a folder that `include` does not cover. */
export function writeNewFiles(files: readonly NewFile[], placing: Placing): Written[] {
  // A file cannot be a folder too: `a.yaml` is the file of `a`, and would be the folder of the slug `a.yaml`.
  const [given, folders] = [new Set<string>(), new Set<string>()];
  const nameFor = createNames((file) => {
    const folder = withoutEnding(file);
    const isMixed = folders.has(file.toLowerCase()) || given.has(folder.toLowerCase());
    return isMixed || placing.isThere(file) || !placing.canHold(folder);
  });
  return files.map(({ slug, workbook, beside, reports }): Written => {
    const { folder, ending } = chooseFolder(placing, beside);
    const name = safeName(workbook ? slug : `${slug}-reports`);
    const file = nameFor(folder === "" ? name : `${folder}/${name}`, ending);
    const base = withoutEnding(file);
    given.add(file.toLowerCase());
    folders.add(base.toLowerCase());
    const texts = createTextFiles(base, placing);
    const sections: JsonObject = {};
    if (workbook) sections.workbooks = { [slug]: writtenWorkbook(workbook, texts) };
    if (reports.size > 0) {
      const entries = [...reports].map(([key, entry]) => [key, writtenReport(key, entry, texts)] as const);
      sections.reports = Object.fromEntries(entries);
    }
    const text = printYaml(sections, modeline(placing.schema, file));
    return { slug, file, files: new Map([...texts.files, [file, text]]) };
  });
}

/** The folder of a new file, and the ending with which the project reads it there. */
function chooseFolder(placing: Placing, beside: string | undefined): { folder: string; ending: string } {
  const near = beside === undefined || placing.isNamed ? [] : [posix.dirname(beside).replace(/^\.$/, "")];
  for (const folder of [...near, placing.into]) {
    const inside = folder === "" ? "" : `${folder}/`;
    const ending = [".yaml", ".yml"].find((one) => placing.isIncluded(`${inside}workbook${one}`));
    if (ending !== undefined) return { folder, ending };
  }
  const globs = placing.include.map((glob) => JSON.stringify(glob)).join(", ");
  throw new UsageError(
    `new files in ${placing.into === "" ? "the project's folder" : `${placing.into}/`} would not be part of the project`,
    [
      `\`include\` in boardwright.yaml is [${globs}].`,
      'Name a folder that it covers with --into DIR, or add a glob like "dashboards/**/*.{yaml,yml,json}" to it.',
    ],
  );
}

export function withoutEnding(file: string): string {
  return file.slice(0, file.lastIndexOf("."));
}

/** The line that names the schema for YAML editors, with a path relative to the file. */
function modeline(schema: string, file: string): string[] {
  const path = /^[a-z][a-z0-9+.-]*:|^\//i.test(schema) ? schema : posix.relative(posix.dirname(file), schema);
  return [`yaml-language-server: $schema=${path}`];
}
