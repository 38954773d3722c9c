// The values of `--format` for plans and drift: name → renderer. A new format is one file and one line here.

import type { Plan } from "../model/index.ts";
import type { PlanSource } from "./change/say-apply.ts";
import { markdown } from "./document/markdown.ts";
import { type TerminalStyle, terminal } from "./document/terminal.ts";
import { type HtmlOptions, renderPlanHtml, renderPlansHtml } from "./html/plan-html.ts";
import {
  type PlanJsonOptions,
  renderDriftJson,
  renderDriftsJson,
  renderPlanJson,
  renderPlansJson,
} from "./json/plan-json.ts";
import type { FailedTarget } from "./subjects/by-target.ts";
import { driftDocument } from "./subjects/drift.ts";
import { type PlanOptions, planDocument } from "./subjects/plan.ts";
import { driftsDocument, plansDocument } from "./subjects/side-by-side.ts";
import type { TableStyle } from "./text/table.ts";

export type PlanPrettyOptions = TerminalStyle & PlanOptions;

/** For people at a terminal, and for logs. Ends with a line end. */
export function renderPlanPretty(plan: Plan, options: PlanPrettyOptions): string {
  return terminal(planDocument(plan, options), options);
}

/** `drift`: a plan that holds edits only. Ends with a line end. */
export function renderDriftPretty(drift: Plan, options: PlanPrettyOptions): string {
  return terminal(driftDocument(drift, options), options);
}

/**
 * Markdown as GitHub reads it, cut to `limit` UTF-16 units, as a comment is; without it nothing is left out. It is read away from where it was made,
 * so that commands always name the target.
 */
export function renderPlanMarkdown(
  plan: Plan,
  { limit, ...options }: PlanOptions & Pick<Extras, "limit"> = {},
): string {
  const { name: subject } = plan.target;
  const document = planDocument(plan, { ...options, target: subject });
  const rest = "<code>boardwright plan --format html</code>";
  const fit = limit === undefined ? undefined : { limit, measure: ({ length }: string) => length, rest };
  return markdown(document, { subject, links: options.links, fit });
}

/** The same of edits made outside Git. */
export function renderDriftMarkdown(drift: Plan, options: PlanOptions = {}): string {
  const { name: subject } = drift.target;
  return markdown(driftDocument(drift, { ...options, target: subject }), { subject, links: options.links });
}

export interface DriftFormat {
  drift(drift: Plan, options: PlanPrettyOptions & Pick<Extras, "linksOf">): string;
  /** Of several targets; those that could not be compared are named. */
  drifts(drifts: readonly Plan[], failed: readonly FailedTarget[], options: { color: boolean }): string;
  /** As of a plan. */
  isWhole?: true;
}

/** What a format gets besides the plan; each takes what it shows. */
interface Extras extends PlanJsonOptions {
  /** Of a page, and of markdown. */
  linksOf?: HtmlOptions["linksOf"];
  /** Of markdown. */
  limit?: number | undefined;
}

export interface PlanFormat {
  plan(plan: Plan, options: PlanPrettyOptions & Extras): string;
  /** The plans of several targets; those that could not be planned are named. */
  plans(
    plans: readonly Plan[],
    failed: readonly FailedTarget[],
    options: TableStyle & PlanSource & Extras,
  ): string;
  /** Whether `plans` shows each plan whole; if not, each is shown on its own first. */
  isWhole?: true;
}

export const PLAN_FORMATS: Readonly<Record<string, PlanFormat>> = {
  pretty: {
    plan: renderPlanPretty,
    plans: (plans, failed, style) => terminal(plansDocument(plans, failed), style),
  },
  json: { plan: renderPlanJson, plans: renderPlansJson, isWhole: true },
  markdown: {
    plan: (plan, options) => renderPlanMarkdown(plan, { links: options.linksOf?.(plan), ...options }),
    plans: (plans, failed) => markdown(plansDocument(plans, failed)),
  },
  html: {
    plan: (plan, options) => renderPlanHtml(plan, { source: options, linksOf: options.linksOf }),
    plans: (plans, failed, options) =>
      renderPlansHtml(plans, { source: options, linksOf: options.linksOf, failed }),
    isWhole: true,
  },
};

export const DRIFT_FORMATS: Readonly<Record<string, DriftFormat>> = {
  pretty: {
    drift: renderDriftPretty,
    drifts: (drifts, failed, style) => terminal(driftsDocument(drifts, failed), style),
  },
  json: {
    drift: (drift) => renderDriftJson(withoutRequests(drift)),
    drifts: (drifts, failed) => renderDriftsJson(drifts.map(withoutRequests), failed),
    isWhole: true,
  },
  markdown: {
    drift: (drift, { linksOf, ...options }) =>
      renderDriftMarkdown(drift, { links: linksOf?.(drift), ...options }),
    drifts: (drifts, failed) => markdown(driftsDocument(drifts, failed)),
  },
};

/** A drift shows no requests: they would also hold what Git changed. */
function withoutRequests(drift: Plan): Plan {
  return { ...drift, changes: drift.changes.map(({ request: _, ...change }) => change) };
}
