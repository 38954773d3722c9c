// The saved plan that an earlier step or job left.

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { type Plan, UserError } from "../model/index.ts";
import { readPlanDocument } from "../plan/index.ts";
import type { Destination } from "../target/choose-target.ts";
import type { Job } from "./job.ts";

/** `path`: relative to the working directory. Throws a UserError where it is no plan, or none for the target. */
export async function readPlan({ cwd }: Job, target: Destination, path: string): Promise<Plan> {
  const text = await readFile(resolve(cwd, path), "utf8").catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    throw new UserError(`the plan file ${path} cannot be read`, {
      details: [
        why,
        "Give `plan-file` what the output of that name says, and bring the file along from job to job.",
      ],
      cause: error,
    });
  });
  const { plans, several } = readPlanDocument(text, path);
  // One plan alone is held against the target later, which tells all that differs.
  const plan = several ? plans.find(({ target: { name } }) => name === target.name) : plans[0];
  if (plan) return plan;
  throw new UserError(`the plan file ${path} holds no plan for ${target.name}`, {
    details: ["Name its target with the input `target`, or plan again for this one."],
  });
}
