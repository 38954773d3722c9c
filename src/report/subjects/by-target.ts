// What is said of several targets: a line for each thing that is said, with the names of the targets.

import { type Line, line } from "../document/document.ts";

/** A target at which a command failed, and why. */
export interface FailedTarget {
  target: string;
  error: { code: string; message: string; details: readonly string[] };
}

/** `eu-1, eu-2: nothing was edited.`, and of each that failed that it did. `each`: a word before what is said of several. */
export function linesByTarget(
  said: readonly { target: string; text: string }[],
  { failed, failing, each = "" }: { failed: readonly FailedTarget[]; failing: string; each?: string },
): Line[] {
  const byText = new Map<string, string[]>();
  for (const { target, text } of said) byText.set(text, [...(byText.get(text) ?? []), target]);
  return [
    ...[...byText].map(([text, targets]) => {
      const names = { names: targets };
      return line`${names}: ${targets.length > 1 ? each : ""}${text}`;
    }),
    ...failed.map(({ target }) => line`${target}: ${failing}.`),
  ];
}
