// The plan document: reads what `plan --json` prints and `plan --out` writes. An inconsistent document is refused as a whole.

import {
  type Change,
  isObject,
  type Json,
  PLAN_FORMAT_VERSION,
  type Plan,
  readJson,
  readStamp,
  stampOwner,
  UserError,
} from "../../model/index.ts";
import { validatePlan } from "../generated/validators.js";

export interface PlanDocument {
  plans: Plan[];
  /** Whether it was written for several targets. */
  several: boolean;
}

/**
 * Reads a document as schemas/plan.schema.json describes it. `name` is its name in errors. Throws a UserError if it is no plan, is
 * cut off, or has another format version.
 */
export function readPlanDocument(text: string, name: string): PlanDocument {
  let value: unknown;
  try {
    value = readJson(text);
  } catch (error) {
    const what = text.trim() === "" ? "it is empty" : "it is not JSON, or was cut off";
    throw noPlan(name, what, error instanceof Error && text.trim() !== "" ? [error.message] : []);
  }
  return checkPlanDocument(value, name);
}

/** The same for a parsed value. */
export function checkPlanDocument(value: unknown, name: string): PlanDocument {
  if (!isObject(value) || typeof value.formatVersion !== "number") {
    throw noPlan(name, "it lacks the `formatVersion` that every plan begins with");
  }
  if (value.formatVersion !== PLAN_FORMAT_VERSION) {
    throw noPlan(
      name,
      `it has format version ${value.formatVersion}; this version of boardwright reads ${PLAN_FORMAT_VERSION}`,
    );
  }
  if (!validatePlan(value)) throw noPlan(name, firstProblem());
  const several = Array.isArray(value.plans);
  const plans = (several ? value.plans : [value]) as unknown as Plan[];
  for (const plan of plans) {
    for (const change of plan.changes) {
      const wrong = wrongWith(change, plan);
      if (wrong !== undefined) throw noPlan(name, `its change of the ${change.kind} ${change.key} ${wrong}`);
    }
  }
  return { plans, several };
}

function firstProblem(): string {
  const error = validatePlan.errors?.find(({ keyword }) => keyword !== "if");
  const extra = error?.params.additionalProperty;
  const place = error?.instancePath ? `\`${error.instancePath.slice(1).replaceAll("/", ".")}\` ` : "it ";
  return `${place}${error?.message ?? "is not as expected"}${extra === undefined ? "" : ` (${extra})`}`;
}

/** Why a well-formed change cannot be carried out; undefined if it can. */
function wrongWith(change: Change, plan: Plan): string | undefined {
  const { kind, key, action, request } = change;
  if (action === "orphaned") return undefined;
  if (action !== "create" && (change.id === null || change.fingerprint === null))
    return "does not say which live state it was planned from";
  if (kind === "folder")
    return action === "create" ? undefined : `has the action ${action}: folders are only created`;
  if (kind === "report" && change.publicId === undefined) return "has no publicId";
  if (request === undefined)
    return action === "publish" || action === "delete" ? undefined : "has no request";
  const stamp = readStamp(request.meta as Json);
  const isOurs = stamp?.project === plan.project && stamp.of === stampOwner(plan.target.deploymentId, key);
  return isOurs ? undefined : "carries no stamp, or another one's";
}

function noPlan(name: string, why: string, details: readonly string[] = []): UserError {
  return new UserError(`${name} is not a plan that can be applied: ${why}`, {
    details: [...details, "Write one with `boardwright plan --out FILE`. Nothing was sent."],
  });
}
