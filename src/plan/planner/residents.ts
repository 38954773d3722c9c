// The reports in a workbook that is to be deleted: the platform document does not say whether they go with it.

import { type Change, nameSome, type Resident, writeJson } from "../../model/index.ts";

/**
 * Deletions of workbooks with the reports in them that the changes do not delete by themselves, whoever manages those: they are backed up, and
 * named in the hazard. `inside`: live id of a workbook → all reports that belong to it; `others`: what else the plan does, before it deletes.
 */
export function withResidents(
  changes: readonly Change[],
  inside: ReadonlyMap<number, readonly Resident[]> = new Map(),
  others: readonly Change[] = [],
): Change[] {
  const isDeletion = ({ action }: Change): boolean => action === "delete";
  const going = new Set(
    [...changes.filter(isDeletion), ...others.filter(isMove)].flatMap(({ kind, id }) =>
      kind === "report" ? [id] : [],
    ),
  );
  return changes.map((change) => {
    if (!isDeletion(change) || change.kind !== "workbook") return change;
    const left = (inside.get(change.id as number) ?? []).filter(({ id }) => !going.has(id));
    if (left.length === 0) return change;
    const residents = [...left].sort((a, b) => a.id - b.id);
    const hazards = change.hazards.map((hazard) =>
      hazard.code === "delete" ? { ...hazard, message: `${hazard.message}; ${mayGo(residents)}` } : hazard,
    );
    return { ...change, hazards, residents };
  });
}

function mayGo(residents: readonly Resident[]): string {
  const names = residents.map(({ name }) => writeJson(name));
  const which = names.length === 1 ? "the report" : `${names.length} reports:`;
  return `the platform may delete with it ${which} ${nameSome(names)}`;
}

/** Whether a report goes into another workbook. */
function isMove({ fields }: Change): boolean {
  return fields.some(({ path }) => path === "workbook");
}
