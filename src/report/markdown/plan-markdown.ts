// The plan in markdown: a verdict one can read on a phone, what needs a decision, then one folded section per change.

import type { Change, Diagnostic, Plan } from "../../model/index.ts";
import { changeBody } from "../change/change-body.ts";
import { changeTitle } from "../change/change-title.ts";
import { NAME_ROOM } from "../change/field-row.ts";
import { adviceTitle, countDecisions, hazardAdvice, ownHazards } from "../change/hazard-advice.ts";
import { layoutPictures } from "../change/layout-change.ts";
import { asDeclaredText, isNothingToDo, totalsText } from "../change/plan-totals.ts";
import { count } from "../text/cells.ts";
import { paintWith } from "../text/paint.ts";
import { diagnosticSections } from "./diagnostic-markdown.ts";
import { joinBlocks, type MarkdownDocument, type MarkdownSection } from "./markdown-document.ts";
import {
  markdownCode,
  markdownCommit,
  markdownDetails,
  markdownName,
  markdownPieces,
  markdownPre,
} from "./markdown-text.ts";

export interface PlanMarkdownOptions {
  /** The commit that the plan is of. */
  commit?: string;
}

/** A sign column stands in front of every line, so the lines of a text's difference need no marks of their own. */
const STYLE = { paint: paintWith(false), width: 84, marks: false };
export const SYMBOLS = { create: "+", update: "~", publish: ">", stamp: "=", delete: "−", orphaned: "·" };

/** Markdown as GitHub reads it; no text of a dashboard has any meaning in it. Ends with a line end. */
export function renderPlanMarkdown(plan: Plan, { commit }: PlanMarkdownOptions = {}): string {
  const { verdict, lead, sections } = planDocument(plan);
  if (commit !== undefined) verdict.push(markdownCommit(commit));
  const first = `**${markdownName(plan.target.name, NAME_ROOM)}**: ${verdict.join(" · ")}`;
  return joinBlocks([first, ...lead, ...sections.map(({ text }) => text)]);
}

/** `2 to update, 1 to create · 1 needs a decision`, the ways out, a section per change, and what lint and the plan found. */
export function planDocument(plan: Plan): MarkdownDocument {
  return {
    verdict: verdict(plan),
    lead: hazardLead(plan),
    sections: [...changeSections(plan), ...diagnosticSections(plan.diagnostics)],
  };
}

/** One paragraph per hazard code, with the ways out: read far from the plan, so their commands name the target. */
export function hazardLead(plan: Plan): string[] {
  return hazardAdvice(plan, { target: plan.target.name }).map(
    (advice) => `**${markdownName(adviceTitle(advice), 200)}**: ${markdownPieces(advice.pieces)}`,
  );
}

/** What is unchanged, or only stamped, has none. */
export function changeSections(plan: Plan): MarkdownSection[] {
  return plan.changes.filter(isTold).map((change) => changeSection(change));
}

/** A stamp that nobody has to decide on changes nothing that anybody sees. */
export function isTold({ action, hazards }: Change): boolean {
  return action !== "stamp" || hazards.length > 0;
}

function verdict(plan: Plan): string[] {
  const parts = [verdictText(plan)];
  const decisions = countDecisions(plan);
  if (decisions > 0) parts.push(decisionsText(decisions));
  const errors = plan.diagnostics.filter(isError).length;
  if (errors > 0) parts.push(count(errors, "error"));
  return parts;
}

/** `2 to update, 1 to create`, or that there is nothing to do. */
export function verdictText(plan: Plan): string {
  if (isNothingToDo(plan)) return `nothing to do, ${asDeclaredText(plan.summary)}`;
  return totalsText(plan, ["unchanged", "stamp", "orphaned"]) || totalsText(plan) || "nothing compared";
}

export function decisionsText(decisions: number): string {
  return `${decisions} ${decisions === 1 ? "needs" : "need"} a decision`;
}

function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}

/** One change, folded. `onlyEdits`: see BodyStyle; pictures show what an apply would do, so then there are none. */
export function changeSection(change: Change, { onlyEdits = false } = {}): MarkdownSection {
  const { kind, key, name } = changeTitle(change);
  const title = name === "" ? "" : ` ${markdownName(name, NAME_ROOM)}`;
  const needs = ownHazards(change).length > 0 ? " · needs a decision" : "";
  const body: string[] = [];
  if (change.source) body.push(`<sub>${markdownName(change.source.file, 120)}:${change.source.line}</sub>\n`);
  const lines = changeBody(change, { ...STYLE, onlyEdits }).map(({ sign, text }) =>
    `${sign} ${text}`.trimEnd(),
  );
  if (lines.length > 0) body.push(markdownPre(lines.join("\n"), "diff"));
  if (!onlyEdits) body.push(...layoutPictures(change).map((picture) => markdownPre(picture)));
  const summary = `${SYMBOLS[change.action]} ${kind}${markdownCode(key, NAME_ROOM)}${title}${needs}`;
  return { title: change.key, text: markdownDetails(summary, body) };
}
