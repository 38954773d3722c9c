// The plan as `plan --json` prints it: contract 4, keys in the order written there.

import {
  type Change,
  type FieldChange,
  PLAN_FORMAT_VERSION,
  type Plan,
  type PlanPolicy,
} from "../../model/index.ts";
import { prove } from "../../plan/index.ts";
import type { FailedTarget } from "../subjects/by-target.ts";
import { foldPlans } from "../subjects/side-by-side.ts";
import { diagnosticToJson } from "./diagnostic-json.ts";
import { jsonText, pick } from "./json-text.ts";

export interface PlanJsonOptions {
  /** Seals each plan with it. */
  reviewKey?: string | undefined;
}

/** JSON text with a line end: the same plan gives the same bytes. It ends with a digest of the rest, without which it is no saved plan. */
export function renderPlanJson(plan: Plan, options: PlanJsonOptions = {}): string {
  return jsonText(withProof(plan, options));
}

/** What changed outside Git, in the same shape; nothing that can be applied, so without a digest. */
export function renderDriftJson(drift: Plan): string {
  return jsonText(planToJson(drift));
}

/** The same of several targets, in the order given; `failed` as of plans. */
export function renderDriftsJson(drifts: readonly Plan[], failed: readonly FailedTarget[]): string {
  return jsonText({
    formatVersion: PLAN_FORMAT_VERSION,
    plans: drifts.map(planToJson),
    failed: failedToJson(failed),
  });
}

/** The plans of several targets, in the order given; `alike`: the names of targets whose plans say the same, if any do; `failed` is there only if any could not be planned. */
export function renderPlansJson(
  plans: readonly Plan[],
  failed: readonly FailedTarget[],
  options: PlanJsonOptions = {},
): string {
  return jsonText(plansToJson(plans, failed, options));
}

/** The same as plain data. */
export function plansToJson(
  plans: readonly Plan[],
  failed: readonly FailedTarget[],
  options: PlanJsonOptions = {},
): object {
  const alike = foldPlans(plans.map((plan) => ({ plan }))).map((members) =>
    members.map(({ plan }) => plan.target.name),
  );
  return {
    formatVersion: PLAN_FORMAT_VERSION,
    plans: plans.map((plan) => withProof(plan, options)),
    alike: alike.length < plans.length ? alike : undefined,
    failed: failedToJson(failed),
  };
}

function failedToJson(failed: readonly FailedTarget[]): unknown {
  if (failed.length === 0) return undefined;
  return failed.map(({ target, error }) => ({ target, error: pick(error, ["code", "message", "details"]) }));
}

function withProof(plan: Plan, { reviewKey }: PlanJsonOptions): object {
  const document = planToJson(plan);
  return { ...document, ...prove("saved plan", document, reviewKey) };
}

/** What a document says of it and no more: plain data in the order of contract 4, which schemas/plan.schema.json describes. */
export function planToJson(plan: Plan): Plan {
  const { formatVersion, tool, project, target, policy, checkout, summary, changes, diagnostics } = plan;
  return {
    formatVersion,
    tool: pick(tool, ["name", "version"]),
    project,
    target: targetToJson(target),
    policy: policy && policyToJson(policy),
    checkout: checkout && pick(checkout, ["repository", "commit"]),
    summary: pick(summary, [
      "create",
      "update",
      "publish",
      "rename",
      "stamp",
      "delete",
      "unchanged",
      "orphaned",
    ]),
    changes: changes.map(changeToJson),
    diagnostics: diagnostics.map(diagnosticToJson),
  } as Plan;
}

export function targetToJson(target: Plan["target"]): unknown {
  return pick(target, ["name", "url", "deploymentId"]);
}

function policyToJson({ revision, commit, changes }: PlanPolicy): unknown {
  return {
    ...{ revision, commit },
    changes: changes.map((change) => pick(change, ["path", "change", "before", "after"])),
  };
}

function changeToJson(change: Change): unknown {
  return {
    ...pick(change, ["kind", "key", "action", "was", "origin", "id", "publicId", "folder"]),
    source: change.source && pick(change.source, ["file", "line"]),
    ...pick(change, ["template", "row", "owners", "ignore", "publish", "visible", "title"]),
    hazards: change.hazards.map((hazard) => pick(hazard, ["code", "message"])),
    reason: change.reason && pick(change.reason, ["code", "message", "help"]),
    fields: change.fields.map(fieldToJson),
    shown: change.shown?.map(fieldToJson),
    renews: change.renews && pick(change.renews, ["changing", "changed"]),
    carries: change.carries?.map((one) => pick(one, ["id", "publicId", "name", "version"])),
    ...pick(change, [
      "fingerprint",
      "publication",
      "declared",
      "applied",
      "draws",
      "drawnBy",
      "residents",
      "unmanaged",
      "updatedAt",
      "request",
    ]),
  };
}

export function fieldToJson(field: FieldChange): unknown {
  return pick(field, ["path", "label", "names", "change", "before", "after", "base", "origin"]);
}
