// What is said before the key of a change.

import type { ChangeKind } from "../../model/index.ts";

/** `report `, `folder `; nothing for a workbook, which plans are about. */
export function kindPrefix(kind: ChangeKind): string {
  return kind === "workbook" ? "" : `${kind} `;
}
