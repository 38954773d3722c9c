// boardwright pull: what was edited live goes into the files, what no file declares gets new ones. Sends GET requests only.

import { join } from "node:path";
import { PartlyWritten, writeTogether } from "../../disc/index.ts";
import {
  compareText,
  EXIT,
  type ExitCode,
  type Pulled,
  type PullResult,
  UsageError,
  UserError,
} from "../../model/index.ts";
import { renderPullJson, renderPullPretty } from "../../report/index.ts";
import { chooseTarget, nameToSay, withDeployment } from "../../target/choose-target.ts";
import { withPlatform } from "../../target/session.ts";
import { makePull } from "../../tasks/make-pull.ts";
import type { Declaration } from "../declaration.ts";
import { findProject } from "../find-project.ts";
import type { GlobalFlags } from "../flags.ts";
import { tellRetries } from "../tell-retries.ts";
import type { Terminal } from "../terminal.ts";
import { formatText } from "./fmt.ts";

export interface PullFlags extends GlobalFlags {
  all?: boolean;
  into?: string;
  theirs?: boolean;
  ours?: boolean;
}

export async function runPull(
  terminal: Terminal,
  slugs: readonly string[],
  flags: PullFlags,
): Promise<ExitCode> {
  if (flags.theirs && flags.ours)
    throw new UsageError("--theirs and --ours exclude each other", [
      "--theirs takes what is live where both sides edited, --ours keeps what the files say.",
    ]);
  const { env, cwd } = terminal;
  const project = await findProject(terminal, flags);
  const target = withDeployment(chooseTarget(project, flags, env), flags, env);
  const watched = { signal: terminal.interrupted, onRetry: tellRetries(terminal, flags) };
  const made = await withPlatform({ project, target, env, context: flags.context, ...watched }, (connect) =>
    makePull(
      {
        project,
        target,
        env,
        cwd,
        slugs,
        all: flags.all === true,
        into: flags.into,
        resolution: flags.theirs ? "theirs" : flags.ours ? "ours" : undefined,
        format: formatText,
      },
      connect,
    ),
  );
  if (terminal.interrupted.aborted)
    throw new UserError("interrupted: nothing was written", { exitCode: EXIT.interrupted });
  await writeFiles(project.root, made.files);
  const result: PullResult = {
    project: project.name,
    target: { name: target.name, url: target.url, deploymentId: target.deployment },
    pulled: made.pulled.filter(({ action }) => action !== "unchanged").sort(comparePulled),
    unchanged: made.unchanged + made.pulled.filter(({ action }) => action === "unchanged").length,
    files: [...made.files.keys()].sort(compareText),
    notes: made.notes,
  };
  const { color, width } = terminal;
  if (flags.json) terminal.out(renderPullJson(result));
  else
    terminal.out(
      renderPullPretty(result, {
        color: color.out,
        target: nameToSay(project, target, env),
        ...(width === undefined ? {} : { width }),
      }),
    );
  const isLeft = ({ action }: Pulled) => action === "conflict" || action === "skipped";
  return result.pulled.some(isLeft) ? EXIT.failed : EXIT.ok;
}

/** All of them or, where one cannot be written, none. */
async function writeFiles(root: string, files: ReadonlyMap<string, string | null>): Promise<void> {
  const absolute = new Map([...files].map(([name, text]) => [join(root, name), text]));
  try {
    await writeTogether(absolute);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UserError("what was pulled could not be written", {
      details: [
        why,
        error instanceof PartlyWritten
          ? `Written before: ${error.written} of ${files.size} files; \`git status\` shows them.`
          : "The files are as they were.",
        "Mend that and pull again.",
      ],
      cause: error,
    });
  }
}

function comparePulled(a: Pulled, b: Pulled): number {
  const rank = ({ kind }: Pulled) => (kind === "workbook" ? 0 : 1);
  return rank(a) - rank(b) || compareText(a.key, b.key);
}

export const command: Declaration = {
  arguments: { slugs: "the workbooks to pull (default: the edits of all that files declare)" },
  options: [
    ["--all", "pull also what no file declares yet, with its reports"],
    ["--into <dir>", "where new files go (default: where include looks)"],
    ["--theirs", "take what is live where both sides edited"],
    ["--ours", "keep what the files say where both sides edited"],
  ],
  examples: [
    "boardwright pull                          # edits made in the UI, into the files",
    "boardwright pull revenue-overview --theirs",
    "boardwright pull --all --into dashboards/adopted   # adopt a whole deployment",
  ],
  run: runPull,
};
