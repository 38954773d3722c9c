// The plan for people at a terminal: one block per change, what is unchanged is a count, and a hazard says its ways out.

import { RULES } from "../../lint/index.ts";
import type { Action, Change, Diagnostic, HazardCode, Plan } from "../../model/index.ts";
import { changeBody } from "../change/change-body.ts";
import { changeTitle } from "../change/change-title.ts";
import { NAME_ROOM } from "../change/field-row.ts";
import { type Advice, adviceLead, adviceTitle, hazardAdvice, ownHazards } from "../change/hazard-advice.ts";
import { asDeclaredText, isNothingToDo, totalsText } from "../change/plan-totals.ts";
import { cells, count, listNames, pad, wrap } from "../text/cells.ts";
import { breakCommands, escapeTerminal } from "../text/escape.ts";
import { type Paint, paintWith } from "../text/paint.ts";
import { excerpt } from "../text/value-text.ts";

export interface PlanPrettyOptions {
  color: boolean;
  /** Cells of the terminal; 100 where nobody knows. */
  width?: number;
  /** Files read, and workbooks that are live, for the header; or where the plan is from, where it was saved. */
  files: number;
  liveCount: number;
  from?: string;
  /** Its target, where a command that names none means another. */
  target?: string | undefined;
  /** The run that it puts back, where it is the plan of a rollback. */
  undoes?: string;
  /** The hazards that were accepted: who did so needs no way out of them. */
  allowed?: ReadonlySet<HazardCode>;
}

const DEFAULT_WIDTH = 100;
/** Beyond this, what is right-aligned is too far from what it belongs to. */
const MAX_WIDTH = 120;
const SYMBOLS: Record<Action, string> = {
  create: "+",
  update: "~",
  publish: ">",
  stamp: "=",
  delete: "-",
  orphaned: "·",
};

/** The text ends with a line end. */
export function renderPlanPretty(plan: Plan, options: PlanPrettyOptions): string {
  const paint = paintWith(options.color);
  const width = widthOf(options);
  const advice = hazardAdvice(plan, options).map((item) =>
    options.allowed?.has(item.code) ? { ...item, pieces: ["Allowed."] } : item,
  );
  const blocks = [header(plan, options, width, paint)];
  let afterBare = false;
  const told = plan.changes.filter((change) => !isQuietStamp(change));
  const keyRoom = keyColumn(told, width);
  for (const change of told) {
    const body = changeBody(change, { paint, width: width - 6, marks: true }).map(({ text }) =>
      `      ${text}`.trimEnd(),
    );
    const block = [headline(change, keyRoom, width, paint), ...body].join("\n");
    const bare = body.length === 0;
    // What needs one line each is a list, not a row of paragraphs.
    if (bare && afterBare) blocks.push(`${blocks.pop()}\n${block}`);
    else blocks.push(block);
    afterBare = bare;
  }
  const quiet = plan.changes.filter(isQuietStamp);
  // Room is short: the workbooks are what people know by name.
  const [reports, others] = [quiet.filter(isReport), quiet.filter((change) => !isReport(change))];
  const stamps = [...others, ...reports].map(keyText);
  if (stamps.length > 0) blocks.push(stampBlock(stamps, width, paint));
  if (plan.diagnostics.length > 0) blocks.push(diagnosticsBlock(plan.diagnostics, paint));
  blocks.push([totals(plan, options, paint), ...adviceLines(advice, width, paint)].join("\n"));
  return `${breakCommands(blocks.join("\n\n"))}\n`;
}

/** The cells that lines are laid out for. */
export function widthOf({ width = DEFAULT_WIDTH }: PlanPrettyOptions): number {
  return Math.max(40, Math.min(width, MAX_WIDTH));
}

function isQuietStamp(change: Change): boolean {
  return change.action === "stamp" && change.hazards.length === 0;
}

/** `production`, `acme.example.com`, `deployment 12`. */
export function targetWords({ name, url, deploymentId }: Plan["target"]): string[] {
  return [name, hostText(url)]
    .map((text) => excerpt(text, 0, NAME_ROOM))
    .concat(`deployment ${deploymentId}`);
}

export function header(plan: Plan, options: PlanPrettyOptions, width: number, paint: Paint): string {
  const left = targetWords(plan.target);
  const { files, liveCount, from } = options;
  const right =
    from === undefined
      ? `${count(files, "file")}, ${count(liveCount, "live workbook")}`
      : `as saved in ${excerpt(from, 0, NAME_ROOM)}`;
  const text = left.join(" · ");
  const gap = width - cells(text) - cells(right);
  const [first = "", ...others] = left;
  const painted = [paint.bold(first), ...others].join(" · ");
  return gap >= 2 ? painted + " ".repeat(gap) + paint.dim(right) : `${painted}\n${paint.dim(right)}`;
}

/** The host of an address: whatever else it holds is no news, or a secret. */
export function hostText(url: string): string {
  if (url.startsWith("sandbox:")) return "sandbox";
  return URL.canParse(url) ? new URL(url).host : url;
}

function keyText(change: Change): string {
  const { kind, key } = changeTitle(change);
  return excerpt(kind + key, 0, NAME_ROOM);
}

export function keyColumn(changes: readonly Change[], width: number): number {
  const most = Math.min(36, Math.floor(width * 0.4));
  // A change without a name beside its key may be as wide as it likes.
  const named = changes.filter((change) => changeTitle(change).name !== "");
  const sizes = named.map((change) => cells(keyText(change))).filter((size) => size <= most);
  return Math.max(0, ...sizes);
}

/** `  ~ revenue  Revenue overview      dashboards/revenue.yaml:3`. */
export function headline(change: Change, keyRoom: number, width: number, paint: Paint): string {
  // What would go is a minus whatever else stands against it: nothing else in a plan is as final.
  const isDecision = ownHazards(change).length > 0 && change.action !== "delete";
  const symbol = isDecision ? "!" : SYMBOLS[change.action];
  const key = keyText(change);
  const source = change.source ? `${excerpt(change.source.file, 0, 100)}:${change.source.line}` : "";
  const lead = `  ${symbol} ${pad(key, keyRoom)}`;
  const left = width - cells(lead) - 2 - cells(source);
  // A name of which nothing worth reading would be left gives way: the key says which workbook it is.
  const name = left < 8 ? "" : excerpt(changeTitle(change).name, 0, Math.min(NAME_ROOM, left - 2));
  const gap = " ".repeat(Math.max(2, left - cells(name)));
  const start = `  ${tint(symbol, paint)(symbol)} ${paint.bold(key)}${" ".repeat(Math.max(0, keyRoom - cells(key)))}`;
  return source === "" ? `${start}  ${name}`.trimEnd() : `${start}  ${name}${gap}${paint.dim(source)}`;
}

function tint(symbol: string, paint: Paint): (text: string) => string {
  if (symbol === "!" || symbol === "~") return paint.yellow;
  if (symbol === "+") return paint.green;
  if (symbol === "-") return paint.red;
  return symbol === ">" ? paint.cyan : paint.dim;
}

const isReport = ({ kind }: Change): boolean => kind === "report";

function stampBlock(keys: readonly string[], width: number, paint: Paint): string {
  const lead = `${keys.length} to stamp, no viewer sees a change: `;
  const names = listNames(keys, Math.max(20, width - 4 - cells(lead)));
  return `  ${paint.dim("=")} ${lead}${names}`;
}

/** What the plan itself has to say (it left something out) and errors, whole; lint's warnings are a count. */
export function diagnosticsBlock(diagnostics: readonly Diagnostic[], paint: Paint): string {
  const lintWarnings = diagnostics.filter(isLintWarning).length;
  const lines = diagnostics
    .filter((diagnostic) => !isLintWarning(diagnostic))
    .flatMap(({ file, line, column, severity, rule, message, help }) => {
      const word = severity === "error" ? paint.red(severity) : paint.yellow(severity);
      // What is about something live that no file declares has no place.
      const where = file === "" ? "" : `${excerpt(file, 0, 200)}:${line}:${column}  `;
      const place = `${where}${word}  ${escapeTerminal(rule)}`;
      const words = [message, help ?? ""].filter((text) => text !== "");
      return [place, ...words.map((text) => `  ${excerpt(text, 0, 1000)}`)];
    });
  const summed = `${count(lintWarnings, "warning")} in the files: \`boardwright lint\` shows ${lintWarnings === 1 ? "it" : "them"}.`;
  return (lintWarnings > 0 ? [...lines, summed] : lines).join("\n");
}

const LINT_RULES = new Set(RULES.map(({ id }) => id));

function isLintWarning({ severity, rule }: Diagnostic): boolean {
  return severity === "warning" && LINT_RULES.has(rule);
}

function totals(plan: Plan, { undoes }: PlanPrettyOptions, paint: Paint): string {
  if (isNothingToDo(plan) && undoes !== undefined)
    return paint.bold(`Nothing to do: live is as it was before ${excerpt(undoes, 0, NAME_ROOM)}.`);
  if (!isNothingToDo(plan)) return paint.bold(`${totalsText(plan) || "Nothing was compared"}.`);
  const orphaned = totalsText(plan, ["unchanged"]);
  return paint.bold(
    `Nothing to do: ${asDeclaredText(plan.summary)}${orphaned === "" ? "" : `, ${orphaned}`}.`,
  );
}

export function adviceLines(advice: readonly Advice[], width: number, paint: Paint): string[] {
  const [only] = advice;
  if (only === undefined) return [];
  const lead = `${adviceLead(advice)}:`;
  if (advice.length === 1) return wrap([...lead.split(" "), ...adviceWords(only)], width).map(paint.yellow);
  const lines = advice.flatMap((item) => wrap(adviceWords(item), width - 2).map((line) => `  ${line}`));
  return [lead, ...lines].map(paint.yellow);
}

/** The words of an advice; a command is one word, so that it can be pasted from one line. */
function adviceWords(advice: Advice): string[] {
  const words = [...excerpt(adviceTitle(advice), 0, 300).split(" ")];
  words[words.length - 1] += ".";
  words.push("");
  for (const piece of advice.pieces) {
    const [first = "", ...more] =
      typeof piece === "string" ? escapeTerminal(piece).split(" ") : [`\`${escapeTerminal(piece.command)}\``];
    words[words.length - 1] += first;
    words.push(...more);
  }
  return words;
}
