// The remote contract: the platform's documented operations over one pool of connections, with deadlines, retries and paging.
// Everything here throws PlatformError and nothing prints. What a deployment offers is asked of the description it serves.

export type { Scheme } from "./authorization.ts";
export type { Capabilities } from "./capabilities.ts";
export type { Clock } from "./clock.ts";
export { type ConnectOptions, connect, type Deadlines, type Platform } from "./connect.ts";
export type { Deployment } from "./deployments.ts";
export type { CreateFolderInput } from "./folders.ts";
export { OPERATIONS, type Operation, type OperationName } from "./operations.ts";
export { PlatformError, type PlatformErrorFacts } from "./platform-error.ts";
export { retryDelay } from "./retry-delay.ts";
export { findRetryRule, type RetryRule, type TroubleKind } from "./retry-policy.ts";
export type { CallOptions, RetryEvent } from "./transport.ts";
export type * from "./wire.ts";
export type { PublishInput, WorkbookFilter } from "./workbooks.ts";
