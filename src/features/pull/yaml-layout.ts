// Values → the text of a new YAML file. What the text looks like is decided by fmt, which every new file goes through.

import { Document, visit } from "yaml";
import type { JsonObject } from "../../model/index.ts";

/** `comments`: lines above all, without the #. */
export function printYaml(value: JsonObject | readonly JsonObject[], comments: readonly string[]): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  visit(document, {
    Scalar(_key, node) {
      // Its digits would be refused, because they are not exact.
      if (Number.isInteger(node.value) && !Number.isSafeInteger(node.value)) node.format = "EXP";
    },
  });
  if (comments.length > 0) document.commentBefore = comments.map((line) => ` ${line}`).join("\n");
  return document.toString({ lineWidth: 0 }).replace(/^(#.*\n)\n/, "$1");
}
