// A publication holds its reports as they were when it was made: if a plan changes one, what draws it is published again.

import type { Change } from "../../model/index.ts";
import { newChange } from "../change/new-change.ts";
import { publicationPrint } from "../change/publication.ts";
import { fingerprint, identify, type Scope } from "../change/workbook-change.ts";
import { type Declared, resolveDeclared } from "../state/declared.ts";
import type { LiveWorkbook } from "../state/state.ts";

export interface Republishing {
  /** Live workbooks that are to be published and draw reports, by slug. */
  publishing: ReadonlyMap<string, LiveWorkbook>;
  /** The slugs of workbooks that need nothing else; those that are published again are taken out. */
  unchanged: Set<string>;
  declared: ReadonlyMap<string, Declared>;
  scope: Scope;
}

/**
 * The changes of a plan, with the publications that its reports call for, and with the reports that each publication waits for. A workbook that
 * was left out of the plan is not published either.
 */
export function withRepublishing(
  changes: readonly Change[],
  { publishing, unchanged, declared, scope }: Republishing,
): Change[] {
  const written = new Set(changes.filter(isReportWrite).map(({ key }) => key));
  const drawnBy = (slug: string): string[] => {
    const references = new Set(declared.get(slug)?.references);
    return [...references].filter((key) => written.has(key)).sort();
  };
  const withDrawn = (change: Change): Change => {
    const draws = change.kind === "workbook" ? drawnBy(change.key) : [];
    if (draws.length === 0) return change;
    const live = publishing.get(change.key);
    if (!live) return change.publish ? { ...change, draws } : change;
    const action = change.action === "stamp" ? "publish" : change.action;
    const changed = change.renews?.changed.filter((key) => !written.has(key)) ?? [];
    // What viewers see is its draft: only the reports call for the publication.
    const isSeen = change.action === "stamp" || change.renews !== undefined;
    const renews = isSeen && { renews: { changing: draws, changed } };
    return { ...change, action, publish: true, publication: publicationPrint(live, scope), draws, ...renews };
  };
  const added: Change[] = [];
  for (const [slug, live] of publishing) {
    const draws = drawnBy(slug);
    const wanted = declared.get(slug);
    if (!wanted || draws.length === 0 || !unchanged.delete(slug)) continue;
    added.push({ ...republishChange(wanted, live, scope), draws, renews: { changing: draws, changed: [] } });
  }
  return [...changes.map(withDrawn), ...added];
}

/** For a workbook whose draft is right, but whose reports this plan changes: viewers see them only after it is published again. */
function republishChange(declared: Declared, live: LiveWorkbook, scope: Scope): Change {
  const desired = resolveDeclared(declared, scope.reports).state();
  return newChange({
    ...identify(declared, desired, live),
    action: "publish",
    publish: true,
    fingerprint: fingerprint(live, scope),
    publication: publicationPrint(live, scope),
  });
}

const isReportWrite = ({ kind, action }: Change): boolean =>
  kind === "report" && (action === "create" || action === "update");
