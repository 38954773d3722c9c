// boardwright drift: what changed outside Git since the last apply. Reads only.

import { EXIT, type ExitCode, type Project } from "../../model/index.ts";
import { driftOf } from "../../plan/index.ts";
import { DRIFT_FORMATS, type DriftFormat, foldPlans } from "../../report/index.ts";
import { chooseDestinations, type Destination } from "../../target/index.ts";
import { exitCodeOfDrift } from "../../tasks/exit-codes.ts";
import { makePlan } from "../../tasks/make-plan.ts";
import { NO_CACHE } from "../cache-flag.ts";
import { chooseFormat } from "../choose-format.ts";
import type { Declaration } from "../declaration.ts";
import { findProject } from "../find-project.ts";
import type { GlobalFlags } from "../flags.ts";
import { eachTarget, withOthers } from "../fleet/each-target.ts";
import { warnIfNoFiles } from "../notices.ts";
import { collect, EXCEPT } from "../option-values.ts";
import { linksOf, shownWith } from "../plan-target.ts";
import type { Terminal } from "../terminal.ts";
import { withConnection } from "../with-target.ts";

export interface DriftFlags extends GlobalFlags {
  only?: string[];
  format?: string;
  strict?: boolean;
}

export const command: Declaration = {
  arguments: { paths: "look only at these slugs, or the workbooks of these files or folders" },
  options: [
    ["--only <glob>", "look only at the slugs that match (repeatable)", collect],
    EXCEPT,
    ["--format <name>", "pretty, json or markdown"],
    ["--strict", "exit 2 also for a declared workbook that is not live, or has no stamp"],
    NO_CACHE,
  ],
  examples: [
    "boardwright drift --target production --strict     # on a schedule: exit 2 when somebody edited in the UI",
    "boardwright drift --target 'eu-*' --quiet           # at several targets: exit 2 if any was edited",
    "boardwright drift --only 'revenue-*' --format markdown",
  ],
  async run(terminal, paths, flags: DriftFlags) {
    const format = chooseFormat(DRIFT_FORMATS, flags);
    const { only = [] } = flags;
    const project = await findProject(terminal, flags);
    const [target, ...others] = chooseDestinations(
      project,
      { targets: flags.target, deployment: flags.deployment },
      terminal.env,
    );
    if (others.length > 0) {
      const isStrict = flags.strict === true;
      return driftSeveral(terminal, [target, ...others], { project, paths, only, flags, format, isStrict });
    }
    const planned = await withConnection(terminal, flags, { project, target }, (context) =>
      makePlan({ ...context, paths, only, goesOn: true }),
    );
    warnIfNoFiles(terminal, flags, project, planned.files);
    const drift = driftOf(planned.plan, planned.updated);
    const print = format === DRIFT_FORMATS.pretty ? terminal.show : terminal.out;
    print(format.drift(drift, { ...shownWith(planned, terminal, flags), linksOf: linksOf([target]) }));
    return exitCodeOfDrift(drift, { strict: flags.strict === true });
  },
};

// boardwright drift --target A --target B: what changed outside Git at each of them; what is the same for many is shown once.

interface SeveralRequest {
  project: Project;
  paths: readonly string[];
  only: readonly string[];
  flags: GlobalFlags;
  format: DriftFormat;
  isStrict: boolean;
}

/** The exit code of the worst: failed before drift before fine. */
async function driftSeveral(
  terminal: Terminal,
  targets: readonly Destination[],
  { project, paths, only, flags, format, isStrict }: SeveralRequest,
): Promise<ExitCode> {
  const print = format === DRIFT_FORMATS.pretty ? terminal.show : terminal.out;
  const { done, failed } = await eachTarget(terminal, targets, {
    ...{ flags, name: "drift", failing: "could not be compared" },
    use: (target, shared) =>
      withConnection(terminal, flags, { project, target }, async (context) => {
        const planned = await makePlan({ ...context, ...shared, paths, only, goesOn: true });
        return { planned, plan: driftOf(planned.plan, planned.updated) };
      }),
  });
  const links = linksOf(targets);
  if (!format.isWhole) {
    for (const [{ plan, planned }, ...others] of foldPlans(done)) {
      const text = format.drift(plan, { ...shownWith(planned, terminal, flags), linksOf: links });
      const names = others.map((one) => one.plan.target.name);
      print(withOthers(text, names));
    }
  }
  const drifts = done.map(({ plan }) => plan);
  const [first] = done;
  if (first) warnIfNoFiles(terminal, flags, project, first.planned.files);
  print(format.drifts(drifts, failed, { color: terminal.color.out }));
  const codes = drifts.map((drift) => exitCodeOfDrift(drift, { strict: isStrict }));
  if (failed.length > 0 || codes.includes(EXIT.failed)) return EXIT.failed;
  return codes.includes(EXIT.pending) ? EXIT.pending : EXIT.ok;
}
