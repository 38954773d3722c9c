// What files declare, by digests: files that declare the same for every target can take each other's place.

import type { Overlay } from "../../../desired/index.ts";
import type { Diagnostic, Target } from "../../../model/index.ts";
import { canonical, digest } from "../../../plan/index.ts";
import { checkFiles } from "../../check-files.ts";
import type { TaskContext } from "../../task-context.ts";
import { isBlocking } from "../lint-findings.ts";

export type Place = Pick<TaskContext, "project" | "target" | "env" | "cwd">;

export interface States {
  /** `target workbook slug` or `target report key` → digest of its entry. */
  declared: Map<string, string>;
  /** Errors after which nobody knows what the files declare. */
  errors: Diagnostic[];
  /** File → slugs of the workbooks that it declares for the chosen target. */
  slugs: Map<string, string[]>;
}

/** Loads the files for the chosen target, and for all others if they may differ. */
export async function readStates(place: Place, overlay: Overlay): Promise<States> {
  const states: States = { declared: new Map(), errors: [], slugs: new Map() };
  const others = Object.values(place.project.targets).filter(({ name }) => name !== place.target.name);
  if (await readFor(place.target, { ...place, overlay, slugs: states.slugs }, states))
    for (const target of others) await readFor(target, { ...place, overlay, slugs: new Map() }, states);
  return states;
}

/** Whether another target may differ. */
async function readFor(
  target: Target,
  { slugs, ...place }: Place & { overlay: Overlay } & Pick<States, "slugs">,
  { declared, errors }: States,
): Promise<boolean> {
  const { diagnostics, reports, dependsOnTarget } = await checkFiles({
    ...place,
    target,
    visit({ slug, file, entry }) {
      declared.set(`${target.name} workbook ${slug}`, digest(canonical(entry)));
      slugs.set(file, [...(slugs.get(file) ?? []), slug]);
    },
  });
  for (const { key, entry } of reports)
    declared.set(`${target.name} report ${key}`, digest(canonical(entry)));
  errors.push(...diagnostics.filter(isBlocking));
  return dependsOnTarget;
}
