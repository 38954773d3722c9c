// Values → the text of a new YAML file, laid out to be read: small maps and lists on one line, texts of several lines as blocks.

import { Document, isMap, isScalar, isSeq, type Node, Scalar, visit } from "yaml";
import { type Json, type JsonObject, writeJson } from "../model/index.ts";

/** The most characters of a map or list on one line, and of the line. */
const ONE_LINE = 84;
const WIDTH = 106;

/** These maps are the outline of a file: they and their entries always get lines of their own. */
const OUTLINE: Readonly<Record<string, number>> = { workbooks: 1, reports: 1, dashboard: 0, widgets: 1 };

/** `comments`: lines above all, without the #. */
export function printYaml(value: JsonObject, comments: readonly string[]): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  visit(document, {
    Scalar(_key, node) {
      if (typeof node.value === "string" && node.value.includes("\n")) node.type = Scalar.BLOCK_LITERAL;
      // Its digits would be refused, because they are not exact.
      if (Number.isInteger(node.value) && !Number.isSafeInteger(node.value)) node.format = "EXP";
    },
  });
  const root = document.contents as Node;
  chooseStyles(root, 0, 1);
  if (comments.length > 0) document.commentBefore = comments.map((line) => ` ${line}`).join("\n");
  return document.toString({ lineWidth: 0, flowCollectionPadding: true }).replace(/^(#.*\n)\n/, "$1");
}

/** `outline`: how many levels from here on must get lines of their own. */
function chooseStyles(node: unknown, depth: number, outline: number): void {
  if (!isMap(node) && !isSeq(node)) return;
  if (outline === 0 && fits(node, depth)) node.flow = true;
  else if (isSeq(node)) {
    for (const item of node.items) chooseStyles(item, depth + 1, Math.max(0, outline - 1));
  } else {
    for (const { key, value } of node.items) {
      const name = isScalar(key) ? String(key.value) : "";
      const isOutline = Object.hasOwn(OUTLINE, name) && depth <= 2;
      const below = isOutline ? 1 + (OUTLINE[name] as number) : Math.max(0, outline - 1);
      chooseStyles(value, depth + 1, below);
    }
  }
}

function fits(node: { toJSON(): unknown }, depth: number): boolean {
  const value = node.toJSON() as Json;
  const text = writeJson(value);
  if (text.includes("\\n")) return false;
  // Quotes of keys and of most strings are not written.
  const length = text.replaceAll('"', "").length + text.split(/[,:]/).length;
  return length <= ONE_LINE && length + depth * 2 <= WIDTH;
}
