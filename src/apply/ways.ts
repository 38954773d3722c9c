// How each kind is read and written on the platform. What else is a kind's own when it is written is here as well, so that every step of a write
// knows kinds, not cases. (What a state of a kind is, is in `plan/state/kind.ts`.)

import { toLiveReport } from "../live/index.ts";
import { type Change, isObject, type JsonObject, readStamp } from "../model/index.ts";
import {
  isEmpty,
  kindOf,
  type Live,
  type LiveReport,
  type LiveWorkbook,
  shownVersion,
} from "../plan/index.ts";
import { PlatformError, type WireReport, type WireWorkbook } from "../platform/index.ts";
import { type Another, answeredAnother } from "./another.ts";
import type { ApplyContext, Found, Wire } from "./context.ts";
import { StepError } from "./failure.ts";
import { type Publishing, publishing } from "./publish.ts";
import { readBack, readById, refuseUnreadable } from "./read-workbook.ts";

/** Called for each request that writes. */
interface Count {
  onAttempt(): void;
}

export interface Way<L extends Live = Live, W extends Wire = Wire> {
  /** What sentences call it: `the report revenue`. */
  nameOf(key: string): string;
  /** Undefined if it is gone, or has nothing by which a file could name it. */
  read(place: Pick<ApplyContext, "platform" | "deploymentId">, id: number): Promise<Found<L, W> | undefined>;
  upsert(context: ApplyContext, change: Change, body: JsonObject, count: Count): Promise<W>;
  /** The answer to a write; if it leaves out what was written, that is read. */
  complete(context: ApplyContext, answer: W, body: JsonObject): Promise<Found<L, W>>;
  remove(context: ApplyContext, id: number, count: Count): Promise<unknown>;
  /** Whether nothing is in the parts that no file manages, and no list had it. */
  isUnused(context: ApplyContext, found: Found<L, W>): boolean;
  /** After a read that found nothing: throws a StepError if every plan would find it all the same. */
  refuseUnreadable?(context: ApplyContext, key: string, id: number): Promise<void>;
  /** What to tell of an answer of another one than was written; without this, the upsert names just one. */
  answeredAnother?(context: ApplyContext, change: Change, another: Another<W>): Promise<StepError>;
  /** Gives it another slug, by its id. */
  rename?(context: ApplyContext, change: Change, id: number, count: Count): Promise<unknown>;
  publishing?: Publishing<L>;
  /** What it may have been before these workbooks were deleted. */
  before?(live: L, gone: ReadonlySet<number>): L[];
  /** Tells the rest of the run how it is now. */
  note?(context: ApplyContext, live: L): void;
}

const workbook: Way<LiveWorkbook, WireWorkbook> = {
  nameOf: (key) => key,
  read: readById,
  upsert: ({ platform, deploymentId }, { key }, body, count) =>
    platform.upsertWorkbook(deploymentId, key, body, count),
  complete: readBack,
  remove: ({ platform, deploymentId }, id, count) => platform.deleteWorkbook(deploymentId, id, count),
  isUnused: ({ liveIds }, { wire: { id, isFavorite, calculatedFields } }) =>
    isFavorite !== true && isEmpty(calculatedFields) && !liveIds?.has(id),
  refuseUnreadable,
  answeredAnother,
  rename: ({ platform, deploymentId }, { key }, id, count) =>
    platform.renameWorkbook(deploymentId, id, key, count),
  publishing,
};

const report: Way<LiveReport, WireReport> = {
  nameOf: (key) => `the report ${key}`,
  async read({ platform, deploymentId }, id) {
    const wire = await platform.getReport(deploymentId, id);
    return wire && { wire, live: toLiveReport(wire) };
  },
  async upsert({ platform, deploymentId }, change, body, count) {
    try {
      return await platform.upsertReport(deploymentId, change.publicId as string, body, count);
    } catch (error) {
      throw explainConflict(error, change);
    }
  },
  /** If an answer leaves `meta` out, that says nothing of what was stored. */
  async complete(context, answer, body) {
    const { meta, jsonQuery } = answer;
    const isWhole = isObject(body.meta)
      ? readStamp(meta ?? undefined) !== undefined
      : meta !== undefined && jsonQuery !== undefined;
    const read = isWhole ? undefined : await report.read(context, answer.id);
    return read ?? { wire: answer, live: toLiveReport(answer) };
  },
  remove: ({ platform, deploymentId }, id, count) => platform.deleteReport(deploymentId, id, count),
  isUnused: (_, { wire: { folderId = null, description = null } }) => isEmpty({ folderId, description }),
  before: (live, gone) =>
    live.workbookId === null ? [live, ...[...gone].map((workbookId) => ({ ...live, workbookId }))] : [live],
  /** Dashboards that draw it are published after it, unless viewers see this version already. */
  note({ reportVersions }, live) {
    const version = shownVersion(live);
    if (version !== null) reportVersions.set(live.id, version);
  },
};

const WAYS = { workbook, report };

/** Of a change of a workbook or report. */
export function wayOf({ kind }: Pick<Change, "kind">): Way {
  return WAYS[kind as keyof typeof WAYS] as unknown as Way;
}

/** The slug or publicId that it is to have. */
export function liveName({ key, publicId = key }: Change): string {
  return publicId;
}

/** Whether it has that, or the slug that it had when the plan was made. */
export function isNamed(change: Change, live: Live): boolean {
  const name = kindOf(live).nameOf(live);
  return name === liveName(change) || (name === change.was && live.id === change.id);
}

/** The other two kinds of 409 (field notes A.2) stay until an id is changed. */
function explainConflict(error: unknown, change: Change): unknown {
  if (!(error instanceof PlatformError) || error.status !== 409) return error;
  const id = `publicId ${change.publicId}`;
  if (error.code === "ambiguous_legacy_id") {
    const message = `the report ${change.key} was not written: its ${id} matches several older reports`;
    const next = "On the platform, give the one you mean an id of its own, and write that under `publicId`.";
    return new StepError(error.code, message, [...error.details, next], error);
  }
  if (error.code !== "conflict") return error;
  const message = `the report ${change.key} was not written: its ${id} belongs to a report of another deployment`;
  const next = "publicIds are unique in a whole account: give one per target, or none to have it derived.";
  return new StepError("public-id-taken", message, [...error.details, next], error);
}
