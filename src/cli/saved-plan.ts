// `apply PLAN_FILE`: a saved plan is carried out as it is. Nothing is planned from files.

import { resolve } from "node:path";
import {
  EXIT,
  type Plan,
  type Project,
  reviewKeyOf,
  revisionText,
  UsageError,
  UserError,
} from "../model/index.ts";
import { findMakerMismatches } from "../plan/index.ts";
import { chooseDestination, type Destination } from "../target/index.ts";
import { planFor, readPlanFile } from "../tasks/saved-plan.ts";
import { stalePlan } from "../tasks/stale-plan.ts";
import { type GlobalFlags, namedTarget } from "./flags.ts";
import type { Terminal } from "./terminal.ts";

export interface SavedPlan {
  plan: Plan;
  /** Where it will be applied; not always what the plan is for: requireCurrent compares them. */
  target: Destination;
}

/** Options that narrow a plan: a reviewed one is applied as it is. */
const NARROWING = {
  only: "--only or --except",
  prune: "--prune",
  shard: "--shard",
  waves: "--waves",
} as const;

/** Throws a UsageError if a plan file is combined with an option that would change the plan. */
export function refuseNarrowing(flags: { [name in keyof typeof NARROWING]?: unknown }): void {
  for (const name of Object.keys(NARROWING) as (keyof typeof NARROWING)[]) {
    if (flags[name] === undefined) continue;
    const option = NARROWING[name];
    if (name === "waves")
      throw new UsageError("a plan file is of one target, and is applied in one go: it takes no --waves", [
        "Leave the file out, and `boardwright apply --waves 1,rest` plans each wave when the one before it is whole.",
      ]);
    throw new UsageError(`a plan file is applied as it is and takes no ${option}`, [
      `Give ${option} to \`boardwright plan --out FILE\`, or leave the plan file out.`,
    ]);
  }
}

/**
 * Reads the file. The target is `--target`, else BOARDWRIGHT_TARGET, else the one that the plan is for; if the file holds several
 * plans, one of the first two must choose.
 */
export async function readSavedPlan(
  path: string,
  { env, cwd }: Terminal,
  { project, flags }: { project: Project; flags: GlobalFlags },
): Promise<SavedPlan> {
  const document = await readPlanFile({
    file: resolve(cwd, path),
    shown: path,
    advice: "Write one with `boardwright plan --out FILE`.",
    reviewKey: reviewKeyOf(env),
  }).catch((cause: unknown) => {
    throw cause instanceof UserError && !/\.json$/i.test(path) ? hintAtOnly(cause, path) : cause;
  });
  const name = namedTarget(flags) ?? (env.BOARDWRIGHT_TARGET || undefined);
  const plan = planFor(document, name);
  if (!plan) throw chooseOne(path, document.plans, name);
  requirePolicy(plan, project, path);
  const known = Object.hasOwn(project.targets, name ?? plan.target.name);
  if (!known && name === undefined) {
    const gone = `target: the plan is for ${plan.target.name}, which boardwright.yaml does not declare`;
    const maker = findMakerMismatches(plan, { toolVersion: BOARDWRIGHT_VERSION, project: project.name });
    throw stalePlan(plan, [gone, ...maker]);
  }
  const choice = { target: name ?? plan.target.name, deployment: flags.deployment };
  return { plan, target: chooseDestination(project, choice, env) };
}

/** For those who name a workbook or its file, as `plan` and `lint` take them. */
function hintAtOnly({ message, details, exitCode, cause }: UserError, path: string): UserError {
  const slug = exitCode === EXIT.usage && /^[a-z0-9][a-z0-9-]*$/.test(path) ? path : "SLUG";
  const hint = `To apply some workbooks only, name their slugs: \`boardwright apply --only ${slug}\`.`;
  return new UserError(message, { details: [...details, hint], exitCode, cause });
}

/**
 * A plan that was made on trusted ground is applied on some: with `apply.allow`, `apply.limits` and `ignore` of a branch, what was planned
 * would pass for other reasons. Not that very commit: after a merge it is another one. Throws a UserError of exit code 3.
 */
function requirePolicy({ policy }: Plan, project: Project, path: string): void {
  if (!policy || project.policy) return;
  throw new UserError(
    `refused, nothing was written: ${path} was planned under the policy of ${revisionText(policy)}, and this run names none`,
    {
      details: [
        `Name it again: --policy ${policy.revision}, or BOARDWRIGHT_POLICY. Where only reviewed changes are checked out, --policy HEAD.`,
      ],
      exitCode: EXIT.refused,
    },
  );
}

function chooseOne(path: string, plans: readonly Plan[], name: string | undefined): UsageError {
  const names = plans.map(({ target }) => target.name);
  if (names.length === 0) return new UsageError(`${path} holds no plan`);
  const what =
    name === undefined ? `holds ${names.length} plans, one for each target` : `holds no plan for ${name}`;
  return new UsageError(`${path} ${what}`, [`Choose one: --target ${names.join(" or --target ")}.`]);
}
