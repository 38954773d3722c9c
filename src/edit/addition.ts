// Reports that are new in a file that is there: under its `reports`, or in a section of their own if it has none.

import { isObject, type JsonObject } from "../model/index.ts";
import type { Piece, ReadResolved } from "./declaration.ts";
import { ABSENT } from "./values/same.ts";

/** `reports`: key → entry as the file is to spell it, with variables escaped. */
export function additionPiece(read: ReadResolved, file: string, reports: JsonObject): Piece {
  const documents = read(file);
  const style = { shortPositions: true, layouts: false, verbatim: true };
  const found = documents.findIndex((value) => isObject(value) && isObject(value.reports));
  const doc = found === -1 ? Math.max(0, documents.findIndex(isObject)) : found;
  const whole = documents[doc] ?? {};
  const section = isObject(whole) && isObject(whole.reports) ? whole.reports : undefined;
  if (section) {
    const spot = { file, doc, path: ["reports"] };
    return { spot, now: section, want: { ...section, ...reports }, nulls: ABSENT, style };
  }
  const now = isObject(whole) ? whole : {};
  return { spot: { file, doc, path: [] }, now, want: { ...now, reports }, nulls: ABSENT, style };
}
