// The queries of dashboards, asked for one row each (contract 12): which of them fail, and which failed before. Nothing but the existence
// of a row, its time and the platform's words is kept.

import {
  compareText,
  type DataTest,
  type DrawnReport,
  showUrl,
  type TestOptions,
} from "../../model/index.ts";
import type { Drawn } from "../../model-check/index.ts";
import { type Clock, systemClock } from "../../platform/index.ts";
import type { Asked, ProjectContext } from "../../project/context.ts";
import type { Deadlines } from "./ask-queries.ts";
import { type AskedReports, askReports } from "./ask-reports.ts";
import { chooseReports } from "./choose-reports.ts";
import { readDrawn } from "./read-drawn.ts";

export interface TestDataOptions extends ProjectContext, Asked<TestOptions> {
  clock?: Clock;
  deadlines?: Deadlines;
}

/** Half an hour is within the life of one token. */
const DEADLINES: Deadlines = { eachMs: 120_000, allMs: 30 * 60_000 };
/** Queries at the same time, if `apply.concurrency` is no number. */
const IN_FLIGHT = 8;
const NOTHING = { judged: [], skipped: [], environment: null, queries: 0, notes: [] };

/**
 * Only reads, except for issuing the token for the data. Throws a LintError for files with errors, and a UserError if no query can be asked:
 * no environment, a model that does not compile, no permission.
 */
export async function testData(options: TestDataOptions): Promise<DataTest> {
  const { project, target, branch, against, signal = new AbortController().signal } = options;
  const { clock = systemClock, deadlines = DEADLINES, slowMs = project.test.slowMs } = options;
  const started = clock.now();
  const { drawn, undrawn } = await readDrawn(options);
  const choice = await chooseReports(drawn, options);
  const of = branch === undefined ? "production" : `branch ${branch}`;
  const late = new AbortController();
  const cancel = clock.after(deadlines.allMs, () => late.abort());
  let url = target.url;
  const ask = async (): Promise<Omit<AskedReports, "environment"> & { environment: string | null }> => {
    if (choice.asked.length === 0) return NOTHING;
    const platform = await options.connect();
    url = platform.url;
    const { concurrency } = project.apply;
    return askReports(platform, choice.asked, {
      ...{ deploymentId: target.deployment, branch, of, slowMs, clock, deadlines, signal },
      securityContext: project.test.securityContext,
      isSqlCompared: against !== undefined,
      inFlight: concurrency === "auto" ? IN_FLIGHT : concurrency,
      late: late.signal,
    });
  };
  try {
    const { judged, skipped, environment, queries, notes } = await ask();
    return {
      ...{ target: target.name, deployment: target.deployment, url: showUrl(url), of, environment, slowMs },
      ...(against !== undefined && { against }),
      tested: judged
        .map(({ drawn: one, ...verdict }) => ({ ...placeOf(one, verdict.error?.message), ...verdict }))
        .sort(byPlace),
      skipped: [...choice.skipped, ...skipped]
        .map(({ drawn: one, why }) => ({ ...placeOf(one), why }))
        .sort(byPlace),
      ...{ unchanged: choice.unchanged, undrawn, queries, elapsedMs: clock.now() - started },
      notes: [...choice.notes, ...notes],
    };
  } finally {
    cancel();
  }
}

function placeOf({ report, slugs, template, row, locate }: Drawn, words?: string): DrawnReport {
  const origin = template !== undefined && row !== undefined ? { template, row } : {};
  return { report, slugs, ...origin, span: locate(words) };
}

function byPlace({ span: a, report: one }: DrawnReport, { span: b, report: other }: DrawnReport): number {
  return compareText(a.file, b.file) || a.line - b.line || a.column - b.column || compareText(one, other);
}
