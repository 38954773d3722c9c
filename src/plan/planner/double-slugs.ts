// Slugs that several live workbooks have. An upsert by slug writes one of them, and the platform does not say which: so nothing is
// written to such a slug, and everything else goes on.

import { type Change, type Diagnostic, isPlainSlug, spellOut, uniform } from "../../model/index.ts";
import { diagnose } from "../change/diagnose.ts";
import type { Declared } from "../state/declared.ts";
import type { Feasible } from "./folders.ts";
import type { DoubleSlugs, LiveIndex } from "./live-index.ts";
import { subjectOf } from "./pass.ts";

/** Adds a live workbook to the holders of its slug. */
export function noteHolder(holders: Map<string, number[]>, { slug, id }: { slug: string; id: number }): void {
  const ids = holders.get(slug);
  if (ids) ids.push(id);
  else holders.set(slug, [id]);
}

/** The slugs that several of these have. */
export function doublesOf(live: readonly { slug: string; id: number }[]): DoubleSlugs {
  const holders = new Map<string, number[]>();
  for (const one of live) noteHolder(holders, one);
  return new Map([...holders].filter(([, ids]) => ids.length > 1));
}

export const DOUBLE_SLUG = "double-slug";

/** Names the declared workbooks that share their slug, save for the `told` ones, and leaves out the reports that would be put into one of them. */
export function refuseDoubles(
  changes: readonly Change[],
  doubles: DoubleSlugs,
  declared: ReadonlyMap<string, Declared>,
  told: ReadonlySet<string> = new Set(),
): Feasible {
  if (doubles.size === 0) return { changes: [...changes], diagnostics: [] };
  const feasible: Feasible = { changes: [], diagnostics: [] };
  for (const [slug, ids] of doubles) {
    const wanted = declared.get(slug);
    if (wanted && !told.has(slug)) feasible.diagnostics.push(ofWorkbook(wanted, ids));
  }
  const homes = new Map([...doubles].flatMap(([slug, ids]) => ids.map((id) => [id, slug] as const)));
  for (const change of changes) {
    // Only the request of a report has one.
    const home = homes.get(change.request?.workbookId as number);
    if (home === undefined) feasible.changes.push(change);
    else feasible.diagnostics.push(ofReport(change, home, doubles));
  }
  return feasible;
}

/** `the workbooks 101 and 102 both have this slug`. */
export function describeDouble(ids: readonly number[]): string {
  const sorted = [...ids].sort((a, b) => a - b);
  const last = sorted.pop();
  const all = sorted.length === 1 ? "both" : "all";
  return `the workbooks ${sorted.join(", ")} and ${last} ${all} have this slug`;
}

/** What a person does about it. */
export const DOUBLE_ADVICE =
  "Delete one of them on the platform, or give it another slug, then run this again. `boardwright workbooks get ID` shows each.";

/** A warning for each declared slug that is written in another form of Unicode than one that is live: to people they are one. */
export function findOtherForms(declared: ReadonlyMap<string, Declared>, index: LiveIndex): Diagnostic[] {
  const forms = new Map([...declared.values()].map((wanted) => [uniform(wanted.slug), wanted]));
  return [...index.ids()].flatMap(([slug, id]) => {
    const wanted = declared.has(slug) ? undefined : forms.get(uniform(slug));
    if (!wanted) return [];
    return diagnose(subjectOf(wanted), {
      rule: "other-form",
      severity: "warning",
      message: `the slug ${spellOut(wanted.slug)} looks like ${spellOut(slug)}, which is live as the workbook ${id}, and is another one`,
      help: "If it is the same dashboard, write the slug in double quotes as the platform has it.",
    });
  });
}

function ofWorkbook(wanted: Declared, ids: readonly number[]): Diagnostic {
  return diagnose(subjectOf(wanted), {
    rule: DOUBLE_SLUG,
    severity: "error",
    message: `${describeDouble(ids)}, and the platform does not say which one an upsert writes; ${wanted.slug} is left out`,
    help: DOUBLE_ADVICE,
  });
}

function ofReport(change: Change, home: string, doubles: DoubleSlugs): Diagnostic {
  return diagnose(change, {
    rule: DOUBLE_SLUG,
    severity: "error",
    message: `the report ${change.key} belongs to the workbook ${home}, but ${describeDouble(doubles.get(home) ?? [])}; it is left out`,
    help: DOUBLE_ADVICE,
  });
}

// Slugs under which two live workbooks were applied: somebody gave the first one another slug in the moment before an apply wrote it, and
// the write made a second one. The first is not the copy that the stamp of any younger workbook may come from.

/** A warning for each declared workbook that is live twice. */
export function findDoubleStamps(declared: ReadonlyMap<string, Declared>, index: LiveIndex): Diagnostic[] {
  return [...declared.values()].flatMap((wanted): Diagnostic[] => {
    const { slug } = wanted;
    const [{ id } = { id: 0 }] = index.holders(slug);
    const first = index.older(slug, id);
    if (!first) return [];
    const there = first.slug === undefined ? "without a slug" : `as ${first.slug}`;
    const known = first.slug !== undefined && isPlainSlug(first.slug) ? first.slug : "SLUG";
    const letGo = first.slug === undefined ? "" : `, or let go of it with \`boardwright disown ${known}\``;
    return [
      diagnose(subjectOf(wanted), {
        rule: "double-stamp",
        severity: "warning",
        message: `the workbooks ${first.id} and ${id} both were applied as ${slug}, and the older one is live ${there}: renamed in the UI?`,
        help: `The older one has the links, publication and rights. Delete ${id} on the platform and give ${first.id} the slug ${slug} back; or delete ${first.id}${letGo}.`,
      }),
    ];
  });
}
