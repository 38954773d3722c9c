// Findings about names that are not in the data model, with the fixes that write those that are meant.

import { respell, textOfScalar } from "../edit/index.ts";
import type { Diagnostic } from "../model/index.ts";
import { foundAt } from "./found-at.ts";
import { renameWithin } from "./renaming.ts";

type Meant = NonNullable<Diagnostic["meant"]>;

/** The findings with a fix; as they are where the place does not spell the name by itself, or within the JSON text of a query. */
export function offerNames(
  findings: readonly Diagnostic[],
  read: (file: string) => string | undefined,
): Diagnostic[] {
  const places = new Map<string, Meant[]>();
  for (const finding of findings)
    places.set(placeOf(finding), [
      ...(places.get(placeOf(finding)) ?? []),
      ...(finding.meant ? [finding.meant] : []),
    ]);
  return findings.map((finding) => {
    const { meant, file, line, column, endLine = line, endColumn = column } = finding;
    const text = meant && read(file);
    if (!meant || text === undefined) return finding;
    const found = foundAt(text, { file, line, column, endLine, endColumn });
    const written = text.slice(found.start, found.end);
    if (spell(written, [meant]) === written) return finding;
    // One text of a query may hold several: they are one edit.
    return { ...finding, fix: [{ file, ...found, text: spell(written, places.get(placeOf(finding))!) }] };
  });
}

function placeOf({ file, line, column, endLine, endColumn }: Diagnostic): string {
  return JSON.stringify([file, line, column, endLine, endColumn]);
}

function spell(written: string, all: readonly Meant[]): string {
  const said = textOfScalar(written);
  const whole = all.find(({ from }) => from === said);
  if (whole) return respell(written, whole.to);
  if (!/^\s*\{/.test(said ?? written.replace(/^[|>]\S*\s*/, ""))) return written;
  return all.reduce((text, { from, to }) => renameWithin({ kind: "member", from, to }, text), written);
}
