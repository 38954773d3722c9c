// Puts a Platform together: one gate and one credential for everything that is asked of one address.

import { readAddress } from "./http/address.ts";
import { authorizeWith, METADATA_SPELLINGS, type Scheme, spellingsOf } from "./http/authorization.ts";
import { type Clock, systemClock } from "./http/clock.ts";
import { openCredential, type TokenSource } from "./http/credential.ts";
import { openGate } from "./http/gate.ts";
import type { ProxyChoice } from "./http/proxy.ts";
import { openRedactor } from "./http/redact.ts";
import { openPools } from "./http/socket-pools.ts";
import { openTransport, type RetryEvent } from "./http/transport.ts";
import { exportAuditLog } from "./operations/audit-logs.ts";
import { listBranches, switchStaging, validateModel } from "./operations/branches.ts";
import { getDeployment, listDeployments, listVersions, updateDeployment } from "./operations/deployments.ts";
import { openDescription } from "./operations/description.ts";
import { listEnvironments, metadataToken } from "./operations/environments.ts";
import { createFolder, listFolders } from "./operations/folders.ts";
import { modelMetadata, type OpenElsewhere } from "./operations/model-metadata.ts";
import { sendRaw } from "./operations/raw-request.ts";
import type { Remote } from "./operations/remote.ts";
import { deleteReport, getReport, listReports, upsertReport } from "./operations/reports.ts";
import { listScimUsers } from "./operations/scim.ts";
import { createUser, currentUser } from "./operations/users.ts";
import {
  deleteWorkbook,
  getWorkbook,
  listWorkbooks,
  publishWorkbook,
  upsertWorkbook,
} from "./operations/workbooks.ts";
import type { Platform } from "./platform.ts";

export interface Deadlines {
  /** DNS, TCP and TLS of one connection; 10 s. */
  connectMs: number;
  /** One request, headers and body; of a streamed body, the longest time without a byte. 120 s. */
  requestMs: number;
}

export interface ConnectOptions {
  /** `{base_url}`: https, or http on a loopback address; a path and a trailing slash are fine. */
  url: string;
  /** A fixed token, or where to get one and, after a 401, another: once for all requests in flight. */
  token: string | TokenSource;
  /** Unset: Bearer, and if the first request is answered 401, Api-Key once, keeping what worked. */
  scheme?: Scheme;
  userAgent?: string;
  /** Sockets, and requests in flight at most; 8. */
  concurrency?: number;
  /** Where a proxy is to be used, its address, or `(url) => proxyFor(url, process.env)`; asked for each host. */
  proxy?: ProxyChoice;
  /** Ends everything at once, also what is in flight. */
  signal?: AbortSignal;
  /** Called before each wait. The event holds no token. */
  onRetry?(event: RetryEvent): void;
  clock?: Clock;
  /** In [0, 1): the dice of the backoff. */
  random?(): number;
  deadlines?: Partial<Deadlines>;
}

const DEADLINES: Deadlines = { connectMs: 10_000, requestMs: 120_000 };

/** Sends nothing yet. Throws a UserError for an address, a proxy or a credential that cannot be used. */
export function connect(options: ConnectOptions): Platform {
  const address = readAddress(options.url);
  const { hide, redact, cleanStream } = openRedactor();
  const credential = openCredential(options.token, hide);
  const concurrency = Math.max(1, options.concurrency ?? 8);
  const deadlines = { ...DEADLINES, ...options.deadlines };
  const pools = openPools({ connections: concurrency, connectMs: deadlines.connectMs }, options.proxy, hide);
  const shared = {
    clock: options.clock ?? systemClock,
    random: options.random ?? Math.random,
    redact,
    cleanStream,
    userAgent: options.userAgent ?? "boardwright",
    requestMs: deadlines.requestMs,
    signal: options.signal,
    onRetry: options.onRetry,
  };
  const transport = openTransport({
    ...shared,
    address,
    pool: pools.to(address.origin),
    gate: openGate(concurrency),
    authorization: authorizeWith(credential, spellingsOf(options.scheme)),
  });
  const elsewhere: OpenElsewhere = (place, token) =>
    openTransport({
      ...shared,
      address: place,
      pool: pools.to(place.origin),
      gate: openGate(concurrency),
      authorization: authorizeWith(openCredential(token, hide), METADATA_SPELLINGS),
    });
  const description = openDescription(transport, address.basePath);
  const remote: Remote = { transport, capabilities: description.capabilities, hide };
  return {
    url: address.url,
    capabilities: description.capabilities,
    readDescription: description.document,
    listDeployments: () => listDeployments(remote),
    getDeployment: (...rest) => getDeployment(remote, ...rest),
    listVersions: (...rest) => listVersions(remote, ...rest),
    updateDeployment: (...rest) => updateDeployment(remote, ...rest),
    listEnvironments: (...rest) => listEnvironments(remote, ...rest),
    metadataToken: (...rest) => metadataToken(remote, ...rest),
    modelMetadata: (...rest) => modelMetadata(elsewhere, ...rest),
    listBranches: (...rest) => listBranches(remote, ...rest),
    switchStaging: (...rest) => switchStaging(remote, ...rest),
    validateModel: (...rest) => validateModel(remote, ...rest),
    createUser: (...rest) => createUser(remote, ...rest),
    currentUser: (...rest) => currentUser(remote, ...rest),
    listScimUsers: (...rest) => listScimUsers(remote, ...rest),
    exportAuditLog: (...rest) => exportAuditLog(remote, ...rest),
    listWorkbooks: (...rest) => listWorkbooks(remote, ...rest),
    getWorkbook: (...rest) => getWorkbook(remote, ...rest),
    upsertWorkbook: (...rest) => upsertWorkbook(remote, ...rest),
    publishWorkbook: (...rest) => publishWorkbook(remote, ...rest),
    deleteWorkbook: (...rest) => deleteWorkbook(remote, ...rest),
    listFolders: (...rest) => listFolders(remote, ...rest),
    createFolder: (...rest) => createFolder(remote, ...rest),
    listReports: (...rest) => listReports(remote, ...rest),
    getReport: (...rest) => getReport(remote, ...rest),
    upsertReport: (...rest) => upsertReport(remote, ...rest),
    deleteReport: (...rest) => deleteReport(remote, ...rest),
    request: (...rest) => sendRaw(remote, redact, ...rest),
    holdsCredential: (text) => redact(text) !== text,
    close: pools.close,
  };
}
