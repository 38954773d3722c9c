// Values → the text of a new YAML file, laid out to be read: small maps and lists on one line, texts of several lines as blocks.

import { Document, isMap, isScalar, isSeq, type Node, Scalar, visit } from "yaml";
import type { Json, JsonObject } from "../model/index.ts";

/** Characters of a map or list that still stands on one line, and the width of the whole. */
const ONE_LINE = 84;
const WIDTH = 106;

/** These maps are the outline of a file and always stand in lines of their own, and so does each of their entries. */
const OUTLINE: Readonly<Record<string, number>> = { workbooks: 1, reports: 1, dashboard: 0, widgets: 1 };

/** `comments`: lines above all, without the #. */
export function layOutYaml(value: JsonObject, comments: readonly string[]): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  visit(document, {
    Scalar(_key, node) {
      if (typeof node.value === "string" && node.value.includes("\n")) node.type = Scalar.BLOCK_LITERAL;
    },
  });
  const root = document.contents as Node;
  layOut(root, 0, 1);
  if (comments.length > 0) document.commentBefore = comments.map((line) => ` ${line}`).join("\n");
  return document.toString({ lineWidth: 0, flowCollectionPadding: true }).replace(/^(#.*\n)\n/, "$1");
}

/** `outline`: how many levels from here on must stand in lines of their own. */
function layOut(node: unknown, depth: number, outline: number): void {
  if (isMap(node)) {
    if (outline === 0 && fits(node, depth)) {
      node.flow = true;
      return;
    }
    for (const { key, value } of node.items) {
      const name = isScalar(key) ? String(key.value) : "";
      const isOutline = Object.hasOwn(OUTLINE, name) && depth <= 2;
      layOut(value, depth + 1, isOutline ? 1 + (OUTLINE[name] as number) : Math.max(0, outline - 1));
    }
  } else if (isSeq(node)) {
    if (outline === 0 && fits(node, depth)) {
      node.flow = true;
      return;
    }
    for (const item of node.items) layOut(item, depth + 1, Math.max(0, outline - 1));
  }
}

function fits(node: { toJSON(): unknown }, depth: number): boolean {
  const value = node.toJSON() as Json;
  const text = JSON.stringify(value);
  if (text.includes("\\n")) return false;
  // Quotes of keys and of most strings are not written.
  const length = text.replaceAll('"', "").length + text.split(/[,:]/).length;
  return length <= ONE_LINE && length + depth * 2 <= WIDTH;
}
