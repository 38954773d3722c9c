// The commands that a plan shows as ways out, as they can be pasted: each does what was planned, and nothing else.

import {
  type Allowed,
  type HazardCode,
  type Narrowing,
  narrowingFlags,
  shellWord,
  targetFlag,
} from "../../model/index.ts";

/** What a plan was made from, as far as the commands that are shown with it must say it again. */
export interface PlanSource {
  /** If it is not made from the files: the run that it puts back, or the file that it was saved in. */
  undoes?: string | undefined;
  from?: string | undefined;
  /** Its target, if a command that names none means another: a pasted way out must not hit that one. */
  target?: string | undefined;
  narrowing?: Narrowing | undefined;
  /** ` --config acme.yaml`: global options besides the target, for the end of each command. */
  surroundings?: string | undefined;
  /** Whether it is read on a pull request: an apply is what a job does on the merge, and nobody's command. */
  inJob?: boolean | undefined;
  /** Hazards that were accepted: they need no decision and no ways out. */
  allowed?: Allowed | undefined;
  /** Whether every change is shown on its own, also those that are alike. */
  detailed?: boolean | undefined;
}

const PLAIN_PATH = /^[\w./:@%+,-]{1,100}$/;

/** The end of a command about what the files declare. */
export function commandEnd({ target, surroundings = "" }: PlanSource): string {
  return targetFlag(target) + surroundings;
}

/** Applies this plan with the hazards allowed. `prune`: it deletes. */
export function sayApply(codes: readonly HazardCode[], source: PlanSource, prune = false): string {
  const { undoes, from, narrowing, surroundings = "" } = source;
  const flags = narrowing ? narrowingFlags(narrowing) : "";
  const allow = ` --allow ${codes.join(",")}`;
  // A run and a saved plan know their target themselves.
  if (undoes !== undefined) return `boardwright rollback ${undoes}${flags}${allow}${surroundings}`;
  if (from !== undefined)
    return `boardwright apply ${PLAIN_PATH.test(from) ? from : "PLAN_FILE"}${allow}${surroundings}`;
  const end = commandEnd(source);
  if (!narrowing?.paths) return `boardwright apply${flags}${prune ? " --prune" : ""}${allow}${end}`;
  const paths = narrowing.paths.map((path) => ` ${shellWord(path)}`).join("");
  return `boardwright plan${paths}${flags} --out plan.json${end} && boardwright apply plan.json${allow}${surroundings}`;
}

/** Applies a part of this plan, which the reader chooses. */
export function sayApplyPart(source: PlanSource): string {
  const { undoes, narrowing, surroundings = "" } = source;
  if (undoes !== undefined) return `boardwright rollback ${undoes} --only GLOB${surroundings}`;
  const shard = narrowingFlags({ only: [], shard: narrowing?.shard });
  return `boardwright apply${shard} --only GLOB${commandEnd(source)}`;
}
