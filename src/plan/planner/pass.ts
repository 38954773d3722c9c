// What a pass of a plan is, and what it knows. All of them are in `passes.ts`, in their order.

import type { Change, Diagnostic } from "../../model/index.ts";
import type { Declared } from "../state/declared.ts";
import type { Comparison } from "./comparison.ts";
import type { Feasible } from "./folders.ts";
import type { PlannerInput } from "./input.ts";
import type { DoubleSlugs, LiveIndex } from "./live-index.ts";
import type { FindLastSeen } from "./lookup.ts";
import type { History, Orphan } from "./orphans.ts";

/** What a finding about a declared workbook is about. */
export function subjectOf({ slug, file, line }: Pick<Declared, "slug" | "file" | "line">) {
  return { kind: "workbook" as const, key: slug, source: { file, line: line() } };
}

/** What is known besides the lists. */
export interface Later {
  /** What the files were warned of. */
  diagnostics?: readonly Diagnostic[];
  findLastSeen?: FindLastSeen | undefined;
  /** What `orphansOf` gave, if it was asked already: `history` names some of these. */
  orphans?: readonly Orphan[];
  /** Orphans that it does not know are left to whoever else has this project's name. */
  history?: History | undefined;
  /** How many of the live workbooks no list shows. */
  unlisted?: number;
}

export interface Known extends Later {
  input: PlannerInput;
  comparison: Comparison;
  index: LiveIndex;
  doubles: DoubleSlugs;
  orphans: readonly Orphan[];
}

/** What is left out of the answer stays as it is. */
export type Pass = (
  changes: readonly Change[],
  known: Known,
  findings: readonly Diagnostic[],
) => Partial<Feasible>;
