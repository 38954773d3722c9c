// boardwright drift: what changed outside Git since the last apply. Reads only.

import { EXIT, type ExitCode } from "../../model/index.ts";
import { driftOf } from "../../plan/index.ts";
import { DRIFT_FORMATS } from "../../report/index.ts";
import { chooseTarget, withDeployment } from "../../target/choose-target.ts";
import { withPlatform } from "../../target/session.ts";
import { makePlan } from "../../tasks/make-plan.ts";
import { chooseFormat } from "../choose-format.ts";
import { findProject } from "../find-project.ts";
import type { GlobalFlags } from "../flags.ts";
import { isIncomplete, shownWith } from "../plan-target.ts";
import { tellNoFiles } from "../tell-no-files.ts";
import { tellRetries } from "../tell-retries.ts";
import type { Terminal } from "../terminal.ts";

export interface DriftFlags extends GlobalFlags {
  only?: string[];
  format?: string;
}

export async function runDrift(
  terminal: Terminal,
  paths: readonly string[],
  flags: DriftFlags,
): Promise<ExitCode> {
  const { only = [] } = flags;
  const format = chooseFormat(DRIFT_FORMATS, flags);
  const { env, cwd } = terminal;
  const project = await findProject(terminal, flags);
  const target = withDeployment(chooseTarget(project, flags, env), flags, env);
  const watched = { signal: terminal.interrupted, onRetry: tellRetries(terminal, flags) };
  const planned = await withPlatform(
    { project, target, env, context: flags.context, ...watched },
    (connect) => makePlan({ project, target, env, cwd, paths, only }, connect),
  );
  tellNoFiles(terminal, flags, project, planned.files);
  const drift = driftOf(planned.plan, planned.updated);
  terminal.out(format(drift, shownWith(planned, terminal)));
  if (isIncomplete(drift)) return EXIT.failed;
  return drift.changes.length > 0 ? EXIT.pending : EXIT.ok;
}
