// Errors a user can meet. Any other error is a bug of ours and is shown whole.

/** Exit codes are API (contract 3); only cli.ts hands them to the process. */
export const EXIT = { ok: 0, failed: 1, pending: 2, refused: 3, usage: 64, interrupted: 130 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Something a user can fix: what was tried, what came back, where, and what to do next. Never shown with a stack. */
export class UserError extends Error {
  override readonly name: string = "UserError";
  /** Lines under the message: the request, the platform's words, the next step. */
  readonly details: readonly string[];
  readonly exitCode: ExitCode;

  constructor(
    message: string,
    options: { details?: readonly string[]; exitCode?: ExitCode; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.details = options.details ?? [];
    this.exitCode = options.exitCode ?? EXIT.failed;
  }
}

/** Wrong usage of the command line or of an argument: exit 64. */
export class UsageError extends UserError {
  override readonly name = "UsageError";

  constructor(message: string, details: readonly string[] = []) {
    super(message, { details, exitCode: EXIT.usage });
  }
}
