// An apply at several targets, wave by wave (contract 15). A wave is planned when the one before is whole, and begins only if all of it can be
// planned and nothing in it needs a decision. Its targets are applied one after the other, each planned anew: what was shown is what is applied.

import { isWhole, type Plan, type Standing, type StandingState, UserError } from "../../model/index.ts";
import { planHash } from "../../plan/index.ts";
import type { ProjectContext } from "../../project/context.ts";
import { refuseHazards } from "../../project/guard.ts";
import { makePlan, type PlanOptions } from "../../project/make-plan.ts";
import { type ApplyOptions, prepareApply } from "../../project/prepare-apply.ts";
import type { Destination } from "../../target/index.ts";
import { standingOf } from "./standing-of.ts";

export interface WaveOptions {
  waves: readonly (readonly Destination[])[];
  chosen: Pick<PlanOptions, "only" | "prune" | "shard">;
  /** Hazards that are accepted, besides the project's. */
  allow: readonly string[];
  concurrency: ApplyOptions["concurrency"];
  /** Ctrl-C. */
  stop: AbortSignal;
  /** Opens the connection to a target for as long as `use` runs. */
  open<T>(target: Destination, use: (context: ProjectContext) => Promise<T>): Promise<T>;
  /** What a failure is called in a document. */
  failureOf(cause: unknown): NonNullable<Standing["error"]>;
  on: {
    planning?(target: Destination): void;
    /** The plans of a wave, without their requests, and the targets of it that stop the run. */
    planned(wave: number, plans: readonly Plan[], stopped: readonly Standing[]): void;
    /** Whether a wave that would change something may begin. */
    confirm(wave: number, plans: readonly Plan[]): Promise<boolean>;
    begun?(target: Destination): void;
    ended?(standing: Standing): void;
    onProgress?: ApplyOptions["onProgress"];
    onRetry?: ApplyOptions["onRetry"];
  };
}

/** Where each target is afterwards. Rejects only for what is wrong before anything begins: files with errors, options that do not fit them. */
export async function applyWaves(options: WaveOptions): Promise<Standing[]> {
  const { waves, on, stop } = options;
  const standings: Standing[] = [];
  let isStopped = false;
  for (const [index, members] of waves.entries()) {
    const wave = index + 1;
    const rest = (from: number) =>
      members.slice(from).map(({ name }): Standing => ({ target: name, wave, state: "not-begun" }));
    if (isStopped || stop.aborted) {
      standings.push(...rest(0));
      continue;
    }
    const { plans, hashes, stopped } = await planWave(members, wave, options);
    on.planned(wave, plans, stopped);
    const hasWork = plans.some(isWork);
    if (stopped.length > 0 || stop.aborted || (hasWork && !(await on.confirm(wave, plans)))) {
      isStopped = true;
      const idle = new Set(plans.filter((plan) => !isWork(plan)).map(({ target }) => target.name));
      for (const standing of rest(0)) {
        const halted = stopped.find(({ target }) => target === standing.target);
        standings.push(
          halted ?? (idle.has(standing.target) ? { ...standing, state: "unchanged" } : standing),
        );
      }
      continue;
    }
    for (const [at, target] of members.entries()) {
      if (stop.aborted) isStopped = true;
      if (isStopped) {
        standings.push(...rest(at));
        break;
      }
      const standing = await applyOne(target, { wave, hash: hashes.get(target.name) }, options);
      standings.push(standing);
      on.ended?.(standing);
      isStopped = !isWhole(standing);
    }
  }
  return standings;
}

interface PlannedWave {
  plans: Plan[];
  /** Target → what tells its plan from another one. */
  hashes: Map<string, string>;
  /** The targets that stop the run. */
  stopped: Standing[];
}

async function planWave(
  members: readonly Destination[],
  wave: number,
  { open, chosen, allow, stop, failureOf, on }: WaveOptions,
): Promise<PlannedWave> {
  const planned: PlannedWave = { plans: [], hashes: new Map(), stopped: [] };
  for (const target of members) {
    const halt = (state: StandingState, error: unknown) =>
      planned.stopped.push({ target: target.name, wave, state, error: failureOf(error) });
    try {
      on.planning?.(target);
      await open(target, async (context) => {
        const { plan } = await makePlan({ ...context, ...chosen });
        planned.hashes.set(target.name, planHash(plan));
        // Of a thousand targets, what they would send does not fit into memory.
        planned.plans.push({ ...plan, changes: plan.changes.map(({ request: _, ...change }) => change) });
        try {
          refuseHazards(plan, context.project, allow);
        } catch (cause) {
          halt("refused", cause);
        }
      });
    } catch (cause) {
      if (stop.aborted) break;
      // Files with errors are wrong for all of them, and are told as always.
      if (wave === 1 && planned.plans.length + planned.stopped.length === 0 && isAboutFiles(cause))
        throw cause;
      halt("failed", cause);
    }
  }
  return planned;
}

/** Whether nothing was asked of a platform yet. */
function isAboutFiles(cause: unknown): boolean {
  return cause instanceof UserError && (cause.name === "LintError" || cause.exitCode === 64);
}

async function applyOne(
  target: Destination,
  { wave, hash }: { wave: number; hash: string | undefined },
  { open, chosen, allow, concurrency, stop, failureOf, on }: WaveOptions,
): Promise<Standing> {
  const standing = { target: target.name, wave };
  try {
    on.begun?.(target);
    return await open(target, async (context): Promise<Standing> => {
      const planned = await makePlan({ ...context, ...chosen });
      const { plan } = planned;
      if (planHash(plan) !== hash) {
        const error = failureOf(
          new UserError("refused, nothing was written: live moved after the plan of this wave was shown", {
            details: ["Run it again: targets that are done have nothing left to do."],
          }),
        );
        return { ...standing, state: "stale", error };
      }
      const { diagnostics } = plan;
      const { onProgress, onRetry } = on;
      const apply = await prepareApply(planned, { ...context, allow, concurrency, onProgress, onRetry });
      const report = await apply();
      const state = standingOf({ ...report, diagnostics });
      return { ...standing, state, report, diagnostics };
    });
  } catch (cause) {
    if (stop.aborted) return { ...standing, state: "not-begun" };
    return { ...standing, state: "failed", error: failureOf(cause) };
  }
}

function isWork({ changes }: Plan): boolean {
  return changes.some(({ action }) => action !== "orphaned");
}
