// A publication holds its reports as they were: if a plan changes one, the workbooks that draw it are published again.

import type { Change } from "../../model/index.ts";
import { newChange } from "../change/new-change.ts";
import { publicationPrint } from "../change/publication.ts";
import { fingerprint, identify, type Scope } from "../change/workbook-change.ts";
import { type Declared, resolveDeclared } from "../state/declared.ts";
import type { LiveWorkbook } from "../state/state.ts";

/**
 * Lets the changes of workbooks that draw a changed report publish them, and returns a publication for each other such workbook.
 * `publishing`: the live workbooks that are to be published and draw reports, by slug.
 */
export function republications(
  changes: readonly Change[],
  publishing: ReadonlyMap<string, LiveWorkbook>,
  { declared, scope }: { declared: ReadonlyMap<string, Declared>; scope: Scope },
): Change[] {
  const moved = new Set(changes.filter(isReportWrite).map(({ key }) => key));
  return [...publishing].flatMap(([slug, live]): Change[] => {
    const wanted = declared.get(slug);
    const changing = wanted?.references.filter((key) => moved.has(key)).sort() ?? [];
    if (!wanted || changing.length === 0) return [];
    const change = changes.find(({ kind, key }) => kind === "workbook" && key === slug);
    const again = { publish: true, publication: publicationPrint(live, scope) };
    const renews = { changing, changed: change?.renews?.changed.filter((key) => !moved.has(key)) ?? [] };
    const isSeen = change?.action === "stamp" || change?.renews !== undefined;
    if (change && isSeen) Object.assign(change, again, { action: "publish", renews });
    else if (change) Object.assign(change, again);
    if (change) return [];
    const desired = resolveDeclared(wanted, scope.reports).state();
    const print = fingerprint(live, scope);
    return [
      newChange({
        ...identify(wanted, desired, live),
        ...again,
        action: "publish",
        renews,
        fingerprint: print,
      }),
    ];
  });
}

function isReportWrite({ kind, action }: Change): boolean {
  return kind === "report" && (action === "create" || action === "update");
}
