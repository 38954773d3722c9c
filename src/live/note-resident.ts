// Which reports belong to which workbook.

import type { Resident } from "../model/index.ts";
import type { WireReport } from "../platform/index.ts";

/** Live id of a workbook → reports in it. */
export type Residents = Map<number, Resident[]>;

/** A list may show a report twice. */
export function noteResident(residents: Residents, { id, publicId, name, workbookId }: WireReport): void {
  if (workbookId == null) return;
  const known = residents.get(workbookId);
  if (known?.some((one) => one.id === id)) return;
  if (known) known.push({ id, publicId, name });
  else residents.set(workbookId, [{ id, publicId, name }]);
}
