// The remote contract: the platform's documented operations, and logging in, with deadlines, retries, paging and proxies. Everything
// here throws PlatformError and nothing prints. What a deployment offers is asked of the description it serves.

export type { AuditLogFilter } from "./audit-logs.ts";
export type { Scheme } from "./authorization.ts";
export type { BranchChoice, ValidationChoice } from "./branches.ts";
export type { Capabilities } from "./capabilities.ts";
export { type Clock, systemClock } from "./clock.ts";
export { type ConnectOptions, connect, type Deadlines } from "./connect.ts";
export type { TokenSource } from "./credential.ts";
export { type Deployment, readDeploymentId } from "./deployments.ts";
export { pathBelow } from "./described-path.ts";
export {
  type DeviceLogin,
  type DeviceLoginOptions,
  pollDeviceToken,
  startDeviceLogin,
} from "./device-flow.ts";
export type { Environment, EnvironmentFilter, MetadataToken, MetadataTokenInput } from "./environments.ts";
export type { CreateFolderInput } from "./folders.ts";
export type { OAuthOptions } from "./oauth.ts";
export { type OAuthTokens, refreshTokens } from "./oauth-tokens.ts";
export { OPERATIONS, type Operation, type OperationName } from "./operations.ts";
export type { Platform } from "./platform.ts";
export { PlatformError, type PlatformErrorFacts } from "./platform-error.ts";
export { type ProxyChoice, proxyFor } from "./proxy.ts";
export type { RawAnswer, RawRequest } from "./raw-request.ts";
export { type BodyType, FORM } from "./request-body.ts";
export { retryDelay } from "./retry-delay.ts";
export { findRetryRule, type RetryRule, type TroubleKind } from "./retry-policy.ts";
export type { ScimRange } from "./scim.ts";
export type { CallOptions, RetryEvent } from "./transport.ts";
export type * from "./wire.ts";
export type { PublishInput, WorkbookFilter } from "./workbooks.ts";
