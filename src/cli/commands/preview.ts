// boardwright preview: copies of the workbooks that a pull request changes, on the model of its branch (contract 8).

import { EXIT, type ExitCode, type Project, UsageError } from "../../model/index.ts";
import type { Platform } from "../../platform/index.ts";
import {
  previewDownJson,
  previewListJson,
  previewUpJson,
  renderPreviewDown,
  renderPreviewList,
  renderPreviewUp,
  renderProgress,
} from "../../report/index.ts";
import { chooseTarget, type Destination, nameToSay, withDeployment } from "../../target/choose-target.ts";
import { withPlatform } from "../../target/session.ts";
import { previewDown, previewList } from "../../tasks/preview-down.ts";
import { type PreviewStep, previewUp } from "../../tasks/preview-up.ts";
import type { Subcommand } from "../declaration.ts";
import { findProject } from "../find-project.ts";
import type { GlobalFlags } from "../flags.ts";
import { collect } from "../option-values.ts";
import { tellNoFiles } from "../tell-no-files.ts";
import { tellRetries } from "../tell-retries.ts";
import type { Terminal } from "../terminal.ts";

export interface PreviewFlags extends GlobalFlags {
  branch?: string;
  name?: string;
  only?: string[];
  stale?: boolean;
}

const STEPS: Readonly<Record<PreviewStep, string>> = {
  planning: "planning",
  staging: "turning the staging environment on",
  model: "waiting for the data model",
  applying: "applying",
};

export async function runPreviewUp(
  terminal: Terminal,
  paths: readonly string[],
  flags: PreviewFlags,
): Promise<ExitCode> {
  const branch = required(
    flags.branch,
    "branch",
    "the branch of the data model, as `boardwright data-model branches` has it",
  );
  const name = required(flags.name, "name", "what the preview is called, like pr-123");
  const { env, cwd } = terminal;
  // Ctrl-C ends the planning at once. From then on there may be something to put back, which takes a connection.
  const planning = new AbortController();
  const stopPlanning = () => planning.abort();
  terminal.interrupted.addEventListener("abort", stopPlanning);
  return withTarget(terminal, flags, planning.signal, async ({ project, target, connect }) => {
    const result = await previewUp({
      project,
      target,
      env,
      cwd,
      paths,
      only: flags.only ?? [],
      branch,
      name,
      connect,
      signal: terminal.interrupted,
      onStep(step) {
        if (step === "staging") terminal.interrupted.removeEventListener("abort", stopPlanning);
        terminal.progress(STEPS[step]);
      },
      onProgress: (state) =>
        terminal.progress(renderProgress({ retried: 0, ...state }, terminal.progressWidth)),
    }).finally(() => terminal.progress(""));
    tellNoFiles(terminal, flags, project, result.files);
    const shown = { color: terminal.color.out, target: nameToSay(project, target, env) };
    terminal.out(flags.json ? previewUpJson(result) : renderPreviewUp(result, shown));
    return result.exitCode;
  });
}

export async function runPreviewDown(terminal: Terminal, flags: PreviewFlags): Promise<ExitCode> {
  const { name, branch, json } = flags;
  return withTarget(terminal, flags, terminal.interrupted, async (where) => {
    const which = { ...(name === undefined ? {} : { name }), ...(branch === undefined ? {} : { branch }) };
    const result = await previewDown({ ...where, ...which });
    const target = nameToSay(where.project, where.target, terminal.env);
    terminal.out(json ? previewDownJson(result) : renderPreviewDown(result, { ...which, target }));
    return result.exitCode;
  });
}

export async function runPreviewList(terminal: Terminal, flags: PreviewFlags): Promise<ExitCode> {
  const stale = flags.stale === true;
  return withTarget(terminal, flags, terminal.interrupted, async (where) => {
    const previews = await previewList({ ...where, stale });
    terminal.out(
      flags.json
        ? previewListJson(previews)
        : renderPreviewList(previews, { color: terminal.color.out, stale }),
    );
    return EXIT.ok;
  });
}

interface Where {
  project: Project;
  target: Destination;
  connect(): Promise<Platform>;
}

async function withTarget(
  terminal: Terminal,
  flags: GlobalFlags,
  signal: AbortSignal,
  use: (where: Where) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { env } = terminal;
  const project = await findProject(terminal, flags);
  const target = withDeployment(chooseTarget(project, flags, env), flags, env);
  const { context } = flags;
  const session = { project, target, env, context, signal, onRetry: tellRetries(terminal, flags) };
  return withPlatform(session, (connect) => use({ project, target, connect }));
}

function required(value: string | undefined, name: string, what: string): string {
  if (value !== undefined) return value;
  throw new UsageError(`preview up needs --${name}: ${what}`, [
    "As in `boardwright preview up --branch feature-x --name pr-123`.",
  ]);
}

export const commands: readonly Subcommand[] = [
  {
    usage: "up [paths...]",
    summary: "put up copies of the changed workbooks, or bring them up to date",
    arguments: { paths: "only the workbooks of these files or folders" },
    options: [
      ["--branch <name>", "the branch whose staging environment they are shown on"],
      ["--name <name>", "what the preview is called, like pr-123: a part of its slugs"],
      ["--only <glob>", "only the slugs that match (repeatable)", collect],
    ],
    examples: [
      "boardwright preview up --branch feature-x --name pr-123   # copies of what the pull request changes",
    ],
    run: runPreviewUp,
  },
  {
    usage: "down",
    summary: "take previews down, and turn the staging environment off unless it was on before",
    options: [
      ["--name <name>", "the preview with this name"],
      ["--branch <name>", "all previews of this branch"],
    ],
    examples: ["boardwright preview down --name pr-123    # again is fine"],
    run: (terminal, _args, flags) => runPreviewDown(terminal, flags),
  },
  {
    usage: "list",
    summary: "list the previews that are up",
    options: [["--stale", "only those whose branch is gone"]],
    examples: ["boardwright preview list --stale          # those whose branch is gone"],
    run: (terminal, _args, flags) => runPreviewList(terminal, flags),
  },
];
