// A workbook file that can become a row of a template: one workbook with its reports, and nothing that would be lost.

import { parseText } from "../../../desired/index.ts";
import { commentsOf } from "../../../edit/index.ts";
import { isObject, type Json, type JsonObject } from "../../../model/index.ts";
import type { PlainFile } from "../../../pull/index.ts";

export interface ReadFile extends PlainFile {
  text: string;
  /** The line for YAML editors that names the schema, without its `#`; undefined if there is none. */
  modeline: string | undefined;
  /** SHA-256 of the file as it was read; undefined if it is only going to be written. */
  digest: string | undefined;
}

const MODELINE = /^#\s*(yaml-language-server:.*)$/;
/** Keys that say something about one workbook by itself. */
const OWN = ["each", "was", "overrides", "targets"];

/** Undefined if it cannot. A file with comments cannot: they would be lost. */
export function readPlainFile(file: string, text: string): Omit<ReadFile, "digest"> | undefined {
  if (!/\.ya?ml$/i.test(file)) return undefined;
  const { documents, problems } = parseText(text, "yaml");
  const [document] = documents;
  if (problems.length > 0 || documents.length !== 1 || !isObject(document)) return undefined;
  const comments = commentsOf(text).map((comment) => comment.text);
  const [, modeline] = MODELINE.exec(comments[0] ?? "") ?? [];
  if (comments.length > (modeline === undefined ? 0 : 1)) return undefined;
  const { workbooks, reports = {}, ...others } = document;
  if (Object.keys(others).length > 0 || !isEntries(workbooks) || !isEntries(reports)) return undefined;
  const [first, ...more] = Object.entries(workbooks);
  if (!first || more.length > 0) return undefined;
  const [slug, workbook] = first;
  return { file, text, modeline, slug, workbook, reports };
}

/** Entries by key that a template could hold. */
function isEntries(value: Json | undefined): value is Record<string, JsonObject> {
  return (
    isObject(value) &&
    Object.entries(value).every(
      ([key, entry]) =>
        !key.includes("$") &&
        isObject(entry) &&
        !Object.keys(entry).some((name) => OWN.includes(name) || name.startsWith("$")),
    )
  );
}
