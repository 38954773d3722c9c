// A whole value as lines that people read: like YAML, long texts line by line. Not escaped, and not to be parsed.

import { isObject, type Json, writeJson } from "../../model/index.ts";
import { plainText } from "./value-text.ts";

/** A text of several lines alone is just its lines; within a map or a list it is a block, deeper than its key. */
export function printValue(value: Json): string {
  if (typeof value === "string") return value;
  return printBelow(value, "").join("\n");
}

/** Characters of a map or a list of plain values that is on one line. */
const FLOW = 80;

/** `{ x: 0, y: 4 }`, `[order.revenue, desc]`; undefined for what is no map or list, or needs lines of its own. */
function flowText(value: Json): string | undefined {
  const parts = Array.isArray(value)
    ? value.map((item) => flowItem(item))
    : isObject(value)
      ? Object.entries(value).map(([key, item]) => {
          const text = typeof item === "object" && item !== null ? undefined : flowItem(item);
          return text && `${plainText(key)}: ${text}`;
        })
      : [];
  if (parts.length === 0 || parts.includes(undefined)) return undefined;
  const text = Array.isArray(value) ? `[${parts.join(", ")}]` : `{ ${parts.join(", ")} }`;
  return text.length <= FLOW ? text : undefined;
}

function flowItem(item: Json): string | undefined {
  if (typeof item === "object" && item !== null) return Array.isArray(item) ? flowText(item) : undefined;
  if (typeof item !== "string") return plainText(item);
  if (item.length > FLOW || item.includes("\n")) return undefined;
  return /^[>|&*!%@#`'?-]|[,[\]{}"]|: | #/.test(item) ? writeJson(item) : plainText(item);
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
  const flow = flowText(value);
  if (flow !== undefined) return [`${indent}${head} ${flow}`];
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
