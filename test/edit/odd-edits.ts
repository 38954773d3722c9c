// Random edits of a value: what is set, added, deleted, moved, and where.
import { copyOf, isObject, type Json, type JsonObject, type Path } from "../../src/model/index.ts";
import type { Dice } from "./odd-yaml.ts";

export interface OddEdit {
  entry: JsonObject;
  /** What may go with what it says. */
  gone: Path[];
}

const VALUES: readonly Json[] = [
  "new",
  "it's: new",
  "two\nlines\n",
  "two\n\nlines",
  " blank ",
  "tab\there",
  "# no comment",
  "long words ".repeat(20).trim(),
  12,
  true,
  [],
  {},
  ["a", 1],
  { k: "v", l: [1, { m: "n" }] },
];

/** The entry with one edit within `meta` or the config of a widget; or two widgets change places, or one goes. */
export function oddEdit(entry: JsonObject, dice: Dice): OddEdit {
  const copy = copyOf(entry);
  const { widgets } = copy.dashboard as { widgets: JsonObject[] };
  const whole = ["workbooks", "a"];
  const kind = dice(8);
  if (kind === 0 && widgets.length > 1) {
    const from = dice(widgets.length);
    widgets.splice(dice(widgets.length), 0, ...widgets.splice(from, 1));
    return { entry: copy, gone: [] };
  }
  if (kind === 1 && widgets.length > 1) {
    const at = dice(widgets.length);
    widgets.splice(at, 1);
    return { entry: copy, gone: [[...whole, "dashboard", "widgets", at]] };
  }
  const at = dice(widgets.length + 1);
  const isMeta = at === widgets.length;
  let path: Path = isMeta ? ["meta"] : ["dashboard", "widgets", at, "config"];
  let inside = (isMeta ? copy.meta : widgets[at]!.config) as JsonObject | Json[];
  for (;;) {
    const keys = Array.isArray(inside) ? inside.map((_, index) => index) : Object.keys(inside);
    if (keys.length === 0 || dice(6) === 0) break;
    const key = keys[dice(keys.length)]!;
    const value = (inside as JsonObject)[key] as Json;
    if ((isObject(value) || Array.isArray(value)) && dice(4) > 0) {
      inside = value;
      path = [...path, key];
      continue;
    }
    const gone = [[...whole, ...path, key]];
    if (dice(3) === 0) {
      // The items behind it are other ones then.
      if (Array.isArray(inside)) inside.splice(key as number, 1);
      else delete inside[key];
    } else (inside as JsonObject)[key] = copyOf(VALUES[dice(VALUES.length)]!);
    return { entry: copy, gone };
  }
  const value = copyOf(VALUES[dice(VALUES.length)]!);
  if (Array.isArray(inside)) inside.splice(dice(inside.length + 1), 0, value);
  else inside[`new${dice(3)}`] = value;
  return { entry: copy, gone: [] };
}
