// The context of every step of an apply.

import type { Allowed, Change, JsonObject, Project, Stamp } from "../model/index.ts";
import type { AnswerCheck, IgnoredPath, Live } from "../plan/index.ts";
import type { Clock, Platform, TrafficListeners, WireReport, WireWorkbook } from "../platform/index.ts";

export interface Backups {
  /** Folder of this run: the one asked for, with a number appended if another run started in the same second. */
  readonly folder: string;
  /** Whether any backup was written. */
  readonly used: boolean;
  /** Resolves when the state is on disk; if it rejects, nothing may be overwritten. */
  save(name: string, state: Wire): Promise<void>;
  /** Makes the folder, once. */
  open(): Promise<void>;
}

export type Wire = WireWorkbook | WireReport;

/** A workbook or report as it was answered, and as planning reads it. */
export interface Found<L extends Live = Live, W extends Wire = Wire> {
  wire: W;
  live: L;
}

/** What has the slug or publicId of a creation. If it is not new, it was there before, and nothing was written. */
export interface Claim {
  isNew: boolean;
  found: Found;
}

export interface ApplyContext {
  platform: Platform;
  deploymentId: number;
  project: Pick<Project, "name">;
  ignored: readonly IgnoredPath[];
  /** Live id → version of the reports written by this run. */
  reportVersions: Map<number, number>;
  backups: Backups | undefined;
  /** The ids of all workbooks that were live when this run planned and may be somebody's; absent if it did not plan itself. */
  liveIds?: ReadonlySet<number> | undefined;
  /** The hazards of what a creation finds that are accepted; none if absent. */
  allowed?: Allowed | undefined;
  /** Notes what a creation found empty, before it writes: only that may be undone by a deletion. */
  onClaim?: ((made: Pick<Change, "kind" | "key"> & { id: number }) => Promise<void>) | undefined;
  /** `workbook:slug` → a claim that was taken before its turn. */
  early?: Map<string, { claim: Promise<Claim>; attempts: number }>;
  /** Of a rollback: what is written comes from the backups of a run, and not from files. */
  undoes?: boolean | undefined;
  /** For waiting between the executor's own retries (conflicts, POSTs). */
  clock: Pick<Clock, "now" | "sleep">;
  random(): number;
  /** Ctrl-C: what was only read by then is not written. */
  stop?: AbortSignal;
  /** Called before each of these waits; the platform room tells its own. */
  onRetry?: TrafficListeners["onRetry"];
}

/** Sends the body that is made of what is there, and resolves to what was answered. */
export type Write = (compose: (there: Live | undefined) => JsonObject) => Promise<Live>;

/** A workbook or report as far as a run has come with it. */
export interface Standing<L extends Live = Live> {
  /** The last answer. */
  live: L;
  /** The stamp that the last request carried, or ours that was there; undefined if there was none of ours. */
  stamp: Stamp | undefined;
  write: Write;
}

export interface Converged<L extends Live = Live> extends Standing<L>, Omit<AnswerCheck, "restamp"> {
  stamp: Stamp;
  /** The answer in which what viewers see was held against the request. What is in a later one besides, this run did not write. */
  verified: L;
}
