// boardwright lint: checks the files. No network; writes only with --fix, and only what cannot change a meaning.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { writeWhole } from "../disc/index.ts";
import { applyFixes } from "../lint/index.ts";
import {
  compareDiagnostics,
  type Diagnostic,
  EXIT,
  type ExitCode,
  type Project,
  UsageError,
} from "../model/index.ts";
import { countFindings, lintGithub, lintJson, lintJunit, lintPretty, lintSarif } from "../report/index.ts";
import { type Checked, checkFiles } from "./desired-state.ts";
import { findProject } from "./find-project.ts";
import type { GlobalFlags } from "./flags.ts";
import { repositoryPrefix } from "./repository.ts";
import { chooseTarget } from "./settings.ts";
import { tellNoFiles } from "./tell-no-files.ts";
import type { Terminal } from "./terminal.ts";

export interface LintFlags extends GlobalFlags {
  format?: string;
  maxWarnings?: number;
  fix?: boolean;
}

type Format = (checked: Checked, context: { color: boolean; prefix: string }) => string;

const FORMATS: Record<string, Format> = {
  pretty: (checked, { color }) => lintPretty({ ...checked, color }),
  json: lintJson,
  sarif: (checked, { prefix }) => lintSarif({ ...checked, prefix, version: BOARDWRIGHT_VERSION }),
  github: (checked, { prefix }) => lintGithub({ ...checked, prefix }),
  junit: lintJunit,
};

export async function runLint(
  terminal: Terminal,
  paths: readonly string[],
  flags: LintFlags,
): Promise<ExitCode> {
  const { format: asked = "pretty" } = flags;
  const format = Object.hasOwn(FORMATS, asked) ? FORMATS[flags.json ? "json" : asked] : undefined;
  if (!format) {
    throw new UsageError(`--format takes ${Object.keys(FORMATS).join(", ")}, not ${JSON.stringify(asked)}`);
  }
  const project = await findProject(terminal, flags);
  let checked = await lintProject(project, terminal, paths, flags);
  if (flags.fix && (await writeFixes(project, checked)))
    checked = await lintProject(project, terminal, paths, flags);

  const text = format(checked, { color: terminal.color.out, prefix: repositoryPrefix(project.root) });
  if (text !== "") terminal.out(text);
  tellNoFiles(terminal, flags, project, checked.files);
  const { errors, warnings } = countFindings(checked);
  const tooMany = flags.maxWarnings !== undefined && warnings > flags.maxWarnings;
  if (tooMany && !flags.quiet) {
    const many = warnings === 1 ? "1 warning is" : `${warnings} warnings are`;
    terminal.err(`${many} more than --max-warnings ${flags.maxWarnings}`);
  }
  return errors > 0 || tooMany ? EXIT.failed : EXIT.ok;
}

/** Findings for the chosen target; where the files say different things to different targets, for each of them. */
async function lintProject(
  project: Project,
  terminal: Terminal,
  paths: readonly string[],
  flags: LintFlags,
): Promise<Checked> {
  const { env, cwd } = terminal;
  const named = flags.target?.length || env.BOARDWRIGHT_TARGET;
  const target = named ? chooseTarget(project, flags, env) : undefined;
  const options = { project, env, cwd, paths };
  const checked = await checkFiles({ ...options, target });
  if (target || !checked.dependsOnTarget) return checked;
  const all = [...checked.diagnostics];
  for (const other of Object.values(project.targets)) {
    all.push(...(await checkFiles({ ...options, target: other })).diagnostics);
  }
  return { ...checked, diagnostics: withoutRepeats(all) };
}

function withoutRepeats(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const sorted = [...diagnostics].sort(compareDiagnostics);
  return sorted.filter(
    (finding, index) => index === 0 || compareDiagnostics(sorted[index - 1] as Diagnostic, finding) !== 0,
  );
}

async function writeFixes(project: Project, checked: Checked): Promise<boolean> {
  // From disk, because a byte order mark stays where it is.
  const fixed = applyFixes((file) => readFileSync(join(project.root, file), "utf8"), checked.diagnostics);
  for (const [file, text] of fixed) await writeWhole(join(project.root, file), text);
  return fixed.size > 0;
}
