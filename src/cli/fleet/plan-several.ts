// boardwright plan --target A --target B: one after the other, then side by side. One that cannot be planned hides no other.

import { EXIT, type ExitCode } from "../../model/index.ts";
import { PLAN_FORMATS, type PlanFormat, renderPlansJson } from "../../report/index.ts";
import type { Destination } from "../../target/index.ts";
import { exitCodeOfPlans } from "../../tasks/exit-codes.ts";
import { warnIfNoFiles } from "../notices.ts";
import { writePlanFile } from "../plan-file.ts";
import { linksOf, type PlanFlags, type PlanRequest, planTarget, shownWith } from "../plan-target.ts";
import type { Terminal } from "../terminal.ts";
import { eachTarget } from "./each-target.ts";
import { showFolded } from "./show-folded.ts";

interface SeveralRequest extends PlanRequest {
  flags: PlanFlags;
  format: PlanFormat;
  /** Seals the plans. */
  reviewKey: string | undefined;
}

/** The exit code of the worst: failed before pending before fine. The document is saved only if it is whole. */
export async function planSeveral(
  terminal: Terminal,
  targets: readonly Destination[],
  request: SeveralRequest,
): Promise<ExitCode> {
  const { flags, format, reviewKey } = request;
  const print = format === PLAN_FORMATS.pretty ? terminal.show : terminal.out;
  const { done: planned, failed } = await eachTarget(terminal, targets, {
    ...{ flags, name: "plan", failing: "could not be planned" },
    use: (target, shared) => planTarget(terminal, target, { ...request, shared }),
  });
  if (!format.isWhole) {
    showFolded(planned, (one) => format.plan(one.plan, shownWith(one, terminal, flags)), print);
  }
  const plans = planned.map(({ plan }) => plan);
  const [first] = planned;
  if (first) warnIfNoFiles(terminal, flags, request.project, first.files);
  print(
    format.plans(plans, failed, {
      ...(first ? shownWith(first, terminal, flags) : { color: terminal.color.out, width: terminal.width }),
      ...{ reviewKey, linksOf: linksOf(targets) },
    }),
  );
  if (flags.out !== undefined) {
    if (failed.length === 0)
      await writePlanFile(flags.out, renderPlansJson(plans, [], { reviewKey }), terminal, flags, {
        several: true,
      });
    else
      terminal.err(
        `${flags.out} was not written: it would lack ${failed.map((one) => one.target).join(", ")}.`,
      );
  }
  return failed.length > 0
    ? EXIT.failed
    : exitCodeOfPlans(plans, { detailed: flags.detailedExitcode === true });
}
