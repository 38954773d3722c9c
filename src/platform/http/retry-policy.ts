// Which requests are sent again, how often and for how long: contract 7 as a table.

/** Why an exchange failed, in terms of repeating it: a status, or one of the names below. */
export type TroubleKind =
  | `${number}`
  | "connection-broken"
  | "unreachable"
  | "continue-wait"
  /** Everything that repeating does not fix: TLS, an unknown host, a deadline, an answer that is not JSON. */
  | "final";

export interface RetryRule {
  /** Requests in all, the first included. */
  attempts: number;
  /** Time since the first request after which no other is started, in milliseconds. */
  withinMs: number;
  /** The platform asks for less: fewer requests in flight. */
  slowDown?: boolean;
}

/** What the platform asks to wait for, by `Retry-After` or by `Continue wait`, is waited for this long; beyond it a person should decide. */
export const LONGEST_WAIT_MS = 60_000;

const TRANSIENT: RetryRule = { attempts: 10, withinMs: Number.POSITIVE_INFINITY };

/** Another writer came between (409 `upsert_branch_changed`): counted apart from the transport's own retries. */
const CONFLICT: RetryRule = TRANSIENT;

const RETRY_POLICY: Readonly<Partial<Record<TroubleKind, RetryRule>>> = {
  "408": TRANSIENT,
  "429": { ...TRANSIENT, slowDown: true },
  "500": TRANSIENT,
  "502": TRANSIENT,
  "503": TRANSIENT,
  "504": TRANSIENT,
  "connection-broken": TRANSIENT,
  /** Refused, or no route: a user waits at a terminal for a platform that is not there. */
  unreachable: { attempts: 10, withinMs: 15_000 },
  /** 200 `{"error":"Continue wait"}` (platform document, "Errors", rule 3): not a failure, so only time counts. */
  "continue-wait": { attempts: Number.POSITIVE_INFINITY, withinMs: LONGEST_WAIT_MS },
};

/** Methods that may be sent twice; a POST may have happened although its answer was lost. */
const REPEATABLE: ReadonlySet<string> = new Set(["GET", "PUT", "DELETE"]);

/** The rule for a trouble, or undefined if it is final. 409 is the caller's: only it knows whether the slug is still its own. */
export function findRetryRule(method: string, kind: TroubleKind): RetryRule | undefined {
  return REPEATABLE.has(method) ? RETRY_POLICY[kind] : undefined;
}

/** The rule for a caller that looks before it repeats, which makes any method as safe as a read, and a conflict transient. */
export function findRuleAfterLook({
  kind,
  code,
}: {
  kind: TroubleKind;
  code: string;
}): RetryRule | undefined {
  return code === "upsert_branch_changed" ? CONFLICT : RETRY_POLICY[kind];
}

/** Whether a trouble asks for fewer requests in flight, whatever the method. */
export function asksToSlowDown(kind: TroubleKind): boolean {
  return RETRY_POLICY[kind]?.slowDown === true;
}
