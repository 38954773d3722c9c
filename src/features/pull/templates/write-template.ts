// The two files of a template: itself, and its rows.

import { posix } from "node:path";
import { isObject, type Json, type JsonObject, mapValues } from "../../../model/index.ts";
import { printYaml } from "../yaml-layout.ts";
import type { Folded } from "./fold.ts";

export interface TemplateFiles {
  /** Names relative to the project's folder. */
  file: string;
  rowsFile: string;
}

/** Name → text, before fmt. `comments`: lines above the template. */
export function writeTemplate(
  { key, workbook, reports, plainReports, rows }: Folded,
  { file, rowsFile }: TemplateFiles,
  comments: readonly string[],
): Map<string, string> {
  const each = { $include: `./${posix.basename(rowsFile)}` };
  const withRows = (entry: Json): Json => ({ each, ...(isObject(entry) ? entry : {}) });
  const all: JsonObject = { ...mapValues(reports, withRows), ...plainReports };
  const sections: JsonObject = {
    workbooks: { [key]: withRows(workbook) },
    ...(Object.keys(all).length > 0 && { reports: all }),
  };
  return new Map([
    [rowsFile, printYaml(rows, [`The rows of ${key}: a workbook for each.`])],
    [file, printYaml(sections, comments)],
  ]);
}
