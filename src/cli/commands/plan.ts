// boardwright plan: what apply would do, at one target or at several.

import { UsageError } from "../../model/index.ts";
import { PLAN_FORMATS, type PlanFormat, renderPlanJson } from "../../report/index.ts";
import { chooseDestinations } from "../../target/index.ts";
import { exitCodeOfPlans } from "../../tasks/exit-codes.ts";
import { NO_CACHE } from "../cache-flag.ts";
import { chooseFormat } from "../choose-format.ts";
import type { Declaration } from "../declaration.ts";
import { findProject } from "../find-project.ts";
import { planSeveral } from "../fleet/plan-several.ts";
import { warnIfNoFiles } from "../notices.ts";
import { collect, EXCEPT, textLimit } from "../option-values.ts";
import { requirePlaceForPlan, sealKeyOf, writePlanFile } from "../plan-file.ts";
import { linksOf, type PlanFlags, planTarget, shownWith } from "../plan-target.ts";
import { readShard } from "../shard-flag.ts";

export const command: Declaration = {
  arguments: { paths: "plan only these slugs, or the workbooks of these files or folders" },
  options: [
    ["--only <glob>", "plan only the slugs that match (repeatable)", collect],
    EXCEPT,
    ["--detailed", "show every change on its own, also those of one template and others that are alike"],
    ["--prune", "plan the deletion of what this project manages but no file declares"],
    ["--format <name>", "pretty, json, markdown or html"],
    [
      "--limit <characters>",
      "with --format markdown: cut as a comment is, drawings first, then details, never a row",
      textLimit,
    ],
    ["--out <file>", "also save the plan as JSON, for `boardwright apply FILE`"],
    ["--seal", "seal the saved plan with BOARDWRIGHT_REVIEW_KEY"],
    ["--shard <part>", "plan only a part I/N, as 2/8: split by slug"],
    ["--detailed-exitcode", "exit 2 when changes are pending"],
    NO_CACHE,
  ],
  examples: [
    "boardwright plan",
    "boardwright plan --target local --detailed-exitcode   # exit 2 when changes are pending",
    "boardwright plan --only 'revenue-*' --format markdown",
    "boardwright plan --target local --target production   # side by side",
    "boardwright plan --shard 2/8 --out plan-2.json   # one part of eight, saved",
    "boardwright plan --format html > plan.html   # layouts before and after, at every breakpoint",
  ],
  async run(terminal, paths, flags: PlanFlags) {
    const format = chooseFormat(PLAN_FORMATS, flags);
    requireLimited(flags, format);
    const shard = readShard(flags.shard);
    if (flags.out !== undefined) requirePlaceForPlan(flags.out, terminal.cwd);
    const reviewKey = sealKeyOf(flags, terminal, format === PLAN_FORMATS.json);
    const project = await findProject(terminal, flags);
    const [target, ...others] = chooseDestinations(
      project,
      { targets: flags.target, deployment: flags.deployment },
      terminal.env,
    );
    const narrowing = { paths, only: flags.only ?? [], prune: flags.prune === true, shard };
    const request = { project, ...narrowing, flags };
    if (others.length > 0)
      return planSeveral(terminal, [target, ...others], { ...request, flags, format, reviewKey });
    const planned = await planTarget(terminal, target, request);
    warnIfNoFiles(terminal, flags, project, planned.files);
    const { limit } = flags;
    const text = format.plan(planned.plan, {
      ...shownWith(planned, terminal, flags),
      reviewKey,
      limit,
      linksOf: linksOf([target]),
    });
    (format === PLAN_FORMATS.pretty ? terminal.show : terminal.out)(text);
    if (limit !== undefined && text.length > limit)
      terminal.err(
        `The text has ${text.length} characters, more than --limit: rows and what needs a decision are never left out.`,
      );
    if (flags.out !== undefined)
      await writePlanFile(flags.out, renderPlanJson(planned.plan, { reviewKey }), terminal, flags);
    return exitCodeOfPlans([planned.plan], { detailed: flags.detailedExitcode === true });
  },
};

/** Throws a UsageError for a limit on what nobody cuts. */
function requireLimited({ limit, target = [] }: PlanFlags, format: PlanFormat): void {
  if (limit === undefined) return;
  if (format !== PLAN_FORMATS.markdown) throw new UsageError("--limit is for --format markdown");
  if (new Set(target).size > 1) throw new UsageError("--limit is for the plan of one target");
}
