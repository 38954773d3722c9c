// What a YAML text says, for comparing two of them: its values and its comments.
import { parseText } from "../../desired/index.ts";
import { cornersOf, isObject, isPosition, type Json, mapValues, writeJson } from "../../model/index.ts";
import { commentsOf } from "./comments.ts";
import { isPositionPath, type Path } from "./outline.ts";

/** Equal for two texts that say the same, comments included. A position is the same as a list and as a map. */
export function meaningOf(text: string, format: "yaml" | "json"): string {
  const documents = parseText(text, format).documents.map((value) => withShortPositions(value, []));
  const comments = format === "json" ? [] : commentsOf(text).map((comment) => comment.text);
  return writeJson([documents, comments.sort()]);
}

function withShortPositions(value: Json, path: Path): Json {
  if (isPosition(value) && isPositionPath(path)) return cornersOf(value);
  if (Array.isArray(value)) return value.map((item, index) => withShortPositions(item, [...path, index]));
  return isObject(value) ? mapValues(value, (item, key) => withShortPositions(item, [...path, key])) : value;
}
