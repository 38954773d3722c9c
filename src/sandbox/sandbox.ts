import { setImmediate as nextTurn } from "node:timers/promises";
import { noteInLock } from "../disc/index.ts";
import { type Json, type JsonObject, normalizeSlug, SANDBOX_KEY, UserError } from "../model/index.ts";
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
import { showBigIntegers } from "./store/big-integers.ts";
import { openDataFile, readSeedFile } from "./store/data-file.ts";
import { DeviceLogins } from "./store/device-logins.ts";
import { LateLists } from "./store/late-lists.ts";
import { readWorkbook } from "./store/read-rows.ts";
import { readSeed, type SeedRules } from "./store/read-seed.ts";
import { recordEvent } from "./store/record-event.ts";
import { OWNER_ID, type State } from "./store/records.ts";
import type { Seed } from "./store/seed.ts";
import { Store } from "./store/store.ts";
import { workbookText } from "./store/workbook-text.ts";

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
