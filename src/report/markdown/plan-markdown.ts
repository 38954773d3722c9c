// The plan in markdown: a verdict that can be read on a phone, what needs a decision, then one folded section per change.

import type { Change, Plan } from "../../model/index.ts";
import { appContent } from "../../plan/index.ts";
import { type ChangeGroup, groupAlike, groupWords } from "../change/alike.ts";
import { changeBody } from "../change/change-body.ts";
import { changeTitle } from "../change/change-title.ts";
import { NAME_ROOM } from "../change/field-row.ts";
import type { SectionOptions } from "../change/field-sections.ts";
import {
  adviceTitle,
  allowAllAdvice,
  hazardAdvice,
  needsDecision,
  orphanAdvice,
} from "../change/hazard-advice.ts";
import { layoutPictures } from "../change/layout-grid.ts";
import {
  isOrphan,
  orphansLine,
  SYMBOLS,
  shownChanges,
  symbolOf,
  verdictParts,
} from "../change/plan-words.ts";
import type { PlanSource } from "../change/say-apply.ts";
import { closingLines, type FailedTarget, rowsOf } from "../change/side-by-side.ts";
import { listNames } from "../text/cells.ts";
import { escapeMarkdown } from "../text/escape.ts";
import { paintWith } from "../text/paint.ts";
import { excerpt } from "../text/value-text.ts";
import { diagnosticSections } from "./diagnostic-markdown.ts";
import { joinDocument, type MarkdownDocument, type MarkdownSection } from "./markdown-document.ts";
import { markdownCode, markdownDetails, markdownName, markdownPieces, markdownPre } from "./markdown-text.ts";
import { withGround } from "./policy-markdown.ts";

/** Every line starts with its sign, so the lines of a text diff need no marks of their own. */
/** Characters of the names of changes that are alike. */
const NAMES = 400;
const STYLE = { paint: paintWith(false), width: 84, marks: false, valueRoom: 300 };

const ORPHAN_ROOM = 400;

/** Markdown as GitHub reads it; no text of a dashboard has any meaning in it. Ends with a line end. */
export function renderPlanMarkdown(plan: Plan, source: PlanSource = {}): string {
  return joinDocument(plan.target.name, withGround(planDocument(plan, source), plan));
}

/** The plans of several targets as one table. Ends with a line end. */
export function renderSideBySideMarkdown(plans: readonly Plan[], failed: readonly FailedTarget[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const head = ["workbook", ...plans.map(({ target }) => escapeMarkdown(target.name))];
  const rows = rowsOf(plans).map(([key = "", ...cells]) =>
    line([`<code>${escapeMarkdown(key)}</code>`, ...cells]),
  );
  const table = rows.length > 0 ? [[line(head), line(head.map(() => "---")), ...rows].join("\n")] : [];
  const closing = closingLines(plans, failed).map((text) => `- ${escapeMarkdown(text)}`);
  return `${[...table, closing.join("\n")].join("\n\n")}\n`;
}

/** `2 to update, 1 to create · 1 needs a decision`, the ways out, a section per change, and the findings of lint and the plan. */
export function planDocument(plan: Plan, source: PlanSource = {}): MarkdownDocument {
  return {
    verdict: verdictParts(plan, source.allowed),
    lead: [...hazardLead(plan, source), ...appLead(plan)],
    sections: [
      ...groupAlike(shownChanges(plan)).map((group) => groupSection(group, source.allowed)),
      ...orphansSection(plan.changes.filter(isOrphan), plan.target.name),
      ...diagnosticSections(plan.diagnostics),
    ],
  };
}

/** Never left out, however long the comment: code that viewers will run. */
function appLead({ changes }: Plan): string[] {
  const bringing = changes.filter((change) => appContent(change).length > 0);
  if (bringing.length === 0) return [];
  const names = listNames(
    bringing.map(({ key }) => excerpt(key, 0, NAME_ROOM)),
    NAMES,
  );
  const what = "New or changed code of apps, which runs in the browsers of those who open them";
  return [`**app code** (${markdownName(names, NAMES + 20)}): ${what}.`];
}

function orphansSection(orphans: readonly Change[], target: string): MarkdownSection[] {
  if (orphans.length === 0) return [];
  const title = `${orphans.length} no longer declared`;
  return [
    {
      title,
      text: `${SYMBOLS.orphaned} ${markdownName(orphansLine(orphans, ORPHAN_ROOM), ORPHAN_ROOM)}. ${markdownPieces(orphanAdvice(orphans, target))}`,
    },
  ];
}

/** One paragraph per hazard code, with the ways out: comments are read away from the job, so the commands name the target. */
export function hazardLead(plan: Plan, { narrowing, surroundings, allowed }: PlanSource): string[] {
  const source = { target: plan.target.name, narrowing, surroundings, allowed };
  const all = allowAllAdvice(plan, source);
  const lead = hazardAdvice(plan, source).map(
    (advice) => `**${markdownName(adviceTitle(advice), 200)}**: ${markdownPieces(advice.pieces)}`,
  );
  return all.length === 0 ? lead : [...lead, `**all**: ${markdownPieces(all)}`];
}

/** Changes that are alike, as the first of them. */
function groupSection(group: ChangeGroup, allowed: PlanSource["allowed"]): MarkdownSection {
  const { first, others } = group;
  if (others.length === 0) return changeSection(first, {}, allowed);
  const keys = [first, ...others].map(({ key }) => excerpt(key, 0, NAME_ROOM));
  const names = markdownName(listNames(keys, NAMES), NAMES + 20);
  const [title, more] = groupWords(group);
  const summary = `${SYMBOLS[first.action]} <b>${title}</b>${more}${decision(first, allowed)}`;
  const text = markdownDetails(summary, [`${names}\n`, ...sectionBody(first, {})]);
  return { title: `${title} like ${first.key}`, text };
}

/** One change, folded. `onlyEdits`: see BodyStyle; pictures show what an apply would do, so then there are none. */
export function changeSection(
  change: Change,
  options: SectionOptions = {},
  allowed?: PlanSource["allowed"],
): MarkdownSection {
  const { kind, key, name } = changeTitle(change);
  const title = name === "" ? "" : ` ${markdownName(name, NAME_ROOM)}`;
  const summary = `${symbolOf(change, options.onlyEdits)} ${kind}${markdownCode(key, NAME_ROOM)}${title}${decision(change, allowed)}`;
  const place = change.source
    ? [`<sub>${markdownName(change.source.file, 120)}:${change.source.line}</sub>\n`]
    : [];
  return { title: change.key, text: markdownDetails(summary, [...place, ...sectionBody(change, options)]) };
}

function decision(change: Change, allowed: PlanSource["allowed"]): string {
  const code = appContent(change).length > 0 ? " · app code" : "";
  return `${needsDecision(change, allowed) ? " · needs a decision" : ""}${code}`;
}

function sectionBody(change: Change, options: SectionOptions): string[] {
  const body: string[] = [];
  const lines = changeBody(change, { ...STYLE, ...options }).map(({ sign, text }) =>
    `${sign} ${text}`.trimEnd(),
  );
  if (lines.length > 0) body.push(markdownPre(lines.join("\n"), "diff"));
  if (!options.onlyEdits) body.push(...layoutPictures(change).map((picture) => markdownPre(picture)));
  return body;
}
