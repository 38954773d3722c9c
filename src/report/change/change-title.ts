// What a change is called: its key, and its name where that says more.

import type { Change } from "../../model/index.ts";
import { folderText } from "../text/folder-text.ts";

/** Not escaped. `kind` is empty for a workbook, which is what plans are about; `name` where the key says it all. */
export function changeTitle(change: Change): { kind: string; key: string; name: string } {
  const kind = change.kind === "workbook" ? "" : `${change.kind} `;
  if (change.kind === "folder") return { kind, key: folderText(change.key), name: "" };
  return { kind, key: change.key, name: change.name === change.key ? "" : change.name };
}
