// The plans of several targets side by side: per workbook, what each target would do.

import {
  type Change,
  compareText,
  isObject,
  type Json,
  type Plan,
  valueAt,
  widgetsOf,
  writeJson,
} from "../../model/index.ts";
import { ownHazards } from "../change/hazard-advice.ts";
import { driftTotals, totalsText } from "../change/plan-words.ts";
import type { Document, Line } from "../document/document.ts";
import { count, listNames } from "../text/cells.ts";
import { isError } from "../text/findings.ts";
import { type FailedTarget, linesByTarget } from "./by-target.ts";

/** The table, if any workbook differs, and a closing line for each target. */
export function plansDocument(plans: readonly Plan[], failed: readonly FailedTarget[]): Document {
  const rows = rowsOf(plans);
  const columns = columnsOf(plans, rows);
  const head = ["workbook", ...columns.map(({ names }) => listNames(names, COLUMN))];
  const body = rows.map(([key = ""], at) => [key, ...columns.map(({ cells }) => cells[at] ?? "")]);
  const details = rows.length > 0 ? [{ head, rows: body }] : [];
  return { light: "none", verdict: [], lead: closingLines(plans, failed), details };
}

/**
 * A row for each workbook that differs from its files somewhere: its key, and the action per target. Those of one template that are the same at
 * every target are one row: `sales-${row.key}: 12 rows`.
 */
function rowsOf(plans: readonly Plan[]): string[][] {
  const changes = plans.map(
    (plan) =>
      new Map(plan.changes.filter(({ kind }) => kind === "workbook").map((change) => [change.key, change])),
  );
  const keys = [...new Set(changes.flatMap((ofPlan) => [...ofPlan.keys()]))].sort(compareText);
  const templates = new Map(
    changes.flatMap((ofPlan) => [...ofPlan].map(([key, { template }]) => [key, template] as const)),
  );
  const rows = keys.map((key) => {
    const isDeclared = changes.some((ofPlan) => isDeclaration(ofPlan.get(key)));
    const cells = plans.map((plan, index) => {
      const change = changes[index]?.get(key);
      if (change) return wordsOf(change);
      const isLeftOut = plan.diagnostics.some(({ slug, severity }) => slug === key && severity === "error");
      return isLeftOut ? "left out" : isDeclared ? "unchanged" : "";
    });
    return [key, ...cells];
  });
  // What waits for a decision is named.
  const sameOf = ([key = "", ...cells]: string[]) => {
    const template = cells.some((cell) => cell.includes("(")) ? undefined : templates.get(key);
    return template && [template, ...cells].join("\n");
  };
  return foldRows(rows, sameOf).map(([first, ...others]) => {
    const [key = "", ...cells] = first;
    return others.length > 0 ? [`${templates.get(key)}: ${others.length + 1} rows`, ...cells] : first;
  });
}

/** Rows that are the same together, each list where its first one is; one without a text for it is alone. */
export function foldRows<T>(rows: readonly T[], sameOf: (row: T) => string | undefined): [T, ...T[]][] {
  const known = new Map<string, [T, ...T[]]>();
  return rows.flatMap((row): [T, ...T[]][] => {
    const text = sameOf(row);
    const same = text === undefined ? undefined : known.get(text);
    if (same) {
      same.push(row);
      return [];
    }
    const list: [T, ...T[]] = [row];
    if (text !== undefined) known.set(text, list);
    return [list];
  });
}

/** A workbook that no file declares is an orphan at the targets that have it, and nothing at the others. */
function isDeclaration(change: Change | undefined): boolean {
  return change !== undefined && change.action !== "orphaned" && change.action !== "delete";
}

function wordsOf(change: Change): string {
  const { action, publish } = change;
  const hazards = ownHazards(change).map(({ code }) => code);
  const words = publish && action !== "publish" ? `${action}, publish` : action;
  return hazards.length > 0 ? `${words} (${hazards.join(", ")})` : words;
}

/** Targets that have the same in every row are one column. */
interface Column {
  names: string[];
  cells: string[];
}

/** The rows as columns, those that are alike together, in the order of their first targets. */
function columnsOf(plans: readonly Plan[], rows: readonly (readonly string[])[]): Column[] {
  const columns = new Map<string, Column>();
  for (const [index, { target }] of plans.entries()) {
    const cells = rows.map((row) => row[index + 1] ?? "");
    const key = cells.join("\n");
    const known = columns.get(key);
    if (known) known.names.push(target.name);
    else columns.set(key, { names: [target.name], cells });
  }
  return [...columns.values()];
}

/** Cells of the names of targets at the head of a column, and before their totals. */
const COLUMN = 24;

/** The totals of the plans, of those that have the same in one line, and the targets that have none. */
function closingLines(plans: readonly Plan[], failed: readonly FailedTarget[]): Line[] {
  const said = plans.map((plan) => {
    const errors = plan.diagnostics.filter(isError).length;
    const tail = errors > 0 ? `, ${count(errors, "error")}` : "";
    return { target: plan.target.name, text: `${totalsText(plan) || "nothing was compared"}${tail}.` };
  });
  return linesByTarget(said, { failed, failing: "could not be planned", each: "each " });
}

/** What was edited outside Git at each of them. */
export function driftsDocument(drifts: readonly Plan[], failed: readonly FailedTarget[]): Document {
  const said = drifts.map((drift) => ({
    target: drift.target.name,
    text: lowerFirst(`${driftTotals(drift)}.`),
  }));
  const lead = linesByTarget(said, { failed, failing: "could not be compared" });
  return { light: "none", verdict: [], lead };
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** Plans that are alike, each list in the order given; the first of each stands for all of it. */
export function foldPlans<T extends { plan: Plan }>(planned: readonly T[]): [T, ...T[]][] {
  const alike = new Map<string, [T, ...T[]]>();
  for (const one of planned) {
    const text = saysOf(one.plan);
    const known = alike.get(text);
    if (known) known.push(one);
    else alike.set(text, [one]);
  }
  return [...alike.values()];
}

/** What a plan says, without what is each deployment's own: its name, and numbers, versions and digests of what is live there. */
function saysOf({ target: _, changes, ...plan }: Plan): string {
  return writeJson({ ...plan, changes: changes.map(saidOf) } as unknown as Json);
}

function saidOf(change: Change): object {
  const { id, publicId, fingerprint, updatedAt, request, applied, declared, publication, ...said } = change;
  const { drawnBy, carries, residents } = change;
  return {
    ...said,
    // A digest of what viewers see holds the numbers of reports; what changes for them is in the fields.
    isFirst: publication === null,
    drawnBy: drawnBy?.map(({ id, ...drawer }) => drawer),
    carries: carries?.map(({ name }) => name),
    residents: residents?.map(({ name }) => name),
    // What is new has no fields.
    content: change.action === "create" ? contentOf(change) : undefined,
  };
}

/** What is created, without the numbers that reports have there. */
function contentOf({ kind, request = {} }: Change): Json {
  if (kind === "report") return REPORT_PARTS.map((part) => request[part] ?? null);
  const draft = valueAt(request, ["meta", "dashboardDraft"]);
  if (!isObject(draft)) return null;
  const widgets = widgetsOf(draft).map((widget): Json => {
    const config = isObject(widget) ? widget.config : undefined;
    if (!isObject(widget) || !isObject(config) || typeof config.reportId !== "number") return widget;
    return { ...widget, config: { ...config, reportId: null } };
  });
  return { ...draft, widgets };
}

const REPORT_PARTS = ["title", "jsonQuery", "sqlQuery", "pivotItems"];
