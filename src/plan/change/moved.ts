// Whether a workbook has moved to another folder, and what its live folder is called.

import type { FieldChange, Json } from "../../model/index.ts";
import type { Base } from "../stamp/base.ts";
import { expectedLive } from "../stamp/predict-answer.ts";
import { canonical } from "../state/canonical.ts";
import type { ComparedState, LiveWorkbook } from "../state/state.ts";

/** If only ids are compared, the live folder still has a path to show. */
export function namedFolder(fields: readonly FieldChange[], { folderPath }: LiveWorkbook): FieldChange[] {
  return fields.map((field) =>
    folderPath && field.path === "folder" ? { ...field, before: folderPath } : field,
  );
}

/** If the files now name a folder by its id instead of its path, or the reverse, the live workbook has not moved. */
export function withBaseFolder(
  before: ComparedState,
  { folder }: ComparedState,
  base: Base | undefined,
  { folderId, folderPath }: LiveWorkbook,
): ComparedState {
  const last = base && expectedLive(base).folder;
  if (last === undefined || before.folder === undefined || folder === undefined) return before;
  const [now, known] = [canonical(before.folder), canonical(last)];
  const forms: Json[] = [{ id: folderId }, ...(folderPath ? [folderPath] : [])];
  const isThere = now !== canonical(folder) && forms.some((form) => canonical(form) === known);
  return isThere ? { ...before, folder: last } : before;
}
