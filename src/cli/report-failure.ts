// How a failed command is reported: what a user can fix in words, with the places; a bug of ours in full.

import { ProjectError } from "../desired/index.ts";
import { EXIT, type ExitCode, UserError } from "../model/index.ts";
import { PlatformError } from "../platform/failure/index.ts";
import { type Checked, LintError } from "../project/check-files.ts";
import { refusedByFileSystem } from "../project/file-system.ts";
import {
  countFindings,
  diagnosticToJson,
  jsonText,
  lintPretty,
  renderBug,
  renderError,
} from "../report/findings/index.ts";
import type { GlobalFlags } from "./flags.ts";
import type { Terminal } from "./terminal.ts";

const BUG = "this is a bug in boardwright: stderr shows all of it";

/** A failure beside which there are findings: a JSON document has both. */
export class FailedWithFindings extends Error {
  override readonly cause: unknown;
  readonly checked: Pick<Checked, "diagnostics" | "files">;

  constructor(cause: unknown, checked: FailedWithFindings["checked"]) {
    super();
    this.cause = cause;
    this.checked = checked;
  }
}

/** Writes to stderr, and with --json one document to stdout; returns the exit code that the failure means. */
export function reportFailure(
  cause: unknown,
  args: readonly string[],
  terminal: Terminal,
  flags: GlobalFlags,
): ExitCode {
  const color = terminal.color.err;
  const width = terminal.errorWidth;
  const beside = cause instanceof FailedWithFindings ? cause : undefined;
  const why = beside ? beside.cause : cause;
  const error = refusedByFileSystem(why) ?? why;
  const findings = beside && findingsJson(beside.checked);
  if (!(error instanceof UserError)) {
    terminal.err(renderBug(error, { version: BOARDWRIGHT_VERSION, node: process.version, args, color }));
    if (findings || flags.json)
      terminal.out(jsonText({ ...targetOf(args, flags), error: failureOf(error), ...findings }));
    return EXIT.failed;
  }
  if (error instanceof LintError) {
    terminal.err(`${lintPretty({ ...error.checked, color, width })}\n`);
    terminal.err(renderError(error, { color }));
  } else if (error instanceof ProjectError) {
    const { diagnostics, text } = error;
    terminal.err(lintPretty({ diagnostics, files: 1, text, color, width }));
    terminal.err("No other file was checked: this one says which there are, and how they are checked.");
  } else {
    terminal.err(renderError(error, { color }));
  }
  if (flags.json || findings)
    terminal.out(jsonText({ ...targetOf(args, flags), ...failureJson(error), ...findings }));
  return error.exitCode;
}

/** The one target that a plan or an apply was for: `report merge` says of it that it failed. */
function targetOf([command]: readonly string[], { target = [] }: GlobalFlags): { target?: string } {
  const [name, ...others] = target;
  const isAsked = command === "plan" || command === "apply";
  return isAsked && name !== undefined && others.length === 0 ? { target: name } : {};
}

/** What failed, for a JSON document that says more than this. */
export function failureOf(cause: unknown): { code: string; message: string; details: readonly string[] } {
  const error = refusedByFileSystem(cause) ?? cause;
  if (!(error instanceof UserError)) return { code: "bug", message: BUG, details: [] };
  return { code: codeOf(error), message: error.message, details: error.details };
}

/** As `lint --json` has them. */
function findingsJson(checked: FailedWithFindings["checked"]): object {
  return { summary: countFindings(checked), diagnostics: checked.diagnostics.map(diagnosticToJson) };
}

function failureJson(error: UserError): object {
  const { message, details } = error;
  const platform = error instanceof PlatformError ? { code: error.code, requestId: error.requestId } : {};
  const diagnostics =
    error instanceof LintError
      ? error.checked.diagnostics
      : error instanceof ProjectError
        ? error.diagnostics
        : undefined;
  return {
    error: { code: codeOf(error), ...platform, message, details },
    ...(diagnostics ? { diagnostics: diagnostics.map(diagnosticToJson) } : {}),
  };
}

function codeOf(error: UserError): string {
  if (error instanceof LintError || error instanceof ProjectError) return "lint";
  if (error.exitCode === EXIT.usage) return "usage";
  return error.exitCode === EXIT.refused ? "refused" : "failed";
}

/** The document of a failure that has no more than a message. */
export function errorJson(code: string, message: string): string {
  return jsonText({ error: { code, message, details: [] } });
}
