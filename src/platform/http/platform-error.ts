// What a failed call to the platform looks like to everybody else.

import { UserError } from "../../model/index.ts";
import type { TroubleKind } from "./retry-policy.ts";

type Facts = Pick<PlatformError, "kind" | "code" | "method" | "url" | "details"> &
  Partial<Pick<PlatformError, "status" | "requestId" | "platformMessage" | "retryAfterMs" | "exitCode">>;

/**
 * A call that did not succeed. `code` is the `code` of the platform's answer if it has one (`upsert_branch_changed`), else one
 * of this room's own, in kebab-case: by status `bad-request`, `unauthorized`, `forbidden`, `not-found`, `conflict`,
 * `rate-limited`, `rejected`, `server-error`; without a usable answer `connection-refused`, `connect-timeout`, `timeout`,
 * `connection-broken`, `unknown-host`, `unreachable`, `tls`, `not-http`, `proxy`, `interrupted`; with an unexpected one
 * `no-such-operation`, `truncated-json`, `not-json`, `unexpected-answer`, `redirect`, `continue-wait`, `endless-list`,
 * `incomplete-list`, `answer-too-long`, `broken-model`; of a login `access_denied`, `expired_token`, `invalid_grant`. Never contains a token.
 */
export class PlatformError extends UserError {
  override readonly name = "PlatformError";
  readonly status: number | undefined;
  /** Its row in the retry table, for a caller that repeats what this room does not: see `findRuleAfterLook`. */
  readonly kind!: TroubleKind;
  readonly code!: string;
  readonly method!: string;
  readonly url!: string;
  readonly requestId: string | undefined;
  /** The platform's own words, shortened to a readable length. */
  readonly platformMessage: string | undefined;
  /** How long the platform asked to wait (`Retry-After`), if it did. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, { details, exitCode, ...facts }: Facts) {
    super(message, { details, exitCode });
    Object.assign(this, facts);
  }
}
