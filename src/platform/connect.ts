// Puts a Platform together: one pool, one gate, one credential for everything that is asked of one address.

import { UserError } from "../model/index.ts";
import { readAddress } from "./address.ts";
import { authorizeWith, type Scheme } from "./authorization.ts";
import type { Capabilities } from "./capabilities.ts";
import { type Clock, systemClock } from "./clock.ts";
import { type Deployment, listDeployments } from "./deployments.ts";
import { readDescriptionOnce } from "./description.ts";
import { type CreateFolderInput, createFolder, listFolders } from "./folders.ts";
import { openGate } from "./gate.ts";
import { redactor } from "./redact.ts";
import type { Remote } from "./remote.ts";
import { getReport, listReports, upsertReport } from "./reports.ts";
import { openPool } from "./socket-pool.ts";
import { type CallOptions, openTransport, type RetryEvent } from "./transport.ts";
import type {
  WireDashboard,
  WireFolder,
  WireReport,
  WireReportInput,
  WireWorkbook,
  WireWorkbookInput,
} from "./wire.ts";
import {
  deleteWorkbook,
  getWorkbook,
  listWorkbooks,
  type PublishInput,
  publishWorkbook,
  upsertWorkbook,
  type WorkbookFilter,
} from "./workbooks.ts";

export interface Deadlines {
  /** DNS, TCP and TLS of one connection; 10 s. */
  connectMs: number;
  /** One request, headers and body; 120 s. */
  requestMs: number;
}

export interface ConnectOptions {
  /** `{base_url}`: https, or http on a loopback address; a path and a trailing slash are fine. */
  url: string;
  token: string;
  /** Unset: Bearer, and if the first request is answered 401, Api-Key once, keeping what worked. */
  scheme?: Scheme;
  userAgent?: string;
  /** Sockets, and requests in flight at most; 8. */
  concurrency?: number;
  /** Ends everything at once, also what is in flight. */
  signal?: AbortSignal;
  /** Called before each wait. The event holds no token. */
  onRetry?(event: RetryEvent): void;
  clock?: Clock;
  /** In [0, 1): the dice of the backoff. */
  random?(): number;
  deadlines?: Partial<Deadlines>;
}

/** Every method throws a PlatformError; see there for its codes. */
export interface Platform {
  /** `{base_url}` without a trailing slash. */
  readonly url: string;
  capabilities(): Promise<Capabilities>;
  listDeployments(): Promise<Deployment[]>;
  listWorkbooks(deploymentId: number, filter?: WorkbookFilter): AsyncIterable<WireWorkbook[]>;
  getWorkbook(deploymentId: number, id: number, call?: CallOptions): Promise<WireWorkbook | undefined>;
  upsertWorkbook(
    deploymentId: number,
    slug: string,
    input: WireWorkbookInput,
    call?: CallOptions,
  ): Promise<WireWorkbook>;
  publishWorkbook(
    deploymentId: number,
    id: number,
    input?: PublishInput,
    call?: CallOptions,
  ): Promise<WireDashboard>;
  deleteWorkbook(deploymentId: number, id: number, call?: CallOptions): Promise<void>;
  listFolders(deploymentId: number): Promise<WireFolder[]>;
  createFolder(deploymentId: number, input: CreateFolderInput, call?: CallOptions): Promise<WireFolder>;
  listReports(deploymentId: number): AsyncIterable<WireReport[]>;
  getReport(deploymentId: number, id: number, call?: CallOptions): Promise<WireReport | undefined>;
  upsertReport(
    deploymentId: number,
    publicId: string,
    input: WireReportInput,
    call?: CallOptions,
  ): Promise<WireReport>;
  /** Waits for what is in flight and closes the sockets. Closing twice is fine. */
  close(): Promise<void>;
}

const DEADLINES: Deadlines = { connectMs: 10_000, requestMs: 120_000 };

/** Sends nothing yet. Throws a UserError for an address or a credential that cannot be used. */
export function connect(options: ConnectOptions): Platform {
  const address = readAddress(options.url);
  const token = readToken(options.token);
  const concurrency = Math.max(1, options.concurrency ?? 8);
  const deadlines = { ...DEADLINES, ...options.deadlines };
  const pool = openPool(address.origin, { connections: concurrency, connectMs: deadlines.connectMs });
  const transport = openTransport({
    address,
    pool,
    gate: openGate(concurrency),
    authorization: authorizeWith(token, options.scheme),
    clock: options.clock ?? systemClock,
    random: options.random ?? Math.random,
    redact: redactor(token),
    userAgent: options.userAgent ?? "boardwright",
    requestMs: deadlines.requestMs,
    signal: options.signal,
    onRetry: options.onRetry,
  });
  const capabilities = readDescriptionOnce(transport, address.basePath);
  const remote: Remote = { transport, capabilities };
  let closing: Promise<void> | undefined;
  return {
    url: address.url,
    capabilities,
    listDeployments: () => listDeployments(remote),
    listWorkbooks: (deploymentId, filter) => listWorkbooks(remote, deploymentId, filter),
    getWorkbook: (deploymentId, id, call) => getWorkbook(remote, deploymentId, id, call),
    upsertWorkbook: (deploymentId, slug, input, call) =>
      upsertWorkbook(remote, deploymentId, slug, input, call),
    publishWorkbook: (deploymentId, id, input, call) =>
      publishWorkbook(remote, deploymentId, id, input, call),
    deleteWorkbook: (deploymentId, id, call) => deleteWorkbook(remote, deploymentId, id, call),
    listFolders: (deploymentId) => listFolders(remote, deploymentId),
    createFolder: (deploymentId, input, call) => createFolder(remote, deploymentId, input, call),
    listReports: (deploymentId) => listReports(remote, deploymentId),
    getReport: (deploymentId, id, call) => getReport(remote, deploymentId, id, call),
    upsertReport: (deploymentId, publicId, input, call) =>
      upsertReport(remote, deploymentId, publicId, input, call),
    close: () => {
      closing ??= pool.close();
      return closing;
    },
  };
}

/** White space around a token comes from files and copying; inside, it would break the header. */
function readToken(text: string): string {
  const token = text.trim();
  if (/^[\u0021-\u007e]+$/.test(token)) return token;
  throw new UserError(
    token === "" ? "there is no credential" : "the credential holds characters that no API key has",
    { details: ["Set PLATFORM_API_KEY to an API key of the platform, or log in with `boardwright login`."] },
  );
}
