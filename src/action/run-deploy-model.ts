// deploy-model in the Action: the data model of a pull request on its branch, and on the merge in production.

import { realpathSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { deployBranch, mergeBranches } from "../features/deploy/branch-model.ts";
import { readModelFolder } from "../features/deploy/deploy-model.ts";
import { type Diagnostic, EXIT, isInside, UsageError } from "../model/index.ts";
import { escapeTerminal } from "../report/index.ts";
import { nothingDone } from "./fork.ts";
import { type Job, withTarget } from "./job.ts";
import { NOTHING, type Outcome } from "./outcome.ts";
import { requireNewest } from "./require-newest.ts";
import { renderTexts } from "./texts.ts";

export async function runDeployModel(job: Job): Promise<Outcome> {
  const { event, inputs, log, stop: signal } = job;
  if (event.pull?.action === "closed")
    return nothingDone(
      job,
      "The pull request is closed: its model is not deployed. If it was merged, the push does that.",
    );
  const directory = findFolder(job);
  const isMerge = event.name === "push";
  if (!isMerge && inputs.branch === undefined)
    throw new UsageError("`branch` is missing: the branch of the data model that the files go to");
  if (isMerge) await requireNewest(job);
  const files = await readModelFolder(directory);
  const { said, errors } = await withTarget(job, async ({ connect, target }) => {
    const options = { deploymentId: target.deployment, signal };
    const platform = await connect();
    // A request that is cancelled leaves nothing half done: running it again finishes.
    if (isMerge) {
      const branches = inputs.branch === undefined ? await mergedBranches(job) : [inputs.branch];
      const { merged, errors } = await mergeBranches(platform, branches, files, options);
      if (merged.length > 0) return { said: `merged ${merged.join(", ")}`, errors };
      return { said: errors.length > 0 ? "nothing was merged" : "production has it already", errors };
    }
    const branchName = inputs.branch!;
    const { uploaded, removed, errors } = await deployBranch(platform, files, { ...options, branchName });
    return { said: `${uploaded.length} uploaded and ${removed.length} removed on ${branchName}`, errors };
  });
  log.print(escapeTerminal(`Data model: ${said}.`));
  const words = errors.map(({ fileName, message }) => (fileName ? `${fileName}: ${message}` : message));
  const verdict = "the data model does not compile";
  if (errors.length > 0) log.print(escapeTerminal(words.join("\n")));
  const failure = { message: verdict, details: words };
  const { summary } = renderTexts(job, errors.length > 0 ? { failure } : { notes: [`Data model: ${said}.`] });
  return {
    ...NOTHING,
    exitCode: errors.length > 0 ? EXIT.failed : EXIT.ok,
    errors: errors.length,
    verdict,
    diagnostics: errors.flatMap(({ fileName, message }): Diagnostic[] => {
      if (!fileName) return [];
      const file = relative(job.project.root, join(directory, fileName));
      // The platform writes the line into the message, if it knows one.
      const line = Number(/\bline (\d+)/i.exec(message)?.[1] ?? 1);
      return [{ rule: "data-model", severity: "error", file, line, column: 1, message }];
    }),
    summary,
  };
}

async function mergedBranches(job: Job): Promise<string[]> {
  return (await job.pulls()).flatMap(({ branch, isExact }) =>
    isExact && branch !== undefined ? [branch] : [],
  );
}

/** A pull request may put a link in the folder's place, and what it leads to would be uploaded. */
function findFolder({ cwd, inputs: { model = "model" } }: Job): string {
  const directory = resolve(cwd, model);
  const isOwn = directory !== cwd && isInside(cwd, directory);
  try {
    if (isOwn && realpathSync(directory) === join(realpathSync(cwd), relative(cwd, directory)))
      return directory;
  } catch {
    // It is not there.
  }
  throw new UsageError(
    `\`model\` cannot be ${JSON.stringify(model)}: it is a folder below \`working-directory\``,
    ["A link to a folder is none."],
  );
}
