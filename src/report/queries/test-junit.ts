// Queries as JUnit XML: one test per report. Only a query that fails now is a failure. Follows junit-10.xsd, as lint's does.

import type { DataTest, SkippedReport, TestedReport } from "../../model/index.ts";
import { countVerdicts, drawnText, requestText, sentence } from "../subjects/test.ts";
import { escapeXml, readableLength } from "../text/escape.ts";

export function testJunit(test: DataTest): string {
  return suitesText([suiteOf(test, `boardwright test ${test.of}`)]);
}

interface Suite {
  cases: number;
  failures: number;
  elapsedMs: number;
  lines: string[];
}

/** The tests of one target. */
export function suiteOf(test: DataTest, name: string): Suite {
  const { tested, skipped, elapsedMs } = test;
  const counts = { cases: tested.length + skipped.length, failures: countVerdicts(test).failed, elapsedMs };
  const lines = [
    `  <testsuite name="${escapeXml(name)}" ${totals(counts)} skipped="${skipped.length}" time="${seconds(elapsedMs)}">`,
    ...tested.map((one) => testcase(one, test)),
    ...skipped.map(skippedCase),
    "  </testsuite>",
  ];
  return { ...counts, lines };
}

/** The whole document. */
export function suitesText(suites: readonly Suite[]): string {
  const sum = (of: (suite: Suite) => number) => suites.reduce((all, suite) => all + of(suite), 0);
  const cases = sum((suite) => suite.cases);
  const failures = sum((suite) => suite.failures);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="boardwright" ${totals({ cases, failures })} time="${seconds(sum(({ elapsedMs }) => elapsedMs))}">`,
    ...suites.flatMap(({ lines }) => lines),
    "</testsuites>",
    "",
  ].join("\n");
}

function totals({ cases, failures }: Pick<Suite, "cases" | "failures">): string {
  return `tests="${cases}" failures="${failures}" errors="0"`;
}

function testcase(one: TestedReport, test: DataTest): string {
  const { verdict, ms, error, span } = one;
  const head = `${headOf(one)} time="${seconds(ms ?? 0)}"`;
  if (verdict === "ok") return `${head}/>`;
  const said = [sentence(one, test), error?.help, requestText(one), drawnText(one)];
  const text = [`${span.file}:${span.line}:${span.column}  ${verdict}`, ...said]
    .flatMap((line) => (line === undefined ? [] : escapeXml(readableLength(line))))
    .join("\n");
  const message = escapeXml(readableLength(error?.message ?? verdict));
  const body =
    verdict === "failed"
      ? `<failure type="${escapeXml(error?.code ?? verdict)}" message="${message}">${text}</failure>`
      : `<system-out>${text}</system-out>`;
  return `${head}>\n      ${body}\n    </testcase>`;
}

const WHY = {
  sql: "it is SQL",
  "no-query": "it has no query",
  skip: "test.skip says so",
  unreadable: "this deployment does not describe how a report is read",
} as const;

function skippedCase(one: SkippedReport): string {
  return `${headOf(one)}>\n      <skipped message="${escapeXml(WHY[one.why])}"/>\n    </testcase>`;
}

function headOf({ report, span }: Pick<TestedReport, "report" | "span">): string {
  return `    <testcase name="${escapeXml(report)}" classname="${escapeXml(span.file)}"`;
}

const seconds = (ms: number) => (ms / 1000).toFixed(3);
