// A publication holds its reports as they were when it was made: if a plan changes one, what draws it is published again.

import { type Change, readStamp } from "../../model/index.ts";
import { fingerprint } from "../change/fingerprint.ts";
import { newChange } from "../change/new-change.ts";
import { publicationPrint } from "../change/publication.ts";
import { identify } from "../change/workbook-change.ts";
import { resolveDeclared } from "../state/declared.ts";
import { withOwnPaths } from "../state/ignore.ts";
import type { LiveWorkbook } from "../state/state.ts";
import { type Comparison, isUnchanged } from "./comparison.ts";

/**
 * The changes of a plan, with the publications that its reports call for, and with the reports that each publication waits for. A workbook that
 * was left out of the plan is not published either.
 */
export function withRepublishing(changes: readonly Change[], comparison: Comparison): Change[] {
  const { declared, scope } = comparison.input;
  const { publishing } = comparison;
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
    const shown = {
      ...change,
      publish: true,
      visible: true,
      publication: publicationPrint(live, withOwnPaths(scope, change)),
      draws,
    };
    const isRecord = change.action === "stamp" || change.action === "rename";
    if (change.action === "update" || (!isRecord && !change.renews)) return shown;
    const changed = change.renews?.changed.filter((key) => !written.has(key)) ?? [];
    return { ...shown, action: "publish", renews: { changing: draws, changed } };
  };
  const added: Change[] = [];
  for (const [slug, live] of publishing) {
    const draws = drawnBy(slug);
    const wanted = declared.get(slug);
    if (!wanted || draws.length === 0 || !isUnchanged(comparison, slug)) continue;
    const again = newChange({
      ...identify(wanted, resolveDeclared(wanted, scope.reports).state(), live),
      action: "publish",
      publish: true,
      visible: true,
      renews: { changing: draws, changed: [] },
      publication: publicationPrint(live, withOwnPaths(scope, wanted)),
      ...appliedTo(live),
    });
    added.push({ ...again, fingerprint: fingerprint(live, scope, again), draws });
  }
  const all = [...changes.map(withDrawn), ...added];
  const shown = new Set(all.flatMap(({ publish, draws = [] }) => (publish ? draws : [])));
  return all.map((change) =>
    isReportWrite(change) ? { ...change, visible: shown.has(change.key) } : change,
  );
}

function appliedTo({ meta }: LiveWorkbook): Pick<Change, "applied"> {
  const digest = readStamp(meta)?.digest;
  return digest === undefined ? {} : { applied: digest };
}

const isReportWrite = ({ kind, action }: Change): boolean =>
  kind === "report" && (action === "create" || action === "update");
