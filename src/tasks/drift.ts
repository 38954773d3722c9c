// Drift as a document for others.

import type { Plan } from "../model/index.ts";
import { driftOf } from "../plan/index.ts";
import type { Planned } from "./make-plan.ts";

/** What changed outside Git. Without requests: what an apply would send is another question, it would also hold what Git changed. */
export function driftDocument({ plan, updated }: Pick<Planned, "plan" | "updated">): Plan {
  const drift = driftOf(plan, updated);
  return { ...drift, changes: drift.changes.map(({ request: _, ...change }) => change) };
}
