// What `plan` takes besides the options of every command.

import type { GlobalFlags } from "./flags.ts";

export interface PlanFlags extends GlobalFlags {
  only?: string[];
  prune?: boolean;
  format?: string;
  detailedExitcode?: boolean;
  out?: string;
  shard?: string;
}
