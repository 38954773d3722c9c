// The platform matches slugs trimmed and lower-cased (platform document, "Create or update a workbook by slug", rule 1):
// a slug written differently is not the one that links, layouts and people will see. Slugs are also parts of addresses.

import { type Edit, lineStarts, normalizeSlug, type Span } from "../../model/index.ts";
import { quote } from "../board.ts";
import type { Rule } from "../rule.ts";

export const slugForm: Rule = {
  id: "slug-form",
  severity: "error",
  summary: "A slug is written in its normal form: trimmed, lower-case and without slashes.",
  fixable: true,
  check(workbook, context) {
    const written = workbook.writtenSlug;
    const normal = normalizeSlug(written);
    const slash = /[/\\]/.exec(normal)?.[0];
    if (slash !== undefined) {
      context.add(workbook, {
        path: [],
        part: "key",
        message: `The slug ${quote(written)} holds a \`${slash}\`, which divides an address.`,
        help: "Gateways between here and the platform may split it, encoded or not. Use a hyphen.",
      });
    }
    if (written === normal) return;
    context.add(workbook, {
      path: [],
      part: "key",
      message: `The slug ${quote(written)} is not in its normal form: the platform will store ${quote(normal)}.`,
      fix: (place) =>
        isPlain(written, normal) ? editKey(place, [written, normal], context.text(place.file)) : undefined,
    });
  },
};

/** False for letters whose lower case differs between languages and systems (İ, K): people must choose there. */
function isPlain(written: string, normal: string): boolean {
  const trimmed = written.trim();
  return (
    normal !== "" &&
    normal.length === trimmed.length &&
    normal.toUpperCase() === trimmed.toUpperCase() &&
    !/[σς]/.test(normal)
  );
}

/** Rewrites the key in its own quotes; undefined if the text at the place is not plainly the key. */
function editKey(
  place: Span,
  [written, normal]: [string, string],
  text: string | undefined,
): Edit[] | undefined {
  if (text === undefined || place.line !== place.endLine) return undefined;
  const line = lineStarts(text)[place.line - 1] ?? text.length;
  const start = line + place.column - 1;
  const end = line + place.endColumn - 1;
  const source = text.slice(start, end);
  const edit = (key: string) => [{ file: place.file, start, end, text: key }];
  const single = (slug: string) => `'${slug.replaceAll("'", "''")}'`;
  if (source === JSON.stringify(written)) return edit(JSON.stringify(normal));
  if (source === single(written)) return edit(single(normal));
  if (source !== written) return undefined;
  // A plain key may turn into a boolean or a number when lower-cased (True, 1E3): quotes keep it a string.
  const safe = /^[a-z_][a-z0-9_-]*$/.test(normal) && !/^(?:true|false|null|yes|no|on|off|y|n)$/.test(normal);
  return edit(safe ? normal : JSON.stringify(normal));
}
