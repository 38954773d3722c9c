// Edits made outside Git, in markdown: a verdict that can be read on a phone, then one folded section per workbook.

import type { Change, Plan } from "../../model/index.ts";
import { changeBody } from "../change/change-body.ts";
import { changeTitle } from "../change/change-title.ts";
import { adviceTitle, allowAllAdvice, hazardAdvice, needsDecision } from "../change/hazard-advice.ts";
import { DRIFT_DIRECTION, driftTotals, hasDirection, symbolOf } from "../change/plan-words.ts";
import { inReadingOrder } from "../change/reading-order.ts";
import type { PlanSource } from "../change/say-apply.ts";
import { taken, turned } from "../change/turned.ts";
import { markdownSections, markdownWords } from "../document/markdown.ts";
import {
  type MarkdownDocument,
  type MarkdownSection,
  sectionsByOwner,
  writeDocument,
} from "../document/markdown-document.ts";
import { markdownCode, markdownDetails, markdownName, markdownPre } from "../document/markdown-text.ts";
import type { ReviewLinks } from "../review/links.ts";
import { findingBlocks } from "../subjects/findings.ts";
import { ownersLine } from "../subjects/owners.ts";
import { escapeMarkdown } from "../text/escape.ts";
import { isError } from "../text/findings.ts";
import { paintWith } from "../text/paint.ts";
import { excerpt, NAME_ROOM } from "../text/value-text.ts";
import { withGround } from "./policy-markdown.ts";
import { placesLine, type ReviewSource } from "./review-links.ts";

/** Every line starts with its sign, so the lines of a text diff need no marks of their own. */
const STYLE = { paint: paintWith(false), width: 84, marks: false, valueRoom: 300 };

/** The title of the issue: plain text to GitHub, without a mention or a line end. The same for the same target. */
export function driftTitle(target: string): string {
  return `Dashboards of ${excerpt(target, 0, 60).replaceAll("@", "@\u200b")} were edited outside Git`;
}

/** `drift`: a plan that holds edits only. No text of a dashboard has any meaning in it. Ends with a line end. */
export function renderDriftMarkdown(drift: Plan, source: ReviewSource = {}): string {
  return writeDocument(drift.target.name, withGround(driftDocument(drift, source), drift));
}

/**
 * The same of edits that a pull request takes into the files, as its difference has them: from Git to what is live. What both sides
 * edited is not in it, and still waits for a decision.
 */
export function proposedDocument(drift: Plan, source: ReviewSource = {}): MarkdownDocument {
  const { verdict, light } = driftDocument(drift, source);
  const left = drift.changes.filter(({ hazards }) => hazards.some(({ code }) => code === "conflict"));
  return {
    light,
    verdict,
    lead: [
      ...ownersLine(drift.changes, 1).map(({ line }) => markdownWords(line)),
      ...(left.length > 0 ? hazardLead({ ...drift, changes: left }, source) : []),
    ],
    sections: editSections(drift, source, (change) => !left.includes(change)),
  };
}

/** The same in pieces, for an issue. */
export function driftDocument(drift: Plan, source: ReviewSource = {}): MarkdownDocument {
  return {
    light: drift.diagnostics.some(isError) ? "wrong" : drift.changes.length > 0 ? "decide" : "go",
    verdict: [escapeMarkdown(driftTotals(drift))],
    lead: [
      ...(hasDirection(drift) ? [`<sub>${DRIFT_DIRECTION}</sub>`] : []),
      ...ownersLine(drift.changes, 1).map(({ line }) => markdownWords(line)),
      ...hazardLead(drift, source),
    ],
    sections: editSections(drift, source, () => false),
  };
}

/** One for each edit, by owner, and the findings. */
function editSections(
  { changes, diagnostics }: Plan,
  { links }: ReviewSource,
  isTaken: (change: Change) => boolean,
): MarkdownSection[] {
  return sectionsByOwner(
    inReadingOrder(changes),
    (some) => some.map((change) => editSection(change, { isTaken: isTaken(change), links })),
    { others: markdownSections(findingBlocks(diagnostics), { links }), least: 1 },
  );
}

/** One paragraph per hazard code, with the ways out: comments are read away from the job, so the commands name the target. */
function hazardLead(plan: Plan, { narrowing, surroundings, allowed }: PlanSource): string[] {
  const source = { target: plan.target.name, narrowing, surroundings, allowed };
  const all = allowAllAdvice(plan, source);
  const lead = hazardAdvice(plan, source).map(
    (advice) => `**${markdownName(adviceTitle(advice), 200)}**: ${markdownWords(advice.pieces)}`,
  );
  return all.length === 0 ? lead : [...lead, `**all**: ${markdownWords(all)}`];
}

interface EditOptions {
  isTaken?: boolean;
  links?: ReviewLinks | undefined;
}

/** One change, folded: what was done in the UI, without a word of what an apply would do. */
function editSection(change: Change, { isTaken = false, links = {} }: EditOptions): MarkdownSection {
  const { kind, key, name } = changeTitle(change);
  const title = name === "" ? "" : ` ${markdownName(name, NAME_ROOM)}`;
  const decision = !isTaken && needsDecision(change, undefined) ? " · needs a decision" : "";
  const summary = `${symbolOf(change, true)} ${kind}${markdownCode(key, NAME_ROOM)}${title}${decision}`;
  const places = placesLine(change, links);
  const place = places === "" ? [] : [`<sub>${places}</sub>\n`];
  const edits = isTaken ? taken(change) : turned(change);
  const lines = changeBody(edits, { ...STYLE, onlyEdits: true, toLive: !isTaken }).map(({ sign, text }) =>
    `${sign} ${text}`.trimEnd(),
  );
  const body = lines.length > 0 ? [markdownPre(lines.join("\n"), "diff")] : [];
  return { title: key, text: markdownDetails(summary, [...place, ...body]) };
}
