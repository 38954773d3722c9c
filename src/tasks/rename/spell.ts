// Fields that are put into an entry, as the format of its file writes them.

import { respell } from "../../edit/index.ts";

export interface Spelling {
  text(value: string): string;
  list(values: readonly string[]): string;
  map(pairs: ReadonlyMap<string, string>): string;
  /** `value` as one of the others spells it. */
  field(name: string, value: string): string;
}

/** By the name of the file: JSON is JSON, all else YAML. */
export function spellingOf(file: string): Spelling {
  const isJson = file.endsWith(".json");
  const text = (value: string) => (isJson ? JSON.stringify(value) : respell("", value));
  const field = (name: string, value: string) => `${text(name)}: ${value}`;
  return {
    text,
    field,
    list: (values) => `[${values.map(text).join(", ")}]`,
    map: (pairs) => `{ ${[...pairs].map(([name, value]) => field(name, text(value))).join(", ")} }`,
  };
}
