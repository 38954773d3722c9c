// JSON for a pipe that may be a terminal or the log of a CI run: the same value, without characters that either of them obeys.

import { writeJson } from "../../model/index.ts";
import { COMMAND } from "../text/escape.ts";

/**
 * Characters that JSON.stringify leaves as they are: DEL and C1 controls, everything that a font may ignore, lone noncharacters. Joiners
 * and the selector of emoji stay: texts of people are full of them.
 */
const UNSEEN =
  /[\u007f-\u009f\u2028\u2029\u2800\ufff9-\ufffb\ufffe\uffff]|(?!\u200c|\u200d|\ufe0f)\p{Default_Ignorable_Code_Point}/gu;

/** Indented JSON with a line end; parsing it gives `value`. What a runner obeys anywhere in a line is escaped. */
export function jsonText(value: unknown): string {
  const text = writeJson(value, 2)
    .replace(UNSEEN, (character) => character.replace(/[\s\S]/g, escapeUnit))
    .replace(COMMAND, "#\\u0023");
  return `${text}\n`;
}

/** The named fields alone, in the order of the names: documents show only their own keys, always in the same order. */
export function pick<T, K extends keyof T>(from: T, names: readonly K[]): Pick<T, K> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>;
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
