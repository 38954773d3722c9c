// What a plan says for people alone: nothing of it decides what an apply does.

import type { Change } from "../../model/index.ts";
import { type KnownCarried, withCarried } from "./carried.ts";
import { type KnownDrawers, withDrawers } from "./drawn-by.ts";
import { type KnownReports, withLabels } from "./labels.ts";

/**
 * The changes, with what people call their widgets, with the dashboards that draw their reports, and with the reports outside the files
 * that a publication brings to viewers.
 */
export function forReaders(
  changes: readonly Change[],
  { reports, reportKeys, ...known }: KnownDrawers & KnownCarried & KnownReports,
): Change[] {
  return withDrawers(withLabels(withCarried(changes, known), { reports, reportKeys }), known);
}
