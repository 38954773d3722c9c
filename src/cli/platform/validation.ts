// The data model's errors, or that it compiles.

import { EXIT, type ExitCode } from "../../model/index.ts";
import type { WireModelValidation } from "../../platform/index.ts";
import type { GlobalFlags } from "../flags.ts";
import type { Terminal } from "../terminal.ts";
import { printJson, printTable } from "./print.ts";

/** Exit 1 if the model has errors: they are the result, and no failure of the command. */
export function printValidation(
  terminal: Terminal,
  flags: GlobalFlags,
  report: WireModelValidation,
): ExitCode {
  const { valid, errors, branchName, cubesCount = null } = report;
  const where = branchName ? ` of ${branchName}` : "";
  const cubes = typeof cubesCount === "number" ? `, with ${cubesCount} cubes` : "";
  if (flags.json) printJson(terminal, { ...report, cubesCount });
  else if (valid) terminal.show(`The data model${where} compiles${cubes}.`);
  else {
    printTable(terminal, errors, { FILE: "fileName", ERROR: "message" });
    terminal.err(
      `The data model${where} does not compile: ${errors.length} error${errors.length === 1 ? "" : "s"}.`,
    );
  }
  return valid ? EXIT.ok : EXIT.failed;
}
