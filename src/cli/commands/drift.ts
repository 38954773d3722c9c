// boardwright drift: what changed outside Git since the last apply. Reads only.

import { EXIT, type Plan } from "../../model/index.ts";
import { driftOf } from "../../plan/index.ts";
import type { ProjectContext } from "../../project/context.ts";
import { exitCodeOfDrift } from "../../project/exit-codes.ts";
import { makePlan } from "../../project/make-plan.ts";
import { DRIFT_FORMATS } from "../../report/index.ts";
import { NO_CACHE } from "../cache-flag.ts";
import { chooseFormat } from "../choose-format.ts";
import type { Declaration } from "../declaration.ts";
import { eachTarget, showFolded } from "../each-target.ts";
import { findProject } from "../find-project.ts";
import type { GlobalFlags } from "../flags.ts";
import { warnIfNoFiles } from "../notices.ts";
import { collect, EXCEPT } from "../option-values.ts";
import { linksOf, shownWith } from "../plan-target.ts";
import { destinationsOf, withConnection } from "../with-target.ts";

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
    const project = await findProject(terminal, flags);
    const targets = destinationsOf(project, flags, terminal);
    const compare = async (context: ProjectContext) => {
      const planned = await makePlan({ ...context, paths, only: flags.only, goesOn: true });
      return { planned, plan: driftOf(planned.plan, planned.updated) };
    };
    const print = format === DRIFT_FORMATS.pretty ? terminal.show : terminal.out;
    const textOf = ({ plan, planned }: Awaited<ReturnType<typeof compare>>) =>
      format.drift(plan, { ...shownWith(planned, terminal, flags), linksOf: linksOf(targets) });
    const codeOf = (drift: Plan) => exitCodeOfDrift(drift, { strict: flags.strict === true });
    const [target, ...others] = targets;
    if (others.length === 0) {
      const one = await withConnection(terminal, flags, { project, target }, compare);
      warnIfNoFiles(terminal, flags, project, one.planned.files);
      print(textOf(one));
      return codeOf(one.plan);
    }
    // What is the same for many is shown once.
    const { done, failed } = await eachTarget(terminal, targets, {
      ...{ flags, project, name: "drift", failing: "could not be compared", use: compare },
    });
    if (!format.isWhole) showFolded(done, textOf, print);
    const drifts = done.map(({ plan }) => plan);
    const [first] = done;
    if (first) warnIfNoFiles(terminal, flags, project, first.planned.files);
    print(format.drifts(drifts, failed, { color: terminal.color.out }));
    // That of the worst: failed before drift before fine.
    const codes = drifts.map(codeOf);
    if (failed.length > 0 || codes.includes(EXIT.failed)) return EXIT.failed;
    return codes.includes(EXIT.pending) ? EXIT.pending : EXIT.ok;
  },
};
