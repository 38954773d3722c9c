// Takes the stamps off, each after a backup, and records the run.

import { relative } from "node:path";
import { disown } from "../../apply/index.ts";
import type { Result } from "../../model/index.ts";
import { type Clock, systemClock } from "../../platform/index.ts";
import type { ProjectContext } from "../../project/context.ts";
import { readCommit } from "../../project/git.ts";
import { readIgnored } from "../../project/read-ignored.ts";
import { recordOfRun } from "../../project/runs/record-of-run.ts";
import type { Disowning } from "./make-disown.ts";

export interface Disowned {
  /** One for each change, in their order; `applied` if it carries no stamp any more. */
  results: Result[];
  /** The folder of the backups, relative to the project's; undefined if there are none. */
  backups: string | undefined;
}

/** One that fails does not stop the others. */
export async function runDisown(
  { plan }: Pick<Disowning, "plan">,
  { project, target, env, connect, clock = systemClock }: ProjectContext & { clock?: Clock },
): Promise<Disowned> {
  const git = await readCommit(project, env);
  const run = await recordOfRun(plan, { project, env, git, start: clock.now(), disowns: true });
  await run?.begin();
  const context = {
    platform: await connect(),
    deploymentId: target.deployment,
    project,
    ignored: readIgnored(project),
    reportVersions: new Map<number, number>(),
    backups: run?.backups,
    clock,
    random: Math.random,
  };
  // The platform's gate keeps the number of requests in flight; a report that two workbooks draw is one change.
  const results = await Promise.all(
    plan.changes.map(async (change) => {
      const result = await disown(context, change);
      run?.note(result);
      return result;
    }),
  );
  await run?.finish({ at: new Date(clock.now()), interrupted: false });
  return { results, backups: run?.backups.used ? relative(project.root, run.backups.folder) : undefined };
}
