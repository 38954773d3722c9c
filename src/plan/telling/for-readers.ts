// What a plan says for people alone: nothing of it decides what an apply does.

import type { Change } from "../../model/index.ts";
import { type KnownDrawers, withDrawers } from "./drawn-by.ts";
import { type ReportPair, withLabels } from "./labels.ts";

/** The changes, with what people call their widgets, and with the dashboards that draw their reports. */
export function forReaders(
  changes: readonly Change[],
  { reports, ...known }: KnownDrawers & { reports: readonly ReportPair[] },
): Change[] {
  return withDrawers(withLabels(changes, reports), known);
}
