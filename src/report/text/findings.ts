// For every report of findings: their number, the sentences of one, and the lines of the files that they are in.

import { type Diagnostic, shellWord, targetFlag } from "../../model/index.ts";
import { count } from "./cells.ts";

export interface LintReport {
  /** In the order of `compareDiagnostics`. */
  diagnostics: readonly Diagnostic[];
  /** How many files were looked at. */
  files: number;
  /** The text of a file, or undefined if it cannot be shown; asked only for files with findings. */
  text(file: string): string | undefined;
  /** The command that fixes what can be fixed: with the same data model, if there was one. */
  fix?: string;
}

/** Options of some formats of `lint`. */
export interface LintFormatOptions {
  /** The files that were looked at. */
  names?: readonly string[];
  color: boolean;
  /** Cells of the terminal; undefined if it is none. */
  width?: number | undefined;
  /** The path from the repository's root to the project's folder: "" or "analytics/". */
  prefix: string;
  /** Boardwright's. */
  version: string;
}

/** The command that fixes what was found with the model of a branch. */
export function fixingCommand(branch: string, target: string | undefined): string {
  return `boardwright lint --online --branch ${shellWord(branch)} --fix${targetFlag(target)}`;
}

export function countFindings({ diagnostics, files }: Pick<LintReport, "diagnostics" | "files">) {
  const errors = diagnostics.filter(isError).length;
  return { errors, warnings: diagnostics.length - errors, files };
}

export function isError({ severity }: Pick<Diagnostic, "severity">): boolean {
  return severity === "error";
}

/** "1 error, 0 warnings in 46 files" */
export function findingsText({ errors, warnings, files }: ReturnType<typeof countFindings>): string {
  return `${count(errors, "error")}, ${count(warnings, "warning")} in ${count(files, "file")}`;
}

/** The message and, if there is one, the help. Not escaped. */
export function sentencesOf({ message, help }: Pick<Diagnostic, "message" | "help">): string[] {
  return help ? [message, help] : [message];
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
