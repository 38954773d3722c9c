// boardwright report merge: one report of what the jobs of a CI matrix printed. Sends nothing.

import { listTargets } from "../features/fleet/list-targets.ts";
import { mergeReports } from "../features/fleet/merge-reports.ts";
import { UsageError } from "../model/index.ts";
import { exitCodeOfMerged } from "../project/exit-codes.ts";
import {
  escapeTerminal,
  fleetDocument,
  PLAN_FORMATS,
  printMarkdown,
  renderMergedJson,
  unreadDocument,
} from "../report/index.ts";
import { chooseFormat } from "./choose-format.ts";
import type { Subcommand } from "./declaration.ts";
import { showFolded } from "./each-target.ts";
import { findProject } from "./find-project.ts";
import type { GlobalFlags } from "./flags.ts";
import { shownWith } from "./plan-target.ts";
import { printDocument } from "./print-document.ts";
import type { Terminal } from "./terminal.ts";

interface MergeFlags extends GlobalFlags {
  format?: string;
}

export const commands: readonly Subcommand[] = [
  {
    usage: "merge <files...>",
    summary: "put what `plan --json` and `apply --json` printed together; exit 2 when a file does not belong",
    arguments: { files: "what each job printed: of `plan --json`, `plan --out` or `apply --json`" },
    options: [["--format <name>", "pretty, json, markdown, or html for plans"]],
    examples: [
      "boardwright report merge run-local.json run-eu-west.json",
      "boardwright plan --target eu-west --json > plan-1.json && boardwright report merge plan-*.json",
      "boardwright report merge run-*.json --format markdown > summary.md",
      "boardwright report merge run-*.json --target 'eu-*'   # those without a file are not-begun",
    ],
    async run(terminal, files, flags: MergeFlags) {
      const format = chooseFormat(PLAN_FORMATS, flags);
      const merged = await mergeReports({
        files,
        cwd: terminal.cwd,
        expected: await readExpected(terminal, flags),
      });
      const { plans, failed, run, unread } = merged;
      const { html, json, markdown, pretty } = PLAN_FORMATS;
      if (format === html && (run || plans.length === 0))
        throw new UsageError("--format html is for plans", [
          "Where the targets of an apply are is shown by pretty, markdown and json.",
        ]);
      for (const { file, message } of unread)
        terminal.err(`${escapeTerminal(file)} ${escapeTerminal(message)}`);
      for (const { target, error } of failed)
        terminal.err(`${escapeTerminal(target)} has no plan: ${escapeTerminal(error.message)}`);
      if (format === json) terminal.out(renderMergedJson(merged));
      else {
        const print = format === pretty ? terminal.show : terminal.out;
        const style = { color: terminal.color.out, width: terminal.width };
        if (plans.length + failed.length > 0) {
          if (format !== html)
            showFolded(
              plans,
              ({ plan, file }) => format.plan(plan, shownWith({ from: file }, terminal, flags)),
              print,
            );
          print(
            format.plans(
              plans.map(({ plan }) => plan),
              failed,
              style,
            ),
          );
        }
        if (run && format === pretty) printDocument(terminal, fleetDocument(run, { reasons: true }));
        else if (run) print(printMarkdown(fleetDocument(run, { reasons: true })));
        if (format === markdown && unread.length > 0) print(`\n${printMarkdown(unreadDocument(unread))}`);
      }
      return exitCodeOfMerged(merged);
    },
  },
];

/** The targets that `--target` names, of which there should be a file; without it, no project file is read. */
async function readExpected(terminal: Terminal, flags: MergeFlags) {
  if (flags.target === undefined) return undefined;
  const project = await findProject(terminal, flags);
  return {
    project: project.name,
    targets: listTargets({ project, env: terminal.env, targets: flags.target }),
  };
}
