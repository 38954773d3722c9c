// Writes the record of a run. Before the first write to the platform, `run.json` holds what is planned; each outcome adds a line to
// `outcomes.jsonl`; at the end both become one `run.json`. So a killed run is still known, and an outcome costs no more than its line.

import { appendFile, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { PRIVATE, writeWhole } from "../files/index.ts";
import {
  type Change,
  type Plan,
  type Resident,
  type Result,
  RUN_FORMAT_VERSION,
  type RunChange,
  type RunCommit,
  type RunRecord,
  writeJson,
} from "../model/index.ts";
import { digest, managedParts, type Proof, prove } from "../plan/index.ts";
import { backupFile, createBackups, residentChange } from "./backups.ts";
import type { Backups } from "./context.ts";

export const RUN_FILE = "run.json";
export const OUTCOMES_FILE = "outcomes.jsonl";

export interface RunRecorder {
  readonly backups: Backups;
  /** Why nothing could be recorded, in the system's words; undefined while all is well. */
  readonly problem: string | undefined;
  /** Call it before anything is written. Never rejects: if the record cannot be written, no backup can be saved either. */
  begin(): Promise<void>;
  /** Notes an outcome; the line is on its way when it returns. */
  note(result: Result): void;
  /** Notes what a creation found empty; resolves when the line is there. Never rejects. */
  claim(made: ClaimNote): Promise<void>;
  /** Whether a record of this run is kept: a run that wrote nothing leaves nothing. Never rejects. */
  finish(end: { at: Date; interrupted: boolean }): Promise<boolean>;
}

export interface RunFacts {
  startedAt: Date;
  git: RunCommit | undefined;
  undoes?: string | undefined;
  only?: readonly string[] | undefined;
  disowns?: boolean | undefined;
  /** Seals the record and its backups. */
  reviewKey?: string | undefined;
}

/** `folder`: where this run's record and backups go, unless another run has taken it. */
export function recordRun(plan: Plan, folder: string, facts: RunFacts): RunRecorder {
  const planned = plannedRun(plan, facts);
  const { reviewKey } = facts;
  const proof = prove("run record", planned, reviewKey);
  const run = proof.digest;
  const outcomes = new Map<string, ChangeOutcome>();
  const digests = new Map<string, string>();
  const claims = new Map<string, number>();
  let problem: string | undefined;
  let lines: Promise<void> = Promise.resolve();
  /** Proven with its run: no line counts in another one. */
  const add = appendLines(() => join(backups.folder, OUTCOMES_FILE));
  const addLine = (
    line: ChangeOutcome | BackupNote | (Omit<ClaimNote, "id"> & { claimed: number }),
  ): Promise<void> => {
    const added = add(writeJson({ ...line, ...prove("outcome", { run, ...line }, reviewKey) }));
    lines = added.catch(noteProblem);
    return added;
  };
  const backups = createBackups(folder, {
    prepare: (own) => writeRecord(own, planned, proof),
    onSave(file, text) {
      const backupDigest = digest(text);
      digests.set(file, backupDigest);
      return addLine({ backup: file, backupDigest });
    },
  });
  const noteProblem = (error: unknown): void => {
    problem ??= error instanceof Error ? error.message : String(error);
  };
  return {
    backups,
    get problem() {
      return problem;
    },
    begin: () => backups.open().catch(noteProblem),
    note(result) {
      const outcome = outcomeOf(result);
      outcomes.set(nameOf(result), outcome);
      if (problem !== undefined) return;
      addLine(outcome).catch(noteProblem);
    },
    async claim({ id: claimed, kind, key }) {
      claims.set(nameOf({ kind, key, action: "create" }), claimed);
      if (problem === undefined) await addLine({ kind, key, claimed }).catch(noteProblem);
    },
    async finish({ at, interrupted }) {
      await lines;
      const wrote = [...outcomes.values()].some(({ attempts }) => attempts > 0);
      try {
        if (!wrote && !backups.used) await discard(backups.folder);
        else if (problem === undefined) {
          const finished = finishedRun(planned, { outcomes, digests, claims, at, interrupted });
          await writeRecord(backups.folder, finished, prove("run record", finished, reviewKey));
          await rm(join(backups.folder, OUTCOMES_FILE), { force: true });
        }
      } catch (error) {
        noteProblem(error);
      }
      return problem === undefined && wrote;
    },
  };
}

/** A line of the outcomes file. */
export type ChangeOutcome = Pick<
  RunChange,
  "kind" | "key" | "action" | "id" | "error" | "publishedBefore" | "publishedAfter"
> &
  Required<Pick<RunChange, "status" | "attempts">>;

/** A creation that found nothing, or nothing that anybody would miss, under its slug or publicId. */
export type ClaimNote = Pick<RunChange, "kind" | "key"> & { id: number };

/** A line of the outcomes file, written before the backup is. */
export type BackupNote = Required<Pick<RunChange, "backup" | "backupDigest">>;

function withOutcome(change: RunChange, outcome: ChangeOutcome | undefined): RunChange {
  return outcome ? { ...change, ...outcome, id: outcome.id ?? change.id } : change;
}

/** The change with all that was noted of it; what goes along with a workbook ends as that does. */
export function withNotes(change: RunChange, { outcomes, digests, claims }: RunNotes): RunChange {
  const { kind, action, along, id } = change;
  const claimed = action === "create" ? claims.get(nameOf(change)) : undefined;
  const known = claimed === undefined ? withDigest(change, digests) : { ...change, claimed };
  if (along === undefined) return withOutcome(known, outcomes.get(nameOf(change)));
  const outcome = outcomes.get(nameOf({ kind: "workbook", key: along, action }));
  const { status, attempts } = outcome ?? {};
  return outcome ? { ...known, kind, id, status, attempts } : known;
}

/** Identifies a change or an outcome: a report that is written and one that is deleted may have the same key. */
export function nameOf({ kind, key, action }: Pick<RunChange, "kind" | "key" | "action">): string {
  return `${action === "delete" ? "delete " : ""}${kind}:${key}`;
}

function plannedRun({ tool, project, target, changes, leftOut = [] }: Plan, facts: RunFacts): RunRecord {
  return {
    formatVersion: RUN_FORMAT_VERSION,
    tool,
    project,
    target,
    undoes: facts.undoes,
    ...(facts.only?.length && { only: [...facts.only] }),
    disowns: facts.disowns,
    startedAt: facts.startedAt.toISOString(),
    git: facts.git,
    changes: [
      ...changes
        .filter(({ action }) => action !== "orphaned")
        .flatMap((change) => [
          plannedChange(change, facts),
          ...(change.residents ?? []).map(goesAlong(change)),
        ]),
      // Failed from the start, also if the run is killed: nothing is sent for it.
      ...leftOut.map(({ kind, key, action, id, code }): RunChange => {
        return { kind, key, action, id, publish: false, status: "failed", attempts: 0, error: code };
      }),
    ],
  };
}

/** What the deletion of its workbook may take along, as a change of its own: a rollback puts it back. */
function goesAlong({ key: along }: Change): (resident: Resident) => RunChange {
  return (resident) => {
    const { kind, key, action, id, publicId } = residentChange(resident);
    const backup = backupFile(residentChange(resident));
    return { kind, key, action, id, publicId, publish: false, backup, along };
  };
}

function plannedChange(change: Change, { disowns = false }: RunFacts): RunChange {
  const { kind, key, action, was, id, publicId, publish, ignore } = change;
  const overwrites = id !== null && (action !== "stamp" || publish || disowns);
  const backup = overwrites ? backupFile(change) : undefined;
  return { kind, key, action, was, id, publicId, publish, managed: managedParts(change), ignore, backup };
}

/** What was noted while a run was under way. */
export interface RunNotes {
  outcomes: ReadonlyMap<string, ChangeOutcome>;
  /** Of the backups, by file. */
  digests: ReadonlyMap<string, string>;
  /** What creations found empty. */
  claims: ReadonlyMap<string, number>;
}

interface Ending extends RunNotes {
  at: Date;
  interrupted: boolean;
}

function finishedRun(planned: RunRecord, { at, interrupted, ...noted }: Ending): RunRecord {
  const { changes, ...run } = planned;
  return {
    ...run,
    finishedAt: at.toISOString(),
    interrupted: interrupted || undefined,
    changes: changes.map((change) => withNotes(change, noted)),
  };
}

function withDigest(change: RunChange, digests: ReadonlyMap<string, string>): RunChange {
  const backup = change.backup ?? backupFile(change);
  const backupDigest = digests.get(backup);
  if (backupDigest === undefined) return change;
  // Only what a creation finds has a backup that nobody planned, and its write is an update.
  const found = change.backup === undefined && { backup, action: "update" as const };
  return { ...change, ...found, backupDigest };
}

function outcomeOf({ kind, key, action, id, status, attempts, error, published }: Result): ChangeOutcome {
  const shown = { publishedBefore: published?.before, publishedAfter: published?.after };
  return { kind, key, action, id, status, attempts, error: error?.code, ...shown };
}

function writeRecord(folder: string, record: RunRecord, proof: Proof): Promise<void> {
  const text = `${writeJson({ ...record, ...proof }, 2)}\n`;
  return writeWhole(join(folder, RUN_FILE), text, { mode: PRIVATE.file });
}

async function discard(folder: string): Promise<void> {
  await rm(join(folder, RUN_FILE), { force: true });
  await rm(join(folder, OUTCOMES_FILE), { force: true });
  await rmdir(folder);
}

// Adds lines to a file of a run. What is added while one append is under way goes with the next, so a thousand outcomes are not a
// thousand files opened and closed.

/** Resolves when the line is in the file, after all lines before it; rejects if it cannot be. */
type AddLine = (line: string) => Promise<void>;

/** `path` is asked for when lines are written. */
export function appendLines(path: () => string): AddLine {
  let last: Promise<void> = Promise.resolve();
  let next: { lines: string[]; added: Promise<void> } | undefined;
  return (line) => {
    if (!next) {
      const lines: string[] = [];
      const append = (): Promise<void> => {
        next = undefined;
        return appendFile(path(), lines.map((one) => `${one}\n`).join(""), { mode: PRIVATE.file });
      };
      next = { lines, added: last.then(append, append) };
      last = next.added;
    }
    next.lines.push(line);
    return next.added;
  };
}
