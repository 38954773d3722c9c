// A saved plan, read from its file.

import { readRegular } from "../files/index.ts";
import { type Plan, UsageError, UserError } from "../model/index.ts";
import { type PlanDocument, readPlanDocument } from "../plan/index.ts";

export interface PlanFile {
  /** Absolute. */
  file: string;
  /** As errors show it. */
  shown: string;
  /** What to do if there is no such file. */
  advice: string;
  /** If one is given, only plans that are sealed with it are read. */
  reviewKey: string | undefined;
}

/**
 * Throws a UsageError if there is no such file, a UserError if it cannot be read or is no plan; of exit code 3 if it was changed since it
 * was written, or is not sealed.
 */
export async function readPlanFile({ file, shown, advice, reviewKey }: PlanFile): Promise<PlanDocument> {
  const refuse = (why: string, cause?: unknown): never => {
    throw new UserError(`the plan file ${shown} cannot be read`, { details: [why, advice], cause });
  };
  const text = await readRegular(file).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT")
      throw new UsageError(`there is no plan file ${shown}`, [`Looked for ${file}.`, advice]);
    return refuse(error instanceof Error ? error.message : String(error), error);
  });
  if (text === undefined) return refuse("It is not a regular file.");
  return readPlanDocument(text, shown, { reviewKey });
}

/** The plan for the target. A plan that is alone in its file is compared with the target later, which shows all that differs. */
export function planFor({ plans, several }: PlanDocument, target: string | undefined): Plan | undefined {
  return several ? plans.find(({ target: { name } }) => name === target) : plans[0];
}
