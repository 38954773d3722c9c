// What a run of queries came to: a finding for each verdict that somebody should know of, the totals, and what was not asked.

import {
  type DataTest,
  type Diagnostic,
  durationText,
  nameSome,
  type SkipReason,
  type TestedReport,
  VERDICTS,
  type Verdict,
  writeJson,
} from "../../model/index.ts";
import { type Block, codes, type Document, line } from "../document/document.ts";
import { count } from "../text/cells.ts";
import { type FindingOptions, findingBlocks } from "./findings.ts";

/** Verdict → how many reports have it, the worst first. */
export function countVerdicts({ tested }: Pick<DataTest, "tested">): Record<Verdict, number> {
  const counts = Object.fromEntries(VERDICTS.map((verdict) => [verdict, 0])) as Record<Verdict, number>;
  for (const { verdict } of tested) counts[verdict] += 1;
  return counts;
}

/**
 * What is not `ok`. What became of the query of a template in the same way is one, whatever the row: `revenue-${row.key} (12 rows: north, south
 * and 10 more)`, with all workbooks that draw it and the longest time.
 */
export function troubles({ tested }: Pick<DataTest, "tested">): TestedReport[] {
  const groups = new Map<string, TestedReport[]>();
  for (const one of tested) {
    if (one.verdict === "ok") continue;
    const { report, template, verdict, span, error, sameSql = false } = one;
    const of = template === undefined ? [report] : [template, error?.code ?? "", error?.message ?? ""];
    const key = writeJson([...of, verdict, span.file, span.line, span.column, sameSql, error?.help ?? ""]);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].map((group): TestedReport => {
    const [first, ...others] = group as [TestedReport, ...TestedReport[]];
    if (others.length === 0) return first;
    const rows = group.map(({ row = "" }) => row);
    const slugs = [...new Set(group.flatMap((one) => one.slugs))].sort();
    const times = group.flatMap(({ ms }) => ms ?? []);
    return {
      ...first,
      ...{ report: `${first.template} (${rows.length} rows: ${nameSome(rows)})`, slugs },
      ms: times.length === 0 ? null : Math.max(...times),
    };
  });
}

/** All that is not `ok`, as findings at the query: an error if it fails, a warning otherwise. */
export function testFindings(test: DataTest): Diagnostic[] {
  return troubles(test).map((one): Diagnostic => {
    const { span, verdict } = one;
    const severity = verdict === "failed" ? "error" : "warning";
    const help = [one.error?.help, requestText(one), drawnText(one)].filter((text) => text !== undefined);
    return { rule: verdict, severity, message: sentence(one, test), ...span, help: help.join(" ") };
  });
}

/** `2 queries fail on branch x, 1 failed before, 7 are ok`; not escaped. */
export function verdictText(test: DataTest): string {
  const counts = countVerdicts(test);
  const words: Readonly<Record<Verdict, string>> = {
    failed: count(counts.failed, "fails", "fail"),
    "failed-before": `${counts["failed-before"]} failed before`,
    slow: count(counts.slow, "is slow", "are slow"),
    empty: count(counts.empty, "has no rows", "have no rows"),
    ok: count(counts.ok, "is ok", "are ok"),
  };
  const said = VERDICTS.filter((verdict) => counts[verdict] > 0).map((verdict) => words[verdict]);
  const many = count(test.tested.length, "report");
  return said.length === 0
    ? `no report was asked on ${test.of}`
    : `of ${many} on ${test.of}, ${said.join(", ")}`;
}

export function testDocument(test: DataTest, options: FindingOptions = {}): Document {
  const counts = countVerdicts(test);
  const light = counts.ok < test.tested.length ? "decide" : "go";
  const broken = brokenBy(test);
  return {
    light: counts.failed > 0 ? "wrong" : light,
    verdict: [
      [verdictText(test)],
      [`${count(test.queries, "query", "queries")} in ${durationText(test.elapsedMs)}`],
    ],
    lead: [
      ...(broken.length > 0 ? [line`Dashboards with a failing query: ${codes(broken)}.`] : []),
      ...notAsked(test),
    ],
    details: findingBlocks(testFindings(test), options),
  };
}

const NOT_ASKED: Readonly<Record<SkipReason, string>> = {
  sql: "being SQL and no query of the model",
  "no-query": "having no query",
  skip: "being in `test.skip`",
  unreadable: "being named by a number where this deployment does not describe how a report is read",
};

function notAsked({ skipped, unchanged, against = "", undrawn, notes }: DataTest): Block[] {
  const reasons = Object.keys(NOT_ASKED) as SkipReason[];
  const groups = reasons.map((reason) => ({
    why: NOT_ASKED[reason],
    names: skipped.flatMap(({ why, report }) => (why === reason ? [report] : [])),
  }));
  return [
    ...(unchanged > 0 ? [line`${count(unchanged, "report")} did not change since ${against}.`] : []),
    ...[...groups, { why: "being drawn by no dashboard", names: undrawn }].flatMap(({ why, names }) =>
      names.length > 0 ? [line`Not asked, ${why}: ${nameSome(names)}.`] : [],
    ),
    ...notes.map((note) => line`${note}`),
  ];
}

/** The workbooks with a query that fails, and does not in production. */
export function brokenBy({ tested }: Pick<DataTest, "tested">): string[] {
  const failed = tested.filter(({ verdict }) => verdict === "failed");
  return [...new Set(failed.flatMap(({ slugs }) => slugs))].sort();
}

/** `Drawn by a, b.`; undefined if no workbook is known. */
export function drawnText({ slugs }: Pick<TestedReport, "slugs">): string | undefined {
  return slugs.length === 0 ? undefined : `Drawn by ${nameSome(slugs)}.`;
}

export function requestText({ error }: Pick<TestedReport, "error">): string | undefined {
  return error?.requestId === undefined ? undefined : `Request id: ${error.requestId}.`;
}

/** `The query of x has no rows on production.` Not escaped. */
export function sentence(
  { report, verdict, ms, error, sameSql }: TestedReport,
  { of, slowMs }: Pick<DataTest, "of" | "slowMs">,
): string {
  const query = `The query of ${report}`;
  if (verdict === "ok") return `${query} has rows on ${of}.`;
  if (verdict === "empty") return `${query} has no rows on ${of}.`;
  if (verdict === "slow")
    return `${query} took ${durationText(ms ?? 0)} on ${of}, longer than ${durationText(slowMs)}.`;
  const before = sameSql ? "its SQL is the same in production" : "fails in production, too";
  const where = verdict === "failed" ? of : `${of}, and ${before}`;
  return endSentence(`${query} fails on ${where}: ${error?.message ?? "no answer"}`);
}

const endSentence = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`);
