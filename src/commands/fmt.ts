// boardwright fmt: one layout for all files, as prettier lays out YAML and JSON. Comments, key order and meaning stay.

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import * as babel from "prettier/plugins/babel";
import * as estree from "prettier/plugins/estree";
import * as yaml from "prettier/plugins/yaml";
import { format } from "prettier/standalone";
import writeFileAtomic from "write-file-atomic";
import { discoverFiles } from "../desired/index.ts";
import { EXIT, type ExitCode, UserError } from "../model/index.ts";
import { findProject } from "./find-project.ts";
import type { GlobalFlags } from "./flags.ts";
import type { Terminal } from "./terminal.ts";

export interface FmtFlags extends GlobalFlags {
  check?: boolean;
}

const PRINT_WIDTH = 110;

export async function runFmt(
  terminal: Terminal,
  paths: readonly string[],
  flags: FmtFlags,
): Promise<ExitCode> {
  const project = await findProject(terminal, flags);
  const files = await discoverFiles({ project, cwd: terminal.cwd, paths: [...paths] });
  const changed: string[] = [];
  for (const file of files) {
    const path = resolve(project.root, file);
    const text = await readFile(path, "utf8");
    const formatted = await formatText(text, file);
    if (formatted === text) continue;
    changed.push(file);
    if (!flags.check) await writeFileAtomic(path, formatted);
  }
  if (flags.json) terminal.out(`${JSON.stringify({ files: files.length, changed }, null, 2)}\n`);
  else for (const file of changed) terminal.out(file);
  if (!flags.quiet && !flags.json) terminal.err(sentence(files.length, changed.length, flags.check === true));
  return flags.check && changed.length > 0 ? EXIT.pending : EXIT.ok;
}

/** Throws a UserError with the place where the text does not parse. */
export async function formatText(text: string, file: string): Promise<string> {
  const parser = file.endsWith(".json") ? "json" : "yaml";
  try {
    return await format(text, { parser, plugins: [babel, estree, yaml], printWidth: PRINT_WIDTH });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const { loc } = error as { loc?: { start?: { line: number; column: number } } };
    const place = loc?.start ? `:${loc.start.line}:${loc.start.column}` : "";
    throw new UserError(`${file}${place} cannot be formatted, because it does not parse`, {
      details: [error.message.split("\n")[0] ?? "", "`boardwright lint` shows where."],
    });
  }
}

function sentence(files: number, changed: number, check: boolean): string {
  if (changed === 0) return `All ${files} files are in the canonical layout.`;
  return check
    ? `${changed} of ${files} files are not in the canonical layout. Run \`boardwright fmt\`.`
    : `Formatted ${changed} of ${files} files.`;
}
