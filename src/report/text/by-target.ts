// What is said of several targets, a line for each thing that is said.

import { listNames } from "./cells.ts";

/** A target at which a command failed, and why. */
export interface FailedTarget {
  target: string;
  error: { code: string; message: string; details: readonly string[] };
}

/** Cells of the names of targets of which the same is said. */
const NAMES = 60;

/** `eu-1, eu-2: nothing was edited.`, and of each that failed that it did. `each`: a word before what is said of several. Not escaped. */
export function linesByTarget(
  said: readonly { target: string; text: string }[],
  { failed, failing, each = "" }: { failed: readonly FailedTarget[]; failing: string; each?: string },
): string[] {
  const lines = new Map<string, string[]>();
  for (const { target, text } of said) lines.set(text, [...(lines.get(text) ?? []), target]);
  return [
    ...[...lines].map(
      ([text, names]) => `${listNames(names, NAMES)}: ${names.length > 1 ? each : ""}${text}`,
    ),
    ...failed.map(({ target }) => `${target}: ${failing}.`),
  ];
}
