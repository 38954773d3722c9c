import { setImmediate as nextTurn } from "node:timers/promises";
import { type JsonObject, normalizeSlug, UserError } from "../model/index.ts";
import type { WireWorkbook } from "../platform/wire.ts";
import { SANDBOX_KEY } from "./auth.ts";
import type { Rules } from "./context.ts";
import { openDataFile, readSeedFile } from "./data-file.ts";
import { rollFaults } from "./fault-dice.ts";
import { type Faults, NO_FAULTS, parseFaults } from "./faults.ts";
import type { MergeDepth } from "./merge.ts";
import { readWorkbook } from "./read-rows.ts";
import { readSeed } from "./read-seed.ts";
import type { State } from "./records.ts";
import type { Seed } from "./seed.ts";
import { type RecordedRequest, startServer } from "./server.ts";
import { Store } from "./store.ts";
import { sameWorkbook } from "./upsert-workbook.ts";
import { workbookText } from "./workbook-text.ts";
import { writeSeed } from "./write-seed.ts";

export interface SandboxOptions {
  /** On 127.0.0.1; any free port by default. */
  port?: number;
  /** What is there at the start: a seed, or the path of a JSON file that holds one. */
  seed?: Seed | string;
  /** A file that keeps the state. Where it exists, its content is what is there at the start, and not `seed`. */
  data?: string;
  /** How an upsert merges `meta`. Default shallow. */
  merge?: MergeDepth;
  /** See faults.ts for the grammar. */
  faults?: string | Faults;
  clock?: () => Date;
  /** Whether `requests` is kept. Default true; a long-running server has no use for it. */
  record?: boolean;
  /** Milliseconds to wait for another process that uses `data`. Default 5000. */
  patience?: number;
  /** Awaited by every upsert between its decision (create or update) and its application: where a test lets another writer in. */
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
  /** Back to what was there at the start; `requests` is emptied, faults begin anew. */
  reset(): void;
  /** Answers what is in flight, writes the data file, and stops. Again: nothing. Throws UserError where writing failed. */
  close(): Promise<void>;
  /** The workbook as a single read answers it, without a request. The first deployment by default. */
  workbook(slug: string, deployment?: number): WireWorkbook | undefined;
  /** Changes a workbook as somebody in the UI would: no check, `updatedAt` moves where anything changed. */
  edit(slug: string, change: (workbook: WireWorkbook) => void, deployment?: number): void;
}

/** Starts an embedded platform. Throws UserError for a seed, data file, fault or port that cannot be used. */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const now = (): string => (options.clock?.() ?? new Date()).toISOString();
  const faults =
    typeof options.faults === "string" ? parseFaults(options.faults) : (options.faults ?? NO_FAULTS);
  let roll = rollFaults(faults);
  let store: Store;

  const data =
    options.data === undefined
      ? undefined
      : await openDataFile(options.data, options.patience ?? 5000, now(), () => writeSeed(store));
  try {
    const start = data?.state ?? (await readStart(options.seed, now()));
    const open = (state: State): Store => new Store(state, () => data?.changed());
    store = open(start);
    const requests: RecordedRequest[] = [];
    const server = await startServer(options.port ?? 0, {
      store: () => store,
      rules: rulesOf(options),
      faults,
      roll: (request) => roll(request),
      now,
      record: (request) => {
        if (options.record !== false) requests.push(request);
      },
    });
    const deployments = start.deployments.map(({ id }) => id).sort((a, b) => a - b);
    const find = (slug: string, deployment = start.deployments[0]!.id) =>
      store.workbookBySlug(deployment, normalizeSlug(slug));

    let closing: Promise<void> | undefined;
    return {
      url: server.origin,
      apiKey: SANDBOX_KEY,
      requests,
      deployments,
      reset() {
        store = open(start);
        roll = rollFaults(faults);
        requests.length = 0;
        data?.changed();
      },
      close() {
        closing ??= server.close().then(() => data?.close());
        return closing;
      },
      workbook(slug, deployment) {
        const found = find(slug, deployment);
        return found && (JSON.parse(workbookText(store, found)) as WireWorkbook);
      },
      edit(slug, change, deployment) {
        const before = find(slug, deployment);
        if (!before) throw new UserError(`the sandbox has no workbook "${slug}" to edit`);
        const edited = JSON.parse(workbookText(store, before)) as WireWorkbook & JsonObject;
        change(edited);
        const { id, deploymentId, reviewRequired } = before;
        const read = readWorkbook(edited, { id, deploymentId }, now(), () => store.newId());
        const after = { ...read, reviewRequired };
        if (!sameWorkbook(before, after)) store.putWorkbook({ ...after, updatedAt: now() });
      },
    };
  } catch (cause) {
    await data?.close();
    throw cause;
  }
}

function readStart(seed: Seed | string | undefined, now: string): Promise<State> | State {
  if (typeof seed === "string") return readSeedFile(seed, now);
  return readSeed(seed ?? {}, "the seed", now);
}

/** Without a test in between, an upsert gives way once, so that writers who arrive together do meet. */
function rulesOf({ merge, betweenDecisionAndApply }: SandboxOptions): Rules {
  return {
    merge: merge ?? "shallow",
    betweenDecisionAndApply: async (key) => {
      await betweenDecisionAndApply?.(key);
      await nextTurn();
    },
  };
}
