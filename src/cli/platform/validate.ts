// boardwright validate: whether the data model compiles.

import { EXIT, UsageError } from "../../model/index.ts";
import type { WireModelValidation } from "../../platform/index.ts";
import { renderTable } from "../../report/index.ts";
import type { Declaration } from "../declaration.ts";
import type { GlobalFlags } from "../flags.ts";
import { withRemote } from "../remote.ts";
import type { Terminal } from "../terminal.ts";
import { DEPLOYMENT } from "./arguments.ts";
import { printJson } from "./print.ts";

interface ValidateFlags extends GlobalFlags {
  branch?: string;
  devMode?: boolean;
}

export const command: Declaration = {
  arguments: DEPLOYMENT,
  options: [
    ["--branch <name>", "on this branch (default: the one that is deployed)"],
    ["--dev-mode", "on the branch of your open dev-mode session"],
  ],
  examples: ["boardwright validate", "boardwright validate 12 --branch feature-x --json"],
  /** Exit 1 if the model has errors: they are the result, and no failure of the command. */
  async run(terminal, [explicit], flags: ValidateFlags) {
    const { branch: branchName, devMode } = flags;
    if (branchName !== undefined && devMode)
      throw new UsageError("--branch and --dev-mode exclude each other");
    return withRemote(terminal, flags, async ({ platform, deployment }) => {
      const choice = { ...(branchName !== undefined && { branchName }), ...(devMode && { devMode }) };
      const report = await platform.validateModel(deployment(explicit), choice);
      if (flags.json) printJson(terminal, { ...report, cubesCount: report.cubesCount ?? null });
      else print(terminal, report);
      return report.valid ? EXIT.ok : EXIT.failed;
    });
  },
};

function print(terminal: Terminal, { valid, errors, branchName, cubesCount }: WireModelValidation): void {
  const where = branchName ? ` of ${branchName}` : "";
  if (valid) {
    const cubes = typeof cubesCount === "number" ? `, with ${cubesCount} cubes` : "";
    terminal.show(`The data model${where} compiles${cubes}.`);
    return;
  }
  const rows = errors.map(({ fileName, message }) => [fileName, message]);
  terminal.out(renderTable(["FILE", "ERROR"], rows, { color: terminal.color.out, width: terminal.width }));
  terminal.err(
    `The data model${where} does not compile: ${errors.length} error${errors.length === 1 ? "" : "s"}.`,
  );
}
