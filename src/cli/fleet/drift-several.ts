// boardwright drift --target A --target B: what changed outside Git at each of them; what is the same for many is shown once.

import { EXIT, type ExitCode, type Project } from "../../model/index.ts";
import { driftOf } from "../../plan/index.ts";
import { DRIFT_FORMATS, type DriftFormat, foldPlans } from "../../report/index.ts";
import type { Destination } from "../../target/index.ts";
import { exitCodeOfDrift } from "../../tasks/exit-codes.ts";
import { makePlan } from "../../tasks/make-plan.ts";
import type { GlobalFlags } from "../flags.ts";
import { warnIfNoFiles } from "../notices.ts";
import { linksOf, shownWith } from "../plan-target.ts";
import type { Terminal } from "../terminal.ts";
import { withConnection } from "../with-target.ts";
import { eachTarget, withOthers } from "./each-target.ts";

interface SeveralRequest {
  project: Project;
  paths: readonly string[];
  only: readonly string[];
  flags: GlobalFlags;
  format: DriftFormat;
  isStrict: boolean;
}

/** The exit code of the worst: failed before drift before fine. */
export async function driftSeveral(
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
