// A whole value as lines that people read: like YAML, long texts line by line. Not escaped, and not to be parsed.

import { isObject, type Json } from "../../model/index.ts";
import { plainText } from "./value-text.ts";

/** A text of several lines alone is just its lines; within a map or a list it is a block, deeper than its key. */
export function printValue(value: Json): string {
  if (typeof value === "string") return value;
  return printBelow(value, "").join("\n");
}

/** The lines of a map or a list, or the one line of anything else. */
function printBelow(value: Json, indent: string): string[] {
  if (Array.isArray(value) && value.length > 0)
    return value.flatMap((item) => printEntry("-", item, indent, true));
  if (isObject(value) && Object.keys(value).length > 0)
    return Object.entries(value).flatMap(([key, item]) =>
      printEntry(`${plainText(key)}:`, item, indent, false),
    );
  return [indent + plainText(value)];
}

function printEntry(head: string, value: Json, indent: string, isItem: boolean): string[] {
  const deeper = `${indent}  `;
  if (typeof value === "string" && value.includes("\n"))
    return [`${indent}${head} |`, ...value.split("\n").map((line) => deeper + line)];
  const lines = printBelow(value, deeper);
  const isOne =
    typeof value !== "object" ||
    value === null ||
    lines.length === 0 ||
    lines[0] === deeper + plainText(value);
  const [first = "", ...more] = lines;
  if (isOne) return [`${indent}${head} ${first.trimStart()}`];
  return isItem
    ? [`${indent}${head} ${first.slice(deeper.length)}`, ...more]
    : [`${indent}${head}`, ...lines];
}
