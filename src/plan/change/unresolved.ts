// References that nothing answers to, neither on the deployment nor in the plan: what needs them is left out, the rest goes on.

import { type Change, type Diagnostic, isObject } from "../../model/index.ts";
import { openReferences } from "../state/references.ts";
import type { Settled } from "./folders.ts";

export interface Capabilities {
  /** Whether the deployment lets reports be read and written. */
  reports: boolean;
}

/** Leaves out the reports that cannot be written, the workbooks that need one of those, and whatever needs these in turn. */
export function settleReferences(changes: readonly Change[], can: Capabilities): Settled {
  const { changes: left, diagnostics } = leaveOut(changes, can);
  if (diagnostics.length === 0) return { changes: left, diagnostics };
  const rest = settleReferences(left, can);
  return { changes: rest.changes, diagnostics: [...diagnostics, ...rest.diagnostics] };
}

function leaveOut(changes: readonly Change[], can: Capabilities): Settled {
  const settled: Settled = { changes: [], diagnostics: [] };
  const creatable = new Set(changes.filter(isCreate("workbook")).map(({ key }) => key));
  const reports = new Set<string>();
  for (const change of changes) {
    if (change.kind !== "report") continue;
    // What is only told of, or deleted, refers to nothing.
    if (!change.request) {
      settled.changes.push(change);
      continue;
    }
    const workbook = isObject(change.request.workbookId)
      ? String(change.request.workbookId.$workbook)
      : undefined;
    if (!can.reports) {
      settled.diagnostics.push(cannotWrite(change));
    } else if (workbook !== undefined && !creatable.has(workbook)) {
      settled.diagnostics.push(noWorkbook(change, workbook));
    } else {
      settled.changes.push(change);
      if (change.action === "create") reports.add(change.key);
    }
  }
  for (const change of changes) {
    if (change.kind === "report") continue;
    const open = change.request ? [...openReferences(change.request)].filter((key) => !reports.has(key)) : [];
    if (open.length === 0) settled.changes.push(change);
    else settled.diagnostics.push(...open.sort().map((key) => missingReport(change, key)));
  }
  return settled;
}

function isCreate(kind: Change["kind"]): (change: Change) => boolean {
  return (change) => change.kind === kind && change.action === "create";
}

function missingReport(change: Change, key: string): Diagnostic {
  return {
    ...placeOf(change),
    rule: "report-missing",
    message: `the report ${key} is not on this deployment; ${change.key} is left out`,
    help: "Apply it together with its report, or make the report there and give its publicId under `reports`.",
  };
}

function cannotWrite(change: Change): Diagnostic {
  return {
    ...placeOf(change),
    rule: "report-unsupported",
    message: `this deployment does not describe report upserts; the report ${change.key} is left out`,
    help: "Make the report there and give its publicId under `reports`, or move to a newer version of the platform.",
  };
}

function noWorkbook(change: Change, workbook: string): Diagnostic {
  return {
    ...placeOf(change),
    rule: "report-workbook-missing",
    message: `the report ${change.key} belongs to the workbook ${workbook}, which is neither live nor part of this plan; it is left out`,
    help: "Declare the workbook, or plan it together with the report.",
  };
}

function placeOf({
  kind,
  key,
  source,
}: Change): Pick<Diagnostic, "severity" | "file" | "line" | "column" | "slug"> {
  const slug = kind === "workbook" ? { slug: key } : {};
  return { severity: "error", file: source?.file ?? "", line: source?.line ?? 1, column: 1, ...slug };
}
