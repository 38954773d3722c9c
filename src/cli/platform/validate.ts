// boardwright validate: whether the data model compiles.

import { EXIT, type ExitCode, UsageError } from "../../model/index.ts";
import type { WireModelValidation } from "../../platform/index.ts";
import { renderTable } from "../../report/index.ts";
import type { GlobalFlags } from "../flags.ts";
import { withRemote } from "../remote.ts";
import type { Terminal } from "../terminal.ts";
import { printJson } from "./print.ts";
import { splitWords } from "./words.ts";

export interface ValidateFlags extends GlobalFlags {
  branch?: string;
  devMode?: boolean;
}

/** Exit 1 where the model has errors: they are the result, and no failure of the command. */
export function validateModel(terminal: Terminal, words: string[], flags: ValidateFlags): Promise<ExitCode> {
  const { deployment } = splitWords(words, []);
  const { branch: branchName, devMode } = flags;
  if (branchName !== undefined && devMode) throw new UsageError("--branch and --dev-mode exclude each other");
  return withRemote(terminal, flags, async (remote) => {
    const choice = { ...(branchName !== undefined && { branchName }), ...(devMode && { devMode }) };
    const report = await remote.platform.validateModel(remote.deployment(deployment), choice);
    if (flags.json) printJson(terminal, { ...report, cubesCount: report.cubesCount ?? null });
    else tell(terminal, report);
    return report.valid ? EXIT.ok : EXIT.failed;
  });
}

function tell(terminal: Terminal, { valid, errors, branchName, cubesCount }: WireModelValidation): void {
  const where = branchName ? ` of ${branchName}` : "";
  if (valid) {
    const cubes = typeof cubesCount === "number" ? `, with ${cubesCount} cubes` : "";
    terminal.out(`The data model${where} compiles${cubes}.`);
    return;
  }
  const rows = errors.map(({ fileName, message }) => [fileName, message]);
  terminal.out(renderTable(["FILE", "ERROR"], rows, { color: terminal.color.out }));
  terminal.err(
    `The data model${where} does not compile: ${errors.length} error${errors.length === 1 ? "" : "s"}.`,
  );
}
