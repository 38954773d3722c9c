// A finding about a name that is not in the data model, with the fix that writes the one that is meant.

import { respell, textOfScalar } from "../../edit/index.ts";
import type { Diagnostic } from "../../model/index.ts";
import { foundAt } from "./found-at.ts";
import { renameWithin } from "./renaming.ts";

/** The finding with a fix; as it is where the place does not spell the name by itself, or within the JSON text of a query. */
export function offerName(finding: Diagnostic, read: (file: string) => string | undefined): Diagnostic {
  const { meant, file, line, column, endLine = line, endColumn = column } = finding;
  const text = meant && read(file);
  if (!meant || text === undefined) return finding;
  const found = foundAt(text, { file, line, column, endLine, endColumn });
  const written = text.slice(found.start, found.end);
  const now = spell(written, meant);
  return now === written ? finding : { ...finding, fix: [{ file, ...found, text: now }] };
}

function spell(written: string, { from, to }: { from: string; to: string }): string {
  const said = textOfScalar(written);
  if (said === from) return respell(written, to);
  return /^\s*\{/.test(said ?? written.replace(/^[|>]\S*\s*/, ""))
    ? renameWithin({ kind: "member", from, to }, written)
    : written;
}
