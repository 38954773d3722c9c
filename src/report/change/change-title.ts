// What a change is called: its key, and its name if that says more.

import type { Change, ChangeKind } from "../../model/index.ts";
import { folderText } from "../text/folder-text.ts";

/** `report `, `folder `; nothing for a workbook, which plans are about. */
export function kindPrefix(kind: ChangeKind): string {
  return kind === "workbook" ? "" : `${kind} `;
}

/** Not escaped. `kind` is the prefix of the key, `old → new` for one that gets another; `name` is empty if the key says it all. */
export function changeTitle(change: Change): { kind: string; key: string; name: string } {
  const kind = kindPrefix(change.kind);
  if (change.kind === "folder") return { kind, key: folderText(change.key), name: "" };
  // No file names it, so that its key is only its publicId.
  if (change.unmanaged) return { kind, key: change.title, name: "" };
  const key = change.was === undefined ? change.key : `${change.was} → ${change.key}`;
  return { kind, key, name: change.title === change.key ? "" : change.title };
}
