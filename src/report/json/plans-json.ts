// The plans of several targets as one document (contract 4), with what is known of the targets that could not be planned.

import { PLAN_FORMAT_VERSION, type Plan } from "../../model/index.ts";
import { planToJson } from "./plan-json.ts";

/** A target without a plan, and why. */
export interface FailedTarget {
  target: string;
  error: { code: string; message: string; details: readonly string[] };
}

/** JSON text with a line end, the plans in the order given; `failed` is there only where any did. */
export function renderPlansJson(plans: readonly Plan[], failed: readonly FailedTarget[]): string {
  const document = {
    formatVersion: PLAN_FORMAT_VERSION,
    plans: plans.map(planToJson),
    ...(failed.length > 0 ? { failed: failed.map(failedToJson) } : {}),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function failedToJson({ target, error: { code, message, details } }: FailedTarget): unknown {
  return { target, error: { code, message, details } };
}
