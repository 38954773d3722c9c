// The platform matches slugs trimmed and lower-cased (platform document, "Create or update a workbook by slug", rule 1):
// a slug written differently is not the one that links, layouts and people will see. Slugs are also parts of addresses.

import { normalizeSlug } from "../../model/index.ts";
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
      ...(isPlain(written, normal) && { fix: { from: written, to: normal } }),
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
