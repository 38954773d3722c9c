// One target's plan, as `plan` shows it.

import { liveLinks } from "../project/execute-plan.ts";
import type { Planned } from "../project/make-plan.ts";
import type { HtmlOptions, PlanPrettyOptions } from "../report/index.ts";
import type { Destination } from "../target/index.ts";
import type { GlobalFlags } from "./flags.ts";
import { saySurroundings } from "./say-command.ts";
import type { Terminal } from "./terminal.ts";

/** The options of `plan` besides the global ones. */
export interface PlanFlags extends GlobalFlags {
  only?: string[];
  prune?: boolean;
  format?: string;
  detailedExitcode?: boolean;
  out?: string;
  seal?: boolean;
  shard?: string;
  detailed?: boolean;
  /** Of `--format markdown`. */
  limit?: number;
}

/** Where a reader of a plan of one of `targets` can go, as far as they say so. */
export function linksOf(targets: readonly Destination[]): HtmlOptions["linksOf"] {
  return ({ target }) => liveLinks(targets.find(({ name }) => name === target.name)?.link);
}

/** A plan with what its header says of it: what it was made from, or the file that it was saved in. */
export interface ShownPlan
  extends Pick<Planned, "plan">,
    Partial<Pick<Planned, "files" | "liveCount" | "outside" | "target" | "narrowing">> {
  from?: string | undefined;
}

/** What its reporters get besides the plan itself. */
export function shownWith(
  { files = 0, liveCount = 0, outside = 0, from, target, narrowing }: Omit<ShownPlan, "plan">,
  { color, width }: Terminal,
  flags: GlobalFlags & Pick<PlanFlags, "detailed">,
): PlanPrettyOptions {
  const source = { from, target, narrowing, surroundings: saySurroundings(flags) };
  const shown = { allNames: flags.verbose === true, detailed: flags.detailed === true };
  return { color: color.out, width, ...shown, files, liveCount, outside, ...source };
}
