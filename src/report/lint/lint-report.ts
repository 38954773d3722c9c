// What every lint reporter is given, and the one line that sums it up.

import type { Diagnostic } from "../../model/index.ts";
import { count } from "../text/cells.ts";

export interface LintReport {
  /** In the order of `compareDiagnostics`. */
  diagnostics: readonly Diagnostic[];
  /** How many files were looked at. */
  files: number;
  /** The text of a file, or undefined where it cannot be shown; asked only for files with findings. */
  text(file: string): string | undefined;
}

export interface LintTotals {
  errors: number;
  warnings: number;
  files: number;
}

export function countFindings({ diagnostics, files }: Pick<LintReport, "diagnostics" | "files">): LintTotals {
  let errors = 0;
  for (const diagnostic of diagnostics) if (diagnostic.severity === "error") errors += 1;
  return { errors, warnings: diagnostics.length - errors, files };
}

/** "1 error, 0 warnings in 46 files." */
export function sumUp({ errors, warnings, files }: LintTotals): string {
  return `${count(errors, "error")}, ${count(warnings, "warning")} in ${count(files, "file")}.`;
}

/** The lines of a file. Findings come file by file, so the last file's are enough to keep. Lines end as in YAML: LF, CR LF or CR. */
export function linesOfFiles(text: LintReport["text"]): (file: string) => readonly string[] {
  let name: string | undefined;
  let lines: readonly string[] = [];
  return (file) => {
    if (file !== name) {
      name = file;
      lines = text(file)?.split(/\r\n|\n|\r/) ?? [];
    }
    return lines;
  };
}
