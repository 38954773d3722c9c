// Gives a live workbook the slug that the files give it, by its id: its links, its publication and its rights stay (contract 12).

import type { Change } from "../model/index.ts";
import type { LiveWorkbook } from "../plan/index.ts";
import { PlatformError } from "../platform/index.ts";
import { readAgain } from "./as-planned.ts";
import type { ApplyContext } from "./context.ts";
import { StaleError, StepError } from "./failure.ts";
import { readById } from "./read-workbook.ts";

/**
 * Resolves to the workbook under its new slug. Nothing else of it may be another one then, unless another run of the project is writing the
 * same. Throws a StaleError if the slug was taken meanwhile, and a StepError if the platform did not take it.
 */
export async function giveSlug(
  context: ApplyContext,
  change: Change,
  id: number,
  onAttempt: () => void,
): Promise<LiveWorkbook> {
  const { key, was } = change;
  try {
    await context.platform.renameWorkbook(context.deploymentId, id, key, { onAttempt });
  } catch (error) {
    if (!(error instanceof PlatformError) || error.status !== 409) throw error;
    throw new StaleError(`the slug ${key} was taken on the platform since the plan was made`);
  }
  const now = await readById(context, id);
  if (now && now.live.slug === was)
    throw new StepError(
      "not-renamed",
      `the platform accepted the slug ${key} for workbook ${id}, and it still has ${was}`,
      [`Give it the slug ${key} on the platform, then plan again: \`was: ${was}\` says that it is the same.`],
    );
  const { was: _, ...renamed } = change;
  return (await readAgain(context, renamed, id)).live;
}
