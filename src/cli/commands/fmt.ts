// boardwright fmt: one layout for all files, as prettier lays out YAML and JSON. Comments, key order and meaning stay.

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import {
  diagnosticOf,
  discoverFiles,
  errorInFile,
  formatOf,
  mayQuote,
  notWorkbooks,
  parseText,
  readText,
} from "../../desired/index.ts";
import { withEndsOf } from "../../edit/index.ts";
import { stayInside, writeWhole } from "../../files/index.ts";
import { type Diagnostic, EXIT } from "../../model/index.ts";
import { LintError } from "../../project/check-files.ts";
import { readPaths } from "../../project/named-paths.ts";
import { jsonText } from "../../report/index.ts";
import type { Declaration } from "../declaration.ts";
import { findFiles } from "../find-project.ts";
import type { GlobalFlags } from "../flags.ts";
import { warnIfNoFiles } from "../notices.ts";

export interface FmtFlags extends GlobalFlags {
  check?: boolean;
}

export const command: Declaration = {
  isLocal: true,
  arguments: { paths: "files, folders or slugs (default: the whole project)" },
  options: [["--check", "write nothing; exit 2 when a file would change"]],
  examples: [
    "boardwright fmt                           # write",
    "boardwright fmt --check                   # in CI: exit 2 when something would change",
  ],
  async run(terminal, paths, flags: FmtFlags) {
    // The formatter is large, and the help of the command needs none.
    const { formatText } = await import("../../project/format-text.ts");
    const project = await findFiles(terminal, flags);
    const { cwd } = terminal;
    const named = await readPaths({ project, cwd, paths });
    const files = await discoverFiles({ project, cwd, paths: named.paths });
    const texts = new Map<string, string>();
    const diagnostics: Diagnostic[] = [];
    const left: string[] = [];
    const changed: { path: string; file: string; formatted: string }[] = [];
    for (const file of files) {
      const path = resolve(project.root, file);
      const text = readText(path);
      const problems = typeof text === "string" ? parseText(text, formatOf(file)).problems : [];
      if (typeof text !== "string") diagnostics.push(errorInFile(file, text));
      else if (problems.length > 0) {
        if (mayQuote(text)) texts.set(file, text);
        const other = notWorkbooks(file, text);
        diagnostics.push(...(other ? [other] : problems.map((problem) => diagnosticOf(file, text, problem))));
      } else {
        const form = await formatText(text, file);
        // Line ends are Git's business: a checkout on Windows is in its form as well.
        const formatted = form === undefined ? undefined : withEndsOf(text, form);
        if (formatted === undefined) left.push(file);
        // As it is on disk: the canonical layout has no byte order mark.
        else if (formatted !== (await readFile(path, "utf8"))) changed.push({ path, file, formatted });
      }
    }
    if (diagnostics.length > 0) {
      const broken = { diagnostics, files: files.length, text: (file: string) => texts.get(file) };
      throw new LintError(broken, "nothing was written");
    }
    if (!flags.check) {
      for (const { path } of changed) stayInside(project.root, path, "what is formatted");
      for (const { path, formatted } of changed) await writeWhole(path, formatted);
    }
    for (const file of left) {
      if (!flags.quiet) terminal.err(`${file} is left as it is: formatted, it would say something else.`);
    }
    const names = changed.map(({ file }) => file);
    if (flags.json) terminal.out(jsonText({ files: files.length, changed: names }));
    else for (const file of names) terminal.out(file);
    warnIfNoFiles(terminal, flags, project, files.length);
    if (files.length > 0 && !flags.quiet && !flags.json)
      terminal.err(sentence(files.length, names.length, flags.check === true));
    return flags.check && names.length > 0 ? EXIT.pending : EXIT.ok;
  },
};

function sentence(files: number, changed: number, check: boolean): string {
  const all = files === 1 ? "1 file" : `${files} files`;
  if (changed === 0) return `Nothing to change in ${all}.`;
  return check
    ? `${changed} of ${all} would change. Run \`boardwright fmt\`.`
    : `Changed ${changed} of ${all}.`;
}
