// The check itself: workbooks stream by, reports come at the end, findings come out. Of a workbook it keeps only what may become
// a finding once all queries have been seen.

import { RULES, widgetsOf } from "../lint/index.ts";
import {
  compareText,
  type DataModel,
  type Diagnostic,
  inRow,
  isObject,
  type Json,
  type OfRow,
  type Project,
  type ResolvedReport,
  type ResolvedWorkbook,
  type Severity,
  tellOnce,
} from "../model/index.ts";
import { namesBeside } from "./beside.ts";
import { type Board, copy, reportsIn, summarizeBoard, unusedControls, wordUnused } from "./controls.ts";
import { ask, type Finding, judge } from "./judge.ts";
import { decideMending, type Mend, type UnknownName } from "./mending.ts";
import type { Mention } from "./mentions.ts";
import { cubeOf, indexModel, quoteMember } from "./model-index.ts";
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
  ofRow?: OfRow;
  /** The end of the help of its findings. */
  note?: string;
}

/**
 * Reads from the project which config keys refer to reports (contract 1), and which rules are off. `before` is production's model where
 * `model` is a branch's: what looks renamed is told from what was there already by it.
 */
export function createModelCheck(
  model: DataModel,
  { reportKeys, lint }: Pick<Project, "reportKeys" | "lint">,
  before?: DataModel,
): ModelCheck {
  const index = indexModel(model);
  const diagnostics: Diagnostic[] = [];
  /** Their findings get the member that is meant when all names were seen. */
  const unknowns: { name: UnknownName; diagnostic: Diagnostic; near: string | undefined }[] = [];
  const broken = new Set<string>();
  const boards: { board: Board; source: Source }[] = [];
  /** Report key → slugs of the workbooks that show it. */
  const users = new Map<string, Set<string>>();
  /** Cubes that queries in the files name. */
  const queried = new Set<string>();
  /** Members only if their cube turns out to be one of those. */
  const guesses: { mention: Mention; beside: string[]; source: Source }[] = [];

  const add = (source: Source, mention: Place, finding: Finding): Diagnostic | undefined => {
    if (lint.rules[finding.rule] === "off") return undefined;
    const diagnostic = place(source, mention, finding);
    diagnostics.push(diagnostic);
    if (diagnostic.severity === "error") for (const slug of source.breaks) broken.add(slug);
    return diagnostic;
  };
  const tell = (mention: Mention, source: Source, beside: () => string[]): void => {
    const finding = judge(mention, index);
    const diagnostic = finding && add(source, mention, finding);
    if (!diagnostic || !MENDED.has(diagnostic.rule)) return;
    const { text, role } = mention;
    unknowns.push({ name: { text: copy(text), role, beside: beside() }, diagnostic, near: finding.near });
  };
  const consider = (mention: Mention, source: Source, entry: Json): void => {
    const { text, role } = mention;
    const cube = cubeOf(text);
    const beside = () => namesBeside(entry, mention).map(copy);
    if (role === undefined && !index.hasCube(cube)) {
      guesses.push({ mention: { ...mention, text: copy(text) }, beside: beside(), source });
      return;
    }
    if (role !== undefined) queried.add(copy(cube));
    tell(mention, source, beside);
  };

  return {
    visit(workbook) {
      const { slug, locate, entry } = workbook;
      const source = { slug, locate, breaks: [slug], ...(workbook.ofRow && { ofRow: workbook.ofRow }) };
      const mentions = mentionsOfWidgets(workbook);
      for (const mention of [...mentionsOfSettings(workbook), ...mentions.flat()])
        consider(mention, source, entry);
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
        const { locate, ofRow } = report;
        const source = { locate, breaks, note: noteOn(breaks), ...(ofRow && { ofRow }) };
        for (const mention of mentions) consider(mention, source, report.entry);
      }
      for (const { mention, beside, source } of guesses)
        if (queried.has(cubeOf(mention.text))) tell(mention, source, () => beside);
      const mend = decideMending(
        unknowns.map(({ name }) => name),
        { model: index, before: before && indexModel(before), named: queried },
      );
      for (const unknown of unknowns) addMeant(unknown, mend);
      for (const { board, source } of boards) {
        for (const control of unusedControls(board, (key) => queries.get(key))) {
          const { text, path } = control.members[0]!;
          // An unknown member has its finding already.
          if (index.find(text).is !== "member") continue;
          add(source, { path, part: "value" }, { rule: "unused-control-member", ...wordUnused(control) });
        }
      }
      return { diagnostics: tellOnce(diagnostics), broken: [...broken].sort(compareText) };
    },
  };
}

/** Rules whose findings may have a member that is meant. */
const MENDED: ReadonlySet<string> = new Set(["unknown-cube", "unknown-member"]);
const SEVERITIES: ReadonlyMap<string, Severity> = new Map(RULES.map(({ id, severity }) => [id, severity]));
/** Slugs that a note names; the rest is a number. */
const NAMED = 5;

type Place = Pick<Mention, "path" | "part">;

/** Says which member is meant, or asks whether the near one is. */
function addMeant(
  {
    name: { text, ...own },
    diagnostic,
    near,
  }: { name: UnknownName; diagnostic: Diagnostic; near: string | undefined },
  mend: Mend,
): void {
  const mended = mend({ text, ...own });
  const to = mended && ("to" in mended ? mended.to : mended.twice);
  diagnostic.message += ask(to ?? near);
  if (!mended) return;
  if ("to" in mended) diagnostic.meant = { from: text, to: mended.to };
  else {
    const why = `\`--fix\` leaves it: ${quoteMember(mended.twice)} would be there twice.`;
    diagnostic.help = [why, diagnostic.help].filter((each) => each !== undefined).join(" ");
  }
}

function place(source: Source, { path, part }: Place, finding: Finding): Diagnostic {
  const { rule, message } = finding;
  const help = [finding.help, source.note].filter((text) => text !== undefined).join(" ");
  const one: Diagnostic = {
    rule,
    severity: SEVERITIES.get(rule) ?? "error",
    message,
    ...source.locate(path, part),
    ...(source.slug !== undefined && { slug: source.slug }),
    ...(help !== "" && { help }),
  };
  return source.ofRow ? inRow(one, source.ofRow, { path, part }) : one;
}

/** The dashboards that a report's finding affects: they are in other files than the report. */
function noteOn(slugs: readonly string[]): string | undefined {
  if (slugs.length === 0) return undefined;
  const named = slugs.slice(0, NAMED).join(", ");
  const more = slugs.length > NAMED ? ` and ${slugs.length - NAMED} more` : "";
  return `Shown by ${named}${more}.`;
}
