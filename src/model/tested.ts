// What became of the queries of dashboards (contract 12). No data is in it: whether there was a row, how long it took, and the platform's
// own words.

import type { Span } from "./diagnostic.ts";

/** The worst first: the order in which they are shown. */
export const VERDICTS = ["failed", "failed-before", "slow", "empty", "ok"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Why a query has no row. */
export interface QueryError {
  /** The platform's code, or one of ours: `bad-request`, `timeout`, `no-such-report` … */
  code: string;
  /** The platform's words, if it had some. */
  message: string;
  /** What to do next, if the words alone do not say it. */
  help?: string;
  requestId?: string;
}

export interface DrawnReport {
  /** Its key in the files, or the platform's number. */
  report: string;
  /** Its query, or the chart that names its number. */
  span: Span;
  /** The workbooks that draw it, sorted. */
  slugs: readonly string[];
  /** The template that declares it as it is written, and the key of the row; absent if no row declares it. */
  template?: string;
  row?: string;
}

export interface TestedReport extends DrawnReport {
  verdict: Verdict;
  /** From the first request to the answer, all waiting included, in milliseconds; null if it was not asked, or not in time. */
  ms: number | null;
  error?: QueryError;
  /** Of `failed-before`: production compiles the query to the same SQL, so it was not run there as well. */
  sameSql?: true;
}

/** `unreadable`: the file names a number, and this deployment does not describe how a report is read. */
export type SkipReason = "sql" | "no-query" | "skip" | "unreadable";

export interface SkippedReport extends DrawnReport {
  why: SkipReason;
}

/** One run, as plain data. */
export interface DataTest {
  target: string;
  deployment: number;
  /** The platform's address. */
  url: string;
  /** Whose data was asked: `production`, `branch feature-x`. */
  of: string;
  /** The id of the environment; null if nothing had to be asked. */
  environment: string | null;
  slowMs: number;
  /** The revision since which reports changed, if the run was narrowed to those. */
  against?: string;
  /** Sorted by file and line. */
  tested: readonly TestedReport[];
  skipped: readonly SkippedReport[];
  /** Reports that are drawn and did not change since `against`. */
  unchanged: number;
  /** Keys of reports that no workbook draws, sorted; none if the run was narrowed to workbooks. */
  undrawn: readonly string[];
  /** Different queries that were sent: those alike are sent once. */
  queries: number;
  elapsedMs: number;
  /** What else the reader should know, as whole sentences. */
  notes: readonly string[];
}
