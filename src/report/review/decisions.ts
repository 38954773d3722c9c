// What waits for a decision, one by one: which edits it is about, and the ways out.

import type { Change, HazardCode, Plan } from "../../model/index.ts";
import { hazardAdvice, needsDecision, ownHazards } from "../change/hazard-advice.ts";
import type { PlanSource } from "../change/say-apply.ts";
import type { Words } from "../document/document.ts";
import { bothSay, doneOutside } from "./decision-words.ts";
import type { ReviewRow } from "./rows.ts";

export interface Decision {
  change: Change;
  /** What people call it now. */
  title: string;
  /** As of its row. */
  isNamesake: boolean;
  hazards: {
    code: HazardCode;
    message: string;
    /** The edits, where these are few words. */
    edits: Words[];
  }[];
  /** One for each hazard. */
  ways: Words[];
}

/** In the order of the plan; what the policy accepts, and what is about the whole plan, is none of them. */
export function decisionsOf(plan: Plan, rows: readonly ReviewRow[], source: PlanSource): Decision[] {
  const { allowed } = source;
  return plan.changes
    .filter((change) => needsDecision(change, allowed))
    .map((change): Decision => {
      const row = rows.find((one) => one.change === change);
      return {
        change,
        title: row?.title ?? change.title,
        isNamesake: row?.isNamesake === true,
        hazards: ownHazards(change)
          .filter(({ code }) => !allowed?.has(code, change))
          .map(({ code, message }) => ({ code, message, edits: editsOf(change, code) })),
        ways: hazardAdvice({ ...plan, changes: [change] }, source)
          .filter(({ code, accepted }) => code !== "mass-change" && !accepted)
          .map(({ pieces }) => pieces),
      };
    });
}

function editsOf(change: Change, code: HazardCode): Words[] {
  if (code === "drift") return doneOutside(change);
  return code === "conflict" ? bothSay(change) : [];
}
