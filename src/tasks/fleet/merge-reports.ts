// `report merge`: what the jobs of a CI matrix printed, put together. A file that does not belong is left out and named; the rest is shown.

import { resolve } from "node:path";
import { type MergedReport, type Standing, type UnreadFile, UserError } from "../../model/index.ts";
import { type JobOutput, readJobOutput } from "./read-job-output.ts";

export interface MergeOptions {
  /** As they are named. */
  files: readonly string[];
  cwd: string;
  /** The project and the targets of which there should be a file; without it the first file says whose project it is. */
  expected?: { project: string; targets: readonly { name: string; wave: number }[] } | undefined;
}

type Failed = MergedReport["failed"][number];

export async function mergeReports({ files, cwd, expected }: MergeOptions): Promise<MergedReport> {
  const plans: { plan: MergedReport["plans"][number]["plan"]; file: string }[] = [];
  const failed: Failed[] = [];
  const standings: Standing[] = [];
  const failures: Failed[] = [];
  const unread: UnreadFile[] = [];
  const heard = { plan: new Map<string, string>(), run: new Map<string, string>() };
  let whose = expected && { project: expected.project, says: "boardwright.yaml" };
  let interrupted = false;
  for (const file of files) {
    const output = await readOrSay(resolve(cwd, file), file, unread);
    if (!output) continue;
    const { project } = output;
    if (project !== undefined && whose && whose.project !== project) {
      unread.push({ file, message: `is of the project ${project}; ${whose.says} is of ${whose.project}` });
      continue;
    }
    if (project !== undefined) whose ??= { project, says: file };
    const isNew = (kind: keyof typeof heard, target: string): boolean => {
      const before = heard[kind].get(target);
      if (before === undefined) {
        heard[kind].set(target, file);
        return true;
      }
      const where = before === file ? "twice" : `again, as ${before} does`;
      unread.push({ file, message: `has ${target} ${where}: only the first is shown` });
      return false;
    };
    plans.push(
      ...output.plans.filter(({ target }) => isNew("plan", target.name)).map((plan) => ({ plan, file })),
    );
    failed.push(...output.failed.filter(({ target }) => isNew("plan", target)));
    standings.push(...output.standings.filter(({ target }) => isNew("run", target)));
    interrupted ||= output.standings.some(({ state }) => state === "interrupted");
    if (output.failure) failures.push(output.failure);
  }
  // A failure does not say of what: of an apply if the other files are of one.
  const isRun = standings.length > 0 || plans.length + failed.length === 0;
  for (const failure of failures) {
    const known = (isRun ? heard.run : heard.plan).get(failure.target);
    if (known !== undefined)
      unread.push({
        file: known,
        message: `has ${failure.target}, and so has the file of a failure: ${failure.error.message}`,
      });
    else if (isRun) standings.push(standingOfFailure(failure));
    else failed.push(failure);
  }
  for (const { name, wave } of expected?.targets ?? []) {
    if (!isRun) {
      if (
        ![...plans.map(({ plan }) => plan.target.name), ...failed.map(({ target }) => target)].includes(name)
      )
        failed.push({ target: name, error: { code: "missing", message: "no file is of it", details: [] } });
    } else if (!standings.some(({ target }) => target === name))
      standings.push({ target: name, wave, state: "not-begun" });
  }
  const run = isRun && standings.length > 0;
  return {
    ...{ plans, failed, unread },
    ...(run && {
      run: {
        ...(whose && { project: whose.project }),
        targets: standings,
        waves: Math.max(...standings.map(({ wave }) => wave)),
        interrupted,
      },
    }),
  };
}

function standingOfFailure({ target, error }: Failed): Standing {
  return { target, wave: 1, state: error.code === "refused" ? "refused" : "failed", error };
}

async function readOrSay(path: string, file: string, unread: UnreadFile[]): Promise<JobOutput | undefined> {
  try {
    return await readJobOutput(path);
  } catch (cause) {
    // Of a file that nests its values a hundred thousand deep.
    if (cause instanceof RangeError) unread.push({ file, message: "is none of ours: it cannot be read" });
    else if (cause instanceof UserError) unread.push({ file, message: cause.message });
    else throw cause;
    return undefined;
  }
}
