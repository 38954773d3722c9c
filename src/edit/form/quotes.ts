// The quotes of a map or list in flow style: somebody who writes all keys in quotes, as in JSON, wants them around a new one, too.
import { isMap, isScalar, type Scalar, type YAMLMap, type YAMLSeq } from "yaml";

/** What is around keys and texts; undefined if they are written in more than one way, or plain. */
export interface Quotes {
  keys?: Scalar.Type | undefined;
  texts?: Scalar.Type | undefined;
}

/** Of a map or of the maps in a list. In block style there are none. */
export function quotesOf(node: YAMLMap | YAMLSeq): Quotes {
  if (!node.flow) return {};
  const maps = isMap(node) ? [node] : node.items.filter((one) => isMap(one));
  const pairs = maps.flatMap(({ items }) => items);
  const values: unknown[] = isMap(node) ? [] : node.items;
  const keys = commonQuotes(pairs.map(({ key }) => key));
  const texts = [...values, ...pairs.map(({ value }) => value)].filter(isText);
  return { keys, texts: texts.length === 0 && keys === "QUOTE_DOUBLE" ? keys : commonQuotes(texts) };
}

function commonQuotes(nodes: readonly unknown[]): Scalar.Type | undefined {
  const [first, ...more] = nodes.map((one) => (isScalar(one) ? one.type : undefined));
  const isQuoted = first === "QUOTE_DOUBLE" || first === "QUOTE_SINGLE";
  return isQuoted && more.every((type) => type === first) ? first : undefined;
}

function isText(node: unknown): node is Scalar {
  return isScalar(node) && typeof node.value === "string";
}
