// The plan for people at a terminal: one block per change, a count of the unchanged, and the ways out of each hazard.

import { RULES } from "../../lint/index.ts";
import { type Change, type Diagnostic, type Plan, targetFlag } from "../../model/index.ts";
import { KEEPS_REPORT } from "../../plan/index.ts";
import { groupAlike } from "../change/alike.ts";
import {
  type Advice,
  adviceLead,
  adviceTitle,
  allowAllAdvice,
  hazardAdvice,
  orphanAdvice,
} from "../change/hazard-advice.ts";
import {
  asDeclaredText,
  isNothingToDo,
  isOrphan,
  isQuietStamp,
  orphansLine,
  SYMBOLS,
  shownChanges,
  stampsLine,
  totalsText,
} from "../change/plan-words.ts";
import { policyRows, policySentence } from "../change/policy-text.ts";
import type { PlanSource } from "../change/say-apply.ts";
import type { Words } from "../document/document.ts";
import { type Block, line } from "../document/document.ts";
import { terminal, terminalWords } from "../document/terminal.ts";
import { findingBlocks } from "../subjects/findings.ts";
import { cells, count, wrap } from "../text/cells.ts";
import { breakCommands, escapeTerminal } from "../text/escape.ts";
import { fitWidth } from "../text/fit-width.ts";
import { excerpt, NAME_ROOM } from "../text/value-text.ts";
import {
  groupLines,
  keyText,
  namesLines,
  type Page,
  type PageOptions,
  pageFor,
  stackBlocks,
  targetText,
} from "./page.ts";

export interface PlanPrettyOptions extends PageOptions, PlanSource {
  /** For the header: files read and live workbooks. */
  files: number;
  liveCount: number;
  /** Live workbooks that no file declares and no project manages. */
  outside?: number;
}

/** The text ends with a line end. */
export function renderPlanPretty(plan: Plan, options: PlanPrettyOptions): string {
  const shown = shownChanges(plan);
  const orphans = plan.changes.filter(isOrphan);
  const stamps = plan.changes.filter(isQuietStamp);
  const page = pageFor(shown, options);
  const advice = hazardAdvice(plan, options);
  const blocks = [
    [header(plan, options, page), ...policyLines(plan, page), ...outsideLines(options, page)].join("\n"),
    ...stackBlocks(groupAlike(shown, options.detailed).map((group) => groupLines(group, page))),
  ];
  if (orphans.length > 0) blocks.push(orphanBlock(plan, orphans, options, page));
  if (stamps.length > 0) blocks.push(stampBlock(stamps, page));
  if (plan.diagnostics.length > 0) blocks.push(diagnosticsBlock(plan.diagnostics, options.color));
  const all = allowAllAdvice(plan, options);
  blocks.push([page.paint.bold(totals(plan, options)), ...adviceLines(advice, all, page)].join("\n"));
  return `${breakCommands(blocks.join("\n\n"))}\n`;
}

export function header(plan: Plan, options: PlanPrettyOptions, { width, paint }: Page): string {
  const { files, liveCount, from, undoes } = options;
  const left = targetText(plan.target, paint);
  const right =
    from === undefined
      ? `${count(files, undoes === undefined ? "file" : "backup")}, ${count(liveCount, "live workbook")}`
      : `as saved in ${excerpt(from, 0, NAME_ROOM)}`;
  const gap = width - left.size - cells(right);
  return `${left.text}${gap >= 2 ? " ".repeat(gap) : "\n"}${paint.dim(right)}`;
}

/** Under which policy it was made, and what the branch changes in it. */
export function policyLines({ policy }: Plan, { width, paint }: Page): string[] {
  if (!policy) return [];
  const lead = wrap(`${policySentence(policy)}.`.split(" ").map(escapeTerminal), width);
  if (policy.changes.length === 0) return lead.map(paint.dim);
  return [...lead.map(paint.yellow), ...policyRows(policy, width).map((row) => `  ${row}`)];
}

/** Once, and not as findings: a deployment that was not adopted yet is no fault. */
function outsideLines({ outside = 0, target }: PlanPrettyOptions, { paint }: Page): string[] {
  if (outside === 0) return [];
  const are = outside === 1 ? "is unmanaged and in no file" : "are unmanaged and in no file";
  const command = `boardwright workbooks list --state unmanaged${targetFlag(target)}`;
  return [paint.dim(`${count(outside, "live workbook")} ${are}: \`${command}\``)];
}

function orphanBlock(
  plan: Plan,
  orphans: readonly Change[],
  { target, inJob }: PlanPrettyOptions,
  page: Page,
): string {
  const room = page.width - 4;
  const [first, ...hint] = namesLines((width) => orphansLine(orphans, width), room, page);
  const ways = linesOf(terminalWords(orphanAdvice(plan, target, { inJob }), page), room);
  const more = [...hint, ...ways].map((text) => `    ${text}`);
  return [`  ${page.paint.dim(SYMBOLS.orphaned)} ${first}`, ...more].join("\n");
}

function stampBlock(changes: readonly Change[], page: Page): string {
  // Room is short: people know the workbooks by name.
  const reports = changes.filter(({ kind }) => kind === "report");
  const sorted = [...changes.filter(({ kind }) => kind !== "report"), ...reports];
  // Nobody has to decide on them, so that there is no hint at the names that are left out.
  const [line] = namesLines((width) => stampsLine(sorted, keyText, width), page.width - 4, page);
  return `  ${page.paint.dim(SYMBOLS.stamp)} ${line}`;
}

/** The plan's own findings (it left something out) and errors, whole; lint's warnings are a count. */
export function diagnosticsBlock(diagnostics: readonly Diagnostic[], color: boolean): string {
  const counted = diagnostics.filter(isLintWarning).length;
  const own = diagnostics.filter((diagnostic) => !isLintWarning(diagnostic));
  const command = { command: "boardwright lint" };
  const summed = line`${count(counted, "warning")} in the files: ${command} shows ${counted === 1 ? "it" : "them"}.`;
  const say = (details: Block[]) => terminal({ light: "none", verdict: [], details }, { color });
  return `${say(findingBlocks(own))}${say(counted > 0 ? [summed] : [])}`.trimEnd();
}

const COUNTED = new Set(RULES.flatMap((rule) => (rule.inPlans ? [] : [rule.id])));

function isLintWarning({ severity, rule }: Diagnostic): boolean {
  return severity === "warning" && COUNTED.has(rule);
}

function totals(plan: Plan, { undoes }: PlanPrettyOptions): string {
  const left = plan.leftOut ? [`${plan.leftOut.length} cannot be put back`] : [];
  const parts = [totalsText(plan), ...left].filter((text) => text !== "");
  if (!isNothingToDo(plan)) return `${parts.join(", ") || "Nothing was compared"}.`;
  if (plan.diagnostics.some(({ rule }) => rule === KEEPS_REPORT))
    return "Nothing to do: this rollback alone cannot show viewers what they saw before.";
  if (undoes !== undefined)
    return `Nothing to do: the live state is as it was before ${excerpt(undoes, 0, NAME_ROOM)}.`;
  const orphaned = totalsText(plan, ["unchanged"]);
  return `Nothing to do: ${asDeclaredText(plan.summary)}${orphaned === "" ? "" : `, ${orphaned}`}.`;
}

/** `all`: how to accept all of several hazards at once. */
export function adviceLines(advice: readonly Advice[], all: Words, page: Page): string[] {
  const { width, paint } = page;
  const texts = advice.map((one) => {
    const title = `${excerpt(adviceTitle(one), 0, 300)}.`;
    return `${title} ${terminalWords(one.pieces, page)}`.trimEnd();
  });
  const [only] = texts;
  if (only === undefined) return [];
  const lead = `${adviceLead(advice)}:`;
  if (texts.length === 1) return linesOf(`${lead} ${only}`, width).map(paint.yellow);
  const rest = all.length === 0 ? [] : [terminalWords(all, page)];
  const lines = [...texts, ...rest].flatMap((text) => linesOf(text, width - 2));
  return [lead, ...lines.map((text) => `  ${text}`)].map(paint.yellow);
}

function linesOf(text: string, width: number): string[] {
  return fitWidth(text, width, 0).split("\n");
}
