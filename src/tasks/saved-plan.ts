// A saved plan, read from its file.

import { readRegular } from "../disc/index.ts";
import { type Plan, UserError } from "../model/index.ts";
import { type PlanDocument, readPlanDocument } from "../plan/index.ts";

export interface PlanFile {
  /** Absolute. */
  file: string;
  /** As errors show it. */
  shown: string;
  /** What to do if there is no such file. */
  advice: string;
}

/** Throws a UserError if the file cannot be read or is no plan. */
export async function readPlanFile({ file, shown, advice }: PlanFile): Promise<PlanDocument> {
  const refuse = (why: string, cause?: unknown): never => {
    throw new UserError(`the plan file ${shown} cannot be read`, { details: [why, advice], cause });
  };
  const text = await readRegular(file).catch((error: unknown) => {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    const why = error instanceof Error ? error.message : String(error);
    return refuse(isMissing ? `There is no file ${file}.` : why, error);
  });
  if (text === undefined) return refuse("It is not a regular file.");
  return readPlanDocument(text, shown);
}

/** The plan for the target. A plan that is alone in its file is compared with the target later, which shows all that differs. */
export function planFor({ plans, several }: PlanDocument, target: string | undefined): Plan | undefined {
  return several ? plans.find(({ target: { name } }) => name === target) : plans[0];
}
