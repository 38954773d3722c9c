// The executor: does what a plan says and nothing else, in the order of contract 7, and reports the result of each change.

import {
  type ApplySummary,
  type Change,
  isDone,
  isWritten,
  nameOfChange,
  type Plan,
  type Result,
  type ResultError,
  writeJson,
} from "../model/index.ts";
import { type Answers, asShell, fingerprint, kindOf, parseFolderKey, withOwnPaths } from "../plan/index.ts";
import type { CreateFolderInput } from "../platform/index.ts";
import { backUp } from "./backups.ts";
import { claim, earlyClaim, sampleCreations } from "./claim.ts";
import type { ApplyContext, Found } from "./context.ts";
import { attempt, INTERRUPTED, requireGoingOn, STILL_EMPTY, StaleError, waitsForReports } from "./failure.ts";
import { findGoneAlong, prepare, remove, watchResidents } from "./remove.ts";
import { postOnce, upsert } from "./repeat.ts";
import { type Created, neededShells, resolveChange } from "./resolve-change.ts";
import { runAll } from "./scheduler.ts";
import { wayOf } from "./ways.ts";
import { makeShell, type Shell, write } from "./write.ts";

// Folders that workbooks name and the deployment lacks: made parent first, each once.

/** Folders by how deep they are, the outermost first: those of one level wait for no other of it. */
export function byLevel(folders: readonly Change[]): Change[][] {
  const levels = new Map<number, Change[]>();
  for (const folder of folders) {
    const depth = parseFolderKey(folder.key).length;
    levels.set(depth, [...(levels.get(depth) ?? []), folder]);
  }
  return [...levels].sort(([one], [two]) => one - two).map(([, level]) => level);
}

/** Makes one folder; the request names its parent, if any, by id. */
async function makeFolder(context: ApplyContext, change: Change): Promise<Result> {
  const { name, parentId } = change.request ?? {};
  const input = {
    name: typeof name === "string" ? name : change.title,
    ...(typeof parentId === "number" && { parentId }),
  };
  return attempt(change, async (result, onAttempt) => {
    // If it has an id, it was made since the plan, by an earlier run of it or by another shard's.
    result.id ??= await create(context, input, onAttempt);
  });
}

/** Names are unique within a parent (field notes A.3, which do not say which status refuses a second one). */
const NAME_TAKEN: ReadonlySet<number> = new Set([400, 409, 422]);

function create(context: ApplyContext, input: CreateFolderInput, onAttempt: () => void): Promise<number> {
  const { platform, deploymentId } = context;
  return postOnce(context, {
    send: async () => (await platform.createFolder(deploymentId, input, { onAttempt })).id,
    // Another writer may have made it in the meantime, or this POST did and its answer was lost.
    mayBeThere: ({ status = 0 }) => NAME_TAKEN.has(status),
    async look() {
      const folders = await platform.listFolders(deploymentId);
      const isIt = ({ name, parentId }: (typeof folders)[number]) =>
        name === input.name && (parentId ?? undefined) === input.parentId;
      return folders.find(isIt)?.id;
    },
  });
}

// The deletions of a plan, workbooks first. All of them are read and backed up before the first request that deletes: a platform may
// delete the reports of a workbook with it (the platform document does not say), and then there is nothing left to back up.

interface Deletions {
  workbooks: readonly Change[];
  reports: readonly Change[];
  /** How many at once; asked before each. */
  atOnce(): number;
  /** When it aborts, nothing more is begun; what is not begun then has no result. */
  stop: AbortSignal;
  onStart?(change: Change): void;
  record(change: Change, result: Result): void;
  /** The result of what is not deleted. */
  skip(change: Change, error: ResultError): Result;
}

/** Not all else was done: until the replacing dashboard is made, or a chart points elsewhere, the old one is still needed. */
const HELD_BACK: ResultError = {
  code: "held-back",
  message: "kept, because not all other changes were made",
};

async function deleteOrphans(context: ApplyContext, deletions: Deletions): Promise<void> {
  const { atOnce, stop, onStart, skip } = deletions;
  const results = new Map<Change, Result>();
  const record = (change: Change, result: Result): void => {
    results.set(change, result);
    deletions.record(change, result);
  };
  const gone = new Set<number>();
  const residents = watchResidents(context, deletions);
  const each = (changes: readonly Change[], run: (change: Change) => Promise<void>) => {
    const open = changes.filter((change) => !results.has(change));
    return runAll(open, { atOnce, stop }, run);
  };

  await each(deletions.workbooks, async (change) => {
    const { ended } = await prepare(context, change, { gone, residents });
    if (!ended) return;
    record(change, ended);
    if (isDone(ended)) gone.add(change.id as number);
  });
  /** Workbook id → its reports that go, too; and one that is kept. Under `undefined` those that could not be read. */
  const going = new Map<number | null | undefined, Change[]>();
  const kept = new Map<number | null | undefined, Change>();
  await each(deletions.reports, async (change) => {
    const { found, ended } = await prepare(context, change, { gone });
    if (ended) record(change, ended);
    if (ended && isDone(ended)) return;
    const home = found && kindOf(found.live).homeOf(found.live);
    if (ended) kept.set(home, change);
    else going.set(home, [...(going.get(home) ?? []), change]);
  });

  await each(deletions.workbooks, async (change) => {
    onStart?.(change);
    const stays = kept.get(change.id) ?? kept.get(undefined);
    if (stays) return record(change, skip(change, keptFor(stays)));
    const inside = going.get(change.id) ?? [];
    const result = await remove(context, change, { gone: new Set(), inside, residents });
    record(change, result);
    if (isDone(result)) gone.add(change.id as number);
    // Its request may have arrived although it failed.
    if (result.attempts === 0) return;
    await Promise.all(
      inside.map(async (report) => {
        const along = await findGoneAlong(context, report, { home: change.key, attempts: result.attempts });
        if (along) record(report, along);
      }),
    );
  });
  const isSafe = deletions.workbooks.every((change) => isDone(results.get(change) ?? READY));
  await each(deletions.reports, async (change) => {
    onStart?.(change);
    record(change, isSafe ? await remove(context, change, { gone }) : skip(change, HELD_BACK));
  });
}

/** What has no result was read and backed up. */
const READY = { status: "applied" } as const;

/** Where the platform deletes reports with their workbook, it would go, too. */
function keptFor(report: Change): ResultError {
  return {
    code: "held-back",
    message: `kept, because ${nameOfChange(report)}, which may belong to it, was not deleted`,
  };
}

export interface ApplyOptions extends ApplyContext {
  /** How many changes are under way at once; `auto` for as many as the platform has requests in flight. */
  concurrency: number | "auto";
  /** Ctrl-C: no new work is started, and requests in flight are finished. */
  stop: AbortSignal;
  /** The Git commit that is applied, for the stamps. */
  commit?: string | undefined;
  onStart?(change: Change): void;
  onResult?(result: Result): void;
}

export interface ApplyOutcome {
  summary: ApplySummary;
  /** One per change that is not just orphaned, in the order of the plan. */
  results: Result[];
  interrupted: boolean;
}

export async function applyPlan(plan: Plan, options: ApplyOptions): Promise<ApplyOutcome> {
  const results = new Map<Change, Result>();
  const record = (change: Change, result: Result): void => {
    const { kind, key, action, id, status, error } = result;
    results.set(change, result);
    if (kind === "report" && action !== "delete" && !isWritten(result)) unapplied.add(key);
    // A report that failed may be there all the same, and can be drawn; a stale one is not.
    const isThere = isWritten(result) || (kind === "report" && status === "failed");
    if (id !== null && isThere) created[`${kind}s`].set(key, id);
    if (error?.code === "unauthorized") refused.abort();
    options.onResult?.(result);
  };
  const created: Created = { folders: new Map(), workbooks: new Map(), reports: new Map() };
  const shells = new Map<string, Shell>();
  /** The keys of reports that are not as planned: what draws them is not published, and the next apply completes both. */
  const unapplied = new Set<string>();
  /** A change whose shell was made has an id and cost requests: a rollback removes it again. */
  const skip = (change: Change, error: ResultError): Result => {
    const { kind, key, action, id } = change;
    const shell = kind === "workbook" ? shells.get(key) : undefined;
    const { attempts } = shell ?? earlyClaim(context, change) ?? { attempts: 0 };
    return { kind, key, action, status: "skipped", attempts, id: shell?.found.live.id ?? id, error };
  };
  const answers: Record<"workbook" | "report", Answers> = { workbook: {}, report: {} };
  const work = plan.changes.filter((change) => change.action !== "orphaned");
  const creations = work.filter(({ kind, action }) => kind === "workbook" && action === "create");
  const context: ApplyContext = { ...options, early: new Map() };
  // A credential that is refused once will be refused again, and more attempts could lock the account.
  const refused = new AbortController();
  const stop = AbortSignal.any([options.stop, refused.signal]);

  type Run = (change: Change) => Promise<Result | undefined>;
  const runOne = async (planned: Change, change: Change, run: Run): Promise<void> => {
    const resolved = resolveChange(change, created, options.commit);
    if ("missing" in resolved && stop.aborted) return;
    const result =
      "missing" in resolved
        ? skip(planned, { code: "missing-part", message: resolved.missing })
        : await run(resolved.change);
    if (result) record(planned, result);
  };
  const { concurrency, platform } = options;
  const atOnce = () => (concurrency === "auto" ? platform.pace().inFlight : concurrency);
  /** What was claimed is empty until it is written. */
  const begun = (change: Change): boolean =>
    !refused.signal.aborted && earlyClaim(context, change) !== undefined;
  const runAllOf = (changes: Change[], run: Run) =>
    runAll(changes, { atOnce, stop, begun }, (change) => {
      options.onStart?.(change);
      return runOne(change, change, run);
    });
  let halted = REFUSED;
  if (!showsOurs(plan))
    for (const { change, id } of await sampleCreations(context, creations, atOnce)) {
      halted = UNLISTED;
      refused.abort();
      record(change, { ...skip(change, halted), id, status: "failed" });
    }
  const ofKind = (kind: Change["kind"], isDelete = false) =>
    work.filter((change) => {
      return change.kind === kind && (change.action === "delete") === isDelete && !results.has(change);
    });

  for (const level of byLevel(ofKind("folder")))
    await runAllOf(level, (change) => makeFolder(options, change));
  const needed = neededShells(work);
  for (const { key, id } of creations) if (id !== null) created.workbooks.set(key, id);
  const empty = ofKind("workbook").filter(({ key, id }) => needed.has(key) && id === null);
  await runAll(empty, { atOnce, stop }, (change) =>
    runOne(change, asShell(change), async (emptied) => {
      const shell = await makeShell(context, emptied, change);
      if (!("found" in shell)) return shell;
      shells.set(change.key, shell);
      created.workbooks.set(change.key, shell.found.live.id);
      return undefined;
    }),
  );
  await runAllOf(ofKind("report"), (change) =>
    change.unmanaged
      ? putBack(context, change)
      : write(context, change, {
          answers: answers.report,
          onUnlearned: () => void unapplied.add(change.key),
        }),
  );
  await runAllOf(ofKind("workbook"), async (change) => {
    const waitsFor = (change.draws ?? []).filter((key) => unapplied.has(key));
    if (change.action === "publish" && waitsFor.length > 0)
      return skip(change, waitsForReports("not published", waitsFor));
    const shell = shells.get(change.key);
    const own = withOwnPaths(context, change);
    return write(own, change, { answers: answers.workbook, shell, waitsFor });
  });
  // Deletions come last, and only if everything before them is done.
  const isPlanWhole = !plan.diagnostics.some(({ severity }) => severity === "error");
  const isSafe = isPlanWhole && [...results.values()].every(isDone);
  const orphans = { workbooks: ofKind("workbook", true), reports: ofKind("report", true) };
  if (isSafe)
    await deleteOrphans(options, {
      ...orphans,
      ...{ atOnce, stop, record, skip },
      onStart: (change) => options.onStart?.(change),
    });
  else if (!stop.aborted)
    for (const change of [...orphans.workbooks, ...orphans.reports]) record(change, skip(change, HELD_BACK));

  const interrupted = options.stop.aborted;
  for (const change of work) {
    if (results.has(change)) continue;
    const isEmpty = change.kind === "workbook" && shells.has(change.key);
    record(change, skip(change, !interrupted ? halted : isEmpty ? STILL_EMPTY : INTERRUPTED));
  }
  const ordered = work.map((change) => results.get(change) as Result);
  return { summary: summarize(plan, ordered), results: ordered, interrupted };
}

const UNLISTED: ResultError = {
  code: "mass-change",
  message: "the lists show no workbook of this project, and what it would create is there with its stamp",
  details: [
    "Nothing was written over. Plan again, and find out why the lists leave so much out: the key may lack a permission.",
    "To compare each with what is there and go on: boardwright apply --allow mass-change",
  ],
};

/** Whether the lists that the plan was made from showed any workbook with a stamp of this project. */
function showsOurs({ summary, changes }: Plan): boolean {
  const isOurs = ({ kind, id, hazards }: Change) =>
    kind === "workbook" &&
    id !== null &&
    !hazards.some(({ code }) => code === "adopt" || code === "takeover");
  return summary.unchanged > 0 || changes.some(isOurs);
}

const REFUSED: ResultError = {
  code: "unauthorized",
  message: "the platform no longer accepts the credential",
};

function summarize(plan: Plan, results: readonly Result[]): ApplySummary {
  const count = (is: (result: Result) => boolean): number => results.filter(is).length;
  // Without a request of its own it was right already: another run, or an earlier one of the same plan, did it.
  const hasWritten = (result: Result) => isWritten(result) && result.attempts > 0;
  const done = (action: Change["action"]) =>
    count((result) => result.action === action && hasWritten(result));
  return {
    created: done("create"),
    updated: done("update"),
    published: count((result) => hasWritten(result) && result.published?.now === true),
    ...(done("rename") > 0 && { renamed: done("rename") }),
    stamped: done("stamp"),
    deleted: done("delete"),
    unchanged: plan.summary.unchanged + count((result) => isDone(result) && result.attempts === 0),
    failed: count(({ status }) => status === "failed" || status === "stale"),
    skipped: count(({ status }) => status === "skipped"),
  };
}

// A report that nobody manages, put back by a rollback as it was: without our stamp, and never over anything.

function putBack(context: ApplyContext, change: Change): Promise<Result> {
  const { request = {} } = change;
  const way = wayOf(change);
  const name = `the report ${writeJson(change.title)}`;
  return attempt(change, async (result, onAttempt) => {
    requireGoingOn(context);
    const claimed = change.id === null ? await claim(context, change, onAttempt) : undefined;
    const printOf = ({ live }: Found) => fingerprint(live, context, change);
    const planned = claimed?.isNew ? printOf(claimed.found) : change.fingerprint;
    const requirePlanned = async (): Promise<Found> => {
      const now = await way.read(context, claimed?.found.live.id ?? (change.id as number));
      if (!now || printOf(now) !== planned)
        throw new StaleError(`${name} was changed on the platform since the plan was made`);
      return now;
    };
    if (!claimed?.isNew) await backUp(context, change, (await requirePlanned()).wire);
    const written = await upsert(context, name, {
      send: () => way.upsert(context, change, request, { onAttempt }),
      lookAgain: async () => void (await requirePlanned()),
    });
    result.id = written.id;
  });
}
