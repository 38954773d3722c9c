// A text on its way into its form: what it says and what its form is, each found out once, whoever asks.
import { parseText } from "../../desired/index.ts";
import {
  cornersOf,
  isObject,
  isPosition,
  type Json,
  mapValues,
  type Path,
  writeJson,
} from "../../model/index.ts";
import { isPositionPath, restyle } from "./restyle.ts";
import { type Comment, commentsOf, once } from "./source.ts";

export interface FormText {
  text: string;
  isReadable: boolean;
  /** Equal for two texts that say the same, comments included. A position is the same as a list and as a map. */
  meaning(): string;
  /** The text with its values in their form; only of one that is readable. */
  styled(): string;
}

export function openForm(text: string, format: "yaml" | "json"): FormText {
  const { documents, problems } = parseText(text, format);
  const comments = once((): readonly Comment[] => (format === "json" ? [] : commentsOf(text)));
  return {
    text,
    isReadable: problems.length === 0,
    meaning: once(() => {
      const values = documents.map((value) => withShortPositions(value, []));
      return writeJson([
        values,
        comments()
          .map((comment) => comment.text)
          .sort(),
      ]);
    }),
    styled: once(() => restyle(text, format, comments())),
  };
}

function withShortPositions(value: Json, path: Path): Json {
  if (isPosition(value) && isPositionPath(path)) return cornersOf(value);
  if (Array.isArray(value)) return value.map((item, index) => withShortPositions(item, [...path, index]));
  return isObject(value) ? mapValues(value, (item, key) => withShortPositions(item, [...path, key])) : value;
}
