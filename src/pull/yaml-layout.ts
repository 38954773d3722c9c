// Values → the text of a new YAML file. What the text looks like is decided by fmt, which every new file goes through.

import { Document, isMap, isSeq, visit } from "yaml";
import type { JsonObject } from "../model/index.ts";

/** `comments`: lines above all, without the #. */
export function printYaml(value: JsonObject, comments: readonly string[]): string {
  return printDocument(new Document(value, { aliasDuplicateObjects: false }), comments);
}

function printDocument(document: Document, comments: readonly string[]): string {
  visit(document, {
    Scalar(_key, node) {
      // Its digits would be refused, because they are not exact.
      if (Number.isInteger(node.value) && !Number.isSafeInteger(node.value)) node.format = "EXP";
    },
  });
  if (comments.length > 0) document.commentBefore = comments.map((line) => ` ${line}`).join("\n");
  return document.toString({ lineWidth: 0 }).replace(/^(#.*\n)\n/, "$1");
}

/** A row of so many characters is one line. */
const LONGEST_ROW = 100;

/** A list of maps: those that are short and hold no others in a line each. */
export function printRows(rows: readonly JsonObject[], comments: readonly string[]): string {
  const document = new Document(rows, { aliasDuplicateObjects: false });
  const { contents } = document;
  for (const [index, item] of (isSeq(contents) ? contents.items : []).entries()) {
    const row = rows[index] as JsonObject;
    const isPlain = Object.values(row).every((value) => value === null || typeof value !== "object");
    if (isMap(item) && isPlain && printedLength(row) <= LONGEST_ROW) item.flow = true;
  }
  return printDocument(document, comments);
}

function printedLength(row: JsonObject): number {
  return Object.entries(row).reduce((sum, [key, value]) => sum + key.length + String(value).length + 4, 0);
}
