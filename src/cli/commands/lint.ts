// boardwright lint: checks the files. No network, except with --online for the data model; writes only with --fix, and only what
// cannot change a meaning.

import { dirname, join, resolve } from "node:path";
import { nearestProjectFile, ProjectError } from "../../desired/index.ts";
import { stayInside, writeWhole } from "../../files/index.ts";
import { FIRM } from "../../lint/index.ts";
import { EXIT, nameSome, type Project, UsageError } from "../../model/index.ts";
import type { Checked } from "../../project/check-files.ts";
import { lintProject } from "../../project/lint-project.ts";
import type { TargetModel } from "../../project/read-model.ts";
import { repositoryPrefix } from "../../project/repository.ts";
import { countFindings, LINT_FORMATS } from "../../report/findings/index.ts";
import { cacheOf, NO_CACHE } from "../cache-flag.ts";
import { chooseFormat } from "../choose-format.ts";
import type { Declaration } from "../declaration.ts";
import { findProject } from "../find-project.ts";
import { warnIfNoFiles } from "../notices.ts";
import type { OnlineFlags } from "../online-model.ts";
import { wholeNumber } from "../option-values.ts";
import { FailedWithFindings } from "../report-failure.ts";
import { sayCommand } from "../say-command.ts";
import type { Terminal } from "../terminal.ts";

export interface LintFlags extends OnlineFlags {
  format?: string;
  maxWarnings?: number;
  fix?: boolean;
}

export const command: Declaration = {
  arguments: { paths: "files, folders or slugs (default: the whole project)" },
  options: [
    ["--format <name>", "pretty, json, sarif, github, junit or codequality"],
    ["--max-warnings <n>", "fail when there are more warnings", wholeNumber],
    ["--fix", "fix what can be fixed without changing a meaning"],
    ["--online", "check the members that queries name against the target's data model as well"],
    ["--branch <name>", "with --online: the model of this branch, whose staging environment is on"],
    NO_CACHE,
  ],
  examples: [
    "boardwright lint                          # the whole project",
    "boardwright lint dashboards                # one folder, or one file, or one slug",
    "boardwright lint --format sarif > boardwright.sarif",
    "boardwright lint --format codequality > gl-code-quality-report.json   # for GitLab",
    "boardwright lint --target 'eu-*'            # only what these targets see",
    "boardwright lint --fix --max-warnings 0",
    "boardwright lint --online --branch feature-x   # which dashboards would this model branch break",
  ],
  async run(terminal, paths, flags: LintFlags) {
    const format = chooseFormat(LINT_FORMATS, flags);
    const isJson = flags.json === true || flags.format === "json";
    const isForPeople = !flags.quiet && !isJson && (flags.format ?? "pretty") === "pretty";
    const project = await findProject(terminal, flags).catch((cause: unknown) => {
      if (!(cause instanceof ProjectError)) throw cause;
      const checked = { diagnostics: [...cause.diagnostics], files: 1 };
      if (isJson) throw new FailedWithFindings(cause, checked);
      // A service that takes SARIF, JUnit, annotations or code quality would take nothing at all for no finding.
      const file = flags.config === undefined ? nearestProjectFile(terminal.cwd) : flags.config;
      const prefix = repositoryPrefix(dirname(resolve(terminal.cwd, file ?? "")), terminal.env);
      const version = BOARDWRIGHT_VERSION;
      if ((flags.format ?? "pretty") !== "pretty")
        terminal.out(format({ ...checked, text: cause.text, color: false, prefix, version }));
      throw cause;
    });
    // Before anything is fixed: if the model cannot be read, nothing has happened.
    const read = await readOnline(project, terminal, flags).catch((cause: unknown) => {
      // SARIF, JUnit and annotations of half of a check would say that the other half found nothing.
      if (!(isForPeople || isJson) || cause instanceof UsageError || terminal.interrupted.aborted)
        throw cause;
      return { cause };
    });
    const [online, offline] = read && "cause" in read ? [undefined, read] : [read, undefined];
    const { env, cwd } = terminal;
    const cache = cacheOf(project, flags, terminal);
    const options = { project, env, cwd, paths, targets: flags.target, online, cache };
    let checked = await lintProject(options);
    if (flags.fix && !offline && (await writeFixes(project, checked, terminal)))
      checked = await lintProject(options);

    if (offline && isJson) throw new FailedWithFindings(offline.cause, checked);
    const prefix = repositoryPrefix(project.root, terminal.env);
    const { width } = terminal;
    const color = terminal.color.out;
    const fix = fixingCommand(paths, flags);
    const text = format({ ...checked, color, width, prefix, version: BOARDWRIGHT_VERSION, fix });
    if (text !== "") terminal.out(text);
    warnIfNoFiles(terminal, flags, project, checked.files);
    const cut = isForPeople ? filesCutShort(checked) : [];
    if (cut.length > 0)
      terminal.err(
        `More of ${nameSome(cut)} is checked when ${cut.length === 1 ? "its" : "their"} errors are fixed.`,
      );
    if (offline) throw offline.cause;
    if (online && !flags.quiet) terminal.err(describeBroken(online, checked));
    const { errors, warnings } = countFindings(checked);
    const tooMany = flags.maxWarnings !== undefined && warnings > flags.maxWarnings;
    if (tooMany && !flags.quiet) {
      const many = warnings === 1 ? "1 warning is" : `${warnings} warnings are`;
      terminal.err(`${many} more than --max-warnings ${flags.maxWarnings}`);
    }
    return errors > 0 || tooMany ? EXIT.failed : EXIT.ok;
  },
};

/** The files of which something was left out because of errors, so that no further rule has seen it. All others are checked whole. */
function filesCutShort({ diagnostics }: Checked): string[] {
  return [...new Set(diagnostics.flatMap(({ rule, file }) => (FIRM.has(rule) ? [file] : [])))];
}

/** Most runs are offline, and need not load a client. */
async function readOnline(
  project: Project,
  terminal: Terminal,
  flags: LintFlags,
): Promise<TargetModel | undefined> {
  if (!flags.online && flags.branch === undefined) return undefined;
  const { readOnlineModel } = await import("../online-model.ts");
  return readOnlineModel(project, terminal, flags);
}

/** Which workbooks would not work on the model, in one line. */
function describeBroken({ model }: TargetModel, { broken }: Checked): string {
  if (broken.length === 0) return `No workbook breaks on the model of ${model.of}.`;
  const many = broken.length === 1 ? "1 workbook breaks" : `${broken.length} workbooks break`;
  return `${many} on the model of ${model.of}: ${broken.join(", ")}`;
}

/** Whether anything was written. What would do harm is left, and said. */
async function writeFixes(project: Project, checked: Checked, terminal: Terminal): Promise<boolean> {
  if (!checked.diagnostics.some(({ fix }) => fix)) return false;
  const { proveFixes } = await import("../../features/rename/prove-fixes.ts");
  const { texts, refused } = await proveFixes(project, terminal.env, checked.diagnostics);
  for (const file of texts.keys()) stayInside(project.root, join(project.root, file), "the fixed file");
  for (const [file, text] of texts) await writeWhole(join(project.root, file), text);
  for (const line of refused) terminal.err(line);
  return texts.size > 0;
}

/** The command that fixes what this one found: with the same model, for the same target. */
function fixingCommand(paths: readonly string[], flags: LintFlags): string {
  const { online, branch } = flags;
  const model = [...(online ? ["--online"] : []), ...(branch === undefined ? [] : ["--branch", branch])];
  return sayCommand(["lint", ...paths, ...model, "--fix"], flags);
}
