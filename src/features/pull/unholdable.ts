// Live values that no file can hold, found before anything walks or writes them.

import { DIRECTIVES } from "../../desired/index.ts";
import { isObject, type Json, type JsonObject, widgetsOf } from "../../model/index.ts";

export interface Unholdable {
  message: string;
  /** What to do. */
  help: string;
}

/** Levels of nesting that are read of files (rule nesting-limit): a walk of far deeper values would overflow the stack. */
const MOST_LEVELS = 100;
const UNWRITABLE: ReadonlySet<string> = new Set([...DIRECTIVES, "$report", "__proto__"]);

/** Why no file can hold a value, and what to do; undefined if one can. `what`: its name for the message. */
export function unholdableValue(what: string, value: Json | undefined): Unholdable | undefined {
  if (isDeeper(value, MOST_LEVELS)) {
    return {
      message: `its ${what} is nested more than ${MOST_LEVELS} levels deep, which no file may be`,
      help: "Make it flatter on the platform, and pull again.",
    };
  }
  const key = unwritableKey(value);
  if (key === undefined) return undefined;
  const why = key === "__proto__" ? "which no file may have" : "which means something else in a file";
  return {
    message: `its ${what} has a key \`${key}\`, ${why}`,
    help: "Rename that key on the platform, and pull again.",
  };
}

/** Why no file can hold this draft, and what to do; undefined if one can. */
export function unholdableDraft(draft: JsonObject | undefined): Unholdable | undefined {
  const unholdable = unholdableValue("draft", draft);
  if (unholdable) return unholdable;
  const ids = widgetsOf(draft).map((widget) => (isObject(widget) ? widget.id : undefined));
  if (ids.some((id) => typeof id !== "string" || id.trim() === "")) {
    return {
      message: "a widget of its draft has no id, so no file can name it",
      help: "Open it in the builder and save it, which gives ids to its widgets, or create that widget again; then pull again.",
    };
  }
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice === undefined) return undefined;
  return {
    message: `two widgets of its draft have the id ${JSON.stringify(twice)}`,
    help: "Create one of them again in the builder, which gives it an id of its own; then pull again.",
  };
}

function isDeeper(value: Json | undefined, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isDeeper(item, levels - 1));
}

/** The first key that is a directive of files (contract 2), or unsafe: there is no way to write it plainly. */
function unwritableKey(value: Json | undefined): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, item] of Object.entries(value)) {
    const found = !Array.isArray(value) && UNWRITABLE.has(key) ? key : unwritableKey(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
