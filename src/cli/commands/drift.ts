// boardwright drift: what changed outside Git since the last apply. Reads only.

import { driftOf } from "../../plan/index.ts";
import { DRIFT_FORMATS } from "../../report/index.ts";
import { exitCodeOfDrift } from "../../tasks/exit-codes.ts";
import { makePlan } from "../../tasks/make-plan.ts";
import { NO_CACHE } from "../cache-flag.ts";
import { chooseFormat } from "../choose-format.ts";
import type { Declaration } from "../declaration.ts";
import type { GlobalFlags } from "../flags.ts";
import { warnIfNoFiles } from "../notices.ts";
import { collect } from "../option-values.ts";
import { linksOf, shownWith } from "../plan-target.ts";
import { withTarget } from "../with-target.ts";

export interface DriftFlags extends GlobalFlags {
  only?: string[];
  format?: string;
  strict?: boolean;
}

export const command: Declaration = {
  arguments: { paths: "look only at these slugs, or the workbooks of these files or folders" },
  options: [
    ["--only <glob>", "look only at the slugs that match (repeatable)", collect],
    ["--format <name>", "pretty, json or markdown"],
    ["--strict", "exit 2 also for a declared workbook that is not live, or has no stamp"],
    NO_CACHE,
  ],
  examples: [
    "boardwright drift --target production --strict     # on a schedule: exit 2 when somebody edited in the UI",
    "boardwright drift --only 'revenue-*' --format markdown",
  ],
  async run(terminal, paths, flags: DriftFlags) {
    const format = chooseFormat(DRIFT_FORMATS, flags);
    const { project, target, planned } = await withTarget(terminal, flags, async (context) => ({
      project: context.project,
      target: context.target,
      planned: await makePlan({ ...context, paths, only: flags.only ?? [] }),
    }));
    warnIfNoFiles(terminal, flags, project, planned.files);
    const drift = driftOf(planned.plan, planned.updated);
    const print = format === DRIFT_FORMATS.pretty ? terminal.show : terminal.out;
    print(format(drift, { ...shownWith(planned, terminal, flags), linksOf: linksOf([target]) }));
    return exitCodeOfDrift(drift, { strict: flags.strict === true });
  },
};
