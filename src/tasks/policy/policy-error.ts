// The policy could not be read from trusted ground.

import { EXIT, UserError } from "../../model/index.ts";

/** Nothing is sent and nothing else is tried: without a policy, the branch would decide. Exit code 3. */
export class PolicyError extends UserError {
  override readonly name = "PolicyError";

  constructor(message: string, details: readonly string[], cause?: unknown) {
    super(`refused, nothing was sent: ${message}`, { details, exitCode: EXIT.refused, cause });
  }
}
