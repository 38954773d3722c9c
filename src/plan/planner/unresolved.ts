// References to what is neither on the deployment nor in the plan: changes with one are left out, the rest goes on.

import { type Change, type Diagnostic, isObject } from "../../model/index.ts";
import { diagnose } from "../change/diagnose.ts";
import { openReferences } from "../state/references.ts";
import type { Feasible } from "./folders.ts";
import type { Abilities } from "./input.ts";

/** Leaves out the reports that cannot be written, the workbooks that need one of them, and the changes that need those in turn. */
export function withoutUnresolved(changes: readonly Change[], can: Abilities): Feasible {
  const { changes: left, diagnostics } = leaveOut(changes, can);
  if (diagnostics.length === 0) return { changes: left, diagnostics };
  const rest = withoutUnresolved(left, can);
  return { changes: rest.changes, diagnostics: [...diagnostics, ...rest.diagnostics] };
}

function leaveOut(changes: readonly Change[], can: Abilities): Feasible {
  const keysOfCreates = (kind: Change["kind"], among: readonly Change[]): Set<string> => {
    const creates = among.filter((change) => change.kind === kind && change.action === "create");
    return new Set(creates.map(({ key }) => key));
  };
  const workbooks = keysOfCreates("workbook", changes);
  const feasible: Feasible = { changes: [], diagnostics: [] };
  for (const change of changes.filter(({ kind }) => kind === "report")) {
    const problem = problemOf(change, workbooks, can);
    if (problem) feasible.diagnostics.push(problem);
    else feasible.changes.push(change);
  }
  const reports = keysOfCreates("report", feasible.changes);
  for (const change of changes.filter(({ kind }) => kind !== "report")) {
    const open = change.request ? [...openReferences(change.request)].filter((key) => !reports.has(key)) : [];
    if (open.length === 0) feasible.changes.push(change);
    else feasible.diagnostics.push(...open.map((key) => missingReport(change, key)));
  }
  return feasible;
}

/** Why a report cannot be written. One that is orphaned or deleted refers to nothing. */
function problemOf(change: Change, created: ReadonlySet<string>, can: Abilities): Diagnostic | undefined {
  const { key, request } = change;
  if (!request) return undefined;
  if (!can.reports) {
    return diagnose(change, {
      rule: "report-unsupported",
      severity: "error",
      message: `this deployment does not describe report upserts; the report ${key} is left out`,
      help: "Create the report there and give its publicId under `reports`, or move to a newer version of the platform.",
    });
  }
  const workbook = isObject(request.workbookId) ? String(request.workbookId.$workbook) : undefined;
  if (workbook === undefined || created.has(workbook)) return undefined;
  return diagnose(change, {
    rule: "report-workbook-missing",
    severity: "error",
    message: `the report ${key} belongs to the workbook ${workbook}, which is neither live nor part of this plan; it is left out`,
    help: "Check the slug under `workbook:`, declare that workbook, or plan it together with the report.",
  });
}

function missingReport(change: Change, key: string): Diagnostic {
  return diagnose(change, {
    rule: "report-missing",
    severity: "error",
    message: `the report ${key} is not on this deployment; ${change.key} is left out`,
    help: "Apply it together with its report, or create the report there and give its publicId under `reports`.",
  });
}
