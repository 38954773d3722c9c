// Features that need a connection at most: the uses of a data model, the queries of dashboards, live edits into the files.

import { pullFiles } from "../features/pull/pull-files.ts";
import { testData } from "../features/query-tests/test-data.ts";
import { compareBranch, findUses } from "../features/uses/find-uses.ts";
import type {
  CompareModelsOptions,
  DataTest,
  ModelDifferences,
  Project,
  PullOptions,
  PullOutcome,
  TestOptions,
  Uses,
  UsesOptions,
} from "../model/index.ts";
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

/**
 * Runs the query of every report that the chosen workbooks draw, for one row each, and says what became of it. Reads only, except for issuing
 * the token for the data; no data is in the result. Rejects with a UserError if no query can be asked.
 */
export async function test(project: Project, options: TestOptions = {}): Promise<DataTest> {
  return withTarget(project, options, (context) => testData({ ...options, ...context }));
}

/**
 * Takes what was edited live into the files. Sends GET requests only. `texts` holds the new text of each file, null for one that must
 * go. Rejects with a UserError if the files have errors, or cannot be written; then they are as they were.
 */
export async function pull(project: Project, options: PullOptions = {}): Promise<PullOutcome> {
  const { result, texts } = await withTarget(project, options, (context) =>
    pullFiles({ ...options, ...context }),
  );
  return { ...result, texts: Object.fromEntries(texts) };
}
