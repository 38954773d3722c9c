// The options that every command takes.

import { UsageError } from "../model/index.ts";

export interface GlobalFlags {
  config?: string;
  /** The revision that the policy is read from. */
  policy?: string;
  target?: string[];
  deployment?: number;
  context?: string;
  json?: boolean;
  color?: boolean;
  quiet?: boolean;
  verbose?: boolean;
  /** Of commands that have `--no-cache`: whether it is absent. */
  cache?: boolean;
}

/** The one target that is named, if one is. Throws a UsageError for several. */
export function namedTarget({ target = [] }: GlobalFlags): string | undefined {
  const [name, ...others] = new Set(target);
  if (others.length > 0) throw new UsageError("this command takes one --target");
  return name;
}
