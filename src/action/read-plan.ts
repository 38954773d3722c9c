// The saved plan that an earlier step or job left.

import { resolve } from "node:path";
import { type Plan, UserError } from "../model/index.ts";
import type { Destination } from "../target/index.ts";
import { planFor, readPlanFile } from "../tasks/saved-plan.ts";
import type { Job } from "./job.ts";

/** `path`: relative to the working directory. Throws a UserError if it is no plan, or none for the target. */
export async function readPlan({ cwd }: Job, target: Destination, path: string): Promise<Plan> {
  const document = await readPlanFile({
    file: resolve(cwd, path),
    shown: path,
    advice: "Give `plan-file` what the output of that name says, and bring the file along from job to job.",
  });
  const plan = planFor(document, target.name);
  if (plan) return plan;
  throw new UserError(`the plan file ${path} holds no plan for ${target.name}`, {
    details: ["Name its target with the input `target`, or plan again for this one."],
  });
}
