// The plan document: reads what `plan --json` prints and `plan --out` writes. An inconsistent document is refused as a whole.

import {
  type Change,
  EXIT,
  isObject,
  type Json,
  type JsonObject,
  PLAN_FORMAT_VERSION,
  type Plan,
  readJson,
  readStamp,
  stampOwner,
  UserError,
} from "../../model/index.ts";
import { validatePlan } from "../generated/validators.js";
import { findProofProblem, findRepeatedProblem } from "./proof.ts";

export interface PlanDocument {
  plans: Plan[];
  /** Whether it was written for several targets. */
  several: boolean;
}

export interface ReadingOptions {
  /** The review key, if one is given: then only a plan that is sealed with it is one. */
  reviewKey?: string | undefined;
}

/**
 * Reads a document as schemas/plan.schema.json describes it. `name` is its name in errors. Throws a UserError if it is no plan, is
 * cut off, or has another format version; of exit code 3 if it was changed since it was written, says a key twice, or is not sealed with
 * the review key.
 */
export function readPlanDocument(text: string, name: string, options: ReadingOptions = {}): PlanDocument {
  let value: unknown;
  try {
    value = readJson(text);
  } catch (error) {
    const what = text.trim() === "" ? "it is empty" : "it is not JSON, or was cut off";
    // The message quotes the text, which may be anything but a plan.
    const isPlan = /^\s*\{\s*"formatVersion"/.test(text);
    throw noPlan(name, what, error instanceof Error && isPlan ? [error.message] : []);
  }
  const repeated = findRepeatedProblem(text);
  if (repeated !== undefined) throw refused(name, repeated);
  return checkDocument(value, name, { ...options, isWhole: true });
}

/** The same for a value, which may be a plan that was never written: only a digest that it carries must hold. */
export function checkPlanDocument(value: unknown, name: string, options: ReadingOptions = {}): PlanDocument {
  return checkDocument(value, name, { ...options, isWhole: false });
}

function checkDocument(
  value: unknown,
  name: string,
  { reviewKey, isWhole }: ReadingOptions & { isWhole: boolean },
): PlanDocument {
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
  const written = (several ? value.plans : [value]) as JsonObject[];
  const plans = written.map(withoutProof);
  for (const [index, plan] of plans.entries()) {
    for (const change of plan.changes) {
      const wrong = wrongWith(change, plan);
      if (wrong !== undefined) throw noPlan(name, `its change of the ${change.kind} ${change.key} ${wrong}`);
    }
    const proven = written[index] as JsonObject;
    const problem = findProofProblem("saved plan", proven, reviewKey);
    const isOwn = !isWhole && reviewKey === undefined && proven.digest === undefined;
    if (problem !== undefined && !isOwn) throw refused(name, problem);
  }
  return { plans, several };
}

function withoutProof({ digest: _, seal: __, ...plan }: JsonObject): Plan {
  return plan as unknown as Plan;
}

function firstProblem(): string {
  const error = validatePlan.errors?.find(({ keyword }) => keyword !== "if");
  const extra = error?.params.additionalProperty;
  const place = error?.instancePath ? `\`${error.instancePath.slice(1).replaceAll("/", ".")}\` ` : "it ";
  return `${place}${error?.message ?? "is not as expected"}${extra === undefined ? "" : ` (${extra})`}`;
}

/** Why a well-formed change cannot be carried out; undefined if it can. */
function wrongWith(change: Change, plan: Plan): string | undefined {
  const { kind, key, action, request, was } = change;
  if (action === "orphaned") return undefined;
  if (was !== undefined && (kind === "folder" || action === "create" || action === "delete"))
    return `has the action ${action} and \`was\`, which is of what is there and stays`;
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

function refused(name: string, problem: string): UserError {
  return new UserError(`refused, nothing was written: ${name} ${problem}`, {
    details: [
      "Plan again and apply that: boardwright plan --out FILE",
      "With a review key, plan with the same BOARDWRIGHT_REVIEW_KEY and --seal.",
    ],
    exitCode: EXIT.refused,
  });
}

function noPlan(name: string, why: string, details: readonly string[] = []): UserError {
  return new UserError(`${name} is not a plan that can be applied: ${why}`, {
    details: [...details, "Write one with `boardwright plan --out FILE`. Nothing was sent."],
  });
}
