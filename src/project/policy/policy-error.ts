// The policy could not be read from trusted ground.

import { EXIT, UserError } from "../../model/index.ts";

/** Nothing is sent and nothing else is tried: without a policy, the branch would decide. Exit code 3. */
export class PolicyError extends UserError {
  override readonly name = "PolicyError";
  /** Without the words that nothing was sent. */
  readonly what: string;

  constructor(what: string, details: readonly string[], cause?: unknown) {
    super(`refused, nothing was sent: ${what}`, { details, exitCode: EXIT.refused, cause });
    this.what = what;
  }
}

/** The way to the project is another one than trusted ground knows: nobody else needs to be asked for the policy. */
export class WayError extends PolicyError {}
