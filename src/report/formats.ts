// The values of `--format` for plans and drift: name → renderer. A new format is one file and one line here.

import type { Plan } from "../model/index.ts";
import type { PlanSource } from "./change/say-apply.ts";
import { markdown } from "./document/markdown.ts";
import { terminal } from "./document/terminal.ts";
import { type HtmlOptions, renderPlanHtml, renderPlansHtml } from "./html/plan-html.ts";
import {
  type PlanJsonOptions,
  renderDriftJson,
  renderDriftsJson,
  renderPlanJson,
  renderPlansJson,
} from "./json/plan-json.ts";
import { renderDriftMarkdown } from "./markdown/drift-markdown.ts";
import { renderPlanMarkdown } from "./markdown/plan-markdown.ts";
import type { FailedTarget } from "./subjects/by-target.ts";
import { driftsDocument, plansDocument } from "./subjects/side-by-side.ts";
import { renderDriftPretty } from "./terminal/drift-pretty.ts";
import { type PlanPrettyOptions, renderPlanPretty } from "./terminal/plan-pretty.ts";
import type { TableStyle } from "./text/table.ts";

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
