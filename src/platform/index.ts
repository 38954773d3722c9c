// The remote contract: the platform's documented operations, and logging in, with deadlines, retries, paging and proxies. Everything
// here throws PlatformError and nothing prints. A deployment offers what the description it serves says.

export { type ConnectOptions, connect } from "./connect.ts";
export { refuseUncheckedTls } from "./http/address.ts";
export type { Scheme } from "./http/authorization.ts";
export { type Clock, systemClock } from "./http/clock.ts";
export type { TokenSource } from "./http/credential.ts";
export type { Origin } from "./http/explain.ts";
export { PlatformError } from "./http/platform-error.ts";
export { proxyFor } from "./http/proxy.ts";
export { type BodyType, FORM } from "./http/request-body.ts";
export { delayBeforeNext } from "./http/retry-delay.ts";
export { findRuleAfterLook } from "./http/retry-policy.ts";
export type { AnsweredEvent, RetryEvent, SentEvent, TrafficListeners } from "./http/traffic.ts";
export type { CallOptions } from "./http/transport.ts";
export { type DeviceLoginOptions, pollDeviceToken, startDeviceLogin } from "./login/device-flow.ts";
export type { OAuthOptions } from "./login/oauth.ts";
export { refreshTokens } from "./login/oauth-tokens.ts";
export { anything, pages } from "./operations/answers.ts";
export type { AuditLogFilter } from "./operations/audit-logs.ts";
export { type BranchChoice, NO_BRANCH } from "./operations/branches.ts";
export type { Capabilities } from "./operations/capabilities.ts";
export { type Deployment, readDeploymentId } from "./operations/deployments.ts";
export {
  type DescribedOperation,
  type DescriptionPath,
  follow,
  listOperations,
  METHODS,
  parametersOf,
  readRef,
} from "./operations/described.ts";
export type { Environment, MetadataTokenInput } from "./operations/environments.ts";
export type { CreateFolderInput } from "./operations/folders.ts";
export { BUILD, type CallDraft, DEPLOYMENT, fill, type Operation } from "./operations/operation.ts";
export { OPERATIONS, type OperationName } from "./operations/operations.ts";
export type { RawAnswer } from "./operations/raw-request.ts";
export type { ScimRange } from "./operations/scim.ts";
export type { Platform } from "./platform.ts";
export type * from "./wire/wire.ts";
