// A map or list in flow style with comments in it: comments belong to lines, so it becomes a block.
import { isCollection, parseDocument, visit } from "yaml";

/** The text of a flow collection as a block, its first line without indentation; undefined if that cannot be done. */
export function unflow(text: string): string | undefined {
  const document = parseDocument(text, {
    version: "1.2",
    schema: "core",
    uniqueKeys: false,
    logLevel: "silent",
  });
  if (document.errors.length > 0) return undefined;
  let isLost = false;
  visit(document, {
    Alias(_, alias) {
      // What it names is outside of the text.
      if (!alias.resolve(document)) isLost = true;
    },
    Node(_, node) {
      if (isCollection(node)) node.flow = false;
    },
  });
  return isLost ? undefined : document.toString({ lineWidth: 0 }).trimEnd();
}
