import { readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { ensureFolder, LockHeld, lockFile, noteInLock, PRIVATE } from "../files/index.ts";
import {
  isObject,
  type Json,
  type JsonObject,
  normalizeSlug,
  SANDBOX_KEY,
  UserError,
} from "../model/index.ts";
import type { WireWorkbook } from "../platform/wire/wire.ts";
import type { Rules } from "./api/context.ts";
import { type Heal, healer } from "./api/heal.ts";
import type { MergeDepth } from "./api/merge.ts";
import { parseQuirks, type Quirk, type Quirks } from "./api/quirks.ts";
import { rewriteDraft, rewriting } from "./api/rewrite.ts";
import { sameWorkbook } from "./api/upsert-workbook.ts";
import { rollFaults } from "./server/fault-dice.ts";
import { type Faults, NO_FAULTS, parseFaults } from "./server/faults.ts";
import { type RecordedRequest, type Session, startServer } from "./server/server.ts";
import { markBigIntegers, showBigIntegers } from "./store/big-integers.ts";
import { inChunks } from "./store/chunks.ts";
import { DeviceLogins } from "./store/device-logins.ts";
import { LateLists } from "./store/late-lists.ts";
import { readWorkbook } from "./store/read-rows.ts";
import { readSeed, type SeedRules } from "./store/read-seed.ts";
import { recordEvent } from "./store/record-event.ts";
import { OWNER_ID, type State } from "./store/records.ts";
import type { Seed } from "./store/seed.ts";
import { Store } from "./store/store.ts";
import { workbookText } from "./store/workbook-text.ts";

// The data file: read at the start, written whole after changes. The new file is written next to the old one, synced, and
// renamed over it, so that a crash leaves the old or the new one. Not with write-file-atomic, which needs the whole text in
// memory: ten thousand workbooks are 140 MB.

/** The file is written after this many milliseconds without a change, */
const QUIET = 200;
/** and after this many even if changes keep coming. */
const AT_LATEST = 5000;
/** Characters per write. */
const CHUNK = 1 << 20;

interface DataFile {
  /** The content of the file; undefined if there was none. */
  state: State | undefined;
  /** Schedules a write; `pieces` is called when it happens. */
  changed(): void;
  /** Writes pending changes and unlocks. Throws UserError if writing failed. */
  close(): Promise<void>;
}

interface DataFileOptions {
  /** Milliseconds to wait for another process that uses the file. */
  patience: number;
  /** What the file may hold. */
  rules: SeedRules;
  /** The text to write. */
  pieces(): Iterable<string>;
}

/**
 * Locks and reads `file`. Nothing is written unless `changed` is called. Throws UserError for a file that is in use or broken.
 */
async function openDataFile(file: string, { patience, rules, pieces }: DataFileOptions): Promise<DataFile> {
  const unlock = await lockFile(file, patience).catch((cause: unknown) => {
    throw cannotLock(file, cause);
  });
  try {
    const state = await readDataFile(file, rules);
    return { state, ...scheduleWrites(() => replaceFile(file, pieces()), unlock) };
  } catch (cause) {
    unlock();
    throw cause;
  }
}

function cannotLock(file: string, cause: unknown): UserError {
  if (!(cause instanceof LockHeld))
    return new UserError(`cannot lock the sandbox data ${file}: ${(cause as Error).message}`, { cause });
  const { lock, pid, note } = cause;
  // Anybody may have written the lock: only an address of this machine is passed on.
  const address = /^http:\/\/127\.0\.0\.1:\d{1,5}$/.test(note ?? "") ? `: PLATFORM_API_URL=${note}` : ".";
  const who = pid === undefined ? "another process" : pid === process.pid ? "this process" : `process ${pid}`;
  return new UserError(`the sandbox data ${file} is in use by ${who}`, {
    details: [
      `Only one sandbox at a time can use a data file. Stop the other one, or send your requests to its address${address}`,
      `If no such sandbox is running, delete ${lock}.`,
    ],
  });
}

/** One write at a time, no sooner than needed; changes during a write start another after it. */
function scheduleWrites(write: () => Promise<void>, unlock: () => void): Omit<DataFile, "state"> {
  let dirty = false;
  let firstChange = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  let failure: unknown;

  const flush = (): void => {
    clearTimeout(timer);
    writing = writing.then(async () => {
      if (!dirty) return;
      dirty = false;
      try {
        await write();
        failure = undefined;
      } catch (cause) {
        // Kept for close(): the requests were answered long ago.
        dirty = true;
        failure = cause;
      }
    });
  };
  return {
    changed() {
      if (!dirty) firstChange = Date.now();
      dirty = true;
      clearTimeout(timer);
      timer = setTimeout(flush, Math.max(0, Math.min(QUIET, firstChange + AT_LATEST - Date.now())));
    },
    async close() {
      flush();
      await writing;
      unlock();
      if (failure !== undefined) throw failure;
    },
  };
}

/** Undefined if there is no such file. */
async function readDataFile(file: string, rules: SeedRules): Promise<State | undefined> {
  // A named pipe or a device would be read for ever.
  const isOther = await stat(file).then(
    (found) => !found.isFile(),
    () => false,
  );
  if (isOther) throw new UserError(`the sandbox data ${file} is not a file`);
  try {
    return await readSeedFile(file, rules, requireOwnForm);
  } catch (error) {
    const { cause } = error as UserError;
    if ((cause as NodeJS.ErrnoException | undefined)?.code === "ENOENT") return undefined;
    throw error;
  }
}

/** A project file names it, and it is written over: any other file of the project would be lost. Nothing of it is quoted. */
function requireOwnForm(value: unknown, file: string): void {
  const keys = isObject(value) ? Object.keys(value) : [];
  if (keys.every((key) => Object.hasOwn(AREAS, key))) return;
  throw new UserError(`${file} holds something else than the data of a sandbox, and would be written over`, {
    details: [
      "Name another file, which need not be there yet. What the platform exports is taken with --seed.",
    ],
  });
}

/** What such a file holds. */
const AREAS: Record<keyof Seed, true> = {
  ...{ nextId: true, listDrafts: true, draftInMeta: true, deployment: true, deployments: true },
  ...{ users: true, apiKeys: true, logins: true, branches: true, folders: true, workbooks: true },
  ...{ reports: true, resources: true, cubes: true, models: true, modelErrors: true, auditEvents: true },
};

/** Reads a seed from a file. Throws UserError if it cannot be read or is not a seed, or what `check` throws of the value. */
async function readSeedFile(
  file: string,
  rules: SeedRules,
  check: (value: unknown, file: string) => void = () => {},
): Promise<State> {
  const text = await readFile(file, "utf8").catch((cause: Error) => {
    throw new UserError(`cannot read the sandbox data ${file}: ${cause.message}`, { cause });
  });
  const value = parseJsonFile(file, rules.bigIntegers ? markBigIntegers(text) : text);
  check(value, file);
  return readSeed(value, file, rules);
}

function parseJsonFile(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    // The parser's own words quote the file, which may be any on the machine.
    const [, position] = /position (\d+)/.exec((cause as Error).message) ?? [];
    const place = position === undefined ? "" : ` (at character ${position})`;
    throw new UserError(`the sandbox data ${file} is not valid JSON${place}`, {
      details: ["Replace it with a good copy, or move it away to start over."],
      cause,
    });
  }
}

async function replaceFile(file: string, pieces: Iterable<string>): Promise<void> {
  // A link stays a link: its target is replaced.
  const target = await realpath(file).catch(() => file);
  // The lock makes this name ours: leftovers of a crash are overwritten.
  const temporary = `${target}.tmp`;
  try {
    ensureFolder(dirname(target), PRIVATE.folder);
    await rm(temporary, { force: true });
    // Made anew: a link that somebody put there would lead out of the folder.
    await writeFile(temporary, inChunks(pieces, CHUNK), { flush: true, flag: "wx", mode: PRIVATE.file });
    await rename(temporary, target);
  } catch (cause) {
    await rm(temporary, { force: true }).catch(() => {});
    throw new UserError(`cannot write the sandbox data ${file}: ${(cause as Error).message}`, {
      details: ["Changes since the last write are lost."],
      cause,
    });
  }
}

// The data model of a sandbox that was given no seed: the members that the example of `init` names, so that its preview can be looked at.

const member = (name: string, type: string) => ({ name: `orders.${name}`, type });

/** For every branch. */
const EMPTY_MODEL: Json[] = [
  {
    name: "orders",
    type: "view",
    measures: [member("count", "number"), member("revenue", "number")],
    dimensions: [member("created_at", "time"), member("status", "string")],
  },
];

export interface SandboxOptions {
  /** On 127.0.0.1; any free port by default. */
  port?: number;
  /** The initial state: a seed, or the path of a JSON file with one. */
  seed?: Seed | string;
  /** A file that keeps the state. If it exists, it is the initial state, and `seed` is ignored. */
  data?: string;
  /** How an upsert merges `meta`. Default shallow. */
  merge?: MergeDepth;
  /**
   * How a draft changes when it is written, by a request or by `edit`: true fills in defaults, updates widgets of an old type and
   * gives AI widgets a thread, as live platforms do; a function returns the draft to store. Default: it stays as it was written.
   */
  heal?: boolean | Heal;
  /** What the platform does that none has to (api/quirks.ts): names separated by commas, or a list of them. Default: nothing. */
  quirks?: string | readonly (Quirk | `late-lists:${number}`)[];
  /** See faults.ts for the grammar. */
  faults?: string | Faults;
  clock?: () => Date;
  /** Lifetime of the access token of a login, in seconds. Default 3600. */
  accessTokenSeconds?: number;
  /** Whether to keep `requests`. Default true; switch it off for a long-running server. */
  record?: boolean;
  /** Milliseconds to wait for another process that uses `data`. Default 5000. */
  patience?: number;
  /** Awaited by every upsert between its decision (create or update) and its application: a test can let another writer in. */
  betweenDecisionAndApply?: (slugOrPublicId: string) => Promise<void> | void;
}

export interface Sandbox {
  /** `http://127.0.0.1:PORT` */
  url: string;
  /** An unscoped API key, always the same. */
  apiKey: string;
  /** Every request in the order of arrival. */
  requests: RecordedRequest[];
  /** The deployments' ids, ascending. */
  deployments: number[];
  /** Returns to the initial state; empties `requests` and restarts the faults. */
  reset(): void;
  /** Finishes the requests in flight, writes the data file, and stops. Again: nothing. Throws UserError if writing failed. */
  close(): Promise<void>;
  /** Approves the login that shows this code, as a user in a browser would. Throws UserError for an unknown or expired code. */
  approveDevice(userCode: string): void;
  /** Denies it. */
  denyDevice(userCode: string): void;
  /**
   * The workbook with this slug or id as a single read returns it, without a request. The first deployment by default. Of those
   * that share a slug, the one that an upsert would find.
   */
  workbook(slug: string | number, deployment?: number): WireWorkbook | undefined;
  /** Changes a workbook as a user in the UI would: unchecked, and `updatedAt` changes if anything did. */
  edit(slug: string | number, change: (workbook: WireWorkbook) => void, deployment?: number): void;
}

/** Starts an embedded platform. Throws UserError for a seed, data file, fault or port that cannot be used. */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const now = (): string => (options.clock?.() ?? new Date()).toISOString();
  const faults =
    typeof options.faults === "string" ? parseFaults(options.faults) : (options.faults ?? NO_FAULTS);
  const rules = rulesOf(options);
  let session: Session;

  const { quirks } = rules;
  const seedRules: SeedRules = {
    now: now(),
    idsPerKind: quirks.has("ids-per-kind"),
    duplicateSlugs: quirks.has("duplicate-slugs"),
    bigIntegers: quirks.has("big-integers"),
  };
  const data =
    options.data === undefined
      ? undefined
      : await openDataFile(options.data, {
          patience: options.patience ?? 5000,
          rules: seedRules,
          pieces: () => writeSeed(session.store),
        });
  try {
    const start = data?.state ?? (await readStart(options.seed, seedRules));
    const open = (): Session => openSession(start, { faults, quirks, onChange: () => data?.changed() });
    session = open();
    const requests: RecordedRequest[] = [];
    const server = await startServer(options.port ?? 0, {
      session: () => session,
      rules,
      faults,
      now,
      record: (request) => {
        if (options.record !== false) requests.push(request);
      },
    });
    if (options.data !== undefined) noteInLock(options.data, server.origin);
    const deployments = start.deployments.map(({ id }) => id).sort((a, b) => a - b);
    const find = (slug: string | number, deployment = start.deployments[0]!.id) =>
      typeof slug === "number"
        ? session.store.workbooks.get(slug)
        : session.store.workbookBySlug(deployment, normalizeSlug(slug));
    const decide = (userCode: string, decision: "approved" | "denied"): void => {
      if (!session.devices.decide(userCode, decision, Date.parse(now())))
        throw new UserError(`no login with the code "${userCode}" is waiting for approval`);
    };

    let closing: Promise<void> | undefined;
    return {
      url: server.origin,
      apiKey: SANDBOX_KEY,
      requests,
      deployments,
      reset() {
        session = open();
        requests.length = 0;
        data?.changed();
      },
      close() {
        closing ??= server.close().then(() => data?.close());
        return closing;
      },
      approveDevice: (userCode) => decide(userCode, "approved"),
      denyDevice: (userCode) => decide(userCode, "denied"),
      workbook(slug, deployment) {
        const found = find(slug, deployment);
        return found && (JSON.parse(workbookText(session.store, found)) as WireWorkbook);
      },
      edit(slug, change, deployment) {
        const { store } = session;
        const before = find(slug, deployment);
        if (!before) throw new UserError(`the sandbox has no workbook "${slug}" to edit`);
        const edited = JSON.parse(workbookText(store, before)) as WireWorkbook & JsonObject;
        change(edited);
        const { id, deploymentId, reviewRequired } = before;
        const read = readWorkbook(edited, { id, deploymentId }, now(), () => store.newId("workbooks"));
        const isKept = rules.quirks.has("keeps-edits");
        const draft = isKept ? read.draft : rewriteDraft(read.draft, rules.rewrite);
        const after = { ...read, draft, reviewRequired };
        if (sameWorkbook(before, after)) return;
        const updatedAt = now();
        store.putWorkbook({ ...after, updatedAt });
        const actor = { store, key: { userId: OWNER_ID }, deployment: store.deployments.get(deploymentId)! };
        recordEvent(actor, updatedAt, "Workbook updated", { workbookId: id, slug: after.slug });
      },
    };
  } catch (cause) {
    await data?.close();
    throw cause;
  }
}

function readStart(seed: Seed | string | undefined, rules: SeedRules): Promise<State> | State {
  if (typeof seed === "string") return readSeedFile(seed, rules);
  return readSeed(seed ?? { cubes: EMPTY_MODEL }, "the seed", rules);
}

/** A store that starts with `start`, and everything else that a reset restarts. */
function openSession(
  start: State,
  { faults, quirks, onChange }: { faults: Faults; quirks: Quirks; onChange: () => void },
): Session {
  let waits = faults.continueWait ?? 0;
  return {
    store: new Store(start, onChange, { idsPerKind: quirks.has("ids-per-kind") }),
    lateLists: new LateLists(quirks.listedFrom),
    devices: new DeviceLogins(),
    roll: rollFaults(faults),
    mustWait: () => waits-- > 0,
  };
}

/** Even without that option an upsert yields once, so that simultaneous writers do meet. */
function rulesOf({ accessTokenSeconds, betweenDecisionAndApply, ...options }: SandboxOptions): Rules {
  const quirks = parseQuirks(options.quirks);
  return {
    merge: options.merge ?? "shallow",
    quirks,
    rewrite: rewriting(quirks, healer(options.heal ?? quirks.has("fills-defaults"))),
    accessTokenSeconds: accessTokenSeconds ?? 3600,
    betweenDecisionAndApply: async (key) => {
      await betweenDecisionAndApply?.(key);
      await nextTurn();
    },
  };
}

/**
 * The state of the store as the text of a seed that readSeed turns into the same state, in pieces, one line per object. The
 * records of this moment are written, however long the writing takes.
 */
function writeSeed(store: Store): Iterable<string> {
  return withDigits(writeState(store, store.snapshot()));
}

/** A line holds whole texts. */
function* withDigits(lines: Iterable<string>): Generator<string> {
  for (const line of lines) yield showBigIntegers(line);
}

function* writeState(store: Store, state: State): Generator<string> {
  const { folders, workbooks, reports, cubes, listDrafts, draftInMeta, nextIds } = state;
  yield `{\n"nextId": ${Math.max(...Object.values(nextIds))},\n"listDrafts": ${listDrafts},\n"draftInMeta": ${draftInMeta}`;
  const write = (row: unknown): string => JSON.stringify(row);
  for (const name of ["deployments", "users", "apiKeys", "logins", "branches"] as const)
    yield* area<unknown>(name, state[name], write);
  yield* area("folders", folders, write);
  yield* area("workbooks", workbooks, (workbook) =>
    workbook.reviewRequired
      ? `${workbookText(store, workbook).slice(0, -1)},"reviewRequired":true}`
      : workbookText(store, workbook),
  );
  yield* area("reports", reports, write);
  yield* area("resources", state.resources, ({ fields, ...row }) => write({ ...fields, ...row }));
  yield* area("cubes", cubes, write);
  yield `,\n"models": ${write(state.models)},\n"modelErrors": ${write(state.modelErrors)}`;
  yield* area("auditEvents", state.auditEvents, write);
  yield "\n}\n";
}

function* area<R>(name: string, rows: readonly R[], write: (row: R) => string): Generator<string> {
  yield `,\n"${name}": [`;
  for (const [index, row] of rows.entries()) yield `${index === 0 ? "\n" : ",\n"}${write(row)}`;
  yield "\n]";
}
