// Sentences with commands in them, and how hazards are accepted in one.

import type { HazardCode } from "../../model/index.ts";
import type { Inline, Words } from "../document/document.ts";
import { type PlanSource, sayApply, sayApplyPart } from "./say-apply.ts";

const IN_THE_JOB = " in the apply job";

/** How an apply takes the plan with these hazards: a command, or, on a pull request, inputs of the job that applies on the merge. */
export function accepting(codes: readonly HazardCode[], source: PlanSource, prune = false): Words {
  if (!source.inJob) return [{ command: sayApply(codes, source, prune) }];
  const allow = { command: `allow: ${codes.join(", ")}` };
  return [...(prune ? [PRUNE, " and "] : []), allow, IN_THE_JOB];
}

/** The same of one hazard of several: the command alone would be refused for the others. */
export function acceptingOne(code: HazardCode, source: PlanSource, prune: boolean): Words {
  if (source.inJob) return accepting([code], source, prune);
  return [{ command: `${prune ? "--prune " : ""}--allow ${code}` }];
}

/** How a part of the plan is applied, which the reader chooses. */
export function applyingPart(source: PlanSource): Words {
  return source.inJob ? [{ command: "only: GLOB" }, IN_THE_JOB] : [{ command: sayApplyPart(source) }];
}

const PRUNE: Inline = { command: "prune: true" };

/** How what no file declares any more is deleted. `flag`: the target, if a command that names none means another. */
export function pruning({ inJob }: Pick<PlanSource, "inJob">, flag: string): Words {
  return inJob ? [PRUNE, IN_THE_JOB] : [{ command: `boardwright apply --prune${flag}` }];
}
