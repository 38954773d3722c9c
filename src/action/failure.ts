// A command that could not do its work, as an outcome: told like any other, with what to do next.

import { LintError } from "../commands/lint-error.ts";
import { ProjectError } from "../desired/index.ts";
import { type Diagnostic, EXIT, UserError } from "../model/index.ts";
import { lintPretty, renderBug, renderError } from "../report/index.ts";
import { describe } from "./describe.ts";
import type { RunEvent } from "./event.ts";
import type { Inputs } from "./inputs.ts";
import type { Log } from "./log.ts";
import { NO_COUNTS, type Outcome } from "./outcome.ts";

export interface FailurePlace {
  inputs: Inputs;
  event: RunEvent;
  log: Log;
  project: string | undefined;
  target: string | undefined;
  cancelled: boolean;
}

export function failed(cause: unknown, place: FailurePlace): Outcome {
  const { inputs, event, log, project, target, cancelled } = place;
  const error =
    cause instanceof UserError
      ? cause
      : new UserError("this is a bug in Boardwright: the log of the job shows it whole", { cause });
  if (error === cause) log.print(renderError(error, { color: false }));
  else log.print(renderBug(cause, { version: BOARDWRIGHT_VERSION, node: process.version, args: [inputs.command], color: false }));
  const diagnostics = findingsOf(error);
  if (error instanceof LintError) log.print(lintPretty({ ...error.checked, color: false }));
  const identity = {
    command: inputs.command,
    target: target ?? "",
    ...(project === undefined ? {} : { project }),
    ...(inputs.shard === undefined ? {} : { shard: inputs.shard }),
  };
  const lint = error instanceof LintError ? { lint: { diagnostics, files: error.checked.files } } : {};
  const { message, details } = error;
  return {
    exitCode: cancelled ? EXIT.interrupted : error.exitCode,
    counts: NO_COUNTS,
    changes: false,
    errors: Math.max(1, diagnostics.filter(({ severity }) => severity === "error").length),
    verdict: message,
    diagnostics,
    ...describe({ event }, { ...identity, failure: { message, details }, ...lint }),
  };
}

function findingsOf(error: UserError): readonly Diagnostic[] {
  if (error instanceof LintError) return error.checked.diagnostics;
  return error instanceof ProjectError ? error.diagnostics : [];
}
