// The plan as a comment on a pull request: a verdict one can read on a phone, then one folded section per change.

import type { Change, Plan } from "../model/index.ts";
import { count } from "./cells.ts";
import { changeBody } from "./change-body.ts";
import { changeTitle } from "./change-title.ts";
import { escapeMarkdown, escapePre } from "./escape.ts";
import { NAME_ROOM } from "./field-row.ts";
import {
  type Advice,
  adviceTitle,
  countDecisions,
  hazardAdvice,
  ownHazards,
  type Piece,
} from "./hazard-advice.ts";
import { layoutPictures } from "./layout-change.ts";
import { paintWith } from "./paint.ts";
import { asDeclaredText, isNothingToDo, totalsText } from "./plan-totals.ts";

export interface PlanMarkdownOptions {
  /** The commit that the plan is of. */
  commit?: string;
}

/** A sign column stands in front of every line, so the lines of a text's difference need no marks of their own. */
const STYLE = { paint: paintWith(false), width: 84, marks: false };
const SYMBOLS = { create: "+", update: "~", publish: ">", stamp: "=", delete: "−", orphaned: "·" } as const;

/** Markdown as GitHub reads it; no text of a dashboard has any meaning in it. Ends with a line end. */
export function renderPlanMarkdown(plan: Plan, options: PlanMarkdownOptions = {}): string {
  const blocks = [verdict(plan, options)];
  for (const change of plan.changes) {
    if (change.action !== "stamp" || change.hazards.length > 0) blocks.push(section(change));
  }
  blocks.push(...hazardAdvice(plan).map(adviceText));
  if (plan.diagnostics.length > 0) blocks.push(diagnosticList(plan));
  return `${blocks.join("\n\n")}\n`;
}

export function adviceText(advice: Advice): string {
  return `**${name(adviceTitle(advice), 200)}**: ${advice.pieces.map(piece).join("")}`;
}

/** `**production**: 2 to update, 1 to create · 1 needs a decision`. */
function verdict(plan: Plan, { commit }: PlanMarkdownOptions): string {
  const parts = [
    isNothingToDo(plan)
      ? `nothing to do, ${asDeclaredText(plan.summary)}`
      : totalsText(plan, ["unchanged", "stamp", "orphaned"]) || totalsText(plan) || "nothing compared",
  ];
  const decisions = countDecisions(plan);
  if (decisions > 0) parts.push(`${decisions} ${decisions === 1 ? "needs" : "need"} a decision`);
  const errors = plan.diagnostics.filter((item) => item.severity === "error").length;
  if (errors > 0) parts.push(count(errors, "error"));
  if (commit !== undefined) parts.push(`of <code>${name(commit.slice(0, 12), 12)}</code>`);
  return `**${name(plan.target.name, NAME_ROOM)}**: ${parts.join(" · ")}`;
}

/** One change, folded. `onlyEdits`: see BodyStyle; pictures show what an apply would do, so then there are none. */
export function section(change: Change, { onlyEdits = false }: { onlyEdits?: boolean } = {}): string {
  const { kind, key, name: called } = changeTitle(change);
  const title = called === "" ? "" : ` ${name(called, NAME_ROOM)}`;
  const needs = ownHazards(change).length > 0 ? " · needs a decision" : "";
  const source = change.source ? `${name(change.source.file, 120)}:${change.source.line}` : "";
  const body = changeBody(change, { ...STYLE, onlyEdits }).map(({ sign, text }) =>
    `${sign} ${text}`.trimEnd(),
  );
  const pictures = (onlyEdits ? [] : layoutPictures(change)).map(
    (picture) => `<pre>\n${escapePre(picture)}\n</pre>`,
  );
  return [
    `<details><summary>${SYMBOLS[change.action]} ${kind}<code>${name(key, NAME_ROOM)}</code>${title}${needs}</summary>`,
    source === "" ? "" : `\n<sub>${source}</sub>\n`,
    body.length === 0 ? "" : `<pre lang="diff">\n${escapePre(body.join("\n"))}\n</pre>`,
    ...pictures,
    "\n</details>",
  ]
    .filter((line) => line !== "")
    .join("\n");
}

export function diagnosticList(plan: Plan): string {
  const lines = plan.diagnostics.map(({ file, line, column, severity, rule, message }) => {
    const place = file === "" ? "" : `<code>${name(file, 120)}:${line}:${column}</code> `;
    return `- ${place}${severity} ${name(rule, 60)}: ${name(message, 500)}`;
  });
  return lines.join("\n");
}

function piece(part: Piece): string {
  return typeof part === "string" ? escapeMarkdown(part) : `<code>${name(part.command, 400)}</code>`;
}

/** A text cut before it is escaped, so that no escape is cut in two. */
export function name(text: string, room: number): string {
  const characters = text.length > room ? [...text.slice(0, room * 2 + 2)] : [...text];
  return escapeMarkdown(characters.length > room ? `${characters.slice(0, room - 1).join("")}…` : text);
}
