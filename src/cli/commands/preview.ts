// boardwright preview: copies of the workbooks that a pull request changes, on the model of its branch.

import { previewDown, previewList } from "../../features/preview/preview-down.ts";
import { type PreviewStep, previewUp } from "../../features/preview/preview-up.ts";
import { EXIT, type ExitCode, targetFlag, UsageError } from "../../model/index.ts";
import type { ProjectContext } from "../../project/context.ts";
import { exitCodeOfPreview, exitCodeOfRemoval } from "../../project/exit-codes.ts";
import {
  previewDownDocument,
  previewDownJson,
  previewListDocument,
  previewListJson,
  previewUpJson,
  renderPreviewUp,
  renderProgress,
} from "../../report/index.ts";
import { nameToSay } from "../../target/index.ts";
import type { Subcommand } from "../declaration.ts";
import type { GlobalFlags } from "../flags.ts";
import { warnIfNoFiles } from "../notices.ts";
import { collect } from "../option-values.ts";
import { printDocument } from "../print-document.ts";
import { withTarget } from "../with-target.ts";

export interface PreviewFlags extends GlobalFlags {
  branch?: string;
  name?: string;
  only?: string[];
  stale?: boolean;
  ttl?: string;
}

const STEPS: Readonly<Record<PreviewStep, string>> = {
  planning: "planning",
  staging: "turning the staging environment on",
  model: "waiting for the data model",
  applying: "applying",
};

export const commands: readonly Subcommand[] = [
  {
    usage: "up [paths...]",
    summary: "put up copies of the changed workbooks, or bring them up to date",
    arguments: { paths: "only these slugs, or the workbooks of these files or folders" },
    options: [
      ["--branch <name>", "the branch whose staging environment they are shown on"],
      ["--name <name>", "what the preview is called, like pr-123: a part of its slugs"],
      ["--only <glob>", "only the slugs that match (repeatable)", collect],
      [
        "--ttl <time>",
        "how long it stays up, like 30m, 72h or 3d: then `preview down --stale` takes it down",
      ],
    ],
    examples: [
      "boardwright preview up --branch feature-x --name pr-123   # copies of what the pull request changes",
      "boardwright preview up --branch feature-x --name pr-123 --ttl 72h",
    ],
    async run(terminal, paths, flags: PreviewFlags) {
      const branch = required(
        flags.branch,
        "branch",
        "the branch of the data model, as `boardwright data-model branches` has it",
      );
      const name = required(flags.name, "name", "what the preview is called, like pr-123");
      return withTarget(terminal, flags, async (context): Promise<ExitCode> => {
        const result = await previewUp({
          ...context,
          paths,
          only: flags.only ?? [],
          branch,
          name,
          ttl: flags.ttl,
          onStep: (step) => terminal.progress(STEPS[step]),
          onProgress: (state) =>
            terminal.progress(renderProgress({ retried: 0, ...state }, terminal.progressWidth)),
        }).finally(() => terminal.progress(""));
        warnIfNoFiles(terminal, flags, context.project, result.files);
        const { color, width } = terminal;
        const shown = { color: color.out, width, target: shownTarget(context) };
        if (flags.json) terminal.out(previewUpJson(result));
        else terminal.show(renderPreviewUp(result, shown));
        return exitCodeOfPreview(result);
      });
    },
  },
  {
    usage: "down",
    summary: "take previews down, and turn the staging environment off unless it was on before",
    options: [
      ["--name <name>", "the preview with this name"],
      ["--branch <name>", "all previews of this branch"],
      ["--stale", "those whose branch is gone or whose end is past"],
    ],
    examples: [
      "boardwright preview down --name pr-123    # again is fine",
      "boardwright preview down --stale          # for a job that runs every night",
    ],
    async run(terminal, _args, flags: PreviewFlags) {
      const { name, branch, stale, json } = flags;
      return withTarget(terminal, flags, async (context) => {
        const result = await previewDown({ ...context, name, branch, stale });
        const down = previewDownDocument({ ...result, name, stale }, targetFlag(shownTarget(context)));
        if (json) terminal.out(previewDownJson(result));
        else printDocument(terminal, down);
        return exitCodeOfRemoval(result.previews);
      });
    },
  },
  {
    usage: "list",
    summary: "list the previews that are up",
    options: [["--stale", "only those whose branch is gone or whose end is past"]],
    examples: ["boardwright preview list --stale          # what `preview down --stale` takes down"],
    async run(terminal, _args, flags: PreviewFlags) {
      const stale = flags.stale === true;
      return withTarget(terminal, flags, async (context) => {
        const previews = await previewList({ ...context, stale });
        if (flags.json) terminal.out(previewListJson(previews));
        else printDocument(terminal, previewListDocument(previews, stale));
        return EXIT.ok;
      });
    },
  },
];

/** The target's name, if a command that is shown must name it. */
function shownTarget({ project, target, env }: ProjectContext): string | undefined {
  return nameToSay(project, target, env);
}

function required(value: string | undefined, name: string, what: string): string {
  if (value !== undefined) return value;
  throw new UsageError(`preview up needs --${name}: ${what}`, [
    "As in `boardwright preview up --branch feature-x --name pr-123`.",
  ]);
}
