// Slugs under which two live workbooks were applied: somebody gave the first one another slug in the moment before an apply wrote it, and
// the write made a second one. The first is not the copy that the stamp of any younger workbook may come from.

import { type Diagnostic, isPlainSlug } from "../../../model/index.ts";
import { diagnose } from "../../change/diagnose.ts";
import type { Declared } from "../../state/declared.ts";
import type { Whereabouts } from "../whereabouts.ts";

/** A warning for each declared workbook that is live twice. `workbooks`: slug → live id. */
export function findDoubleStamps(
  declared: ReadonlyMap<string, Declared>,
  workbooks: ReadonlyMap<string, number>,
  { findOlder }: Pick<Whereabouts, "findOlder">,
): Diagnostic[] {
  return [...declared.values()].flatMap(({ slug, file, line }): Diagnostic[] => {
    const id = workbooks.get(slug);
    const first = id === undefined ? undefined : findOlder(slug, id);
    if (!first) return [];
    const there = first.slug === undefined ? "without a slug" : `as ${first.slug}`;
    const known = first.slug !== undefined && isPlainSlug(first.slug) ? first.slug : "SLUG";
    const letGo = first.slug === undefined ? "" : `, or let go of it with \`boardwright disown ${known}\``;
    return [
      diagnose(
        { kind: "workbook", key: slug, source: { file, line: line() } },
        {
          rule: "double-stamp",
          severity: "warning",
          message: `the workbooks ${first.id} and ${id} both were applied as ${slug}, and the older one is live ${there}: renamed in the UI?`,
          help: `The older one has the links, publication and rights. Delete ${id} on the platform and give ${first.id} the slug ${slug} back; or delete ${first.id}${letGo}.`,
        },
      ),
    ];
  });
}
