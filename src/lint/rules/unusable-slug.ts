// A slug is a segment of the address that a workbook is sent to (platform document, "Create or update a workbook by slug"). Some texts
// cannot be one: every HTTP client resolves `.` and `..` away, and the request would go to another address.

import type { Rule } from "../rule.ts";

export const unusableSlug: Rule = {
  id: "unusable-slug",
  severity: "error",
  summary: "A slug can be part of an address.",
  firm: true,
  check(workbook, context) {
    const why = whyUnusableSlug(workbook.slug);
    if (why === undefined) return;
    context.add(workbook, {
      path: [],
      part: "key",
      message: `The slug ${JSON.stringify(workbook.slug)} cannot be part of an address: ${why}.`,
      help: "Choose a slug of letters, digits and hyphens.",
    });
  },
};

/** Why a text cannot be a slug, without a period; undefined if it can. */
export function whyUnusableSlug(slug: string): string | undefined {
  if (slug === "." || slug === "..") return "there it means a folder";
  if (/\p{Cc}/u.test(slug)) return "it has a control character";
  return /\p{Cs}/u.test(slug) ? "it has half of a character (a lone surrogate)" : undefined;
}
