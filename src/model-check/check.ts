// The check itself: workbooks stream by, reports come at the end, findings come out. Of a workbook it keeps only what may become
// a finding once all queries have been seen.

import { RULES, widgetsOf } from "../lint/index.ts";
import {
  compareDiagnostics,
  compareText,
  type DataModel,
  type Diagnostic,
  isObject,
  type Project,
  type ResolvedReport,
  type ResolvedWorkbook,
  type Severity,
} from "../model/index.ts";
import { type Board, copy, reportsIn, summarizeBoard, unusedControls, wordUnused } from "./controls.ts";
import { type Finding, judge } from "./judge.ts";
import type { Mention } from "./mentions.ts";
import { cubeOf, indexModel } from "./model-index.ts";
import { mentionsOfReport, mentionsOfSettings, mentionsOfWidgets } from "./places.ts";

export interface ModelCheck {
  /** Looks at one workbook as it streams by. */
  visit(workbook: ResolvedWorkbook): void;
  /**
   * Call it once, with all reports. It checks those that a workbook shows, and those in the chosen files; without `chose`, all of
   * them.
   */
  finish(reports: readonly ResolvedReport[], chose?: (file: string) => boolean): ModelCheckResult;
}

export interface ModelCheckResult {
  /** Sorted, each once, in the usual severity of its rule. */
  diagnostics: Diagnostic[];
  /** Slugs of the workbooks that would not work, by an error of their own or of a report that they show; sorted. */
  broken: string[];
}

/** A workbook or a report: where its values are in the files, and which workbooks do not work if it does not. */
interface Source {
  locate: ResolvedWorkbook["locate"];
  breaks: readonly string[];
  slug?: string;
  /** The end of the help of its findings. */
  note?: string;
}

/** Reads from the project which config keys refer to reports (contract 1), and which rules are off. */
export function createModelCheck(
  model: DataModel,
  { reportKeys, lint }: Pick<Project, "reportKeys" | "lint">,
): ModelCheck {
  const index = indexModel(model);
  const diagnostics: Diagnostic[] = [];
  const broken = new Set<string>();
  const boards: { board: Board; source: Source }[] = [];
  /** Report key → slugs of the workbooks that show it. */
  const users = new Map<string, Set<string>>();
  /** Cubes that queries in the files name. */
  const queried = new Set<string>();
  /** Members only if their cube turns out to be one of those. */
  const guesses: { mention: Mention; source: Source }[] = [];

  const add = (source: Source, mention: Pick<Mention, "path" | "part" | "text">, finding: Finding): void => {
    if (lint.rules[finding.rule] === "off") return;
    const diagnostic = place(source, mention, finding);
    diagnostics.push(diagnostic);
    if (diagnostic.severity === "error") for (const slug of source.breaks) broken.add(slug);
  };
  const consider = (mention: Mention, source: Source): void => {
    const { text, role } = mention;
    const cube = cubeOf(text);
    if (role === undefined && !index.hasCube(cube)) {
      guesses.push({ mention: { ...mention, text: copy(text) }, source });
      return;
    }
    if (role !== undefined) queried.add(copy(cube));
    const finding = judge(mention, index);
    if (finding) add(source, mention, finding);
  };

  return {
    visit(workbook) {
      const { slug, locate, entry } = workbook;
      const source = { slug, locate, breaks: [slug] };
      const mentions = mentionsOfWidgets(workbook);
      for (const mention of [...mentionsOfSettings(workbook), ...mentions.flat()]) consider(mention, source);
      for (const key of reportsIn(entry.dashboard, reportKeys).keys)
        users.set(key, (users.get(key) ?? new Set()).add(slug));
      const board = summarizeBoard(widgetsOf(workbook), mentions, reportKeys);
      if (board) boards.push({ board, source });
    },
    finish(reports, chose = () => true) {
      const queries = new Map<string, ReadonlySet<string>>();
      for (const report of reports.filter(({ key, file }) => users.has(key) || chose(file))) {
        const mentions = mentionsOfReport(report);
        if (isObject(report.entry.query)) queries.set(report.key, new Set(mentions.map(({ text }) => text)));
        const breaks = [...(users.get(report.key) ?? [])].sort(compareText);
        const source = { locate: report.locate, breaks, note: noteOn(breaks) };
        for (const mention of mentions) consider(mention, source);
      }
      for (const { mention, source } of guesses) {
        const finding = queried.has(cubeOf(mention.text)) ? judge(mention, index) : undefined;
        if (finding) add(source, mention, finding);
      }
      for (const { board, source } of boards) {
        for (const control of unusedControls(board, (key) => queries.get(key))) {
          const { text, path } = control.members[0]!;
          // An unknown member has its finding already.
          if (index.find(text).is !== "member") continue;
          add(
            source,
            { path, part: "value", text },
            { rule: "unused-control-member", ...wordUnused(control) },
          );
        }
      }
      return { diagnostics: sortOnce(diagnostics), broken: [...broken].sort(compareText) };
    },
  };
}

const SEVERITIES: ReadonlyMap<string, Severity> = new Map(RULES.map(({ id, severity }) => [id, severity]));
/** Slugs that a note names; the rest is a number. */
const NAMED = 5;

function place(
  source: Source,
  { path, part, text }: Pick<Mention, "path" | "part" | "text">,
  finding: Finding,
): Diagnostic {
  const { rule, message, meant } = finding;
  const help = [finding.help, source.note].filter((text) => text !== undefined).join(" ");
  return {
    rule,
    severity: SEVERITIES.get(rule) ?? "error",
    message,
    ...source.locate(path, part),
    ...(source.slug !== undefined && { slug: source.slug }),
    ...(meant !== undefined && { meant: { from: text, to: meant } }),
    ...(help !== "" && { help }),
  };
}

/** The dashboards that a report's finding affects: they are in other files than the report. */
function noteOn(slugs: readonly string[]): string | undefined {
  if (slugs.length === 0) return undefined;
  const named = slugs.slice(0, NAMED).join(", ");
  const more = slugs.length > NAMED ? ` and ${slugs.length - NAMED} more` : "";
  return `Shown by ${named}${more}.`;
}

/** A value that several workbooks include is one finding. */
function sortOnce(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const sorted = [...diagnostics].sort(
    (a, b) => compareDiagnostics(a, b) || compareText(a.slug ?? "", b.slug ?? ""),
  );
  return sorted.filter(
    (finding, index) => index === 0 || compareDiagnostics(sorted[index - 1] as Diagnostic, finding) !== 0,
  );
}
