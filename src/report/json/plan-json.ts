// The plan as `plan --json` prints it: contract 4, keys always in the order written there.

import { type Change, type FieldChange, PLAN_FORMAT_VERSION, type Plan } from "../../model/index.ts";
import type { FailedTarget } from "../change/side-by-side.ts";
import { diagnosticToJson } from "./diagnostic-json.ts";
import { jsonText } from "./json-text.ts";

/** JSON text with a line end: the same plan gives the same bytes. */
export function renderPlanJson(plan: Plan): string {
  return jsonText(planToJson(plan));
}

/** The plans of several targets, in the order given; `failed` is there only if any could not be planned. */
export function renderPlansJson(plans: readonly Plan[], failed: readonly FailedTarget[]): string {
  const document = {
    formatVersion: PLAN_FORMAT_VERSION,
    plans: plans.map(planToJson),
    failed: failed.length === 0 ? undefined : failed.map(failedToJson),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function failedToJson({ target, error: { code, message, details } }: FailedTarget): unknown {
  return { target, error: { code, message, details } };
}

/** Plain data in the order of contract 4; what is undefined is left out. */
function planToJson(plan: Plan): unknown {
  const { create, update, publish, stamp, delete: deletes, unchanged, orphaned } = plan.summary;
  return {
    formatVersion: plan.formatVersion,
    tool: { name: plan.tool.name, version: plan.tool.version },
    project: plan.project,
    target: { name: plan.target.name, url: plan.target.url, deploymentId: plan.target.deploymentId },
    summary: { create, update, publish, stamp, delete: deletes, unchanged, orphaned },
    changes: plan.changes.map(changeToJson),
    diagnostics: plan.diagnostics.map(diagnosticToJson),
  };
}

function changeToJson(change: Change): unknown {
  return {
    kind: change.kind,
    key: change.key,
    action: change.action,
    origin: change.origin,
    id: change.id,
    publicId: change.publicId,
    name: change.name,
    folder: change.folder,
    source: change.source && { file: change.source.file, line: change.source.line },
    publish: change.publish,
    hazards: change.hazards.map(({ code, message }) => ({ code, message })),
    fields: change.fields.map(fieldToJson),
    fingerprint: change.fingerprint,
    updatedAt: change.updatedAt,
    request: change.request,
  };
}

export function fieldToJson({ path, change, before, after, origin }: FieldChange): unknown {
  return { path, change, before, after, origin };
}
