// A command that could not do its work, as an outcome like any other, with what to do next.

import { EXIT, UserError, withoutSecrets } from "../model/index.ts";
import { countErrors, LintError } from "../project/check-files.ts";
import { refusedByFileSystem } from "../project/file-system.ts";
import { lintPretty, renderBug, renderError, renderSummary } from "../report/index.ts";
import { KEY_VARIABLE, KEY_WAYS, NoCredentialError } from "../target/index.ts";
import type { Job } from "./job.ts";
import type { Log } from "./log.ts";
import { NOTHING, type Outcome } from "./outcome.ts";
import { renderTexts } from "./texts.ts";

export interface FailurePlace {
  command: string;
  log: Log;
  /** Undefined if it was not begun: then it is unknown which comment would be its own, and there is none. */
  job: Job | undefined;
  cancelled: boolean;
}

export function failed(cause: unknown, { command, log, job, cancelled }: FailurePlace): Outcome {
  const error = asUserError(cause, job?.inputs.apiKey !== undefined);
  if (error) log.print(renderError(error, log));
  else log.print(renderBug(cause, bugContext(command)));
  const { message, details, exitCode } = error ?? new UserError(BUG);
  const checked = error instanceof LintError ? error.checked : undefined;
  if (checked) log.print(lintPretty({ ...checked, color: log.color }));
  const failure = { message, details };
  const plain = withoutSecrets({ command, target: "", failure });
  return {
    ...NOTHING,
    exitCode: cancelled ? EXIT.interrupted : exitCode,
    errors: checked ? countErrors(checked.diagnostics) : 1,
    verdict: cancelled ? `cancelled: ${message}` : message,
    diagnostics: checked?.diagnostics ?? [],
    ...(job
      ? renderTexts(job, { failure, ...(checked && { lint: checked }) })
      : { summary: (notes: readonly string[]) => renderSummary({ ...plain, notes }) }),
  };
}

/** What a user can fix, with the ways of a workflow; undefined for a bug of ours. */
function asUserError(cause: unknown, hasKey: boolean): UserError | undefined {
  const error = refusedByFileSystem(cause) ?? cause;
  if (error instanceof NoCredentialError) return new UserError(error.message, { details: NO_KEY, cause });
  if (!(error instanceof UserError)) return undefined;
  // What was linted is said with it.
  if (error instanceof LintError) return error;
  const { message, details, exitCode } = error;
  const said = hasKey && details.some((text) => text.includes(KEY_WAYS)) ? details.map(ofInput) : details;
  return new UserError(asInputs(message), { details: said.map(asInputs), exitCode, cause: error.cause });
}

/** Options of a command by the names of the inputs; in a command that is shown whole they stay. */
function asInputs(text: string): string {
  return text.replace(/`[^`]*`|[^`]+/g, (part) => {
    if (/\b(?:boardwright|apply|pull|plan) /.test(part)) return part;
    return part.replace(OPTION, part.startsWith("`") ? "$1" : "`$1`");
  });
}

/** A refused key in the words of a workflow, which has no saved login. */
function ofInput(text: string): string {
  return text
    .replace(`that of ${KEY_VARIABLE},`, "that of the input `api-key`,")
    .replace(KEY_WAYS, "Put a valid one into the secret of the repository that the input takes.");
}

const OPTION = /--(target|deployment|only|allow|prune|shard|branch|name|ttl|against)\b/g;

const NO_KEY = [
  "Give the step the input `api-key`: the platform's API key, as a secret of the repository.",
  "Runs for pull requests from forks have no secrets, and those for Dependabot only its own.",
];
const BUG = "this is a bug in Boardwright: the log of the job shows all of it";

function bugContext(command: string) {
  return { version: BOARDWRIGHT_VERSION, node: process.version, args: [command], color: false };
}
