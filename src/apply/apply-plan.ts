// The executor: does what a plan says and nothing else, in the order of contract 7, and tells what became of each change.

import {
  type ApplySummary,
  type Change,
  isDone,
  type Plan,
  type Result,
  type ResultError,
} from "../model/index.ts";
import { asShell, type Habits } from "../plan/index.ts";
import type { ApplyContext } from "./context.ts";
import { makeFolder } from "./folders.ts";
import { watchPublicIds, watchSlugs } from "./holders.ts";
import { removeReport, removeWorkbook } from "./remove.ts";
import { type Created, neededShells, resolveChange } from "./resolve-change.ts";
import { runAll } from "./scheduler.ts";
import { writeReport } from "./write-report.ts";
import { makeShell, type Shell, writeWorkbook } from "./write-workbook.ts";

export interface ApplyOptions extends ApplyContext {
  concurrency: number;
  /** Ctrl-C: no new work is taken, what is in flight is finished. */
  stop: AbortSignal;
  onStart?(change: Change): void;
  onResult?(result: Result): void;
}

export interface ApplyOutcome {
  summary: ApplySummary;
  /** One for each change that asks for work, in the order of the plan. */
  results: Result[];
  interrupted: boolean;
}

export async function applyPlan(plan: Plan, options: ApplyOptions): Promise<ApplyOutcome> {
  const results = new Map<Change, Result>();
  const record = (change: Change, result: Result): void => {
    results.set(change, result);
    if (result.error?.code === "unauthorized") refused.abort();
    options.onResult?.(result);
  };
  const created: Created = { folders: new Map(), workbooks: new Map(), reports: new Map() };
  const shells = new Map<string, Shell>();
  const skip = (change: Change, error: ResultError) => skipped(change, error, shellOf(shells, change));
  const habits: Habits = { fillsIn: undefined };
  const work = plan.changes.filter((change) => change.action !== "orphaned");
  const creations = work.filter(({ kind, action }) => kind === "workbook" && action === "create");
  const newReports = work.filter(({ kind, id }) => kind === "report" && id === null);
  const findReport = watchPublicIds(options, new Set(newReports.flatMap(({ publicId }) => publicId ?? [])));
  const findHolder = watchSlugs(options, new Set(creations.map(({ key }) => key)));
  // A credential that is refused once is refused for all that follows: asking on could lock the account.
  const refused = new AbortController();
  const stop = AbortSignal.any([options.stop, refused.signal]);

  const runAllOf = async (
    changes: Change[],
    concurrency: number,
    run: (change: Change) => Promise<Result | undefined>,
  ) => {
    await runAll(changes, { concurrency, stop }, async (planned) => {
      options.onStart?.(planned);
      const resolved = resolveChange(planned, created);
      const result =
        "missing" in resolved
          ? skip(planned, { code: "missing-part", message: resolved.missing })
          : await run(resolved.change);
      if (result) record(planned, result);
    });
  };
  const ofKind = (kind: Change["kind"], isDelete = false) =>
    work.filter((change) => {
      return change.kind === kind && (change.action === "delete") === isDelete && !results.has(change);
    });

  // One after the other: a folder's parent sorts before it.
  await runAllOf(ofKind("folder"), 1, async (change) => {
    const result = await makeFolder(options, change);
    if (result.id !== null) created.folders.set(change.key, result.id);
    return result;
  });
  const needed = neededShells(work);
  const begun = creations.flatMap(({ key, id }) => (id === null ? [] : [[key, id] as const]));
  for (const [key, id] of begun) created.workbooks.set(key, id);
  const empty = ofKind("workbook").filter(({ key, id }) => needed.has(key) && id === null);
  await runAll(empty, { concurrency: options.concurrency, stop }, async (change) => {
    const resolved = resolveChange(asShell(change), created);
    if ("missing" in resolved)
      return record(change, skipped(change, { code: "missing-part", message: resolved.missing }));
    const shell = await makeShell(options, resolved.change, findHolder);
    if (!("live" in shell)) return record(change, shell);
    shells.set(change.key, shell);
    created.workbooks.set(change.key, shell.live.id);
  });
  await runAllOf(ofKind("report"), options.concurrency, async (change) => {
    const result = await writeReport(options, change, findReport);
    if (result.id !== null && result.status === "applied") created.reports.set(change.key, result.id);
    return result;
  });
  await runAllOf(ofKind("workbook"), options.concurrency, (change) =>
    writeWorkbook(options, change, { findHolder, habits, shell: shells.get(change.key) }),
  );
  // What is left behind goes last, and only where all before it is done: while the dashboard that takes its place could not be made,
  // or a chart could not be pointed elsewhere, it is still needed.
  const isPlanWhole = !plan.diagnostics.some(({ severity }) => severity === "error");
  const removeAll = (kind: Change["kind"], remove: (change: Change) => Promise<Result>) => {
    const isSafe = isPlanWhole && [...results.values()].every(isDone);
    return runAllOf(ofKind(kind, true), options.concurrency, async (change) =>
      isSafe ? remove(change) : skipped(change, HELD_BACK),
    );
  };
  const gone = new Set<number>();
  await removeAll("workbook", async (change) => {
    const result = await removeWorkbook(options, change);
    if (result.id !== null && result.status === "applied") gone.add(result.id);
    return result;
  });
  await removeAll("report", (change) => removeReport(options, change, gone));

  const why = options.stop.aborted ? INTERRUPTED : REFUSED;
  for (const change of work) {
    if (results.has(change)) continue;
    const isBegun = options.stop.aborted && shellOf(shells, change) !== undefined;
    record(change, skip(change, isBegun ? BEGUN : why));
  }
  const ordered = work.map((change) => results.get(change) as Result);
  return {
    summary: summarize(plan, ordered),
    results: ordered,
    interrupted: options.stop.aborted,
  };
}

const INTERRUPTED: ResultError = { code: "interrupted", message: "interrupted before it was begun" };
/** Its shell is live. */
const BEGUN: ResultError = { code: "interrupted", message: "interrupted when it was made and still empty" };
const HELD_BACK: ResultError = {
  code: "held-back",
  message: "kept, because not all of the other changes could be made",
};
const REFUSED: ResultError = {
  code: "unauthorized",
  message: "the platform no longer takes the credential",
};

/** Where its shell was made it has an id and cost requests: a rollback takes it away again. */
function skipped({ kind, key, action, id }: Change, error: ResultError, shell?: Shell): Result {
  const made = { attempts: shell?.attempts ?? 0, id: shell?.live.id ?? id };
  return { kind, key, action, status: "skipped", ...made, error };
}

function shellOf(shells: ReadonlyMap<string, Shell>, { kind, key }: Change): Shell | undefined {
  return kind === "workbook" ? shells.get(key) : undefined;
}

function summarize(plan: Plan, results: readonly Result[]): ApplySummary {
  const done = (action: Change["action"]) =>
    results.filter((result) => result.action === action && isDone(result)).length;
  const publishing = new Set(plan.changes.filter((change) => change.publish).map((change) => change.key));
  const published = results.filter(
    ({ kind, key, status }) => kind === "workbook" && status === "applied" && publishing.has(key),
  );
  return {
    created: done("create"),
    updated: done("update"),
    published: published.length,
    stamped: done("stamp"),
    deleted: done("delete"),
    unchanged: plan.summary.unchanged,
    failed: results.filter((result) => result.status === "failed" || result.status === "stale").length,
    skipped: results.filter((result) => result.status === "skipped").length,
  };
}
