// The executor: does what a plan says and nothing else, in the order of contract 7, and tells what became of each change.

import {
  type ApplySummary,
  type Change,
  isObject,
  type JsonObject,
  type Plan,
  type Result,
} from "../model/index.ts";
import type { ApplyContext } from "./context.ts";
import { makeFolder } from "./folders.ts";
import { runAll } from "./scheduler.ts";
import { writeWorkbook } from "./write-workbook.ts";

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
  const settle = (change: Change, result: Result): void => {
    results.set(change, result);
    options.onResult?.(result);
  };
  const folders = new Map<string, number>();
  const work = plan.changes.filter((change) => change.action !== "orphaned");

  const runKind = async (
    kind: Change["kind"],
    concurrency: number,
    run: (change: Change) => Promise<Result>,
  ) => {
    const changes = work.filter((change) => change.kind === kind);
    await runAll(changes, { concurrency, stop: options.stop }, async (change) => {
      options.onStart?.(change);
      settle(change, await run(change));
    });
  };
  // One after the other: a folder's parent sorts before it.
  await runKind("folder", 1, (change) => makeFolder(options, change, folders));
  await runKind("workbook", options.concurrency, async (change) => {
    const request = withFolder(change.request, folders);
    if (request === "missing") return skipped(change, "folder-missing", "its folder could not be made");
    return writeWorkbook(options, request ? { ...change, request } : change);
  });

  for (const change of work) {
    if (!results.has(change))
      settle(change, skipped(change, "interrupted", "interrupted before it was begun"));
  }
  const ordered = work.map((change) => results.get(change) as Result);
  return {
    summary: summarize(plan, ordered),
    results: ordered,
    interrupted: options.stop.aborted,
  };
}

/** The request with the id of a folder that this run made; "missing" where it could not make it. */
function withFolder(
  request: JsonObject | undefined,
  folders: ReadonlyMap<string, number>,
): JsonObject | undefined | "missing" {
  if (!isObject(request?.folderId)) return request;
  const id = folders.get(String(request.folderId.$folder));
  return id === undefined ? "missing" : { ...request, folderId: id };
}

function skipped(change: Change, code: string, message: string): Result {
  const { kind, key, action, id } = change;
  return { kind, key, action, status: "skipped", attempts: 0, id, error: { code, message } };
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

function isDone(result: Result): boolean {
  return result.status === "applied" || result.status === "awaiting-review";
}
