// What uses the members of a data model, and what another model changes for that.

import { compareBranch, findUses } from "../features/uses/find-uses.ts";
import type { CompareModelsOptions, ModelDifferences, Project, Uses, UsesOptions } from "../model/index.ts";
import { surroundings, withTarget } from "./context.ts";

/**
 * What names a member, from the files alone: nothing is sent. Names that no file uses are in `missing`. Rejects with a UserError if the files
 * have errors, or a name can be none.
 */
export async function uses(project: Project, options: UsesOptions = {}): Promise<Uses> {
  const { env, cwd } = surroundings(options);
  const { members, unread, missing } = await findUses({ ...options, project, env, cwd });
  return { members, unread, missing };
}

/**
 * What the model of a branch changes, compared with production's, and everything in the files that names a member that differs. Only reads,
 * except for issuing the tokens for the metadata. Rejects with a UserError if the files have errors, or a model cannot be read.
 */
export async function compareModels(
  project: Project,
  options: CompareModelsOptions,
): Promise<ModelDifferences> {
  const { files: _, ...compared } = await withTarget(project, options, (context) =>
    compareBranch({ ...options, ...context }),
  );
  return compared;
}
