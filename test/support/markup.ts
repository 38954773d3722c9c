// Reads markup as real parsers do: GitHub's markdown with remark, html with Angular's parser, both as prettier brings them along.
import { parsers as htmlParsers } from "prettier/plugins/html";
import { parsers as markdownParsers } from "prettier/plugins/markdown";

export interface HtmlNode {
  /** `element`, `text`, `comment`, `docType` … */
  kind: string;
  name?: string | null;
  value?: string | null;
  attrs?: { name: string; value: string | null }[];
  children?: HtmlNode[];
}

export interface MarkdownNode {
  type: string;
  value?: string;
  url?: string;
  children?: MarkdownNode[];
}

/** Throws where the html is not well-formed. */
export function parseHtml(text: string): HtmlNode {
  return htmlParsers.html.parse(text, { name: "html", originalText: text } as never) as HtmlNode;
}

export function parseMarkdown(text: string): MarkdownNode {
  return markdownParsers.markdown.parse(text, { originalText: text } as never) as MarkdownNode;
}

/** Every node, parents first. */
export function* walk<Node extends { children?: Node[] }>(node: Node): Generator<Node> {
  yield node;
  for (const child of node.children ?? []) yield* walk(child);
}
