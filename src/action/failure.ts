// A command that could not do its work, as an outcome: told like any other, with what to do next.

import { LintError } from "../commands/lint-error.ts";
import { ProjectError } from "../desired/index.ts";
import { type Diagnostic, EXIT, UserError } from "../model/index.ts";
import { lintPretty, renderBug, renderError, renderSummary } from "../report/index.ts";
import { describe } from "./describe.ts";
import type { Job } from "./job.ts";
import type { Log } from "./log.ts";
import { NO_COUNTS, type Outcome } from "./outcome.ts";
import { withoutSecrets } from "./secrets.ts";

export interface FailurePlace {
  command: string;
  log: Log;
  secrets: readonly string[];
  /** Undefined where it was not begun: then nobody knows which comment would be its own, and there is none. */
  job: Job | undefined;
  cancelled: boolean;
}

export function failed(cause: unknown, { command, log, secrets, job, cancelled }: FailurePlace): Outcome {
  const error = cause instanceof UserError ? cause : new UserError(BUG, { cause });
  if (error === cause) log.print(renderError(error, { color: false }));
  else log.print(renderBug(cause, bugContext(command)));
  if (error instanceof LintError) log.print(lintPretty({ ...error.checked, color: false }));
  const diagnostics = findingsOf(error);
  const failure = { message: error.message, details: adviceOf(error) };
  const lint = error instanceof LintError ? { lint: { diagnostics, files: error.checked.files } } : {};
  const bare = withoutSecrets({ command, target: "", failure }, secrets);
  return {
    exitCode: cancelled ? EXIT.interrupted : error.exitCode,
    counts: NO_COUNTS,
    changes: false,
    errors: Math.max(1, diagnostics.filter(({ severity }) => severity === "error").length),
    verdict: cancelled ? `cancelled: ${error.message}` : error.message,
    diagnostics,
    ...(job
      ? describe(job, { failure, ...lint })
      : { summary: (notes: readonly string[]) => renderSummary({ ...bare, notes }) }),
  };
}

const BUG = "this is a bug in Boardwright: the log of the job shows it whole";

function bugContext(command: string) {
  return { version: BOARDWRIGHT_VERSION, node: process.version, args: [command], color: false };
}

/** A finding is told at its line already. */
function adviceOf(error: UserError): readonly string[] {
  return error.message.startsWith("there is no credential")
    ? ["Give the step the input `api-key`, from a secret of the repository.", ...error.details]
    : error.details;
}

function findingsOf(error: UserError): readonly Diagnostic[] {
  if (error instanceof LintError) return error.checked.diagnostics;
  return error instanceof ProjectError ? error.diagnostics : [];
}
